"""What a pack is made from: the symbols that come first, and the candidates that may join them, in their order.

A question names targets, or it is text; each kind of question has its way to find the parts, and from then on a pack
is put together in one way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from packlens.graph.possible import possible_callees, possible_callers
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import path_of
from packlens.views.budget import LEDGER_PERCENT
from packlens.views.pack.candidate import Candidate, Round
from packlens.views.pack.changes import Changes, Gone
from packlens.views.pack.model import PackTarget
from packlens.views.pack.neighbours import NOTHING_READ, Reads, family, reach
from packlens.views.pack.question import Direction, PackQuestion
from packlens.views.possible import PossibleUse
from packlens.views.targets import Target, TargetKind, resolve_target


@dataclass(frozen=True, slots=True)
class Source:
    """The parts of one pack.

    target    what was asked for, as the pack says it
    first     ids of what comes before everything else, at full or at the largest level at which all of it fits
    rounds    what may join
    possible  sites that no resolver settled and that could have led to more
    asked     those of what comes first that are not to be shown whole, or may be shown as an excerpt
    changes   of a diff: how the code differs from what it was
    gone      of a diff: what it removed
    read      whose edges decided what is here
    attributes      whether a method brings the lines that give the attributes it uses, or its class's header alone
    ledger_percent  the most of the budget that may say what was left out
    semantic        the model that had a say in the order; "" for none
    warnings        what the person must know about how the parts were found
    ledger_last     whether room is kept only to say how much was left out; what is named is what room is left for
    """

    target: PackTarget
    first: tuple[str, ...]
    rounds: tuple[Round, ...]
    possible: tuple[PossibleUse, ...] = ()
    read: Reads = NOTHING_READ
    attributes: bool = True
    ledger_percent: int = LEDGER_PERCENT
    ledger_last: bool = False
    asked: Mapping[str, Candidate] = field(default_factory=dict)
    changes: Changes | None = None
    gone: tuple[Gone, ...] = ()
    semantic: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """What may join, once each, with the best of its levels."""
        known: dict[str, Candidate] = {}
        for tried in self.rounds:
            for candidate in tried.candidates:
                known.setdefault(candidate.id, candidate)
        return tuple(known.values())


def source_of_targets(snapshot: Snapshot, question: PackQuestion) -> Source:
    """The targets first, then their neighbours, nearest first.

    Raises `UsageError`, `NotFoundError` or `AmbiguousError` for a target that names no one thing.
    """
    targets = tuple(resolve_target(snapshot, text) for text in question.targets)
    ids = _outermost(snapshot, [identifier for target in targets for identifier in target.ids])
    reached, read = reach(snapshot, ids, question.direction, question.depth)
    return Source(
        PackTarget(_kind(targets), ", ".join(question.targets), ids),
        ids,
        (Round(reached),),
        possible_uses(snapshot, ids, question.direction),
        read,
    )


def _kind(targets: Sequence[Target]) -> TargetKind:
    return TargetKind.FILE if all(target.kind is TargetKind.FILE for target in targets) else TargetKind.SYMBOL


def _outermost(snapshot: Snapshot, ids: Sequence[str]) -> tuple[str, ...]:
    """`ids` once each, without those inside another of them."""
    inside = {inner for identifier in ids for inner in family(snapshot, identifier) if inner != identifier}
    return tuple(dict.fromkeys(identifier for identifier in ids if identifier not in inside))


def possible_uses(snapshot: Snapshot, ids: Sequence[str], direction: Direction) -> tuple[PossibleUse, ...]:
    """The unsettled sites that may use a target or be what it uses, by place."""
    found: set[PossibleUse] = set()
    for identifier in ids:
        for member in family(snapshot, identifier):
            if direction is not Direction.CALLEES:
                for use in possible_callers(snapshot, member):
                    found.add(PossibleUse(use.source, path_of(use.source), use.line, use.name))
            if direction is not Direction.CALLERS:
                for use in possible_callees(snapshot, member):
                    found.add(PossibleUse(use.target, path_of(use.source), use.line, use.name))
    return tuple(sorted(found, key=lambda use: (use.path, use.line, use.name, use.id)))
