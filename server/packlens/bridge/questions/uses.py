"""Who uses a symbol, and what it uses: the two ends of the same edges, asked for in the same words."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from packlens.base.errors import UsageError
from packlens.bridge.inside import target_inside
from packlens.bridge.reply import Answer, Question, first_row, fitting, made, next_cursor, see
from packlens.session.session import Session

MOST_ROWS = 200
MOST_HOPS = 5


class _Uses(Question, frozen=True, kw_only=True):
    forwards: ClassVar[bool]

    target: str
    depth: int = 1
    limit: int = 50
    cursor: str | None = None

    def reply(self, session: Session) -> Answer:
        from packlens.views import callers

        if self.depth > MOST_HOPS:
            raise UsageError(
                f"depth {self.depth}: at most {MOST_HOPS} hops are followed; ask about what is near"
            )
        view = callers.callees if self.forwards else callers.callers
        target = target_inside(session.root, self.target)
        seen = see(session, lambda snapshot: view(snapshot, target, self.depth))
        first = first_row(seen.snapshot, self.cursor)
        rows = len(seen.value.sites) + len(seen.value.possible)

        def part(limit: int) -> tuple[callers.Callers, str, dict[str, Any]]:
            shown = callers.rows_of(seen.value, first, limit)
            return shown, callers.to_text(shown), msgspec.json.decode(callers.to_json(shown))

        shown, text, structured = fitting(max(1, min(self.limit, MOST_ROWS)), part)
        follows = next_cursor(seen.snapshot, first + len(shown.sites) + len(shown.possible), rows)
        return made(seen, text, structured | ({"next_cursor": follows} if follows else {}))


class CallersOf(_Uses, frozen=True, kw_only=True):
    """The sites that use the target."""

    forwards: ClassVar[bool] = False


class CalleesOf(_Uses, frozen=True, kw_only=True):
    """The sites at which the target uses something of the workspace."""

    forwards: ClassVar[bool] = True
