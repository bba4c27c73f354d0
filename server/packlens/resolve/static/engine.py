"""Questions and their answers, kept with what each answer was drawn from.

A question is a tuple; its answer is a hashable value computed by one function that may ask other questions and note
the facts it looked at. After facts have changed, only questions that could answer otherwise are asked again, and a
question whose answer stays the same disturbs nobody.

Questions that ask one another in a circle are answered together (`circles.py`). How a circle comes to rest can depend
on all that any of its questions read. So a circle is a node too: it reads what they read, they read it, and it changes
with each time that they are answered. A question is then never kept for the sake of another one's answer that is as it
was, where the circle that gave both is no more.

Every question and every fact is one node of the graph of who read what, found by its key once and by identity from
then on (`answers.py`).

The scheme is that of demand-driven incremental computation with early cut-off (Hammer et al., *Adapton*, PLDI 2014).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from packlens.resolve.static.answers import Answers, Remembered
from packlens.resolve.static.circles import Circles, Join
from packlens.resolve.static.nodes import UNASKED, UNKNOWN, Frame, Key, Member, Node, reachable

_CIRCLE = "circle"
_SHORT = 64  # longer lists of users are not searched for one that no longer asks


class Elsewhere(NamedTuple):
    """What somebody else, who knows the same facts, is answering again just now.

    keys     questions that no other question reads the answers to
    answers  waits for what has come of it: answers to any of them
    """

    keys: Container[Key]
    answers: Callable[[], Iterable[Remembered]]


NOBODY = Elsewhere((), lambda: ())


class Engine(Answers):
    """Asks, remembers and updates. Not safe for use by two threads."""

    def __init__(self, rules: Mapping[str, Callable[..., Hashable]], joins: Mapping[str, Join]) -> None:
        """`rules` answer questions from scratch, by their first part, from the other parts.

        `joins`, for those first parts whose answers can grow, give an answer that says no less than either of two.
        """
        super().__init__()
        self._rules = rules
        self._doubtful: set[Node] = set()
        self._changed: set[Node] = set()
        self._changed_in_order: list[Node] = []
        self._verifying: set[Node] = set()
        self._stack: list[Frame] = [Frame(-1)]
        self._reading: dict[Node, None] = {}
        # For the rules: what the present question has worked out on its way.
        self.kept: dict[Hashable, Any] = {}
        self._circles = Circles(joins, self._look)
        self._members = self._circles.members

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

    def update(self, facts: Iterable[Key], elsewhere: Elsewhere = NOBODY) -> list[Key]:
        """Bring all answers up to date after `facts` have changed; the questions whose answers did, in order.

        What is answered `elsewhere` is taken from there; what does not come is answered here.
        """
        self.link()
        self._answered.clear()
        changed = self._changed
        order = self._changed_in_order
        changed.update(self._known(facts))
        order.extend(changed)
        count = len(order)
        self._doubtful = reachable(changed)
        left: dict[Node, None] = {}
        at = self._spread(0, elsewhere.keys, left)
        self._hear(left, elsewhere.answers())
        for node in left:
            if node in self._doubtful:
                self._settle(node)
        self._spread(at, (), left)
        result = [node.key for node in order[count:]]
        self._doubtful = set()
        self._changed = set()
        self._changed_in_order = []
        return result

    def _spread(self, at: int, elsewhere: Container[Key], left: dict[Node, None]) -> int:
        """Answer again what depends on the changes from number `at` on, and on those that come of it; the number of all
        changes. Questions that are answered `elsewhere` are `left`.
        """
        order = self._changed_in_order
        while at < len(order):
            for user in tuple(order[at].users or ()):
                if user in self._doubtful:
                    if user.key in elsewhere:
                        left[user] = None
                    else:
                        self._settle(user)
            at += 1
        return at

    def _hear(self, left: Container[Node], answers: Iterable[Remembered]) -> None:
        """Keep those answers that somebody else has given to questions that are `left`."""
        nodes = self._nodes
        for key, value, reads in answers:
            node = nodes[key]
            if node in left and node in self._doubtful:
                self._keep(node, value, {nodes[read]: None for read in reads})

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

    def reset_reading(self) -> None:
        """Drop what was read outside any question."""
        self._reading = {}

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
