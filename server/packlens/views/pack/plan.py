"""What a pack may hold, in the order in which it is tried, and the level each part is wanted at.

What comes first is followed by what was pinned, then by the candidates, round by round. What is dropped is in none of
them; it is remembered where it would have stood, since a pack says what it left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from packlens.base.errors import UsageError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import SymbolKind
from packlens.views.pack.candidate import Candidate, Round, asked_for
from packlens.views.pack.model import DOWNWARDS, Level, below
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.source import Source
from packlens.views.pack.wishes import Wishes


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of one pack.

    targets   what comes first
    rounds    candidates that are neither pinned nor dropped
    reached   every candidate, once
    aside     what is dropped and is no candidate: what came first, or parts of it
    attributes  whether a method brings the lines that give the attributes it uses
    of_diff   whether it is of a diff
    ledger_last  whether the ledger names only what room is left for
    """

    snapshot: Snapshot
    signatures_only: bool
    wishes: Wishes
    targets: tuple[Candidate, ...]
    pins: tuple[Candidate, ...]
    rounds: tuple[Round, ...]
    reached: tuple[Candidate, ...]
    aside: tuple[Candidate, ...]
    attributes: bool
    of_diff: bool
    ledger_last: bool

    @staticmethod
    def of(snapshot: Snapshot, question: PackQuestion, source: Source) -> Plan:
        """The plan of a question that is answered from `source`. Raises `UsageError` when it leaves nothing."""
        wishes = Wishes.of(snapshot, question)
        targets, reached = source.first, source.candidates
        by_id = {candidate.id: candidate for candidate in reached}
        chosen = {**wishes.pinned, **dict.fromkeys(wishes.dropped)}
        places = {candidate.id: place for place, candidate in enumerate(reached)}
        in_order = sorted(chosen, key=lambda part: (places.get(part, -1), _place(snapshot, part)))
        plan = Plan(
            snapshot,
            question.signatures_only,
            wishes,
            tuple(
                source.asked.get(target) or asked_for(target)
                for target in targets
                if target not in wishes.dropped
            ),
            tuple(
                by_id.get(part) or asked_for(part)
                for part in in_order
                if part in wishes.pinned and part not in targets
            ),
            tuple(_without(tried, chosen.keys() | set(targets)) for tried in source.rounds),
            reached,
            tuple(asked_for(part) for part in in_order if part in wishes.dropped and part not in by_id),
            source.attributes,
            source.changes is not None,
            source.ledger_last,
        )
        if next(plan.parts(), None) is None and source.changes is None:
            raise UsageError("nothing is left for the pack: every part of it is dropped; drop fewer")
        return plan

    def parts(self) -> Iterator[Candidate]:
        """Everything that may come in, in the order in which it is tried; what several rounds try, several times."""
        yield from self.targets
        yield from self.pins
        for tried in self.rounds:
            yield from tried.candidates

    def wants(self, candidate: Candidate) -> Level:
        """The level at which something that was asked for is to come."""
        wanted = self.wishes.wanted(candidate.id)
        best = candidate.levels[0] if candidate.levels else Level.FULL
        return best if below(best, wanted) else wanted

    def levels(self, candidate: Candidate) -> tuple[Level, ...]:
        """The levels at which a candidate is tried, best first; a module, whose code is the file, only by name."""
        if candidate.levels:
            return tuple(dict.fromkeys(self._allowed(level) for level in candidate.levels))
        symbol = self.snapshot.symbol(candidate.id)
        if symbol is None or symbol.kind is SymbolKind.MODULE:
            return (Level.NAME,)
        best = Level.SIGNATURE if candidate.distance == 0 else self._allowed(Level.FULL)
        return DOWNWARDS[DOWNWARDS.index(best) :]

    def wanted(self) -> Iterator[tuple[Candidate, Level]]:
        """Everything that a pack without a budget would hold or was told to drop, and at which level."""
        for asked in (*self.targets, *self.pins):
            yield asked, self.wants(asked)
        for dropped in self.aside:
            yield dropped, Level.FULL
        for candidate in self.reached:
            if candidate.id not in self.wishes.pinned:
                yield candidate, self.levels(candidate)[0]

    def _allowed(self, level: Level) -> Level:
        is_code = level in (Level.FULL, Level.EXCERPT)
        return Level.SIGNATURE if is_code and self.signatures_only else level


def _without(tried: Round, chosen: set[str]) -> Round:
    return replace(tried, candidates=tuple(each for each in tried.candidates if each.id not in chosen))


def _place(snapshot: Snapshot, identifier: str) -> tuple[str, int, str]:
    symbol = snapshot.symbol(identifier)
    assert symbol is not None, identifier
    return symbol.path, symbol.start_line, identifier
