"""Builtin containers, and the stores of a class's instances: what goes in comes out."""

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

STORES = frozenset({"objects", "query", "_default_manager", "_base_manager"})
"""What leads from a class to its stored instances, in the frameworks that store them."""
STORED = "stored"
"""The kind of container that such a store is, and each query of it."""
_GIVES_ONE = frozenset(
    (
        "create",
        "earliest",
        "first",
        "first_or_404",
        "get",
        "get_or_404",
        "last",
        "latest",
        "one",
        "one_or_none",
    )
)
_GIVES_PAIR = frozenset({"get_or_create", "update_or_create"})
_GIVES_OTHER = frozenset(
    (
        "aggregate",
        "bulk_update",
        "count",
        "delete",
        "exists",
        "in_bulk",
        "scalar",
        "update",
        "values",
        "values_list",
    )
)


def queried(store: Value, name: str) -> Values:
    """What the method `name` of a store or of a query gives: one instance, or a query for several."""
    one = store[2]
    later = name[1:] if name.startswith("a") else ""
    if name in _GIVES_ONE:
        return frozenset({one})
    if later in _GIVES_ONE:
        return frozenset({("W", one)})
    if name in _GIVES_PAIR:
        return frozenset({("T", (frozenset({one}), frozenset({("Y", "builtins.bool")})))})
    if name in _GIVES_OTHER or later in _GIVES_OTHER | _GIVES_PAIR:
        return frozenset({("Y", f"builtins.{name}")})
    return frozenset({store})


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
