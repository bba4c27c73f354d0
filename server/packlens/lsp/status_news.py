"""`packlens/statusChanged`: how the index stands, told to a client that asked for it.

Whatever may change it calls `look`; what is told is what is true a moment later, at most four times a second,
and only when it differs from what was told before. A client that did not ask hears nothing, and nothing is
counted for it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from packlens.lsp.protocol import Phase, ServerNotification, StatusChanged

if TYPE_CHECKING:
    from packlens.lsp.server import Server
    from packlens.session.session import Session

INTERVAL_SECONDS = 0.25


class StatusNews:
    """What the client was told last, and when it may be told again."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._told: StatusChanged | None = None
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._percentage: int | None = None
        self._indexing = False

    def look(self) -> None:
        """Something may have changed."""
        if not self._server.options.status_notifications:
            return
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell())

    def indexing(self, percentage: int | None) -> None:
        """An index is being made and is so far."""
        self._indexing, self._percentage = True, percentage
        self.look()

    def indexed(self) -> None:
        """No index is being made any more."""
        self._indexing, self._percentage = False, None
        self.look()

    async def _tell(self) -> None:
        while self._again:
            self._again = False
            session = self._server.session
            if session is not None:
                # Changes that are still on their way are part of what the client is told.
                count = _count if self._indexing else _settle_and_count
                await asyncio.get_running_loop().run_in_executor(None, count, session)
            now = self._now()
            if now != self._told and not self._server.protocol.stopped.is_set():
                self._told = now
                self._server.protocol.notify(
                    ServerNotification.STATUS_CHANGED.value, msgspec.to_builtins(now)
                )
            await asyncio.sleep(INTERVAL_SECONDS)

    def _now(self) -> StatusChanged:
        server = self._server
        first, session = server.first_index, server.session
        files = len(session.snapshot.documents) if session is not None else 0
        problem = first.problem or (session.failure if session is not None else None)
        if self._indexing or not (first.done or problem):
            phase, message = Phase.INDEXING, None
        elif problem:
            phase, message = Phase.PROBLEM, problem
        else:
            phase, message = Phase.READY, session.nothing_there if session is not None else None
        return StatusChanged(
            phase=phase,
            percentage=self._percentage,
            files=files,
            symbols=session.snapshot.symbol_count if session is not None else 0,
            pending=session.snapshot.pending if session is not None else 0,
            message=message,
        )


def _settle_and_count(session: Session) -> None:
    session.settle()
    _count(session)


def _count(session: Session) -> None:
    """Count what a client is told of the graph. That walks over all of a graph which was kept, and the lenses that an
    editor asks for at that moment do not wait for it.
    """
    snapshot = session.snapshot
    _ = snapshot.symbol_count, snapshot.pending
