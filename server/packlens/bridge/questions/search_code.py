"""Symbols that a text in words is about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from packlens.bridge.reply import Answer, Question, first_row, fitting, made, next_cursor, see
from packlens.graph.snapshot import Snapshot
from packlens.session.session import Session

MOST_ROWS = 100
_MOST = 1000


class SearchCode(Question, frozen=True, kw_only=True):
    """query is any text."""

    may_need_words: ClassVar[bool] = True

    query: str
    limit: int = 10
    cursor: str | None = None

    def needs_words(self, session: Session) -> bool:
        return bool(self.query.strip())

    def reply(self, session: Session) -> Answer:
        from packlens.views import search

        limit = max(1, min(self.limit, MOST_ROWS))

        def view(snapshot: Snapshot) -> search.Search:
            most = min(_MOST, first_row(snapshot, self.cursor) + limit)
            return search.search(snapshot, session.inputs.lexicon, self.query, most)

        seen = see(session, view)
        found, first = seen.value, first_row(seen.snapshot, self.cursor)

        def part(rows: int) -> tuple[int, str, dict[str, Any]]:
            shown = replace(found, hits=found.hits[first : first + rows])
            structured = msgspec.json.decode(search.to_json(shown))
            if first == 0:
                return len(shown.hits), search.to_text(shown), structured
            text = search.to_text(replace(shown, total=len(shown.hits)))
            return (
                len(shown.hits),
                f"{text}rows {first + 1}-{first + len(shown.hits)} of {found.total}\n",
                structured,
            )

        shown, text, structured = fitting(limit, part)
        follows = next_cursor(seen.snapshot, first + shown, min(found.total, _MOST)) if shown else None
        return made(seen, text, structured | ({"next_cursor": follows} if follows else {}))
