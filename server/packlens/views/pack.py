"""The pack: whole functions, signatures and names around a target, within a budget.

Targets come first, at full. When they do not all fit, the largest level that all of them fit at is taken,
then as many as possible are raised, level by level; a frame that leaves too little room shrinks.
Then come the neighbours, nearest first: each is tried at full, then at signature, then by name; what does
not fit is skipped, never cut, and a smaller one farther away may still fit. What was left out goes to the
ledger with its price.

Prices of parts only guide: the finished string is counted, and the last thing taken in is dropped until it
fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from packlens.base.errors import NothingFitsError
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.symbol import CALLABLE_KINDS, SymbolKind, path_of
from packlens.views.budget import Budget
from packlens.views.draft import Context, Draft, target_item
from packlens.views.finish import Finisher, Left
from packlens.views.layout import Layout
from packlens.views.layout_markdown import MarkdownLayout
from packlens.views.layout_text import TextLayout
from packlens.views.layout_xml import XmlLayout
from packlens.views.model import (
    OMITTED_LIMIT,
    Frame,
    Level,
    Omitted,
    Pack,
    PackItem,
    PackTarget,
    PossibleUse,
    Reason,
)
from packlens.views.neighbours import Neighbour, family, neighbours
from packlens.views.question import Direction, Format, PackQuestion
from packlens.views.redact import visible
from packlens.views.targets import Target, TargetKind, resolve_target

# Adding up prices is off by a few tokens at most; within this distance of the limit the whole string is
# counted.
_SLACK = 8
# What cannot hold even a name.
_SMALLEST_PART = 6
# After this many neighbours in a row of which nothing fitted, those farther away are only counted.
_PATIENCE = 64
# A class or a value that is only a neighbour may take one part in this many of the budget at full, unless
# everything fits.
_BULKY_PART = 8
_DOWNWARDS = (Level.FULL, Level.SIGNATURE, Level.NAME)


def pack(snapshot: Snapshot, question: PackQuestion, *, every_row: bool = False) -> Pack:
    """The answer to `question`.

    `every_row`: `omitted` holds as many rows as in a JSON pack, also beyond what the ledger has room for. The
    text is the same.

    Raises `UsageError`, `NotFoundError` or `AmbiguousError` for a target that names no one thing, and
    `NothingFitsError` when the budget holds not even the name of the target.
    """
    targets = tuple(resolve_target(snapshot, text) for text in question.targets)
    ids = _outermost(snapshot, [identifier for target in targets for identifier in target.ids])
    finisher = Finisher(
        snapshot,
        question,
        PackTarget(_kind(targets), ", ".join(question.targets), ids),
        _layout(question.counted_format),
        Budget(question.budget, question.tokenizer),
        _possible(snapshot, ids, question.direction),
    )
    packer = _Packer(
        finisher,
        tuple(target_item(identifier) for identifier in ids),
        neighbours(snapshot, ids, question.direction, question.depth),
        every_row or question.format is Format.JSON,
    )
    return packer.pack()


@dataclass(frozen=True, slots=True)
class _Packer:
    finisher: Finisher
    targets: tuple[Neighbour, ...]
    near: tuple[Neighbour, ...]
    every_row: bool
    priced: dict[tuple[str, Level], PackItem | None] = field(default_factory=dict)

    def pack(self) -> Pack:
        for draft, frame in self._starts():
            finished = self._complete(draft, frame)
            if finished is not None:
                return finished
        budget = self.finisher.budget
        raise NothingFitsError(
            f"budget {budget.limit}: not even the name of {visible(self.finisher.target.text)} fits; "
            f"{self._least()} tokens are the least"
        )

    def _starts(self) -> Iterator[tuple[Draft, Frame]]:
        """The ways to place the targets, best first, that may fit."""
        limit = self.finisher.budget.limit + _SLACK
        for floor in _DOWNWARDS:
            for frame in Frame:
                for context in Context if floor is Level.FULL else (Context.HEADER, Context.NONE):
                    start = self._all_at(floor, frame, limit, context)
                    if start is not None:
                        yield start, frame
        for frame in Frame:
            some = self._empty(frame)
            in_vain = 0
            for target in self.targets:
                in_vain += not self._take(some, target, Level.NAME, limit)
                if in_vain == _PATIENCE:
                    break
            if some.items:
                yield some, frame

    def _all_at(self, floor: Level, frame: Frame, limit: int, context: Context) -> Draft | None:
        """Every target at `floor`, or the nearest lower level it has, then raised while there is room."""
        draft = self._empty(frame)
        if frame is Frame.FULL and (self.near or self.finisher.possible or floor is not Level.FULL):
            limit -= self.finisher.smallest_ledger()
        for target in self.targets:
            if draft.covers(target.id):
                continue
            levels = _DOWNWARDS[_DOWNWARDS.index(floor) :]
            item = next(item for level in levels if (item := draft.item(target, level)) is not None)
            if not draft.put(item, limit=limit, context=context):
                return None
        if floor is not Level.FULL:
            room = limit - _SLACK - (self.finisher.budget.ledger_share if frame is Frame.FULL else 0)
            for level in reversed(_DOWNWARDS[: _DOWNWARDS.index(floor)]):
                for target in self.targets:
                    self._take(draft, target, level, room)
        return draft

    def _complete(self, start: Draft, frame: Frame) -> Pack | None:
        """The finished pack that holds `start` and the neighbours that fit beside it."""
        limit = self.finisher.budget.limit
        if not self.finisher.possible and not self._left_of_targets(start):
            everything = self._filled(start, limit + _SLACK, only_best=True)
            if everything is not None:
                finished = self.finisher.finish(everything[-1], frame, Left((), 0, ()))
                if finished is not None:
                    return finished
        share = self.finisher.budget.ledger_share if frame is Frame.FULL else 0
        drafts = self._filled(start, limit - share, only_best=False) or [start]
        for draft in reversed(drafts):
            finished = self.finisher.finish(draft, frame, self._left(draft))
            if finished is not None:
                return finished
        return None

    def _filled(self, start: Draft, limit: int, *, only_best: bool) -> list[Draft] | None:
        """`start`, then one draft for each neighbour taken in.

        With `only_best`, `None` as soon as one does not fit at its best level.
        """
        drafts = [start]
        in_vain = 0
        for neighbour in (*self._members(start), *self.near):
            draft = drafts[-1]
            if draft.covers(neighbour.id):
                continue
            if limit - draft.total < _SMALLEST_PART or in_vain == _PATIENCE:
                return None if only_best else drafts
            levels = self._levels(draft, neighbour)
            if not only_best and levels[:1] == (Level.FULL,) and self._is_bulky(draft, neighbour):
                levels = levels[1:]
            in_vain += bool(levels)
            trial = draft.copy()
            for level in levels:
                if self._take(trial, neighbour, level, limit):
                    drafts.append(trial)
                    in_vain = 0
                    break
                if only_best:
                    return None
        return drafts

    def _members(self, start: Draft) -> Iterator[Neighbour]:
        """What the target classes hold that `start` has no room for at full: their outline."""
        for target in self.targets:
            shown = start.items.get(target.id)
            symbol = self.finisher.snapshot.symbol(target.id)
            if symbol is None or symbol.kind is not SymbolKind.CLASS or start.covers(target.id):
                continue
            if shown is not None and shown.level is not Level.NAME:
                for member in self.finisher.snapshot.children(target.id):
                    yield target_item(member)

    def _take(self, draft: Draft, neighbour: Neighbour, level: Level, limit: int) -> bool:
        if draft.surely_costs_more(neighbour.id, level, limit - draft.total):
            return False
        item = draft.item(neighbour, level)
        if item is None:
            return False
        contexts = Context if neighbour.distance == 0 else (Context.ATTRIBUTES, Context.HEADER)
        return any(draft.put(item, limit=limit, context=context) for context in contexts)

    def _levels(self, draft: Draft, neighbour: Neighbour) -> Sequence[Level]:
        """The levels at which `neighbour` may still join, best first."""
        if neighbour.id in draft.items:  # its class header came with a method
            return ()
        best = self._best(neighbour)
        if best is Level.FULL and draft.holds_part_of(neighbour.id):
            best = Level.SIGNATURE  # its lines are in the pack in part, and must not come twice
        return _DOWNWARDS[_DOWNWARDS.index(best) :]

    def _best(self, neighbour: Neighbour) -> Level:
        """The level at which a neighbour is tried first; a module, whose code is the file, only by name."""
        symbol = self.finisher.snapshot.symbol(neighbour.id)
        if symbol is None or symbol.kind is SymbolKind.MODULE:
            return Level.NAME
        if neighbour.distance == 0:
            return Level.SIGNATURE
        return Level.SIGNATURE if self.finisher.question.signatures_only else Level.FULL

    def _is_bulky(self, draft: Draft, neighbour: Neighbour) -> bool:
        """Whether a neighbour is a class or a value that would take more than its share of the budget.

        The members of such a class that matter are neighbours themselves, and come with its header.
        """
        symbol = self.finisher.snapshot.symbol(neighbour.id)
        if symbol is None or symbol.kind in CALLABLE_KINDS:
            return False
        if neighbour.distance == 1 and any(via.kind is EdgeKind.EXTENDS for via in neighbour.via):
            return False  # the base class of a target is part of what the target is
        share = self.finisher.budget.limit // _BULKY_PART
        if draft.surely_costs_more(neighbour.id, Level.FULL, share):
            return True
        item = draft.item(neighbour, Level.FULL)
        return item is not None and item.tokens > share

    def _left(self, draft: Draft) -> Left:
        """What `draft` does not hold, or holds smaller than asked."""
        rows: list[Omitted] = []
        total = 0
        most = OMITTED_LIMIT
        if not self.every_row:  # no more than its ledger could name
            most = min(most, self.finisher.budget.ledger_share // _SMALLEST_PART + 1)
        best = [(target, Level.FULL) for target in self.targets]
        best += [(neighbour, self._best(neighbour)) for neighbour in self.near]
        for neighbour, level in best:
            shown = draft.items.get(neighbour.id)
            if draft.covers(neighbour.id) or (shown is not None and not _below(shown.level, level)):
                continue
            total += 1
            if len(rows) < most:
                rows.append(self._omitted(draft, neighbour, level))
        return Left(tuple(rows), total, self._warnings(rows))

    def _omitted(self, draft: Draft, neighbour: Neighbour, level: Level) -> Omitted:
        levels = _DOWNWARDS[_DOWNWARDS.index(level) :]
        item = next(item for level in levels if (item := draft.item(neighbour, level)) is not None)
        reason = Reason.REDUCED if neighbour.id in draft.items else Reason.OVER_BUDGET
        return Omitted(
            item.id,
            item.path,
            item.qualname,
            item.start_line,
            item.end_line,
            item.level,
            item.tokens,
            reason,
        )

    def _warnings(self, rows: Sequence[Omitted]) -> tuple[str, ...]:
        asked = {target.id for target in self.targets}
        return tuple(
            f"{visible(row.id)} is shown smaller: at {row.level.value} it costs {row.tokens} tokens"
            if row.reason is Reason.REDUCED
            else f"{visible(row.id)} is not shown: it costs {row.tokens} tokens"
            for row in rows
            if row.id in asked
        )

    def _left_of_targets(self, draft: Draft) -> bool:
        return any(
            (shown := draft.items.get(target.id)) is None or shown.level is not Level.FULL
            for target in self.targets
        )

    def _empty(self, frame: Frame) -> Draft:
        finisher = self.finisher
        overhead = finisher.budget.price_of(
            finisher.layout.frame(finisher.facts(frame), finisher.budget.limit)
        )
        return Draft(
            finisher.snapshot,
            finisher.layout,
            finisher.budget,
            finisher.question.redact,
            overhead,
            self.priced,
        )

    def _least(self) -> int:
        """About the smallest budget that would hold something."""
        draft = self._empty(Frame.NONE)
        item = draft.item(self.targets[0], Level.NAME)
        if item is not None:
            draft.put(item, limit=1 << 30)
        return draft.total


def _below(level: Level, other: Level) -> bool:
    order = (Level.FULL, Level.EXCERPT, Level.SIGNATURE, Level.NAME)
    return order.index(level) > order.index(other)


def _layout(form: Format) -> Layout:
    if form is Format.XML:
        return XmlLayout()
    return TextLayout() if form is Format.TEXT else MarkdownLayout()


def _kind(targets: Sequence[Target]) -> TargetKind:
    return TargetKind.FILE if all(target.kind is TargetKind.FILE for target in targets) else TargetKind.SYMBOL


def _outermost(snapshot: Snapshot, ids: Sequence[str]) -> tuple[str, ...]:
    """`ids` once each, without those inside another of them."""
    inside = {inner for identifier in ids for inner in family(snapshot, identifier) if inner != identifier}
    return tuple(dict.fromkeys(identifier for identifier in ids if identifier not in inside))


def _possible(snapshot: Snapshot, ids: Sequence[str], direction: Direction) -> tuple[PossibleUse, ...]:
    """The unsettled sites that may use a target or be what it uses, by place."""
    found: set[PossibleUse] = set()
    for identifier in ids:
        for member in family(snapshot, identifier):
            if direction is not Direction.CALLEES:
                for use in snapshot.possible_callers(member):
                    found.add(PossibleUse(use.source, path_of(use.source), use.line, use.name))
            if direction is not Direction.CALLERS:
                for use in snapshot.possible_callees(member):
                    found.add(PossibleUse(use.target, path_of(use.source), use.line, use.name))
    return tuple(sorted(found, key=lambda use: (use.path, use.line, use.name, use.id)))
