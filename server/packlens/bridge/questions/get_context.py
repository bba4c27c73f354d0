"""Code for a task, within a budget."""

from __future__ import annotations

from typing import Literal

from packlens.base.errors import UsageError
from packlens.bridge.inside import refuse_budget, target_inside
from packlens.bridge.reply import MOST_TOKENS, Answer, Question, made, see
from packlens.session.session import Session


class GetContext(Question, frozen=True, kw_only=True):
    """task names what is asked about: a symbol or a file, or several with commas between them."""

    task: str
    budget: int | None = None
    format: Literal["markdown", "xml", "json", "text"] | None = None

    def reply(self, session: Session) -> Answer:
        from packlens.views.pack import pack
        from packlens.views.render import render
        from packlens.views.tokens import Tokenizer, count_once

        refuse_budget(self.budget, MOST_TOKENS)
        targets = tuple(
            target_inside(session.root, part.strip()) for part in self.task.split(",") if part.strip()
        )
        budget = min(session.config.budget, MOST_TOKENS) if self.budget is None else self.budget
        question = session.question(targets, budget=budget, format=self.format)
        seen = see(session, lambda snapshot: pack(snapshot, question))
        packed = seen.value
        text = render(packed)
        if question.format.value == "json" and (tokens := count_once(text, Tokenizer.O200K)) > MOST_TOKENS:
            raise UsageError(
                f"format 'json': its {tokens:,} tokens are more than an answer may have ({MOST_TOKENS:,}); "
                "ask for markdown, or for a smaller budget"
            )
        structured = {
            "schema": "packlens.context/1",
            "text": text,
            "format": question.format.value,
            "tokens": packed.tokens,
            "budget": question.budget,
            "tokenizer": question.tokenizer.value,
            "state": packed.state,
            "digest": packed.digest,
            "warnings": list(packed.warnings),
        }
        return made(seen, text, structured)
