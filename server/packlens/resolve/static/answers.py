"""What is known: the questions that were answered, each with its answer and what that was drawn from.

It can be taken out, whole, in part, or as far as it is new, and put into another engine over the same facts, which then
stands where the first one stood. Who depends on an answer is written down when the first change comes: a process that
answers and ends never needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from packlens.resolve.static.nodes import UNASKED, Key, Node, Nodes

Remembered = tuple[Key, Hashable, tuple[Key, ...]]
"""A question, its answer, and what that was drawn from."""


class Answers:
    """All questions and facts that anybody has looked at."""

    def __init__(self) -> None:
        self._nodes = Nodes()
        self._unlinked: list[Node] = []  # answered, and not yet among the users of what they read
        self._answered: set[Node] = set()  # again, by the last update
        # Answered anew or forgotten since somebody began to keep count.
        self._touched: set[Node] | None = None

    def answer(self, key: Key, default: Any = None) -> Any:
        """The answer that is known to a question, without asking it; `default` for none."""
        node = self._nodes.get(key)
        return default if node is None or node.value is UNASKED else node.value

    def is_empty(self) -> bool:
        """Whether nothing was ever asked."""
        return not self._nodes

    def remembered(self, wanted: Callable[[Key], bool]) -> Iterator[Remembered]:
        """Every question that is `wanted`, with its answer and what that was drawn from."""
        for node in self._nodes.values():
            if node.value is not UNASKED and wanted(node.key):
                yield _remembered(node)

    def answered_after(self, count: int) -> tuple[int, list[Remembered]]:
        """How many questions were answered, and those after the first `count`, as `remembered` gives them; of an engine
        that nothing has been changed under.
        """
        later = self._unlinked[count:]
        return len(self._unlinked), [_remembered(node) for node in later]

    def answered_again(self) -> list[Remembered]:
        """The questions that the last update has answered again, those whose answer stayed as it was among them."""
        return [_remembered(node) for node in self._answered]

    def recall(self, remembered: Iterable[Remembered]) -> None:
        """Take answers that an engine has remembered over the same facts, and begin to count what is touched."""
        self.learn(remembered)
        self._touched = set()

    def learn(self, remembered: Iterable[Remembered]) -> None:
        """Take answers of an engine over the same facts, but for those that are known. Not while a question is open."""
        nodes = self._nodes
        for key, value, reads in remembered:
            node = nodes[key]
            if node.value is UNASKED:
                node.value = value
                node.reads = tuple([nodes[read] for read in reads])
                self._unlinked.append(node)

    def take_touched(self) -> set[Key] | None:
        """The questions answered anew or forgotten since this was asked last; `None` for all, the first time."""
        touched, self._touched = self._touched, set()
        return None if touched is None else {node.key for node in touched}

    def forget(self, keys: Iterable[Key]) -> None:
        """Drop answers that nobody will ask for any more."""
        nodes = self._known(keys)
        if nodes:
            self.link()
        if self._touched is not None:
            self._touched.update(nodes)
        for node in nodes:
            node.value = UNASKED
            for read in node.reads:
                users = read.users or []
                if node in users:
                    users.remove(node)
                if not users and read.value is UNASKED:
                    self._nodes.pop(read.key, None)
            node.reads = ()
            if not node.users:
                self._nodes.pop(node.key, None)

    def link(self) -> None:
        """Enter new questions among the users of what they read, as `update` does first."""
        for node in self._unlinked:
            for read in node.reads:
                if read.users is None:
                    read.users = [node]
                else:
                    read.users.append(node)
        self._unlinked.clear()

    def _known(self, keys: Iterable[Key]) -> set[Node]:
        """The nodes of those of `keys` that anybody has looked at."""
        nodes = self._nodes
        return {nodes[key] for key in keys if key in nodes}


def _remembered(node: Node) -> Remembered:
    return node.key, node.value, tuple([read.key for read in node.reads])
