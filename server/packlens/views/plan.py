"""What a pack may hold, in the order in which it is tried, and the level each part is wanted at.

The targets come first, then what was pinned, then the neighbours, nearest first. What is dropped is in none of
them; it is remembered where it would have stood, since a pack says what it left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from packlens.base.errors import UsageError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import SymbolKind
from packlens.views.model import Level
from packlens.views.neighbours import Neighbour, neighbours, target_item
from packlens.views.question import PackQuestion
from packlens.views.wishes import Wishes


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of one pack.

    near      neighbours that are neither pinned nor dropped
    reached   every neighbour
    aside     what is dropped and is no neighbour: targets, or parts of them
    """

    snapshot: Snapshot
    signatures_only: bool
    wishes: Wishes
    targets: tuple[Neighbour, ...]
    pins: tuple[Neighbour, ...]
    near: tuple[Neighbour, ...]
    reached: tuple[Neighbour, ...]
    aside: tuple[Neighbour, ...]

    @staticmethod
    def of(snapshot: Snapshot, question: PackQuestion, targets: tuple[str, ...]) -> Plan:
        """The plan of a question about the symbols `targets`. Raises `UsageError` when it leaves nothing."""
        wishes = Wishes.of(snapshot, question)
        reached = neighbours(snapshot, targets, question.direction, question.depth)
        by_id = {neighbour.id: neighbour for neighbour in reached}
        chosen = {**wishes.pinned, **dict.fromkeys(wishes.dropped)}
        places = {neighbour.id: place for place, neighbour in enumerate(reached)}
        in_order = sorted(chosen, key=lambda part: (places.get(part, -1), _place(snapshot, part)))
        plan = Plan(
            snapshot,
            question.signatures_only,
            wishes,
            tuple(target_item(target) for target in targets if target not in wishes.dropped),
            tuple(
                by_id.get(part) or target_item(part)
                for part in in_order
                if part in wishes.pinned and part not in targets
            ),
            tuple(neighbour for neighbour in reached if neighbour.id not in chosen),
            reached,
            tuple(target_item(part) for part in in_order if part in wishes.dropped and part not in by_id),
        )
        if not (plan.targets or plan.pins or plan.near):
            raise UsageError("nothing is left for the pack: every part of it is dropped; drop fewer")
        return plan

    def best(self, neighbour: Neighbour) -> Level:
        """The level at which a neighbour is tried first; a module, whose code is the file, only by name."""
        symbol = self.snapshot.symbol(neighbour.id)
        if symbol is None or symbol.kind is SymbolKind.MODULE:
            return Level.NAME
        if neighbour.distance == 0:
            return Level.SIGNATURE
        return Level.SIGNATURE if self.signatures_only else Level.FULL

    def wanted(self) -> Iterator[tuple[Neighbour, Level]]:
        """Everything that a pack without a budget would hold or was told to drop, and at which level."""
        for asked in (*self.targets, *self.pins):
            yield asked, self.wishes.wanted(asked.id)
        for dropped in self.aside:
            yield dropped, Level.FULL
        for neighbour in self.reached:
            if neighbour.id not in self.wishes.pinned:
                yield neighbour, self.best(neighbour)


def _place(snapshot: Snapshot, identifier: str) -> tuple[str, int, str]:
    symbol = snapshot.symbol(identifier)
    assert symbol is not None, identifier
    return symbol.path, symbol.start_line, identifier
