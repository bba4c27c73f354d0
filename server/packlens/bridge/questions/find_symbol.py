"""Symbols by name."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from packlens.bridge.reply import Answer, Question, first_row, fitting, made, next_cursor, see
from packlens.graph.snapshot import Snapshot
from packlens.session.session import Session
from packlens.symbols.symbol import SymbolKind

MOST_ROWS = 200


class FindSymbol(Question, frozen=True, kw_only=True):
    """query is a name, or a part of one; cursor goes on where an earlier part of the answer ended."""

    query: str
    kind: (
        Literal["module", "class", "function", "method", "property", "constant", "variable", "type_alias"]
        | None
    ) = None
    limit: int = 20
    cursor: str | None = None

    def reply(self, session: Session) -> Answer:
        from packlens.views import find

        kind = None if self.kind is None else SymbolKind(self.kind)
        limit = max(1, min(self.limit, MOST_ROWS))

        def view(snapshot: Snapshot) -> find.Found:
            return find.find_symbols(snapshot, self.query, kind, first_row(snapshot, self.cursor), limit)

        seen = see(session, view)

        def part(rows: int) -> tuple[find.Found, str, dict[str, Any]]:
            found = find.first_rows(seen.value, rows)
            return found, find.to_text(found), msgspec.json.decode(find.to_json(found))

        found, text, structured = fitting(limit, part)
        follows = next_cursor(seen.snapshot, found.first + len(found.rows), found.total)
        return made(seen, text, structured | ({"next_cursor": follows} if follows else {}))
