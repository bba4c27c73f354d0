"""Questions and their answers, kept with what each answer was drawn from.

A question is a tuple; its answer is a hashable value computed by one function that may ask other questions and note
the facts it looked at. After facts have changed, only questions that could answer otherwise are asked again, and a
question whose answer stays the same disturbs nobody.

Answers to questions that ask one another in a circle are the least fixpoint: all start from the empty answer and are
asked again until none changes. The answer functions only ever answer more when told more, so the result does not
depend on where the circle was entered, and updating gives what a fresh start gives. A circle that has not settled
after `MOST_ROUNDS` rounds is answered `UNKNOWN` as a whole.

Who depends on an answer is written down when the first change comes: a process that answers and ends never needs it.

The scheme is that of demand-driven incremental computation with early cut-off (Hammer et al., *Adapton*, PLDI 2014)
with fixpoint iteration over strongly connected components (Tarjan's lowlink).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any

Key = tuple[Any, ...]
UNKNOWN: frozenset[Any] = frozenset()
MOST_ROUNDS = 12
_UNASKED = object()
_SHORT = 64  # longer lists of users are not searched for one that no longer asks


class _Frame:
    """A question that is being answered. `low` is the depth of the outermost open question it depends on."""

    __slots__ = ("asked", "depth", "key", "low", "reads", "value")

    def __init__(self, key: Key, depth: int, value: Hashable) -> None:
        self.key = key
        self.depth = depth
        self.low = depth
        self.value = value  # what a question in the same circle is told meanwhile
        self.asked = False  # whether any has been told
        self.reads: dict[Key, None] = {}


class Engine:
    """Asks, remembers and updates. Not safe for use by two threads."""

    def __init__(self, rules: Mapping[str, Callable[..., Hashable]]) -> None:
        """`rules` answer questions from scratch, by their first part, from the other parts."""
        self._rules = rules
        self.values: dict[Key, Hashable] = {}
        self._reads: dict[Key, tuple[Key, ...]] = {}
        # May hold some that no longer ask; they are checked.
        self._users: defaultdict[Key, list[Key]] = defaultdict(list)
        self._unlinked: list[Key] = []  # answered, and not yet among the users of what they read
        self._doubtful: set[Key] = set()
        self._changed: set[Key] = set()
        self._changed_in_order: list[Key] = []
        self._verifying: set[Key] = set()
        self._answered: set[Key] = set()
        self._stack: list[_Frame] = [_Frame((), -1, None)]
        self._reading: dict[Key, None] = {}
        self._open: dict[Key, _Frame] = {}
        # Members of unfinished circles: their answers so far, and the answers of the round before.
        self._provisional: dict[Key, tuple[Hashable, dict[Key, None], int]] = {}
        self._members: list[Key] = []
        self._earlier: dict[Key, Hashable] = {}
        self._unstable = False
        self._touched: set[Key] | None = None  # answered anew or forgotten since somebody began to keep count

    def ask(self, key: Key) -> Any:
        """The answer to a question; the question being answered will be asked again when it changes."""
        self._reading[key] = None
        if not self._doubtful or key not in self._doubtful:
            known = self.values.get(key, _UNASKED)
            if known is not _UNASKED:
                return known
            if not self._provisional and key not in self._open:
                return self._compute(key)
        return self._settle(key)

    def note(self, key: Key) -> None:
        """Say that the question being answered has looked at the fact `key`."""
        self._reading[key] = None

    def update(self, facts: Iterable[Key]) -> list[Key]:
        """Bring all answers up to date after `facts` have changed; the questions whose answers did, in order."""
        self.link()
        self._answered.clear()
        changed = self._changed
        order = self._changed_in_order
        changed.update(facts)
        order.extend(changed)
        count = len(order)
        self._doubtful = self._reachable(changed)
        at = 0
        while at < len(order):
            for user in tuple(self._users.get(order[at], ())):
                if user in self._doubtful:
                    self._settle(user)
            at += 1
        result = order[count:]
        self._doubtful = set()
        self._changed = set()
        self._changed_in_order = []
        return result

    def read_anew(self, facts: Collection[Key]) -> dict[Key, list[Key]]:
        """Which of `facts` the questions read that the last update answered again: fact -> questions."""
        found: dict[Key, list[Key]] = {}
        for key in self._answered:
            for read in self._reads.get(key, ()):
                if read in facts:
                    found.setdefault(read, []).append(key)
        return found

    def depending(self, keys: Iterable[Key], onward: Callable[[Key], Iterable[Key]]) -> set[Key]:
        """`keys` and all questions that depend on any of them, or on the facts that these lead `onward` to."""
        self.link()
        reached = set(keys)
        waiting = {*reached, *(fact for key in reached for fact in onward(key))}
        while waiting:
            found = self._reachable(waiting) - reached
            reached |= found
            waiting = {fact for key in found for fact in onward(key)}
        return reached

    def link(self) -> None:
        """Enter new questions among the users of what they read, as `update` does first."""
        users, reads = self._users, self._reads
        for key in self._unlinked:
            for read in reads.get(key, ()):
                users[read].append(key)
        self._unlinked.clear()

    def remembered(self) -> Iterator[tuple[Key, Hashable, tuple[Key, ...]]]:
        """Every question with its answer and what that was drawn from."""
        for key, value in self.values.items():
            yield key, value, self._reads[key]

    def recall(self, remembered: Iterable[tuple[Key, Hashable, tuple[Key, ...]]]) -> None:
        """Take answers that an engine has remembered over the same facts."""
        for key, value, reads in remembered:
            self.values[key] = value
            self._reads[key] = reads
            self._unlinked.append(key)
        self._touched = set()

    def take_touched(self) -> set[Key] | None:
        """The questions answered anew or forgotten since this was asked last; `None` for all, the first time."""
        touched, self._touched = self._touched, set()
        return touched

    def reset_reading(self) -> None:
        """Drop what was read outside any question."""
        self._reading = self._stack[0].reads = {}

    def forget(self, keys: Iterable[Key]) -> None:
        """Drop answers that nobody will ask for any more."""
        keys = tuple(keys)
        if keys:
            self.link()
        if self._touched is not None:
            self._touched.update(keys)
        for key in keys:
            self.values.pop(key, None)
            for read in self._reads.pop(key, ()):
                users = self._users.get(read)
                if users is not None:
                    if key in users:
                        users.remove(key)
                    if not users:
                        del self._users[read]

    def _reachable(self, facts: Iterable[Key]) -> set[Key]:
        """All questions that depend on any of `facts`, however far."""
        users = self._users
        reached: set[Key] = set()
        frontier: set[Key] = set(facts)
        while frontier:
            found: set[Key] = set()
            for key in frontier:
                direct = users.get(key)
                if direct:
                    found.update(direct)
            found -= reached
            reached |= found
            frontier = found
        return reached

    def _settle(self, key: Key) -> Any:
        """The answer to a question that has none, or a doubtful one."""
        frame = self._open.get(key)
        if frame is not None:
            frame.asked = True
            top = self._stack[-1]
            if frame.depth < top.low:
                top.low = frame.depth
            return frame.value
        if self._provisional:
            provisional = self._provisional.get(key)
            if provisional is not None:
                top = self._stack[-1]
                if provisional[2] < top.low:
                    top.low = provisional[2]
                return provisional[0]
        if self._doubtful and key in self._doubtful and key in self.values:
            if self._verified(key):
                return self.values[key]
            if key in self._provisional:  # answered on the way, as part of a circle
                return self._settle(key)
        return self._compute(key)

    def _verified(self, key: Key) -> bool:
        """Whether nothing that the old answer was drawn from has changed."""
        if key in self._verifying:
            return False
        self._verifying.add(key)
        try:
            for read in self._reads[key]:
                if read in self._changed:
                    return False
                if read in self._doubtful:
                    self._settle(read)
                    if key not in self._doubtful:
                        return True  # answered anew on the way
                    if read in self._changed or read in self._doubtful:
                        return False
        finally:
            self._verifying.discard(key)
        self._doubtful.discard(key)
        return True

    def _compute(self, key: Key) -> Any:
        stack = self._stack
        depth = len(stack) - 1
        frame = _Frame(key, depth, self._earlier.get(key, UNKNOWN) if self._earlier else UNKNOWN)
        stack.append(frame)
        self._open[key] = frame
        reading = self._reading
        unstable_around = self._unstable
        mark = len(self._members)
        rounds = 0
        rule = self._rules[key[0]]
        while True:
            self._unstable = False
            frame.low = depth
            frame.reads = self._reading = {}
            value: Hashable = rule(*key[1:])
            if frame.asked and value != frame.value:
                self._unstable = True
            if frame.low < depth or not self._unstable:
                break
            if rounds == MOST_ROUNDS:
                value = UNKNOWN
                break
            frame.value = value
            rounds += 1
            self._reopen(mark)
        stack.pop()
        del self._open[key]
        self._reading = reading
        if frame.low < depth:
            self._unstable = self._unstable or unstable_around
            self._provisional[key] = (value, frame.reads, frame.low)
            self._members.append(key)
            top = stack[-1]
            if frame.low < top.low:
                top.low = frame.low
            return value
        self._unstable = unstable_around
        if len(self._members) > mark:
            for member in self._members[mark:]:
                known, reads, _ = self._provisional.pop(member)
                self._keep(member, UNKNOWN if rounds == MOST_ROUNDS else known, reads)
            del self._members[mark:]
        if self._earlier and depth == 0:
            self._earlier.clear()
        if key in self._reads:
            self._keep(key, value, frame.reads)
        else:
            self._add(key, value, frame.reads)
        return value

    def _reopen(self, mark: int) -> None:
        """Begin another round of a circle: its members start from what they last answered."""
        for member in self._members[mark:]:
            self._earlier[member] = self._provisional.pop(member)[0]
        del self._members[mark:]

    def _add(self, key: Key, value: Hashable, reads: dict[Key, None]) -> None:
        if key in self._users:
            self._changed.add(key)
            self._changed_in_order.append(key)
        self.values[key] = value
        self._reads[key] = tuple(reads)
        self._unlinked.append(key)
        if self._touched is not None:
            self._touched.add(key)

    def _keep(self, key: Key, value: Hashable, reads: dict[Key, None]) -> None:
        before = self._reads.get(key)
        if before is None:
            self._add(key, value, reads)
            return
        values = self.values
        users = self._users
        self._answered.add(key)
        if values[key] != value:
            values[key] = value
            self._changed.add(key)
            self._changed_in_order.append(key)
            if self._touched is not None:
                self._touched.add(key)
        self._doubtful.discard(key)
        now = tuple(reads)
        if before == now:
            return
        if self._touched is not None:
            self._touched.add(key)
        self._reads[key] = now
        for read in before:
            if read not in reads:
                known = users[read]
                if len(known) <= _SHORT:
                    known.remove(key)
        old = set(before)
        for read in now:
            if read not in old:
                known = users[read]
                if len(known) > _SHORT or key not in known:
                    known.append(key)
