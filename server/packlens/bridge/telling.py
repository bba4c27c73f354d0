"""A question on its way in a thread, while whoever asked hears how far it is.

The thread says how far it is and asks whether anybody still waits; the event loop passes on the one and knows the
other. Whoever withdraws a question is let go at once, and the thread ends at the next file that it reads.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import Any, TypeVar

from packlens.bridge.asked import answer
from packlens.bridge.reply import Answer, Question
from packlens.session.session import Session
from packlens.session.texts import Cancelled, Progress

Result = TypeVar("Result")

Report = Callable[[int, int], Awaitable[None]]
"""Hears (files done, files) of what a question waits for."""

REPORT_SECONDS = 0.25
_FEW_FILES = 3  # what has just been edited: read by the question itself


async def answer_telling(
    workers: Executor, session: Session, question: Question, report: Report | None, *, look: bool
) -> Answer:
    """What the session says, asked in one of `workers`. Raises `PacklensError`."""
    return await telling(
        workers,
        lambda progress, cancelled: answer(
            session, question, look=look, progress=progress, cancelled=cancelled
        ),
        report,
    )


async def words_for(
    workers: Executor, session: Session, question: Question, report: Report | None, ended: Cancelled
) -> None:
    """Have read, of the words that a question needs, what is not read yet. Raises what goes wrong."""

    def read(progress: Progress, cancelled: Cancelled) -> None:
        missing = session.words_missing
        is_little = missing <= _FEW_FILES and missing < len(session.snapshot.documents)
        if missing and not is_little and question.needs_words(session):
            # After an index whose progress was told: what a client hears never goes back.
            session.read_words(
                lambda done, total: progress(total + done, 2 * total),
                lambda: ended() or cancelled(),
            )

    await telling(workers, read, report)


async def telling(
    workers: Executor, work: Callable[[Progress, Cancelled], Result], report: Report | None
) -> Result:
    """What `work` gives in one of `workers`, and what it raises."""
    withdrawn = threading.Event()
    done: list[tuple[int, int]] = []

    def note(*files: int) -> None:
        done[:] = [(files[0], files[1])]

    working = asyncio.get_running_loop().run_in_executor(workers, lambda: work(note, withdrawn.is_set))
    working.add_done_callback(_look_at)
    try:
        while not (await asyncio.wait({working}, timeout=REPORT_SECONDS))[0]:
            if report is not None and done:
                await report(*done[0])
        return working.result()
    finally:
        withdrawn.set()
        working.cancel()  # what no thread has begun yet


def _look_at(working: asyncio.Future[Any]) -> None:
    """Take note of how it ended, also where nobody waits for it any more."""
    if not working.cancelled():
        working.exception()
