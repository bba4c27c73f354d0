"""Parameters inside values: which ones a value mentions, and what it becomes when something takes their place.

A call puts its arguments in the place of the parameters of what it calls (`replaced`); the link step puts what reaches
a parameter from everywhere in its place (`linked`, and `mentioned` for what that looks at).
"""

from __future__ import annotations

from collections.abc import Iterator

from packlens.resolve.static.values import CALLABLES, NOTHING, Value, Values, bounded, shallow


def own_parameters(value: Value, scope: str) -> Iterator[int]:
    """The parameters of a function that a value mentions."""
    tag = value[0]
    if tag == "R":
        if value[1] == scope:
            yield value[2]
    elif tag in ("L", "D"):
        yield from own_parameters(value[2], scope)
    elif tag in ("W", "A", "Q"):
        yield from own_parameters(value[1], scope)
    elif tag == "T":
        for answer in value[1]:
            for inner in answer:
                yield from own_parameters(inner, scope)


def replaced(values: Values, scope: str, wanted: set[int], given: dict[int, set[Value]]) -> Values:
    """`values` with the parameters of a function replaced by what is given for them."""
    answers = {index: bounded(given.get(index, ())) for index in wanted}
    return bounded(made for one in values for made in _filled(one, scope, answers))


def _filled(value: Value, scope: str, answers: dict[int, Values]) -> Values:
    """A value with parameters of a function replaced."""
    tag = value[0]
    if tag == "R":
        return answers[value[2]] if value[1] == scope else frozenset({value})
    if not any(True for _ in own_parameters(value, scope)):
        return frozenset({value})
    made: list[Value] = []
    if tag in ("L", "D"):
        made = [(tag, value[1], inner, *value[3:]) for inner in _filled(value[2], scope, answers)]
    elif tag in ("W", "A", "Q"):
        made = [(tag, inner, *value[2:]) for inner in _filled(value[1], scope, answers)]
    elif tag == "T":
        parts = tuple(
            frozenset(v for inner in answer for v in _filled(inner, scope, answers)) for answer in value[1]
        )
        made = [(tag, parts)]
    return frozenset(one for one in made if shallow(one))


def linked(value: Value, reaching: dict[tuple[object, ...], Values]) -> Values:
    """A flowing value with the parameters in it replaced by what is known to reach them."""
    if value[0] == "R":
        return reaching.get(("reaching", value[1], value[2]), NOTHING)
    return _inside(value, reaching)


def _inside(value: Value, reaching: dict[tuple[object, ...], Values]) -> Values:
    """The same for what is in a container, where no container takes a parameter's place: nothing nests for ever."""
    tag = value[0]
    if tag == "R":
        given = reaching.get(("reaching", value[1], value[2]), NOTHING)
        return frozenset(one for one in given if one[0] in CALLABLES and one[0] != "Q")
    if tag in ("L", "D"):
        return frozenset((tag, value[1], one, *value[3:]) for one in _inside(value[2], reaching))
    if tag in ("W", "A", "Q"):
        return frozenset((tag, one, *value[2:]) for one in _inside(value[1], reaching))
    if tag == "T":
        parts = tuple(frozenset(v for one in part for v in _inside(one, reaching)) for part in value[1])
        return frozenset({(tag, parts)}) if any(parts) else NOTHING
    return frozenset({value})


def mentioned(value: Value) -> Iterator[tuple[object, ...]]:
    """The facts that `linked` looks at for a value."""
    tag = value[0]
    if tag == "R":
        yield ("reaching", value[1], value[2])
    elif tag in ("L", "D"):
        yield from mentioned(value[2])
    elif tag in ("W", "A", "Q"):
        yield from mentioned(value[1])
    elif tag == "T":
        for answer in value[1]:
            for inner in answer:
                yield from mentioned(inner)
