"""The editor's session, shared with other processes of the same person: an agent sees what is not saved yet.

Questions that come over the bridge are answered like the editor's own, in threads of their own, so that an agent
keeps no lens waiting for a thread. Where there is no safe place for a socket nobody can connect; the editor is served
all the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from packlens.base.config import Mcp
from packlens.base.workers import Workers
from packlens.bridge.host import Answers
from packlens.bridge.reply import Answer, Question
from packlens.bridge.serving import Serving
from packlens.bridge.telling import REPORT_SECONDS, Report, answer_telling, words_for

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_LOGGER = logging.getLogger(__name__)
_WORKERS = 2


class Http(Protocol):
    """A server for agents that listens at `url`; `header` is what they send."""

    url: str
    header: str

    def close(self) -> None:
        """Let everybody go."""


OpenHttp = Callable[[Answers, int], Awaitable[Http]]
"""Serves what answers on a port of this machine, 0 for a free one. Raises `OSError`."""


class Sharing:
    """The bridge's end in this server, and the one for agents over HTTP.

    http   the latter; `None` while nobody asked for it

    Both are as `mcp.enabled` and `mcp.port` say, from the moment they change.
    """

    def __init__(self, server: Server, open_http: OpenHttp | None) -> None:
        self._server = server
        self._open_http = open_http
        self._following = asyncio.Lock()
        self._settings = Mcp(enabled=False)
        self.http: Http | None = None
        self._serving: Serving | None = None
        self._workers = Workers(_WORKERS, "packlens-shared")
        self._reading = asyncio.Lock()
        self._ended = False

    async def follow(self) -> None:
        """Let others connect as the settings say, once the root is open."""
        async with self._following:
            wanted, before = self._server.config.mcp, self._settings
            if wanted == before or self._server.session is None:
                return
            self._settings = wanted
            if wanted.enabled != before.enabled:
                await self._follow_bridge(wanted)
            await self._follow_http(wanted)

    async def _follow_bridge(self, wanted: Mcp) -> None:
        if self._serving is not None:
            self._serving.close()
            self._serving = None
        root = self._server.root
        if not wanted.enabled or root is None:
            return
        serving = Serving(root, self.ask, lambda: self._server.first_index.done)
        try:
            await serving.open()
        except OSError as error:
            _LOGGER.warning("agents cannot ask this editor: %s", error.strerror or error)
        else:
            self._serving = serving

    async def _follow_http(self, wanted: Mcp) -> None:
        if self.http is not None:
            self.http.close()
            self.http = None
        if not wanted.enabled or wanted.port is None or self._open_http is None:
            return
        try:
            self.http = await self._open_http(self, wanted.port)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self._server.client.warn(
                f"mcp.port {wanted.port}: cannot listen there: {reason}; choose a free port, or 0"
            )

    def close(self) -> None:
        """Let everybody go."""
        self._ended = True
        if self.http is not None:
            self.http.close()
        if self._serving is not None:
            self._serving.close()
        self._workers.shutdown()

    async def ask(self, question: Question, report: Report | None = None) -> Answer:
        """What the editor's session says. Raises `PacklensError`."""
        server = self._server
        await server.told()
        if question.needs_graph:
            await self._indexed(report)
        session = server.opened()
        look = not server.hears_of_files()
        with server.at_work():
            if question.may_need_words:
                async with self._reading:
                    await words_for(self._workers, session, question, report, lambda: self._ended)
            return await answer_telling(self._workers, session, question, report, look=look)

    async def _indexed(self, report: Report | None) -> None:
        waiting = asyncio.ensure_future(self._server.first_index.wait())
        try:
            while not (await asyncio.wait({waiting}, timeout=REPORT_SECONDS))[0]:
                if report is not None:
                    await report(0, 0)
            waiting.result()
        finally:
            waiting.cancel()
