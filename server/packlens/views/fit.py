"""Call sites that no longer fit the signature of what they call, with the reason.

A call is read in the text: which arguments are given, by place and by name. It is held against the parameters that
the signature says. What a star spreads could be anything, so nothing is said of what it may give. A call that did not
fit before either is not the change's doing and is left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from packlens.base.counted import counted, plural
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Edge, EdgeKind, Through
from packlens.symbols.symbol import SymbolKind

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Unfit:
    """One place that a change breaks: `id` uses `target` at `line`, and `reason` says what does not fit."""

    id: str
    path: str
    line: int
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a function takes, its receiver left out.

    places      names that take an argument by place
    names       names that take one by name
    required    names that have no default
    any_place, any_name  whether it has `*args`, `**kwargs`
    """

    places: tuple[str, ...]
    names: frozenset[str]
    required: frozenset[str]
    any_place: bool
    any_name: bool


def parameters_of(signature: str, *, bound: bool) -> Parameters | None:
    """The parameters of a signature, of its last part where overloads make several; `None` where it cannot be read.

    `bound`: its first parameter is given by the call itself.
    """
    try:
        body = ast.parse(signature).body
    except (SyntaxError, ValueError):
        return None
    functions = [node for node in body if isinstance(node, Function)]
    if len(functions) != 1:
        return None
    arguments = functions[0].args
    static = any(
        isinstance(each, ast.Name) and each.id == "staticmethod" for each in functions[0].decorator_list
    )
    by_place = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    required = set(by_place[: len(by_place) - len(arguments.defaults)])
    required |= {
        each.arg
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    }
    places = by_place[1:] if bound and not static else by_place
    names = {*places, *(each.arg for each in arguments.kwonlyargs)} - {
        each.arg for each in arguments.posonlyargs
    }
    return Parameters(
        tuple(places),
        frozenset(names),
        frozenset(required & {*places, *names}),
        arguments.vararg is not None,
        arguments.kwarg is not None,
    )


def unfit_calls(
    snapshot: Snapshot, target: str, edges: Sequence[Edge], earlier: str, reader: Reader
) -> Iterator[Unfit]:
    """The calls among `edges`, all into `target`, that do not fit its signature; `earlier` is the one it had."""
    symbol = snapshot.symbol(target)
    if symbol is None or symbol.kind not in (SymbolKind.FUNCTION, SymbolKind.METHOD):
        return
    bound = symbol.kind is SymbolKind.METHOD
    now = parameters_of(snapshot.signature(target), bound=bound)
    before = parameters_of(earlier, bound=bound) if earlier else None
    if now is None or now == before:
        return
    for edge in edges:
        if edge.kind is not EdgeKind.CALLS or edge.through is Through.DECORATED:
            continue
        call = reader.call_at(edge)
        if call is None or (bound and _is_unbound(call, snapshot, target)):
            continue
        reason = misfit(call, now, before)
        if reason and not (before is not None and misfit(call, before)):
            yield Unfit(edge.source, edge.source.rpartition("::")[0], edge.line, target, reason)


class Reader:
    """The calls written in the symbols of one snapshot, by where the name of what they call stands."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._calls: dict[str, dict[tuple[int, int], ast.Call]] = {}

    def call_at(self, edge: Edge) -> ast.Call | None:
        """The call at the place of an edge; `None` for what is no plain call, or cannot be read."""
        path = edge.source.rpartition("::")[0]
        known = self._calls.get(edge.source)
        if known is None:
            known = self._calls[edge.source] = {}
            symbol = self._snapshot.symbol(edge.source)
            document = self._snapshot.documents.get(path)
            if symbol is not None and document is not None:
                for first, last in symbol.spans:
                    known.update(_calls(document.lines.between(first, last), first))
        return known.get((edge.line, edge.column))


def _calls(source: str, first: int) -> Iterator[tuple[tuple[int, int], ast.Call]]:
    # Indented lines stand in a block of their own, so that columns stay what they are.
    text, first = (f"if 1:\n{source}", first - 1) if source[:1].isspace() else (source, first)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = re.split(r"\r\n|\r|\n", text)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        callee = node.func
        if isinstance(callee, ast.Name):
            line, column = callee.lineno, callee.col_offset
        elif isinstance(callee, ast.Attribute) and callee.end_lineno is not None:
            line = callee.end_lineno
            column = (callee.end_col_offset or 0) - len(callee.attr.encode())
        else:
            continue
        column = len(lines[line - 1].encode()[:column].decode("utf-8", "replace"))
        yield (line + first - 1, column), node


def misfit(call: ast.Call, parameters: Parameters, before: Parameters | None = None) -> str:
    """Why a call does not fit the parameters; "" where it does. `before` are those that there were."""
    spread = any(isinstance(each, ast.Starred) for each in call.args)
    spread_names = any(each.arg is None for each in call.keywords)
    given = len([each for each in call.args if not isinstance(each, ast.Starred)])
    if given > len(parameters.places) and not parameters.any_place:
        taken = len(parameters.places)
        return f"gives {counted(given, 'argument')} by place, {taken or 'none'} {plural(taken, 'is', 'are')} taken"
    filled = set(parameters.places[:given])
    for keyword in call.keywords:
        if keyword.arg is None:
            continue
        if keyword.arg in filled:
            return f"gives `{keyword.arg}` twice, by place and by name"
        if keyword.arg not in parameters.names and not parameters.any_name:
            known = before is not None and keyword.arg in before.names
            return f"gives `{keyword.arg}`, which is {'no longer' if known else 'not'} a parameter"
        filled.add(keyword.arg)
    missing = [
        name for name in (*parameters.places, *sorted(parameters.names)) if name in parameters.required
    ]
    missing = [name for name in dict.fromkeys(missing) if name not in filled]
    if spread or spread_names or not missing:
        return ""
    return f"does not give {', '.join(f'`{name}`' for name in missing)}"


def _is_unbound(call: ast.Call, snapshot: Snapshot, target: str) -> bool:
    """Whether a method is called on its class, so that the receiver is an argument: `Base.go(self)`."""
    callee = call.func
    if not isinstance(callee, ast.Attribute) or not isinstance(callee.value, ast.Name):
        return False
    symbol = snapshot.symbol(target)
    holder = snapshot.symbol(symbol.parent) if symbol is not None and symbol.parent is not None else None
    if symbol is None or holder is None or callee.value.id != holder.name:
        return False
    return not any(name in ("classmethod", "staticmethod") for name in symbol.decorators)
