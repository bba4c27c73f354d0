"""Questions that may take long: of a diff, for which states that are not the editor's are read and drawn first, or in
words before those of the workspace are read.

Such a question is shown as a progress once it has taken a moment. It ends when the person withdraws that, or the
request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from packlens.base.errors import CancelledError
from packlens.lsp.work_progress import WorkProgress
from packlens.session.texts import Cancelled, Progress

if TYPE_CHECKING:
    from packlens.lsp.server import Server

Answer = TypeVar("Answer")

_SOON_SECONDS = 0.5


async def long_work(server: Server, title: str, question: Callable[[Progress, Cancelled], Answer]) -> Answer:
    """What `question` returns, asked in a worker thread, which tells how far it is and asks whether to stop."""
    withdrawn = server.protocol.withdrawn()
    shown: list[WorkProgress] = []

    def report(done: int, total: int) -> None:
        for progress in shown:
            progress.report(done, total)

    def cancelled() -> bool:
        return withdrawn.is_set() or any(progress.cancelled() for progress in shown)

    asked = asyncio.ensure_future(server.work(lambda: question(report, cancelled)))
    asked.add_done_callback(_look_at)
    if (await asyncio.wait({asked}, timeout=_SOON_SECONDS))[0]:
        return asked.result()
    progress = await WorkProgress.begin(server, title, is_index=False)
    shown.append(progress)
    outcome = "failed"
    try:
        answer = await asked
        outcome = "done"
    except (CancelledError, asyncio.CancelledError):
        outcome = "withdrawn"
        raise
    finally:
        progress.end(outcome)
    return answer


def _look_at(asked: asyncio.Future[Answer]) -> None:
    """Take note of how it ended, also where the request was withdrawn and nobody waits for it."""
    if not asked.cancelled():
        asked.exception()
