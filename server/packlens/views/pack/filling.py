"""Taking candidates into a draft, one after the other, each at the best of its levels that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packlens.resolve.edge import EdgeKind
from packlens.symbols.symbol import CALLABLE_KINDS, SymbolKind
from packlens.views.pack.candidate import Candidate, Round, asked_for
from packlens.views.pack.draft import Context, Draft
from packlens.views.pack.finish import Finisher
from packlens.views.pack.item_prices import ItemPrices
from packlens.views.pack.model import DOWNWARDS, Frame, Level
from packlens.views.pack.plan import Plan

# What cannot hold even a name.
SMALLEST_PART = 6
# After this many parts in a row of which nothing fitted, those after them are only counted.
PATIENCE = 64
# A class or a value that is only a candidate may take one part in this many of the budget at full, unless
# everything fits.
_BULKY_PART = 8


@dataclass(frozen=True, slots=True)
class Filling:
    """The drafts of one pack.

    prices   of the items, shared by all of them
    """

    finisher: Finisher
    plan: Plan
    prices: ItemPrices

    def empty(self, frame: Frame) -> Draft:
        """A draft that holds nothing but its frame."""
        finisher = self.finisher
        overhead = finisher.budget.price_of(
            finisher.layout.frame(finisher.facts(frame), finisher.budget.limit)
        )
        return Draft(self.prices, overhead, overhead)

    def filled(self, start: Draft, limit: int, *, only_best: bool) -> list[Draft] | None:
        """`start`, then one draft for each part taken in: what is pinned, then the candidates, round by round.

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
        for tried in (Round(tuple(self._members(start))), *self.plan.rounds):
            room = limit if only_best else int(limit * tried.share)
            if not self._go_through(tried, drafts, room, only_best=only_best):
                return None
        return drafts

    def _go_through(self, tried: Round, drafts: list[Draft], limit: int, *, only_best: bool) -> bool:
        """Append a draft for each candidate that finds room. False when one that must not be missed finds none."""
        in_vain = 0
        for candidate in tried.candidates:
            draft = drafts[-1]
            if draft.covers(candidate.id):
                continue
            if limit - draft.total < SMALLEST_PART or in_vain == tried.patience:
                return not only_best
            levels = self._levels(draft, candidate)
            is_full = levels[:1] == (Level.FULL,)
            if is_full and not only_best and (candidate.brief or self._is_bulky(draft, candidate)):
                levels = levels[1:]
            in_vain += bool(levels)
            for level in levels:
                if self.prices.surely_costs_more(candidate, level, limit - draft.total):
                    taken = None
                else:
                    taken = self._with(draft, candidate, level, limit)
                if taken is not None:
                    drafts.append(taken)
                    in_vain = 0
                    break
                if only_best:
                    return False
        return True

    def _with(self, draft: Draft, candidate: Candidate, level: Level, limit: int) -> Draft | None:
        """A copy of `draft` that holds `candidate` too, when there is room for it."""
        trial = draft.copy()
        return trial if self.take(trial, candidate, level, limit) else None

    def _pinned(self, draft: Draft, pin: Candidate, limit: int, *, only_best: bool) -> Draft | None:
        """`draft` with `pin`, at the level it is wanted at or the largest below it that fits."""
        wanted = self.plan.wishes.wanted(pin.id)
        is_there = pin.id in draft.items  # its class header came with a method
        if wanted is Level.FULL and (is_there or draft.holds_part_of(pin.id)):
            around = draft.without(pin.id)
            if self.take(around, pin, wanted, limit):
                return around
        elif self.take(trial := draft.copy(), pin, wanted, limit):
            return trial
        if not is_there and not only_best:
            for level in DOWNWARDS[DOWNWARDS.index(wanted) + 1 :]:
                if self.take(trial := draft.copy(), pin, level, limit):
                    return trial
        return None

    def _members(self, start: Draft) -> Iterator[Candidate]:
        """What the target classes hold that `start` has no room for at full: their outline."""
        wishes = self.plan.wishes
        for target in self.plan.targets:
            if self.plan.wants(target) is not Level.FULL:
                continue
            shown = start.items.get(target.id)
            symbol = self.finisher.snapshot.symbol(target.id)
            if symbol is None or symbol.kind is not SymbolKind.CLASS or start.covers(target.id):
                continue
            if shown is not None and shown.level is not Level.NAME:
                for member in self.finisher.snapshot.children(target.id):
                    if member not in wishes.dropped:
                        yield asked_for(member)

    def take(self, draft: Draft, candidate: Candidate, level: Level, limit: int) -> bool:
        """Whether `candidate` could be taken into `draft` at `level`, within `limit`; it is there then."""
        if self.prices.surely_costs_more(candidate, level, limit - draft.total):
            return False
        item = self.prices.item(candidate, level)
        if item is None:
            return False
        is_asked = (
            candidate.distance == 0 and not candidate.levels
        ) or candidate.id in self.plan.wishes.pinned
        contexts = tuple(Context) if is_asked else (Context.ATTRIBUTES, Context.HEADER)
        if not self.plan.attributes:
            contexts = contexts[1:]
        own = level is Level.EXCERPT
        return any(draft.put(item, limit=limit, context=context, own=own) for context in contexts)

    def _levels(self, draft: Draft, candidate: Candidate) -> Sequence[Level]:
        """The levels at which `candidate` may still join, best first."""
        levels = self.plan.levels(candidate)
        if candidate.id in draft.items:  # its class header came with a method: an excerpt adds to it
            return (Level.EXCERPT,) if Level.EXCERPT in levels and not draft.outlines(candidate.id) else ()
        if draft.holds_part_of(candidate.id):  # its lines are in the pack in part, and must not come twice
            return tuple(level for level in levels if level is not Level.FULL)
        return levels

    def _is_bulky(self, draft: Draft, candidate: Candidate) -> bool:
        """Whether edges led to a class or a value that would take more than its share of the budget.

        The members of such a class that matter are candidates themselves, and come with its header.
        """
        symbol = self.finisher.snapshot.symbol(candidate.id)
        if symbol is None or symbol.kind in CALLABLE_KINDS or candidate.levels:
            return False
        if candidate.distance == 1 and any(via.kind is EdgeKind.EXTENDS for via in candidate.via):
            return False  # the base class of a target is part of what the target is
        share = self.finisher.budget.limit // _BULKY_PART
        if self.prices.surely_costs_more(candidate, Level.FULL, share):
            return True
        item = self.prices.item(candidate, Level.FULL)
        return item is not None and item.tokens > share
