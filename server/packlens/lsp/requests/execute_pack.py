"""`packlens.server.pack`: a pack of the named targets, as text and, when asked, as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from packlens.base.errors import UsageError
from packlens.lsp.arguments import read_arguments
from packlens.lsp.long_work import long_work
from packlens.lsp.protocol import PackArguments, PackResult
from packlens.lsp.requests.code_action import lines_target
from packlens.lsp.rpc import Written
from packlens.lsp.server import SETTLE_SECONDS, Server
from packlens.lsp.shown_file import show_text
from packlens.session.session import comparison_of
from packlens.session.texts import Cancelled, Progress

if TYPE_CHECKING:
    from packlens.views.pack.model import Pack


async def execute_pack(ls: Server, *arguments: Any) -> Written:
    """Answers with a `PackResult`."""
    from packlens.views.layout.render import pack_json, render

    asked = read_arguments(arguments, PackArguments)
    session = await ls.settled()
    targets = tuple(asked.targets) or _targets_of_place(ls, asked)
    question = session.question(targets, **_choices(ls, asked))
    if question.query is not None:
        await ls.words.ready(session)
    since = None if asked.since is None else ls.last_packs.text(asked.since)

    def answer(progress: Progress | None = None, cancelled: Cancelled | None = None) -> Pack:
        return session.packed(
            question,
            SETTLE_SECONDS,
            every_row=asked.parts,
            since=since,
            progress=progress,
            cancelled=cancelled,
        )

    warning = session.first_warning(question, "editor")
    if warning is not None:
        ls.client.warn(warning)
    if question.of_diff:
        states = comparison_of(question).text
        made = await long_work(ls, f"Packlens: reading {states} of {session.root.name}", answer)
    elif question.semantic:
        made = await long_work(ls, f"Packlens: comparing code of {session.root.name}", answer)
    else:
        made = await ls.work(answer)
    text = render(made)
    ls.last_packs.keep(made.digest, text)
    file = None
    if asked.show:
        name = f"{made.root} {made.target.shown}"
        sentence = f"context of {made.target.shown}, {made.tokens:,} tokens, is in"
        file = await show_text(ls, name, question.format, text, sentence)
    result = PackResult(
        text=text,
        format=question.format,
        tokens=made.tokens,
        budget=question.budget,
        tokenizer=question.tokenizer,
        state=made.state,
        digest=made.digest,
        generation=made.generation,
        pending=made.pending,
        warnings=list(made.warnings),
        supersedes=made.question.since or None,
        parts=pack_json(made) if asked.parts else None,
        file=file,
    )
    return Written(result)


def _choices(ls: Server, asked: PackArguments) -> dict[str, Any]:
    """Where the argument differs from the settings, by the names that a question has."""
    return {
        "query": asked.query,
        "focus": ls.focus(asked.focus),
        "budget": asked.budget,
        "format": asked.format,
        "signatures_only": asked.signatures_only,
        "direction": asked.direction,
        "depth": asked.depth,
        "tokenizer": asked.tokenizer,
        "levels": asked.levels,
        "diff": asked.diff,
        "staged": asked.staged,
        "template": asked.template,
    }


def _targets_of_place(ls: Server, asked: PackArguments) -> tuple[str, ...]:
    if asked.uri is None:
        if asked.query is not None or asked.diff is not None or asked.staged:
            return ()
        raise UsageError(
            "packlens.server.pack: nothing to pack; name `targets`, a `uri` with or without a `range`, a `query` or "
            "a `diff`"
        )
    path = ls.asked_path(asked.uri)
    if asked.range is None:
        return (path,)
    start, end = asked.range.start, asked.range.end
    return (lines_target(path, start.line, start.character, end.line, end.character),)
