"""Builtin containers: what goes in comes out."""

from __future__ import annotations

from collections.abc import Iterable

from packlens.resolve.static.values import NOTHING, Value, Values, bounded, shallow

ELEMENT_METHODS = {
    "pop": "element",
    "popleft": "element",
    "get": "element",
    "setdefault": "element",
    "__getitem__": "element",
    "__next__": "element",
    "send": "element",
    "values": "values",
    "keys": "keys",
    "items": "items",
    "copy": "self",
    "union": "self",
    "intersection": "self",
    "difference": "self",
}
UNKNOWN_INSIDE = frozenset(
    f"builtins.{kind}" for kind in ("list", "dict", "set", "tuple", "iter", "frozenset")
)
"""Bare containers: what comes out of them is not known."""
CONTAINER_CALLS = {
    "list": "list",
    "tuple": "tuple",
    "set": "set",
    "frozenset": "set",
    "deque": "list",
    "sorted": "list",
    "reversed": "iter",
    "chain": "iter",
    "cycle": "iter",
    "islice": "iter",
    "next": "element",
    "max": "element",
    "min": "element",
    "choice": "element",
    "enumerate": "pairs",
    "zip": "zip",
    "copy": "first",
    "deepcopy": "first",
    "proxy": "first",
    "create_task": "first",
    "ensure_future": "first",
    "shield": "first",
    "wait_for": "first",
    "run": "awaited",
    "run_until_complete": "awaited",
    "gather": "gathered",
}


def elements(container: Value, part: str) -> Values:
    """The elements of a container: its keys for part "k", its values or items for "v"."""
    tag = container[0]
    if tag == "L":
        return frozenset({container[2]})
    if tag == "D":
        return frozenset({container[2]}) if container[1] == part else NOTHING
    if tag == "T":
        return bounded(value for answer in container[1] for value in answer)
    return NOTHING


def container_of(kind: str, values: Iterable[Value]) -> Values:
    """A list, set, tuple or iterator that holds `values`, and the bare builtin, of which nothing more is known."""
    inside = [("L", kind, value) for value in values]
    return bounded((("Y", f"builtins.{kind}"), *(value for value in inside if shallow(value))))
