"""One symbol."""

from __future__ import annotations

from typing import Any

import msgspec

from packlens.bridge.inside import target_inside
from packlens.bridge.reply import Answer, Question, cut, fitting, made, see
from packlens.session.session import Session

MOST_LINES = 1000
_SHOWN_CHILDREN = 200


class GetSymbol(Question, frozen=True, kw_only=True):
    """Of a body, no more than the first `max_body_lines` lines."""

    target: str
    include_body: bool = False
    max_body_lines: int = 200

    def reply(self, session: Session) -> Answer:
        from packlens.views import symbol_view

        target = target_inside(session.root, self.target)
        most = max(1, min(self.max_body_lines, MOST_LINES))

        seen = see(
            session, lambda snapshot: symbol_view.symbol_view(snapshot, target, body=self.include_body)
        )

        def part(lines: int) -> tuple[None, str, dict[str, Any]]:
            view = symbol_view.first_lines(seen.value, lines)
            structured = msgspec.json.decode(symbol_view.to_json(view))
            if len(structured["children"]) > _SHOWN_CHILDREN:
                structured["children_total"] = len(structured["children"])
                del structured["children"][_SHOWN_CHILDREN:]
            if view.lines_left_out:
                structured["lines_left_out"] = view.lines_left_out
            return None, symbol_view.to_text(view), structured

        _, text, structured = fitting(most, part)
        for key in ("body", "docstring", "signature"):  # a single line can be too long
            if isinstance(structured.get(key), str):
                structured[key] = cut(structured[key])
        return made(seen, cut(text), structured)
