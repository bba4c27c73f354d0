"""What flows through parameters: arguments into functions, and out again with what they return.

A parameter of which nothing else is known is a value of its own, `("R", function, index)`. Passed on, returned, put in
a container, it stays that. A call puts its arguments in its place in what the function returns, so that each caller
gets back its own. Where it is used (called, iterated, asked for an attribute) it stands for all that reaches it from
anywhere, which the link step knows (`link.py`).

Only what can be called, or holds what can be called, flows: functions, classes, instances.
"""

from __future__ import annotations

from collections.abc import Iterator

from packlens.resolve.static.placeholders import own_parameters, replaced
from packlens.resolve.static.values import (
    CALLABLES,
    CLASSES,
    INSTANCES,
    NOTHING,
    Arguments,
    Value,
    Values,
    bounded,
    shallow,
)
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import ParameterKind, Term, Trait

_CALLABLE = CALLABLES | INSTANCES
_MOVING = _CALLABLE | frozenset("LDTWA")
_OPEN = frozenset("RLDTWAQU")  # what is, or may hold, a parameter


class Flows(World):
    """Follows values through parameters."""

    # ------------------------------------------------------------------ what stands for a parameter

    def reaching_values(self, value: Value) -> Values:
        """What reaches a parameter from all its callers."""
        key = ("reaching", value[1], value[2])
        self.note(key)
        return self.reaching.get(key, NOTHING)

    def expanded(self, values: Values) -> Values:
        """`values`, parameters replaced by what reaches them."""
        for value in values:
            if value[0] == "R":
                break
        else:
            return values
        union: set[Value] = set()
        for value in values:
            if value[0] == "R":
                union |= self.reaching_values(value)
            else:
                union.add(value)
        return bounded(union)

    # ------------------------------------------------------------------ calls

    def target(self, value: Value) -> tuple[ScopeEntry | None, int]:
        """The function that calling a value runs, and how many of its first parameters the call itself fills."""
        tag = value[0]
        if tag == "Q":
            entry, shift = self.target(value[1])
            return entry, shift + value[2]
        if tag in ("F", "H"):
            self.note(("parameters", value[1]))
            entry = self.entries.get(value[1])
            if entry is None:
                return None, 0
            return entry, 1 if value[2] is not None and not entry.scope.traits & Trait.STATIC else 0
        if tag in CLASSES:
            for name in ("__init__", "__new__"):
                place = self.ask(("found", value[1], name, ""))
                if place and place[0] == "C":
                    for method in self.ask(("attribute", place[1], name)):
                        if method[0] in ("F", "H"):
                            self.note(("parameters", method[1]))
                            return self.entries.get(method[1]), 1
            return None, 0
        if tag in INSTANCES:
            for method in self.member(value, "__call__"):
                if method[0] in ("F", "H"):
                    return self.target(method)
        return None, 0

    def arguments(self, term: Term, where: ScopeEntry, first: int = 0) -> Arguments:
        """The arguments of a call, from the positional one number `first` on; literals are left empty."""
        assert term is not None
        positional: list[tuple[bool, Values]] = []
        for argument in term[2][first:]:
            if argument is None or argument[0] in ("k", "b"):
                positional.append((False, NOTHING))
            elif argument[0] == "*":
                positional.append((True, self.term(argument[1], where)))
            else:
                positional.append((False, self.term(argument, where)))
        named = [
            (name, self.term(argument, where))
            for name, argument in term[3]
            if argument is not None and argument[0] not in ("k", "b")
        ]
        return Arguments(tuple(positional), tuple(named))

    def matched(self, entry: ScopeEntry, shift: int, arguments: Arguments) -> Iterator[tuple[int, Values]]:
        """Which parameter each argument of a call reaches. What a star spreads reaches all that are left; what `**name`
        takes reaches it as a dict, each value under its own name."""
        positional, variadic = self._places(entry)
        at, spread = shift, False
        for starred, values in arguments.positional:
            if not starred and not spread:
                for index in positional[at : at + 1] or variadic:
                    yield index, values
                at += 1
                continue
            exact = [value for value in values if value[0] == "T"]
            if starred and len(exact) == 1 and not spread:
                for part in exact[0][1]:
                    for index in positional[at : at + 1] or variadic:
                        yield index, part
                    at += 1
                continue
            spread = True
            inside = self.iterated(values) if starred else values
            for index in (*positional[at:], *variadic):
                yield index, inside
        if arguments.named:
            yield from self._named(entry, shift, arguments.named)

    def _places(self, entry: ScopeEntry) -> tuple[list[int], list[int]]:
        """Which parameters take arguments by place, and the one that takes the rest."""
        known = self.places.get(entry)
        if known is None:
            parameters = entry.scope.parameters
            known = self.places[entry] = (
                [i for i, p in enumerate(parameters) if p.kind is ParameterKind.POSITIONAL],
                [i for i, p in enumerate(parameters) if p.kind is ParameterKind.VARIADIC],
            )
        return known

    def _named(
        self, entry: ScopeEntry, shift: int, named: tuple[tuple[str, Values], ...]
    ) -> Iterator[tuple[int, Values]]:
        parameters = entry.scope.parameters
        names = {p.name: i for i, p in enumerate(parameters) if p.kind not in _STARRED}
        rest = [i for i, p in enumerate(parameters) if p.kind is ParameterKind.KEYWORDS]
        for name, values in named:
            if name in names:
                yield names[name], values
                continue
            if name != "**":
                for index in rest:
                    yield index, frozenset(one for v in values if shallow(one := ("D", "v", v, name)))
                continue
            for value in self.expanded(values):
                if value[0] == "D" and value[1] == "v":
                    if value[3:] and value[3] in names:
                        yield names[value[3]], frozenset({value[2]})
                        continue
                    if not value[3:]:
                        for index in names.values():
                            if index >= shift:
                                yield index, frozenset({value[2]})
                    for index in rest:
                        yield index, frozenset({value})

    def filled(self, values: Values, value: Value, term: Term, where: ScopeEntry) -> Values:
        """What a function returns, its own parameters replaced by the arguments of a call."""
        if _OPEN.isdisjoint([one[0] for one in values]):
            return values
        if any(one[0] == "U" for one in values):
            values = self.settled_by_call(values, value, term, where)
        function = value
        while function[0] == "Q":
            function = function[1]
        wanted = {index for one in values if one[0] in _OPEN for index in own_parameters(one, function[1])}
        if not wanted:
            return values
        entry, shift = self.target(value)
        if entry is None:
            return values
        given: dict[int, set[Value]] = {}
        for index, found in self.matched(entry, shift, self.arguments(term, where)):
            given.setdefault(index, set()).update(found)
        return replaced(values, entry.id, wanted, given)

    def applied(self, decorator: Value, values: Values) -> Values | None:
        """What a decorator makes of what it decorates; `None` where that is not known."""
        tag = decorator[0]
        if tag == "Q":
            return self.applied(decorator[1], values)
        if tag not in ("F", "H", "C", "E"):
            return None
        returned = self.called(decorator)
        entry, shift = self.target(decorator)
        if entry is None or tag in ("C", "E"):
            return returned
        wanted = {index for one in returned for index in own_parameters(one, entry.id)}
        return replaced(returned, entry.id, wanted, {shift: set(values)}) if wanted else returned

    def flowing(self, values: Values) -> Values:
        """Those of `values` that are worth following into a parameter."""
        found = _moving(values, CALLABLES)
        return (
            frozenset([_as_it_flows(one) for one in found if one[0] not in INSTANCES or self._runs(one)])
            if found
            else NOTHING
        )

    def staying(self, values: Values) -> Values:
        """Those of `values` that are worth following to where they stay, or into what is called with them at this
        place: any instance too. Out there `self` is an instance of its class.
        """
        found = _moving(values, _CALLABLE)
        return frozenset([_as_it_stays(one) for one in found])

    def _runs(self, instance: Value) -> bool:
        """Whether an instance can be called."""
        if "__call__" not in self.methods:
            return False
        place = self.ask(("found", instance[1], "__call__", ""))
        return bool(place) and place[0] == "C"


_STARRED = (ParameterKind.VARIADIC, ParameterKind.KEYWORDS)


def _as_it_flows(value: Value) -> Value:
    return value[:2] if value[0] in ("I", "E", "C") else value


def _as_it_stays(value: Value) -> Value:
    """A value as it is seen from elsewhere: `self` is an instance, and what a generic class is given is not kept."""
    if value[0] == "S":
        return ("I", value[1])
    return value[:2] if value[0] in ("I", "E", "C") else value


def _moving(values: Values, inner: frozenset[str]) -> list[Value]:
    """Those of `values` that may flow, of what they contain what is of a kind in `inner`."""
    for value in values:
        if value[0] in _MOVING:
            return [kept for value in values if (kept := _flowing(value, inner)) is not None]
    return []


def _flowing(value: Value, inner: frozenset[str], depth: int = 0) -> Value | None:
    """A value as it flows: what can be called, and containers that hold it, one in another at most."""
    tag = value[0]
    if tag in (inner if depth else _CALLABLE):
        return value
    if depth > 1:
        return None
    if tag in ("L", "D"):
        held = _flowing(value[2], inner, depth + 1)
        return (tag, value[1], held, *value[3:]) if held is not None else None
    if tag in ("W", "A"):
        held = _flowing(value[1], inner, depth + 1)
        return (tag, held) if held is not None else None
    if tag == "T":
        parts = tuple(frozenset(v for v in answer if v[0] in inner) for answer in value[1])
        return (tag, parts) if any(parts) else None
    return None
