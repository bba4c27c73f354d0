"""From a plan to a finished pack: how what is in question is placed, and what is tried when it does not fit.

Prices of parts only guide: the finished string is counted, and the last thing taken in is dropped until it fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from packlens.base.errors import NothingFitsError
from packlens.views.pack.draft import Context, Draft
from packlens.views.pack.filling import PATIENCE, SMALLEST_PART, Filling
from packlens.views.pack.finish import Finisher, Left
from packlens.views.pack.left_out import dropped, is_whole, left_out
from packlens.views.pack.model import DOWNWARDS, LEVELS, OMITTED_LIMIT, Frame, Level, Pack, below
from packlens.views.pack.plan import Plan
from packlens.views.redact import visible

# Adding up prices is off by a few tokens at most; within this distance of the limit the whole string is
# counted.
_SLACK = 8
_SHARES = (1.0, 0.98, 0.95, 0.9, 0.8, 0.6)


@dataclass(frozen=True, slots=True)
class Packer:
    """One pack.

    every_row   whether the ledger's rows are asked for beyond those that it has room for
    """

    finisher: Finisher
    plan: Plan
    filling: Filling
    every_row: bool

    def pack(self) -> Pack:
        """The best that fits. Raises `NothingFitsError` when not even a name does."""
        if next(self.plan.parts(), None) is None:
            return self._of_nothing()
        for draft, frame in self._starts():
            finished = self._complete(draft, frame)
            if finished is not None:
                return finished
        budget = self.finisher.budget
        raise NothingFitsError(
            f"budget {budget.limit}: not even the name of {visible(self.finisher.target.shown)} fits; "
            f"{self._least()} tokens are the least"
        )

    def _of_nothing(self) -> Pack:
        """The pack of a diff that leaves no code: what was removed."""
        for frame in (Frame.FULL, Frame.SHORT):
            finished = self.finisher.finish(self.filling.empty(frame), frame, Left((), 0, ()))
            if finished is not None:
                return finished
        raise NothingFitsError(
            f"budget {self.finisher.budget.limit}: not even a name of what was removed fits; give more tokens"
        )

    def _starts(self) -> Iterator[tuple[Draft, Frame]]:
        """The ways to place the targets, best first, that may fit."""
        limit = self.finisher.budget.limit + _SLACK
        for floor in LEVELS if any(target.lines for target in self.plan.targets) else DOWNWARDS:
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
        draft = self.filling.empty(frame)
        in_vain = 0
        for target in self.plan.targets or self.plan.parts():
            in_vain += not self.filling.take(draft, target, Level.NAME, limit)
            if in_vain == PATIENCE:
                break
        return draft

    def _all_at(self, floor: Level, frame: Frame, limit: int, context: Context) -> Draft | None:
        """Every target at `floor`, or the nearest lower level it has, then raised while there is room."""
        draft, plan = self.filling.empty(frame), self.plan
        has_more = plan.reached or plan.pins or plan.wishes.dropped or self.finisher.possible
        if frame is Frame.FULL and (has_more or floor is not Level.FULL):
            limit -= self.finisher.smallest_ledger()
        for target in plan.targets:
            if draft.covers(target.id):
                continue
            wanted = plan.wants(target)
            levels = LEVELS[LEVELS.index(wanted if below(wanted, floor) else floor) :]
            item = next(item for level in levels if (item := draft.prices.item(target, level)) is not None)
            own = item.level is Level.EXCERPT and bool(target.lines)
            if not draft.put(item, limit=limit, context=context, own=own):
                return None
        if floor is not Level.FULL:
            room = limit - _SLACK - (self.finisher.budget.ledger_share if frame is Frame.FULL else 0)
            pinned_first = sorted(plan.targets, key=lambda target: target.id not in plan.wishes.pinned)
            for level in reversed(LEVELS[: LEVELS.index(floor)]):
                for target in pinned_first:
                    if not below(plan.wants(target), level):
                        self.filling.take(draft, target, level, room)
        return draft

    def _complete(self, start: Draft, frame: Frame) -> Pack | None:
        """The finished pack that holds `start` and the candidates that fit beside it."""
        limit, plan = self.finisher.budget.limit, self.plan
        if not self.finisher.possible and all(is_whole(start, plan, target) for target in plan.targets):
            ledger = self.finisher.smallest_ledger() if plan.wishes.dropped else 0
            everything = self.filling.filled(start, limit + _SLACK - ledger, only_best=True)
            if everything is not None and everything[-1].items:
                left = dropped(everything[-1], plan, self._most_rows)
                finished = self._finished(everything[-1], frame, left)
                if finished is not None:
                    return finished
        share = self._ledger_share if frame is Frame.FULL else 0
        drafts = self.filling.filled(start, limit - share, only_best=False) or [start]
        for draft in reversed(drafts):
            if not draft.items:
                break
            left = left_out(draft, plan, self._most_rows)
            finished = self._finished(draft, frame, left)
            if finished is not None:
                return finished
        return None

    def _finished(self, draft: Draft, frame: Frame, left: Left) -> Pack | None:
        """The pack of `draft`, or `None` when it is over the budget.

        Since an earlier pack it holds no more than it would without that one: what its reader has leaves room, and
        what came into that would be new although nothing has changed.
        """
        finisher = self.finisher
        if finisher.since is not None and finisher.alone().finish(draft, frame, left) is None:
            return None
        return finisher.finish(draft, frame, left)

    @property
    def _ledger_share(self) -> int:
        """The room that is kept for the ledger."""
        finisher = self.finisher
        return finisher.smallest_ledger() if self.plan.ledger_last else finisher.budget.ledger_share

    @property
    def _most_rows(self) -> int:
        """How many rows the ledger may have; unless every row is asked for, no more than it could name."""
        nameable = self.finisher.budget.ledger_share // SMALLEST_PART + 1
        return OMITTED_LIMIT if self.every_row else min(OMITTED_LIMIT, nameable)

    def _least(self) -> int:
        """About the smallest budget that would hold something."""
        draft = self.filling.empty(Frame.NONE)
        first = next(self.plan.parts())
        item = draft.prices.item(first, Level.NAME)
        if item is not None:
            draft.put(item, limit=1 << 30)
        return draft.total
