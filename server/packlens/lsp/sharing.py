"""The editor's session, shared with other processes of the same person: an agent sees what is not saved yet.

Questions that come over the bridge are answered like the editor's own, in threads of their own, so that an agent
keeps no lens waiting for a thread. Where there is no safe place for a socket nobody can connect; the editor is served
all the same.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from packlens.base.workers import Workers
from packlens.bridge.asked import answer
from packlens.bridge.engine import Report
from packlens.bridge.reply import Answer, Question
from packlens.bridge.serving import Serving

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_LOGGER = logging.getLogger(__name__)
_WORKERS = 2
_REPORT_SECONDS = 0.25


class Sharing:
    """The bridge's end in this server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._serving: Serving | None = None
        self._workers = Workers(_WORKERS, "packlens-shared")

    async def open(self) -> None:
        """Let others connect, once the root is open."""
        root = self._server.root
        if self._serving is not None or root is None or self._server.session is None:
            return
        serving = Serving(root, self._answer, lambda: self._server.first_index.done)
        try:
            await serving.open()
        except OSError as error:
            _LOGGER.warning("agents cannot ask this editor: %s", error.strerror or error)
        else:
            self._serving = serving

    def close(self) -> None:
        """Let everybody go."""
        if self._serving is not None:
            self._serving.close()
        self._workers.shutdown()

    async def _answer(self, question: Question, report: Report) -> Answer:
        server = self._server
        await server.told()
        if question.needs_graph:
            await self._indexed(report)
        session = server.opened()
        look = not server.hears_of_files()
        return await asyncio.get_running_loop().run_in_executor(
            self._workers, lambda: answer(session, question, look=look)
        )

    async def _indexed(self, report: Report) -> None:
        waiting = asyncio.ensure_future(self._server.first_index.wait())
        try:
            while not (await asyncio.wait({waiting}, timeout=_REPORT_SECONDS))[0]:
                await report(0, 0)
            waiting.result()
        finally:
            waiting.cancel()
