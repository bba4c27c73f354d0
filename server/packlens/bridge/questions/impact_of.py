"""What a change reaches, what it breaks, and which tests prove it."""

from __future__ import annotations

from typing import Any

import msgspec

from packlens.base.errors import CancelledError, PacklensError, UsageError
from packlens.bridge.inside import target_inside
from packlens.bridge.reply import Answer, LongQuestion, first_row, fitting, made, next_cursor, see
from packlens.session.session import Session
from packlens.session.texts import Cancelled, Progress

MOST_ROWS = 200
MOST_HOPS = 10
_LISTS = ("changed", "direct", "transitive", "unfit", "tests", "possible", "unknown", "other")


class ImpactOf(LongQuestion, frozen=True, kw_only=True):
    """target is a symbol or a file, or several with commas; without it, what differs from the last commit.

    The limit is that of each list of the answer.
    """

    target: str = ""
    depth: int = 3
    min_confidence: float = 0.3
    limit: int = 40
    cursor: str | None = None

    def reply_telling(
        self, session: Session, progress: Progress | None, cancelled: Cancelled | None
    ) -> Answer:
        from packlens.text.history import Comparison
        from packlens.views.impact import as_json, as_text

        targets = [
            target_inside(session.root, part.strip()) for part in self.target.split(",") if part.strip()
        ]
        comparison = None if targets else Comparison.of(None, staged=False)
        if not 1 <= self.depth <= MOST_HOPS:
            raise UsageError(f"depth {self.depth}: must be from 1 to {MOST_HOPS}")
        if not 0 <= self.min_confidence <= 1:
            raise UsageError(f"min_confidence {self.min_confidence:g}: must be from 0 to 1")
        try:
            view = session.impact_view(
                targets, comparison, self.depth, self.min_confidence, progress, cancelled
            )
        except CancelledError:
            raise
        except PacklensError as error:
            reason = str(error).partition(";")[0]
            raise UsageError(f"impact_of without a target: {reason}; name a target") from None
        seen = see(session, view)
        impact = seen.value
        first = first_row(seen.snapshot, self.cursor)
        whole: dict[str, Any] = msgspec.json.decode(as_json.to_json(impact))
        lengths = {name: len(whole[name]) for name in _LISTS}
        rows = max(*lengths.values(), len(impact.rows))

        def part(limit: int) -> tuple[int, str, dict[str, Any]]:
            shown = whole | {name: whole[name][first : first + limit] for name in _LISTS}
            left = {f"{name}_total": lengths[name] for name in _LISTS if lengths[name] > len(shown[name])}
            text = as_text.to_part(impact, first, limit)
            if first + limit < rows:
                text += f"rows {first + 1}-{first + limit} of each list; next_cursor has the rest\n"
            return limit, text, shown | left

        limit, text, structured = fitting(max(1, min(self.limit, MOST_ROWS)), part)
        follows = next_cursor(seen.snapshot, first + limit, rows)
        return made(seen, text, structured | ({"next_cursor": follows} if follows else {}))
