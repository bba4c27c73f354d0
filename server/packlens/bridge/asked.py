"""Every question by its name, read strictly: a misspelt argument is an error and not a default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from packlens.base.counted import counted
from packlens.base.errors import UsageError
from packlens.bridge.questions.find_symbol import FindSymbol
from packlens.bridge.questions.get_context import GetContext
from packlens.bridge.questions.get_symbol import GetSymbol
from packlens.bridge.questions.impact_of import ImpactOf
from packlens.bridge.questions.index_status import IndexStatus
from packlens.bridge.questions.repo_map import RepoMap
from packlens.bridge.questions.search_code import SearchCode
from packlens.bridge.questions.uses import CalleesOf, CallersOf
from packlens.bridge.questions.verify_pack import VerifyPack
from packlens.bridge.reply import SETTLE_SECONDS, Answer, LongQuestion, Question
from packlens.session.session import Session
from packlens.session.texts import Cancelled, Progress

QUESTIONS: dict[str, type[Question]] = {
    "get_context": GetContext,
    "repo_map": RepoMap,
    "find_symbol": FindSymbol,
    "search_code": SearchCode,
    "get_symbol": GetSymbol,
    "callers_of": CallersOf,
    "callees_of": CalleesOf,
    "impact_of": ImpactOf,
    "index_status": IndexStatus,
    "verify_pack": VerifyPack,
}


_MOST_CHARACTERS = 20_000


def read_question(name: str, arguments: Mapping[str, Any] | None) -> Question:
    """The question called `name`. Raises `UsageError` for an unknown one and for wrong arguments."""
    shape = QUESTIONS.get(name)
    if shape is None:
        raise UsageError(f"{name!r}: no such question; there are {', '.join(QUESTIONS)}")
    try:
        # Some models write null for what they leave out.
        given = {key: value for key, value in (arguments or {}).items() if value is not None}
        question = msgspec.convert(given, shape)
    except msgspec.ValidationError as error:
        reason = str(error).replace("`", "").replace("$.", "").replace(" | null", "")
        known = ", ".join(shape.__struct_fields__) or "none"
        raise UsageError(f"{name}: {reason[:1].lower()}{reason[1:]}; its arguments are {known}") from None
    for key, value in given.items():
        if isinstance(value, str) and len(value) > _MOST_CHARACTERS and key != "pack":
            raise UsageError(
                f"{key}: {counted(len(value), 'character')}, of which {_MOST_CHARACTERS:,} are read; give less"
            )
    return question


def answer(
    session: Session,
    question: Question,
    *,
    look: bool,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Answer:
    """What the session says. Called in a thread with room to recurse.

    A question about the graph waits up to `SETTLE_SECONDS` for every change that was made before it, and the
    answer says when that was not long enough. `look` also looks at the disk for changes that nobody has told of.
    `progress` and `cancelled` are those of a `LongQuestion`.
    """
    if not question.needs_graph:
        return question.reply(session)
    if look:
        session.refresh()
    stale = not session.caught_up(SETTLE_SECONDS) or session.failure is not None
    if isinstance(question, LongQuestion):
        reply = question.reply_telling(session, progress, cancelled)
    else:
        reply = question.reply(session)
    return msgspec.structs.replace(reply, stale=True) if stale else reply


def name_of(question: Question) -> str:
    """The name under which `read_question` gives such a question back."""
    return _NAMES[type(question)]


_NAMES = {shape: name for name, shape in QUESTIONS.items()}
