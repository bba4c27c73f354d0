"""Type variables inside values: which ones a value mentions, and what it becomes when something takes their place.

They stand in what annotations declare and in what is kept of that for later (`generics.py`), and in nothing else: who
asks what an annotation says of a value gets it without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from packlens.resolve.static.values import INSTANCES, NOTHING, Value, Values, bounded, shallow

_HOLDING = frozenset("VLDWATIEC")
_PARAMETRISED = frozenset("IEC")
CLASS_OF = {"I": "C", "E": "C", "S": "K"}


def variables(values: Iterable[Value]) -> Iterator[str]:
    """The names of the type variables that values mention."""
    for value in values:
        tag = value[0]
        if tag == "V":
            yield value[1]
        elif tag in ("L", "D"):
            yield from variables((value[2],))
        elif tag in ("W", "A"):
            yield from variables((value[1],))
        elif tag == "T":
            for part in value[1]:
                yield from variables(part)
        elif tag == "G" or (tag in _PARAMETRISED and len(value) > 2):
            for part in value[2]:
                yield from variables(part)


def without_variables(values: Values) -> Values:
    """`values` with what type variables are bound to in their place."""
    for value in values:
        if value[0] in _HOLDING and (value[0] not in _PARAMETRISED or len(value) > 2):
            return put_in(values, {})
    return values


def put_in(values: Iterable[Value], given: Mapping[str, Values], keeping: bool = False) -> Values:
    """`values` with what is given for type variables in their place; for others what they are bound to, or with
    `keeping` themselves.
    """
    return bounded(made for value in values for made in _put_in(value, given, keeping) if shallow(made))


def _put_in(value: Value, given: Mapping[str, Values], keeping: bool) -> Values:
    tag = value[0]
    if tag == "V":
        answer = given.get(value[1])
        if answer is None:
            if keeping:
                return frozenset({value})
            answer = value[2]
        if value[3]:
            return frozenset((CLASS_OF[one[0]], *one[1:]) for one in answer if one[0] in INSTANCES)
        return answer
    if tag in ("L", "D"):
        return frozenset((tag, value[1], one, *value[3:]) for one in _put_in(value[2], given, keeping))
    if tag in ("W", "A"):
        return frozenset((tag, one) for one in _put_in(value[1], given, keeping))
    if tag == "T":
        return frozenset({(tag, tuple(put_in(part, given, keeping) for part in value[1]))})
    if tag in _PARAMETRISED and len(value) > 2:
        parts = tuple(put_in(part, given, keeping) for part in value[2])
        return frozenset({(tag, value[1], parts) if any(parts) else value[:2]})
    return frozenset({value})


def plain(values: Values) -> Values:
    """What an argument of a generic class is known to be, as it looks from everywhere."""
    found = set()
    for value in values:
        if value[0] == "S":
            found.add(("I", value[1]))
        elif value[0] in "IEYC" or (value[0] in "LDTWA" and not _is_open(value)):
            found.add(value)
    return frozenset(found) if found else NOTHING


def _is_open(value: Value) -> bool:
    """Whether a value holds a parameter, or `self`."""
    tag = value[0]
    if tag in ("L", "D"):
        return _is_open(value[2])
    if tag in ("W", "A"):
        return _is_open(value[1])
    if tag == "T":
        return any(_is_open(one) for part in value[1] for one in part)
    return tag not in "IEYCV"
