"""A question on its way in a thread, while whoever asked hears how far it is.

The thread says how far it is and asks whether anybody still waits; the event loop passes on the one and knows the
other. Whoever withdraws a question is let go at once, and the thread ends at the next file that it reads.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor

from packlens.bridge.asked import answer
from packlens.bridge.reply import Answer, Question
from packlens.session.session import Session

Report = Callable[[int, int], Awaitable[None]]
"""Hears (files done, files) of what a question waits for."""

REPORT_SECONDS = 0.25


async def answer_telling(
    workers: Executor, session: Session, question: Question, report: Report | None, *, look: bool
) -> Answer:
    """What the session says, asked in one of `workers`. Raises `PacklensError`."""
    withdrawn = threading.Event()
    done: list[tuple[int, int]] = []

    def note(*files: int) -> None:
        done[:] = [(files[0], files[1])]

    asked = asyncio.get_running_loop().run_in_executor(
        workers,
        lambda: answer(session, question, look=look, progress=note, cancelled=withdrawn.is_set),
    )
    asked.add_done_callback(_look_at)
    try:
        while not (await asyncio.wait({asked}, timeout=REPORT_SECONDS))[0]:
            if report is not None and done:
                await report(*done[0])
        return asked.result()
    finally:
        withdrawn.set()
        asked.cancel()  # what no thread has begun yet


def _look_at(asked: asyncio.Future[Answer]) -> None:
    """Take note of how it ended, also where nobody waits for it any more."""
    if not asked.cancelled():
        asked.exception()
