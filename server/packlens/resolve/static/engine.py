"""Questions and their answers, kept with what each answer was drawn from.

A question is a tuple; its answer is a hashable value computed by one function that may ask other questions and note
the facts it looked at. After facts have changed, only questions that could answer otherwise are asked again, and a
question whose answer stays the same disturbs nobody.

Questions that ask one another in a circle are answered together (`circles.py`). How a circle comes to rest can depend
on all that any of its questions read. So a circle is a node too: it reads what they read, they read it, and it changes
with each time that they are answered. A question is then never kept for the sake of another one's answer that is as it
was, where the circle that gave both is no more.

Every question and every fact is one node of the graph of who read what, found by its key once and by identity from
then on. Who depends on an answer is written down when the first change comes: a process that answers and ends never
needs it.

The scheme is that of demand-driven incremental computation with early cut-off (Hammer et al., *Adapton*, PLDI 2014).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any

from packlens.resolve.static.circles import Circles, Join
from packlens.resolve.static.nodes import UNASKED, UNKNOWN, Frame, Key, Member, Node, Nodes, reachable

_CIRCLE = "circle"
_SHORT = 64  # longer lists of users are not searched for one that no longer asks


class Engine:
    """Asks, remembers and updates. Not safe for use by two threads."""

    def __init__(self, rules: Mapping[str, Callable[..., Hashable]], joins: Mapping[str, Join]) -> None:
        """`rules` answer questions from scratch, by their first part, from the other parts.

        `joins`, for those first parts whose answers can grow, give an answer that says no less than either of two.
        """
        self._rules = rules
        self._nodes = Nodes()
        self._unlinked: list[Node] = []  # answered, and not yet among the users of what they read
        self._doubtful: set[Node] = set()
        self._changed: set[Node] = set()
        self._changed_in_order: list[Node] = []
        self._verifying: set[Node] = set()
        self._answered: set[Node] = set()
        self._stack: list[Frame] = [Frame(-1)]
        self._reading: dict[Node, None] = {}
        # For the rules: what the present question has worked out on its way.
        self.kept: dict[Hashable, Any] = {}
        self._circles = Circles(joins, self._look)
        self._members = self._circles.members
        # Answered anew or forgotten since somebody began to keep count.
        self._touched: set[Node] | None = None

    def ask(self, key: Key) -> Any:
        """The answer to a question; the question being answered will be asked again when it changes."""
        node = self._nodes[key]
        self._reading[node] = None
        value = node.value
        if value is UNASKED:
            if node.frame is None and not self._members:
                return self._compute(node)
        elif not self._doubtful or node not in self._doubtful:
            return value
        return self._settle(node)

    def note(self, key: Key) -> None:
        """Say that the question being answered has looked at the fact `key`."""
        self._reading[self._nodes[key]] = None

    def answer(self, key: Key, default: Any = None) -> Any:
        """The answer that is known to a question, without asking it; `default` for none."""
        node = self._nodes.get(key)
        return default if node is None or node.value is UNASKED else node.value

    def is_empty(self) -> bool:
        """Whether nothing was ever asked."""
        return not self._nodes

    def update(self, facts: Iterable[Key]) -> list[Key]:
        """Bring all answers up to date after `facts` have changed; the questions whose answers did, in order."""
        self.link()
        self._answered.clear()
        changed = self._changed
        order = self._changed_in_order
        changed.update(self._known(facts))
        order.extend(changed)
        count = len(order)
        self._doubtful = reachable(changed)
        at = 0
        while at < len(order):
            for user in tuple(order[at].users or ()):
                if user in self._doubtful:
                    self._settle(user)
            at += 1
        result = [node.key for node in order[count:]]
        self._doubtful = set()
        self._changed = set()
        self._changed_in_order = []
        return result

    def read_anew(self, facts: Collection[Key]) -> dict[Key, list[Key]]:
        """Which of `facts` the questions read that the last update answered again: fact -> questions."""
        found: dict[Key, list[Key]] = {}
        for node in self._answered:
            for read in node.reads:
                if read.key in facts:
                    found.setdefault(read.key, []).append(node.key)
        return found

    def depending(self, keys: Iterable[Key], onward: Callable[[Key], Iterable[Key]]) -> set[Key]:
        """`keys` and all questions that depend on any of them, or on the facts that these lead `onward` to."""
        self.link()
        reached = self._known(keys)
        waiting = reached | {fact for node in reached for fact in self._known(onward(node.key))}
        while waiting:
            found = reachable(waiting) - reached
            reached |= found
            waiting = {fact for node in found for fact in self._known(onward(node.key))}
        return {node.key for node in reached}

    def link(self) -> None:
        """Enter new questions among the users of what they read, as `update` does first."""
        for node in self._unlinked:
            for read in node.reads:
                if read.users is None:
                    read.users = [node]
                else:
                    read.users.append(node)
        self._unlinked.clear()

    def remembered(self, wanted: Callable[[Key], bool]) -> Iterator[tuple[Key, Hashable, tuple[Key, ...]]]:
        """Every question that is `wanted`, with its answer and what that was drawn from."""
        for node in self._nodes.values():
            if node.value is not UNASKED and wanted(node.key):
                yield node.key, node.value, tuple([read.key for read in node.reads])

    def answered_after(self, count: int) -> tuple[int, list[tuple[Key, Hashable, tuple[Key, ...]]]]:
        """How many questions were answered, and those after the first `count`, as `remembered` gives them; of an engine
        that nothing has been changed under.
        """
        later = self._unlinked[count:]
        return len(self._unlinked), [
            (node.key, node.value, tuple([read.key for read in node.reads])) for node in later
        ]

    def recall(self, remembered: Iterable[tuple[Key, Hashable, tuple[Key, ...]]]) -> None:
        """Take answers that an engine has remembered over the same facts, and begin to count what is touched."""
        self.learn(remembered)
        self._touched = set()

    def learn(self, remembered: Iterable[tuple[Key, Hashable, tuple[Key, ...]]]) -> None:
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

    def reset_reading(self) -> None:
        """Drop what was read outside any question."""
        self._reading = {}

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

    def _known(self, keys: Iterable[Key]) -> set[Node]:
        """The nodes of those of `keys` that anybody has looked at."""
        nodes = self._nodes
        return {nodes[key] for key in keys if key in nodes}

    def _settle(self, node: Node) -> Any:
        """The answer to a question that has none, or a doubtful one."""
        member = self._members.get(node) if self._members else None
        if member is not None:
            self._stack[-1].depends_on(member.low)
            return member.value
        frame = node.frame
        if frame is not None:
            frame.asked = True
            self._stack[-1].depends_on(frame.depth)
            return UNKNOWN
        if node.value is not UNASKED and node in self._doubtful:
            if self._verified(node):
                return node.value
            if node in self._members:  # answered on the way, as part of a circle
                return self._settle(node)
            if node.key[0] == _CIRCLE:
                self._keep(node, not node.value, dict.fromkeys(node.reads))
                return node.value
        return self._compute(node)

    def _verified(self, node: Node) -> bool:
        """Whether nothing that the old answer was drawn from has changed."""
        if node in self._verifying:
            return False
        self._verifying.add(node)
        try:
            for read in node.reads:
                if read in self._changed:
                    return False
                if read in self._doubtful:
                    self._settle(read)
                    if node not in self._doubtful:
                        return True  # answered anew on the way
                    if read in self._changed or read in self._doubtful:
                        return False
        finally:
            self._verifying.discard(node)
        self._doubtful.discard(node)
        return True

    def _compute(self, node: Node) -> Any:
        depth = len(self._stack) - 1
        mark = len(self._members)
        node.frame = frame = Frame(depth)
        value, reads = self._look(node, frame)
        node.frame = None
        if frame.low == depth and not frame.asked:
            self._keep(node, value, reads)
            return value
        member = self._members[node] = Member(value, frame.low)
        if frame.low == depth:
            self._stack.append(frame)
            circle = self._circles.answered(node, reads, frame, mark)
            self._stack.pop()
            if circle:
                self._keep_circle(node, circle)
                return node.value
        if frame.asked:
            self._circles.lower(mark, frame.low)
        self._stack[-1].depends_on(frame.low)
        return member.value

    def _look(self, node: Node, frame: Frame) -> tuple[Hashable, dict[Node, None]]:
        """What the rule of a question answers now, and what it has read for that."""
        reading, kept = self._reading, self.kept
        reads = self._reading = {}
        self.kept = {}
        self._stack.append(frame)
        value: Hashable = self._rules[node.key[0]](*node.key[1:])
        self._stack.pop()
        self._reading, self.kept = reading, kept
        return value, reads

    def _keep_circle(self, head: Node, circle: Mapping[Node, Member]) -> None:
        """Keep the answers of a circle that has come to rest, and the circle, which is named for its `head`."""
        if len(circle) > 1:
            whole = self._nodes[_CIRCLE, head.key]
            reads = {read: None for member in circle.values() for read in member.reads if read not in circle}
            self._keep(whole, not whole.value, reads)
            for member in circle.values():
                member.reads[whole] = None
        for node, member in circle.items():
            self._keep(node, member.value, member.reads)

    def _keep(self, node: Node, value: Hashable, reads: dict[Node, None]) -> None:
        """Keep an answer, the first of its question or another one."""
        if node.value is UNASKED:
            if node.users:
                self._changed.add(node)
                self._changed_in_order.append(node)
            node.value = value
            node.reads = tuple(reads)
            self._unlinked.append(node)
            if self._touched is not None:
                self._touched.add(node)
            return
        self._answered.add(node)
        if node.value != value:
            node.value = value
            self._changed.add(node)
            self._changed_in_order.append(node)
            if self._touched is not None:
                self._touched.add(node)
        self._doubtful.discard(node)
        before, now = node.reads, tuple(reads)
        if before == now:
            return
        if self._touched is not None:
            self._touched.add(node)
        node.reads = now
        for read in before:
            if read not in reads:
                users = read.users
                if users is not None and len(users) <= _SHORT:
                    users.remove(node)
        old = set(before)
        for read in now:
            if read not in old:
                users = read.users
                if users is None:
                    read.users = [node]
                elif len(users) > _SHORT or node not in users:
                    users.append(node)
