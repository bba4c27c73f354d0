"""How the index stands. It waits for nothing."""

from __future__ import annotations

from typing import ClassVar

from packlens.bridge.reply import Answer, Question, cut
from packlens.session.session import Session

_SHOWN_FAILURES = 20


class IndexStatus(Question, frozen=True, kw_only=True):
    """Nothing to choose."""

    needs_graph: ClassVar[bool] = False

    def reply(self, session: Session) -> Answer:
        from packlens.views import status_view

        found = session.status()
        text = status_view.to_text(found)
        failures = found["parse_failures"]
        if len(failures) > _SHOWN_FAILURES:
            found |= {"parse_failures": failures[:_SHOWN_FAILURES], "parse_failures_total": len(failures)}
        found = {key: value for key, value in found.items() if value is not None}
        return Answer(
            text=cut(text), structured=found, generation=found["generation"], pending=found["pending"]
        )
