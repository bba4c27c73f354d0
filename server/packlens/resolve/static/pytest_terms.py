"""What is written for pytest, read out of the terms of scopes: marks, fixtures and their names, `parametrize`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import Role, Term

REQUEST = "getfixturevalue"
PARAM = "param"
"""The attribute of a fixture's `request` that has what it is run with."""
_ASKING = "request"
_DECORATORS = frozenset({"fixture", "yield_fixture"})
_NAMED = ("n", "v")
_CALLS = (Role.CALL, Role.CALL_WITH)


def is_fixture(entry: ScopeEntry) -> bool:
    """Whether a function is a fixture, by its decorators."""
    return any(_last_name(term) in _DECORATORS for term in entry.scope.decorators)


def given_name(entry: ScopeEntry) -> str:
    """The name that `fixture(name=...)` gives; "" for none."""
    for term in entry.scope.decorators:
        if term is not None and term[0] == "c" and _last_name(term) in _DECORATORS:
            for key, value in term[3]:
                if key == "name":
                    return next(iter(texts(value)), "")
    return ""


def _last_name(term: Term) -> str:
    """The last name of a decorator, called or not."""
    if term is not None and term[0] == "c":
        term = term[1]
    if term is None:
        return ""
    return str(term[2]) if term[0] == "a" else str(term[1]) if term[0] in ("n", "v") else ""


def _calls(entry: ScopeEntry, name: str) -> Iterator[tuple[Any, ...]]:
    for term in entry.scope.decorators:
        if term is not None and term[0] == "c" and _last_name(term) == name:
            yield term


def listed(entry: ScopeEntry) -> Iterator[tuple[list[str], Term]]:
    """(parameters, rows) of each `parametrize` that gives parameters itself; "" for one that a fixture gives."""
    for names, by_fixture, rows in _parametrized(entry):
        yield ["" if name in by_fixture else name for name in names], rows


def sent(entry: ScopeEntry) -> Iterator[tuple[str, list[Term]]]:
    """(name of a fixture, what it is sent) of each `parametrize` that gives parameters by way of fixtures."""
    for names, by_fixture, rows in _parametrized(entry):
        for index, name in enumerate(names):
            if name in by_fixture and rows is not None and rows[0] == "t":
                yield name, [cell(row, index, len(names)) for row in rows[2]]


def parameters(entry: ScopeEntry) -> Term:
    """The list of `fixture(params=[...])`; `None` for none."""
    for term in entry.scope.decorators:
        if term is not None and term[0] == "c" and _last_name(term) in _DECORATORS:
            for key, value in term[3]:
                if key == "params":
                    rows: Term = value
                    return rows
    return None


def _parametrized(entry: ScopeEntry) -> Iterator[tuple[list[str], set[str], Term]]:
    """(parameters, those of them whose values go to fixtures, rows) of each `parametrize`."""
    for call in _calls(entry, "parametrize"):
        if len(call[2]) > 1:
            names = [part.strip() for text in texts(call[2][0]) for part in text.split(",")]
            by_fixture = {
                name for key, value in call[3] if key == "indirect" for name in _indirect(value, names)
            }
            yield names, by_fixture, call[2][1]


def _indirect(value: Term, names: list[str]) -> Iterable[str]:
    """The names of a `parametrize` whose values go to fixtures: all, or those that are listed."""
    listed = list(texts(value))
    return listed if listed or value is None or value[0] == "t" else names


def asks_for_parameter(term: Term) -> bool:
    """Whether a term is `request.param`."""
    return (
        term is not None
        and term[0] == "a"
        and term[2] == PARAM
        and term[1] is not None
        and term[1][0] in _NAMED
        and term[1][1] == _ASKING
    )


def used_fixtures(entry: ScopeEntry) -> Iterator[str]:
    """The fixtures that a function or class names in `usefixtures`."""
    for term in entry.scope.decorators:
        yield from marked(term)


def requested_names(entry: ScopeEntry, lists: Iterable[ScopeEntry]) -> Iterator[str]:
    """The fixtures that a function asks for by `getfixturevalue`.

    Where the name is no string, it may be any that the function is given: by what is bound to a name of its own, by the
    list of its fixture, or by a `parametrize` of it or of what is in `lists`.
    """
    for argument in _asked(entry):
        written = list(texts(argument))
        if written:
            yield from written
            continue
        for bindings in entry.scope.bindings.values():
            for binding in bindings:
                if binding[0] == "=":
                    yield from texts(binding[1][1] if binding[1] and binding[1][0] == "i" else binding[1])
        yield from _given(parameters(entry), 1)
        for place in lists:
            for names, rows in listed(place):
                yield from _given(rows, len(names))


def asks_by_name(entry: ScopeEntry) -> bool:
    """Whether a function calls `getfixturevalue`."""
    return next(_asked(entry), False) is not False


def _asked(entry: ScopeEntry) -> Iterator[Term]:
    """What a function gives to `getfixturevalue`; `None` where that is not told."""
    for role, term, _ in entry.scope.sites:
        if role in _CALLS and term is not None:
            callee, arguments = (term[1], term[2]) if term[0] == "c" else (term, ())
            if callee is not None and callee[0] == "a" and callee[2] == REQUEST:
                yield arguments[0] if arguments else None


def _given(rows: Term, count: int) -> Iterator[str]:
    """The strings that the rows of a list give for its names."""
    for row in rows[2] if rows is not None and rows[0] == "t" else ():
        for at in range(count):
            yield from texts(cell(row, at, count))


def marked(term: Term) -> Iterator[str]:
    """The fixtures that a mark names, or those of a list of marks."""
    if term is not None and term[0] == "t":
        for part in term[2]:
            yield from marked(part)
    elif term is not None and term[0] == "c" and _last_name(term) == "usefixtures":
        for argument in term[2]:
            yield from texts(argument)


def texts(term: Term) -> Iterator[str]:
    """The strings of a term: one, or those of a display."""
    if term is None:
        return
    if term[0] == "k":
        yield term[1]
    elif term[0] == "t":
        for part in term[2]:
            yield from texts(part)


def cell(row: Term, at: int, count: int) -> Term:
    """What one row of a parametrize list gives for one of its names."""
    if row is not None and row[0] == "c" and _last_name(row) == "param":
        return row[2][at] if at < len(row[2]) else None
    if count == 1:
        return row
    if row is not None and row[0] == "t" and at < len(row[2]):
        inner: Term = row[2][at]
        return inner
    return None
