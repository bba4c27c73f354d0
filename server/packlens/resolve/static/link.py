"""The link step: what reaches each parameter, attribute and module variable from everywhere in the workspace.

Drawing a scope says what it passes where (`Drawn.flows`). Here these are gathered by what they reach: a *sink*, which
is the key of the fact that changes with it. A parameter passed on is followed through the sinks alone. What reaches a
sink is the least solution; more of it can let other scopes pass more, so the two steps take turns until nothing
changes.

When a scope no longer passes what it did, the sinks that lose by it are emptied first, then those that lose by that,
and all are filled again from what remains: a value that only supports itself, in a circle, is gone. A circle can also
lead through answers: what is read from a variable is put back there. So a sink is emptied too when an answer drawn
from it has been worked out again and what feeds it depends on that (`Inference._circular`). So an update gives what a
fresh start gives.

More than `MOST_REACHING` values in a sink are unknown as a whole: `("^",)`, which stays unknown whatever is done with
it, and with it all that reaches the same sink is unknown (`joined`). So a sink that is told more never passes less on,
there is one least solution, and the order of asking never shows, nor what was known before.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from packlens.resolve.static.nodes import Key
from packlens.resolve.static.placeholders import linked, mentioned
from packlens.resolve.static.values import TOO_MANY, Value, Values, joined

MOST_REACHING = 16
MOST_STEPS = 64

Flow = tuple[Key, Values]


class Link:
    """All flows of the workspace, and what reaches each sink."""

    def __init__(self) -> None:
        self.reaching: dict[Key, Values] = {}
        self._flows: dict[Key, frozenset[Flow]] = {}  # question that draws a scope -> what the scope passes
        self._into: dict[Key, dict[Key, Values]] = {}  # sink -> question -> what it passes there
        self._users: dict[Key, set[Key]] = {}  # sink -> sinks that what reaches it is passed on to

    def take(self, drawn: Iterable[tuple[Key, frozenset[Flow]]]) -> tuple[set[Key], set[Key]]:
        """Take what scopes pass now; the sinks that get something else, and those of them that lose something."""
        dirty: set[Key] = set()
        lost: set[Key] = set()
        for question, flows in drawn:
            before = self._flows.get(question, frozenset())
            if before == flows:
                continue
            old, new = dict(before), dict(flows)
            for sink in old.keys() | new.keys() if old else new:
                mine, other = old.get(sink), new.get(sink)
                if mine == other:
                    continue
                dirty.add(sink)
                if mine is not None and (other is None or not mine <= other):
                    lost.add(sink)
                if other is None:
                    self._into[sink].pop(question)
                    continue
                self._into.setdefault(sink, {})[question] = other
                for value in other:
                    for source in mentioned(value):
                        self._users.setdefault(source, set()).add(sink)
            if flows:
                self._flows[question] = flows
            else:
                self._flows.pop(question, None)
        return dirty, lost

    def sinks_of(self, question: Key) -> Iterable[Key]:
        """The sinks that a scope passes something to."""
        return [sink for sink, _ in self._flows.get(question, ())]

    def fed_by(self, sink: Key, questions: set[Key]) -> bool:
        """Whether any of `questions` passes something to a sink."""
        return not questions.isdisjoint(self._into.get(sink, ()))

    def empty(self, sinks: Set[Key]) -> tuple[set[Key], set[Key]]:
        """Empty sinks and those that what reaches them is passed on to: (all of these, those that held something)."""
        held: set[Key] = set()
        reached: set[Key] = set()
        waiting = list(sinks)
        while waiting:
            sink = waiting.pop()
            if sink in reached:
                continue
            reached.add(sink)
            if self.reaching.pop(sink, None):
                held.add(sink)
                waiting.extend(self._users.get(sink, ()))
        return reached, held

    def settle(self, dirty: set[Key], lost: Set[Key] = frozenset()) -> set[Key]:
        """Work out what reaches `dirty` sinks and all those downstream; the ones that changed.

        Those of them that have `lost` something are filled again from nothing, with all that they are passed on to:
        nothing stays that only goes round among them.
        """
        if not lost:
            return self._fill(dirty)
        before = dict(self.reaching)
        reached, _ = self.empty(lost)
        touched = self._fill(dirty | reached) | reached
        return {sink for sink in touched if before.get(sink) != self.reaching.get(sink)}

    def give_up(self, sinks: Iterable[Key]) -> None:
        """Say of sinks that have not settled that too much reaches them."""
        for sink in sinks:
            self.reaching[sink] = TOO_MANY

    def _fill(self, dirty: Iterable[Key]) -> set[Key]:
        """Add what is missing in `dirty` sinks and all those downstream; the ones that changed."""
        changed: set[Key] = set()
        waiting = list(dirty)
        while waiting:
            sink = waiting.pop()
            union: set[Value] = set()
            for values in self._into.get(sink, {}).values():
                for value in values:
                    union |= linked(value, self.reaching)
            now = joined(union, MOST_REACHING)
            if now == self.reaching.get(sink, frozenset()):
                continue
            if now:
                self.reaching[sink] = now
            else:
                del self.reaching[sink]
            changed.add(sink)
            waiting.extend(self._users.get(sink, ()))
        return changed
