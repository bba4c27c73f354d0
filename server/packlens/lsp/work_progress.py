"""Work over many files, as the client sees it: a work-done progress that the person may withdraw, and, of an index
being made, the percentage in `packlens/statusChanged`.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
import uuid
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from packlens.base.counted import counted

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_REPORT_SECONDS = 0.1
_PATIENCE_SECONDS = 5.0


class WorkProgress:
    """One piece of work. `report` and `cancelled` may be called from any thread."""

    def __init__(self, server: Server, token: str | None, *, is_index: bool) -> None:
        self._server = server
        self._is_index = is_index
        self._token = token
        self._loop = asyncio.get_running_loop()
        self._reported = 0.0
        self._ended = False
        self._stopped: threading.Event = server.protocol.stopped

    @classmethod
    async def begin(cls, server: Server, title: str, *, is_index: bool = True) -> WorkProgress:
        """Tell the client of the work. A client that shows no progress, or does not answer, is not told."""
        token = None
        if server.client.can("window.work_done_progress"):
            token = str(uuid.uuid4())
            try:
                await asyncio.wait_for(server.work_done_progress.create_async(token), _PATIENCE_SECONDS)
            except (TimeoutError, JsonRpcException):
                token = None
        if token is not None:
            begin = types.WorkDoneProgressBegin(title=title, cancellable=True, percentage=0)
            server.work_done_progress.begin(token, begin)
        if is_index:
            server.status.indexing(0)
        return cls(server, token, is_index=is_index)

    def report(self, done: int, total: int) -> None:
        """`done` of `total` steps are over."""
        now = time.monotonic()
        if done < total and now - self._reported < _REPORT_SECONDS:
            return
        self._reported = now
        percentage = min(99, 100 * done // max(total, 1))
        message = f"{done:,} of {counted(total, 'file')}"
        with contextlib.suppress(RuntimeError):  # the conversation is over
            self._loop.call_soon_threadsafe(self._send, message, percentage)

    def cancelled(self) -> bool:
        """Whether the person withdrew the work, or the client is gone."""
        token = self._server.work_done_progress.tokens.get(self._token) if self._token is not None else None
        return self._stopped.is_set() or (token is not None and token.cancelled())

    def end(self, message: str) -> None:
        """The work is over."""
        self._ended = True
        if self._is_index:
            self._server.status.indexed()
        if self._token is not None:
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd(message=message))
            self._server.work_done_progress.tokens.pop(self._token, None)
            self._token = None

    def _send(self, message: str, percentage: int) -> None:
        if self._ended:
            return
        if self._is_index:
            self._server.status.indexing(percentage)
        if self._token is not None:
            report = types.WorkDoneProgressReport(message=message, percentage=percentage, cancellable=True)
            self._server.work_done_progress.report(self._token, report)
