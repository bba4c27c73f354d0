"""The form of a question and of its answer, and what holds for all of them.

An answer is the text that every other door gives for the same question, its JSON form, and how far both can be
trusted. A list too long to be read comes in parts: a part names the cursor of the next, which holds as long as
no text changes. No answer costs a model more than `MOST_TOKENS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from packlens.base.counted import counted
from packlens.base.errors import UsageError
from packlens.graph.snapshot import Snapshot
from packlens.session.session import Session
from packlens.session.texts import Cancelled, Progress

MOST_TOKENS = 20_000
SETTLE_SECONDS = 2.0
_MOST_CHARACTERS_A_TOKEN = 10
_STRETCH = 500

Value = TypeVar("Value")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a model gets.

    text         the view's text, byte for byte as at the other doors
    structured   its JSON form
    generation   of the graph it was made from, counted inside the process that answered
    stale        whether a change that was made before the question may be missing from it
    pending      sites that could still change it
    note         what else there is to say about who answers, in a few words
    """

    text: str
    structured: dict[str, Any]
    generation: int
    stale: bool = False
    pending: int = 0
    note: str = ""


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question.

    needs_graph     whether it waits for an index and for what has just changed
    may_need_words  whether it may be one for which `needs_words` is true
    """

    needs_graph: ClassVar[bool] = True
    may_need_words: ClassVar[bool] = False

    def needs_words(self, session: Session) -> bool:
        """Whether it needs the lexical index. Called in a thread with room to recurse, once there is a graph."""
        return False

    def reply(self, session: Session) -> Answer:
        """What the session says now. Called in a thread with room to recurse."""
        raise NotImplementedError


class LongQuestion(Question, frozen=True, kw_only=True):
    """One that may take long, for what it reads besides the graph: it tells how far it is, and can be withdrawn."""

    def reply(self, session: Session) -> Answer:
        return self.reply_telling(session, None, None)

    def reply_telling(
        self, session: Session, progress: Progress | None, cancelled: Cancelled | None
    ) -> Answer:
        """As `reply`. `progress` hears (files done, files); raises `CancelledError` when `cancelled` said so."""
        raise NotImplementedError


class Waits(Protocol):
    """A view's value that some sites could still change."""

    @property
    def open_sites(self) -> frozenset[tuple[str, int]]: ...


Waiting = TypeVar("Waiting", bound=Waits)


class Seen(Generic[Waiting]):
    """A view's value and the snapshot that it was made from."""

    __slots__ = ("snapshot", "value")

    def __init__(self, snapshot: Snapshot, value: Waiting) -> None:
        self.snapshot = snapshot
        self.value = value

    @property
    def open_sites(self) -> frozenset[tuple[str, int]]:
        """The sites that could still change the value."""
        return self.value.open_sites


def see(session: Session, view: Callable[[Snapshot], Waiting]) -> Seen[Waiting]:
    """What `view` says, a moment waited for what could change it."""
    return session.settled(lambda snapshot: Seen(snapshot, view(snapshot)), SETTLE_SECONDS)


def made(seen: Seen[Any], text: str, structured: dict[str, Any]) -> Answer:
    """The answer that a view's value is written as."""
    return Answer(
        text=text, structured=structured, generation=seen.snapshot.generation, pending=len(seen.open_sites)
    )


def first_row(snapshot: Snapshot, cursor: str | None) -> int:
    """The row that a cursor stands for. Raises `UsageError` for one of other texts than these."""
    if not cursor:
        return 0
    state, _, row = cursor.partition("-")
    if not row.isdecimal() or len(row) > 9:
        raise UsageError(f"cursor {cursor[:40]!r}: not one of ours; give a next_cursor as it was given")
    if state != snapshot.state[:12]:
        raise UsageError("cursor: the code has changed since; ask again without it")
    return int(row)


def next_cursor(snapshot: Snapshot, row: int, total: int) -> str | None:
    """The cursor of what stands from `row` on; `None` at the end."""
    return f"{snapshot.state[:12]}-{row}" if row < total else None


def fitting(
    limit: int, part: Callable[[int], tuple[Value, str, dict[str, Any]]]
) -> tuple[Value, str, dict[str, Any]]:
    """The longest part of a list, of at most `limit` rows, that costs no more than an answer may."""
    while True:
        value, text, structured = part(limit)
        if limit == 1 or not (
            _costs_too_much(text) or _costs_too_much(msgspec.json.encode(structured).decode())
        ):
            return value, text, structured
        limit = max(1, limit // 2)


def cut(text: str) -> str:
    """`text` without its end where it costs more than an answer may. Says so."""
    if not _costs_too_much(text):
        return text
    kept = min(len(text), MOST_TOKENS * _MOST_CHARACTERS_A_TOKEN)
    while _costs_too_much(text[:kept]):
        kept = kept * 3 // 4
    line_end = text.rfind("\n", kept - _STRETCH, kept)
    kept = line_end if line_end > 0 else kept
    return f"{text[:kept]}\nand {counted(len(text) - kept, 'character')} more; ask for less\n"


def _costs_too_much(text: str) -> bool:
    from packlens.views.tokens import Tokenizer, count_in_parts

    room = MOST_TOKENS - 100
    if len(text.encode(errors="replace")) <= room:  # a token is at least a byte
        return False
    if len(text) > room * _MOST_CHARACTERS_A_TOKEN:
        return True
    # In stretches, which costs a token more for each: a word of a megabyte takes an encoder minutes.
    starts = range(0, len(text), _STRETCH)
    return sum(count_in_parts(text[start : start + _STRETCH], Tokenizer.O200K) for start in starts) > room
