"""What a draft does not hold: the rows of its ledger, and what the person must know of what was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from packlens.base.counted import plural
from packlens.views.pack.candidate import Candidate
from packlens.views.pack.draft import Draft
from packlens.views.pack.finish import Left
from packlens.views.pack.model import LEVELS, Level, Omitted, Reason, below
from packlens.views.pack.plan import Plan
from packlens.views.redact import visible

_NAMED = 5


def left_out(draft: Draft, plan: Plan, most: int) -> Left:
    """What `draft` does not hold of `plan`, or holds smaller than wanted; at most `most` rows of it."""
    return _left(draft, plan, plan.wanted(), most)


def dropped(draft: Draft, plan: Plan, most: int) -> Left:
    """What `draft`, which has room for everything, does not hold because it was told so."""
    wanted = (part for part in plan.wanted() if part[0].id in plan.wishes.dropped)
    return _left(draft, plan, wanted, most)


def is_whole(draft: Draft, plan: Plan, candidate: Candidate) -> bool:
    """Whether something that was asked for is there as it was."""
    shown = draft.items.get(candidate.id)
    if shown is not None and not below(shown.level, plan.wants(candidate)):
        return True
    # A class without the members that are dropped is an excerpt, and all of it that was asked for.
    return candidate.id in plan.wishes.inside and draft.covers(candidate.id)


def _left(draft: Draft, plan: Plan, parts: Iterable[tuple[Candidate, Level]], most: int) -> Left:
    rows: list[Omitted] = []
    total = 0
    for candidate, level in parts:
        reason = _reason(draft, plan, candidate, level)
        if reason is None:
            continue
        total += 1
        if len(rows) < most:
            rows.append(_row(draft, candidate, level, reason))
    return Left(tuple(rows), total, _warnings(rows, plan))


def _reason(draft: Draft, plan: Plan, candidate: Candidate, level: Level) -> Reason | None:
    if candidate.id in plan.wishes.dropped:
        return Reason.DROPPED
    shown = draft.items.get(candidate.id)
    if draft.covers(candidate.id) or (shown is not None and not below(shown.level, level)):
        return None
    return Reason.OVER_BUDGET if shown is None else Reason.REDUCED


def _row(draft: Draft, candidate: Candidate, level: Level, reason: Reason) -> Omitted:
    levels = LEVELS[LEVELS.index(level) :]
    item = next(item for level in levels if (item := draft.prices.item(candidate, level)) is not None)
    return Omitted(
        item.id, item.path, item.qualname, item.start_line, item.end_line, item.level, item.tokens, reason
    )


def _warnings(rows: Sequence[Omitted], plan: Plan) -> tuple[str, ...]:
    asked = {candidate.id for candidate in (*plan.targets, *plan.pins)}
    lines = tuple(
        f"{visible(row.id)} is shown smaller: at {row.level.value} it costs {row.tokens} tokens"
        if row.reason is Reason.REDUCED
        else f"{visible(row.id)} is not shown: it costs {row.tokens} tokens"
        for row in rows
        if row.id in asked
    )
    if plan.of_diff and len(lines) > _NAMED:
        # A diff may touch more than anybody reads the names of.
        more = len(lines) - _NAMED
        are = plural(more, "is", "are")
        return (*lines[:_NAMED], f"{more} more that the diff touches {are} smaller or not shown")
    return lines
