"""Code for a task, within a budget."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from packlens.base.errors import AmbiguousError, NotFoundError, PacklensError, UsageError
from packlens.bridge.inside import path_inside, refuse_budget, target_inside
from packlens.bridge.reply import MOST_TOKENS, Answer, Question, made, see
from packlens.graph.snapshot import Snapshot
from packlens.session.session import Session

if TYPE_CHECKING:
    from packlens.views.pack.model import Pack
    from packlens.views.pack.question import PackQuestion

# Written like code and not like a word: a dot, a colon, a slash or an underscore in it, or a capital after a letter.
_LIKE_CODE = re.compile(r"\S*(?:[\w>][./:\\]|_|[a-z][A-Z])\S*")


class GetContext(Question, frozen=True, kw_only=True):
    """task names symbols or files, with commas between them, or says in words what is asked; files that somebody has in
    view count for words, those of them that are indexed.
    """

    may_need_words: ClassVar[bool] = True

    task: str
    budget: int | None = None
    focus_files: tuple[str, ...] = ()
    format: Literal["markdown", "xml", "json", "text"] | None = None

    def needs_words(self, session: Session) -> bool:
        try:
            return session.ask(lambda snapshot: self._question(session, snapshot, []).query is not None)
        except PacklensError:
            return False  # the answer says what is wrong

    def reply(self, session: Session) -> Answer:
        from packlens.views.layout.render import render
        from packlens.views.pack.pack import pack
        from packlens.views.pack.question import refuse_blank
        from packlens.views.tokens import Tokenizer, count_in_parts

        refuse_budget(self.budget, MOST_TOKENS)
        refuse_blank("task", self.task.strip(", \n\t"))
        focus = [path_inside(session.root, path) for path in dict.fromkeys(self.focus_files)]

        def view(snapshot: Snapshot) -> Pack:
            return pack(snapshot, self._question(session, snapshot, focus), session.inputs)

        seen = see(session, view)
        packed = seen.value
        text = render(packed)
        form = packed.question.format.value
        if form == "json" and (tokens := count_in_parts(text, Tokenizer.O200K)) > MOST_TOKENS:
            raise UsageError(
                f"format 'json': its {tokens:,} tokens are more than an answer may have ({MOST_TOKENS:,}); "
                "ask for markdown, or for a smaller budget"
            )
        structured = {
            "schema": "packlens.context/1",
            "text": text,
            "format": form,
            "tokens": packed.tokens,
            "budget": packed.question.budget,
            "tokenizer": packed.question.tokenizer.value,
            "state": packed.state,
            "digest": packed.digest,
            "warnings": list(packed.warnings),
        }
        warning = session.first_warning(packed.question, "agent")
        return msgspec.structs.replace(made(seen, text, structured), note=warning or "")

    def _question(self, session: Session, snapshot: Snapshot, focus: list[str]) -> PackQuestion:
        """About targets, when each part of the task is one; else in words. When all parts are written like code, one
        that is no target is refused with the nearest names.
        """
        from packlens.views.targets import resolve_target

        budget = min(session.config.budget, MOST_TOKENS) if self.budget is None else self.budget
        parts = [*dict.fromkeys(part.strip() for part in self.task.split(",") if part.strip())]
        try:
            targets = [target_inside(session.root, part) for part in parts if " " not in part or "::" in part]
            if len(targets) < len(parts):
                raise NotFoundError("in words")
            for target in targets:
                resolve_target(snapshot, target)
        except (NotFoundError, AmbiguousError):
            if all(_LIKE_CODE.fullmatch(part) for part in parts):
                raise
        else:
            return session.question(targets, budget=budget, format=self.format)
        focus = [path for path in focus if path in snapshot.documents]
        return session.question(query=self.task, focus=focus, budget=budget, format=self.format)
