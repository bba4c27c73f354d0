"""What an expression can be. A value is a small tuple; an answer is a frozenset of them, empty when nothing is known.

("F", scope, receiver)    a function, bound to a receiver value or to None
("H", scope, receiver)    the same, hidden behind decorators of the workspace
("C", class)              a class            ("K", class)   the class that `cls` is in a method of `class`
("I", class)              an instance of the class or of a subclass: declared, not seen made
("E", class)              an instance made by calling exactly this class
("S", class)              what `self` is in a method of `class`
("P", class, receiver)    super() in a method of `class`
("M", path) ("N", folder) a module; a namespace package
("X", dotted)             a thing outside the workspace       ("Y", dotted)   what such a thing gives
("L", kind, value)        a list, set, tuple or iterator with this among its elements
("D", part, value)        a dict with this among its keys ("k") or values ("v"); a value under a key that is
                          written out has that as a fourth part
("T", (answer, ...))      a tuple of known length
("W", value)              an awaitable of value
("Z", container, name)    a method of a builtin container, not called yet
("A", value)              something that gives value when called
("G", origin, arguments)  a parametrised builtin generic, as in an annotation; arguments are answers
("J", function)           property(function)
("Q", value, count)       value with its first `count` arguments given already; with none, a function that an instance
                          holds in an attribute, which reading it does not bind
("R", scope, index)       a parameter of which nothing else is known: whatever its callers give
("^",)                    too much to be told
("?",)                    in annotations: says nothing
("V", name, bound, class) in annotations: a type variable, what it is bound to, and whether its class is meant
("U", declared)           what something is declared to be in terms of type variables, not known yet (`generics.py`)

An instance or class of a generic class may have a third part: answers, what it is given for its type variables.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

Value = tuple[Any, ...]
Values = frozenset[Value]

NOTHING: Values = frozenset()
_UNTOLD: Value = ("^",)
TOO_MANY: Values = frozenset({_UNTOLD})
MOST_VALUES = 24
_DEEPEST = 4

INSTANCES = frozenset("IES")
CLASSES = frozenset("CK")
OPEN_BELOW = frozenset("IKS")
"""What may be, or be of, a class below the one that is named."""
INSTANCE_OF = {"C": "I", "K": "S"}
"""What an instance is whose class is known but not seen called."""
CALLABLES = frozenset("FHCKQR^")
"""What can be called, instances apart."""
FIXED = frozenset("CIEMNXYR^")
"""Values that stay what they are, whatever the receiver."""
_INNER = {"L": 2, "D": 2, "W": 1, "A": 1, "Q": 1}  # where a value holds another one
_HOLDING = frozenset("LDWAQT")


class Arguments(NamedTuple):
    """Evaluated arguments: (starred, values) by place, and by name (`**` for a spread one)."""

    positional: tuple[tuple[bool, Values], ...]
    named: tuple[tuple[str, Values], ...] = ()


def bounded(values: Iterable[Value]) -> Values:
    """The answer made of `values`; when they are too many to be of use, nothing, as a whole, or for what can be called
    that it is too much to be told."""
    answer = frozenset(values)
    if len(answer) > MOST_VALUES:
        return NOTHING if CALLABLES.isdisjoint([value[0] for value in answer]) else TOO_MANY
    return answer


def joined(values: Iterable[Value], most: int) -> Values:
    """The answer made of `values` where it may build on itself, as all that reaches a parameter does.

    It is a join: more values never make it say less. So what is too much to be told is all that is told, tuples of one
    length are one tuple, and what the containers of one kind hold is bounded like an answer of its own.
    """
    answer = frozenset(values)
    if _HOLDING.isdisjoint([value[0] for value in answer]):
        return TOO_MANY if len(answer) > most or _UNTOLD in answer else answer
    told: set[Value] = set()
    held: dict[tuple[Any, ...], list[Value]] = {}  # kind of container -> what those of this kind hold
    tuples: dict[int, list[tuple[Values, ...]]] = {}
    for value in answer:
        place = _INNER.get(value[0])
        if place is not None:
            held.setdefault((value[:place], value[place + 1 :]), []).append(value[place])
        elif value[0] == "T":
            tuples.setdefault(len(value[1]), []).append(value[1])
        else:
            told.add(value)
    if _UNTOLD in told or len(told) + len(held) + len(tuples) > most:
        return TOO_MANY
    for (before, after), inside in held.items():
        told.update((*before, value, *after) for value in joined(inside, most))
    for rows in tuples.values():
        told.add(("T", tuple(joined(frozenset().union(*part), most) for part in zip(*rows, strict=True))))
    return frozenset(told)


def grown(values: Values, others: Values) -> Values:
    """An answer that says no less than either of two."""
    return joined(values | others, MOST_VALUES)


def depth(value: Value) -> int:
    """How deep containers are nested in a value."""
    tag = value[0]
    if tag in ("L", "D"):
        return 1 + depth(value[2])
    if tag in ("W", "A", "Q"):
        return 1 + depth(value[1])
    if tag == "Z":
        return depth(value[1])
    if tag == "T":
        return 1 + max((depth(inner) for answer in value[1] for inner in answer), default=0)
    if tag == "G":
        return 1 + max((depth(inner) for answer in value[2] for inner in answer), default=0)
    if tag in ("F", "H") and value[2] is not None:
        return depth(value[2])
    if tag in ("I", "E", "C") and len(value) > 2:
        return 1 + max((depth(inner) for answer in value[2] for inner in answer), default=0)
    return 0


def shallow(value: Value) -> bool:
    """Whether a container value may be kept; deeper ones are dropped, so that no loop can nest for ever."""
    return depth(value) <= _DEEPEST


def bound_to(values: Values, receiver: Value) -> Values:
    """`values` with what `self` and `cls` stand for replaced by the receiver of the call or access."""
    if not values:
        return values
    for value in values:
        if value[0] not in FIXED:
            break
    else:
        return values
    instance, cls = _both(receiver)
    return frozenset(_replaced(value, instance, cls) for value in values)


def held(values: Iterable[Value]) -> Values:
    """`values` as an instance holds them in an attribute: reading a function there gives it as it is, not bound."""
    return frozenset(("Q", one, 0) if one[0] == "F" and one[2] is None else one for one in values)


def _both(receiver: Value) -> tuple[Value, Value]:
    """The instance and the class that a receiver stands for."""
    tag = receiver[0]
    if tag == "S":
        return receiver, ("K", receiver[1])
    if tag == "K":
        return ("S", receiver[1]), receiver
    if tag == "C":
        return ("E", *receiver[1:]), receiver
    if tag == "P":
        return _both(receiver[2])
    return receiver, ("C", *receiver[1:])


def _replaced(value: Value, instance: Value, cls: Value) -> Value:
    tag = value[0]
    if tag in FIXED:
        return value
    if tag == "S":
        return instance
    if tag == "K":
        return cls
    if tag in ("L", "D"):
        return (tag, value[1], _replaced(value[2], instance, cls), *value[3:])
    if tag in ("W", "A", "Q"):
        return (tag, _replaced(value[1], instance, cls), *value[2:])
    if tag == "T":
        return (tag, tuple(frozenset(_replaced(v, instance, cls) for v in answer) for answer in value[1]))
    if tag in ("F", "H") and value[2] is not None:
        return (tag, value[1], _replaced(value[2], instance, cls))
    return value
