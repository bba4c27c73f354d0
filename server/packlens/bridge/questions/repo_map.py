"""The files that matter most, and what stands in them."""

from __future__ import annotations

from typing import Any

import msgspec

from packlens.bridge.inside import path_inside, refuse_budget
from packlens.bridge.reply import MOST_TOKENS, Answer, Question, fitting
from packlens.session.session import Session


class RepoMap(Question, frozen=True, kw_only=True):
    """path_prefix is a folder; without it the map is of the whole workspace."""

    budget: int | None = None
    path_prefix: str | None = None

    def reply(self, session: Session) -> Answer:
        from packlens.views.map.as_text import render_map

        refuse_budget(self.budget, MOST_TOKENS)
        prefix = path_inside(session.root, self.path_prefix) if self.path_prefix else "."
        question = session.map_question(budget=self.budget, path_prefix=None if prefix == "." else prefix)
        made = session.map_of(question)
        whole: dict[str, Any] = msgspec.json.decode(render_map(made, "json"))
        text = render_map(made, "text")

        def part(
            rows: int,
        ) -> tuple[None, str, dict[str, Any]]:  # the text keeps its budget, its JSON form may not
            return None, "", whole | {"files": _first_rows(whole["files"], rows)}

        _, _, structured = fitting(sum(1 + len(file["symbols"]) for file in whole["files"]) or 1, part)
        return Answer(text=text, structured=structured, generation=made.generation)


def _first_rows(files: list[dict[str, Any]], limit: int) -> list[dict[str, Any]]:
    """The first files with their symbols, no more than `limit` of both."""
    kept: list[dict[str, Any]] = []
    for file in files:
        if limit <= 0:
            break
        kept.append(file | {"symbols": file["symbols"][: limit - 1]})
        limit -= 1 + len(file["symbols"])
    return kept
