"""The graph of who read what: a node for each question and each fact, and the question that is being answered."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

Key = tuple[Any, ...]
UNASKED = object()
"""The value of a node that has no answer."""
UNKNOWN: frozenset[Any] = frozenset()
"""The empty answer."""


class Node:
    """A question with its answer, or a fact, which has none.

    reads  what the answer was drawn from     users  who reads this; may hold some that no longer do: they are checked
    """

    __slots__ = ("frame", "key", "reads", "users", "value")

    def __init__(self, key: Key) -> None:
        self.key = key
        self.value: Any = UNASKED
        self.reads: tuple[Node, ...] = ()
        self.users: list[Node] | None = None
        self.frame: Frame | None = None  # while it is being answered


class Nodes(dict[Key, Node]):
    """All nodes by their keys; made when they are first looked up."""

    def __missing__(self, key: Key) -> Node:
        node = self[key] = Node(key)
        return node


class Frame:
    """A question that is being answered. `low` is the depth of the outermost open question it depends on."""

    __slots__ = ("asked", "depth", "low")

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.low = depth
        self.asked = False  # whether a question that it asks has asked for it

    def depends_on(self, depth: int) -> None:
        """Note that what is being answered depends on the open question at a depth."""
        if depth < self.low:
            self.low = depth


class Member:
    """A question of a circle that is not settled: what it answered last, and who of the circle was told so.

    low  the depth of the outermost open question it depends on     changes  how often it has answered otherwise
    """

    __slots__ = ("changes", "low", "reads", "users", "value")

    def __init__(self, value: Hashable, low: int) -> None:
        self.value = value
        self.low = low
        self.changes = 0
        self.reads: dict[Node, None] = {}
        self.users: dict[Node, None] = {}


def reachable(nodes: Iterable[Node]) -> set[Node]:
    """All questions that depend on any of `nodes`, however far."""
    reached: set[Node] = set()
    frontier: set[Node] = set(nodes)
    while frontier:
        found: set[Node] = set()
        for node in frontier:
            if node.users:
                found.update(node.users)
        found -= reached
        reached |= found
        frontier = found
    return reached
