"""The pack: whole functions, signatures and names around a target, within a budget.

Targets come first, at full. When they do not all fit, the largest level that all of them fit at is taken,
then as many as possible are raised, level by level; a frame that leaves too little room shrinks.
What was pinned comes next, at its level. Then come the neighbours, nearest first: each is tried at full, then
at signature, then by name; what does not fit is skipped, never cut, and a smaller one farther away may still
fit. What was left out goes to the ledger with its price.

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
from packlens.views.draft import Context, Draft
from packlens.views.finish import Finisher
from packlens.views.layout import Layout
from packlens.views.layout_markdown import MarkdownLayout
from packlens.views.layout_text import TextLayout
from packlens.views.layout_xml import XmlLayout
from packlens.views.left_out import dropped, is_whole, left_out
from packlens.views.model import (
    DOWNWARDS,
    OMITTED_LIMIT,
    Frame,
    Level,
    Pack,
    PackItem,
    PackTarget,
    PossibleUse,
    below,
)
from packlens.views.neighbours import Neighbour, family, target_item
from packlens.views.plan import Plan
from packlens.views.question import Direction, Format, PackQuestion
from packlens.views.redact import visible
from packlens.views.targets import Target, TargetKind, resolve_target
from packlens.views.wishes import with_ids

# Adding up prices is off by a few tokens at most; within this distance of the limit the whole string is
# counted.
_SLACK = 8
_SHARES = (1.0, 0.98, 0.95, 0.9, 0.8, 0.6)
# What cannot hold even a name.
_SMALLEST_PART = 6
# After this many neighbours in a row of which nothing fitted, those farther away are only counted.
_PATIENCE = 64
# A class or a value that is only a neighbour may take one part in this many of the budget at full, unless
# everything fits.
_BULKY_PART = 8


def pack(snapshot: Snapshot, question: PackQuestion, *, every_row: bool = False) -> Pack:
    """The answer to `question`.

    `every_row`: `omitted` holds as many rows as in a JSON pack, also beyond what the ledger has room for. The
    text is the same.

    Raises `UsageError`, `NotFoundError` or `AmbiguousError` for a target that names no one thing, and
    `NothingFitsError` when the budget holds not even the name of the target.
    """
    question = with_ids(snapshot, question)
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
        Plan.of(snapshot, question, ids),
        every_row or question.format is Format.JSON,
    )
    return packer.pack()


@dataclass(frozen=True, slots=True)
class _Packer:
    finisher: Finisher
    plan: Plan
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
        for floor in DOWNWARDS:
            for frame in Frame:
                for context in Context if floor is Level.FULL else (Context.HEADER, Context.NONE):
                    start = self._all_at(floor, frame, limit, context)
                    if start is not None:
                        yield start, frame
        # Added up over many names the prices are off by more than a little: then with less and less room.
        for share in _SHARES:
            for frame in Frame:
                some = self._names(frame, int(limit * share))
                if some.items:
                    yield some, frame

    def _names(self, frame: Frame, limit: int) -> Draft:
        """The names of as many targets as there is room for."""
        draft = self._empty(frame)
        in_vain = 0
        for target in self.plan.targets or self.plan.pins or self.plan.near:
            in_vain += not self._take(draft, target, Level.NAME, limit)
            if in_vain == _PATIENCE:
                break
        return draft

    def _all_at(self, floor: Level, frame: Frame, limit: int, context: Context) -> Draft | None:
        """Every target at `floor`, or the nearest lower level it has, then raised while there is room."""
        draft, plan = self._empty(frame), self.plan
        has_more = plan.near or plan.pins or plan.wishes.dropped or self.finisher.possible
        if frame is Frame.FULL and (has_more or floor is not Level.FULL):
            limit -= self.finisher.smallest_ledger()
        for target in plan.targets:
            if draft.covers(target.id):
                continue
            wanted = plan.wishes.wanted(target.id)
            levels = DOWNWARDS[DOWNWARDS.index(wanted if below(wanted, floor) else floor) :]
            item = next(item for level in levels if (item := draft.item(target, level)) is not None)
            if not draft.put(item, limit=limit, context=context):
                return None
        if floor is not Level.FULL:
            room = limit - _SLACK - (self.finisher.budget.ledger_share if frame is Frame.FULL else 0)
            pinned_first = sorted(plan.targets, key=lambda target: target.id not in plan.wishes.pinned)
            for level in reversed(DOWNWARDS[: DOWNWARDS.index(floor)]):
                for target in pinned_first:
                    if not below(plan.wishes.wanted(target.id), level):
                        self._take(draft, target, level, room)
        return draft

    def _complete(self, start: Draft, frame: Frame) -> Pack | None:
        """The finished pack that holds `start` and the neighbours that fit beside it."""
        limit, plan = self.finisher.budget.limit, self.plan
        if not self.finisher.possible and all(is_whole(start, plan, target) for target in plan.targets):
            ledger = self.finisher.smallest_ledger() if plan.wishes.dropped else 0
            everything = self._filled(start, limit + _SLACK - ledger, only_best=True)
            if everything is not None and everything[-1].items:
                left = dropped(everything[-1], plan, self._most_rows)
                finished = self.finisher.finish(everything[-1], frame, left)
                if finished is not None:
                    return finished
        share = self.finisher.budget.ledger_share if frame is Frame.FULL else 0
        drafts = self._filled(start, limit - share, only_best=False) or [start]
        for draft in reversed(drafts):
            if not draft.items:
                break
            left = left_out(draft, plan, self._most_rows)
            finished = self.finisher.finish(draft, frame, left)
            if finished is not None:
                return finished
        return None

    def _filled(self, start: Draft, limit: int, *, only_best: bool) -> list[Draft] | None:
        """`start`, then one draft for each part taken in: what is pinned, then the neighbours.

        With `only_best`, `None` as soon as one does not fit at its best level.
        """
        drafts = [start]
        for pin in self.plan.pins:
            if drafts[-1].covers(pin.id):
                continue
            pinned = self._pinned(drafts[-1], pin, limit, only_best=only_best)
            if pinned is not None:
                drafts.append(pinned)
            elif only_best:
                return None
        in_vain = 0
        for neighbour in (*self._members(start), *self.plan.near):
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

    def _pinned(self, draft: Draft, pin: Neighbour, limit: int, *, only_best: bool) -> Draft | None:
        """`draft` with `pin`, at the level it is wanted at or the largest below it that fits."""
        wanted = self.plan.wishes.wanted(pin.id)
        is_there = pin.id in draft.items  # its class header came with a method
        if wanted is Level.FULL and (is_there or draft.holds_part_of(pin.id)):
            around = draft.without(pin.id)
            if self._take(around, pin, wanted, limit):
                return around
        elif self._take(trial := draft.copy(), pin, wanted, limit):
            return trial
        if not is_there and not only_best:
            for level in DOWNWARDS[DOWNWARDS.index(wanted) + 1 :]:
                if self._take(trial := draft.copy(), pin, level, limit):
                    return trial
        return None

    def _members(self, start: Draft) -> Iterator[Neighbour]:
        """What the target classes hold that `start` has no room for at full: their outline."""
        wishes = self.plan.wishes
        for target in self.plan.targets:
            if wishes.wanted(target.id) is not Level.FULL:
                continue
            shown = start.items.get(target.id)
            symbol = self.finisher.snapshot.symbol(target.id)
            if symbol is None or symbol.kind is not SymbolKind.CLASS or start.covers(target.id):
                continue
            if shown is not None and shown.level is not Level.NAME:
                for member in self.finisher.snapshot.children(target.id):
                    if member not in wishes.dropped:
                        yield target_item(member)

    def _take(self, draft: Draft, neighbour: Neighbour, level: Level, limit: int) -> bool:
        if draft.surely_costs_more(neighbour.id, level, limit - draft.total):
            return False
        item = draft.item(neighbour, level)
        if item is None:
            return False
        is_asked = neighbour.distance == 0 or neighbour.id in self.plan.wishes.pinned
        contexts = Context if is_asked else (Context.ATTRIBUTES, Context.HEADER)
        return any(draft.put(item, limit=limit, context=context) for context in contexts)

    def _levels(self, draft: Draft, neighbour: Neighbour) -> Sequence[Level]:
        """The levels at which `neighbour` may still join, best first."""
        if neighbour.id in draft.items:  # its class header came with a method
            return ()
        best = self.plan.best(neighbour)
        if best is Level.FULL and draft.holds_part_of(neighbour.id):
            best = Level.SIGNATURE  # its lines are in the pack in part, and must not come twice
        return DOWNWARDS[DOWNWARDS.index(best) :]

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

    @property
    def _most_rows(self) -> int:
        """How many rows the ledger may have; unless every row is asked for, no more than it could name."""
        nameable = self.finisher.budget.ledger_share // _SMALLEST_PART + 1
        return OMITTED_LIMIT if self.every_row else min(OMITTED_LIMIT, nameable)

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
            self.plan.wishes,
            overhead,
            overhead,
            self.priced,
        )

    def _least(self) -> int:
        """About the smallest budget that would hold something."""
        draft = self._empty(Frame.NONE)
        first = next(iter(self.plan.targets or self.plan.pins or self.plan.near))
        item = draft.item(first, Level.NAME)
        if item is not None:
            draft.put(item, limit=1 << 30)
        return draft.total


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
