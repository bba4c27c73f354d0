"""The lexical index, made ready before somebody asks a question in words.

It is read in steps once the first answers are given, while nobody types and nobody waits for an answer, and again after
each change. A question that comes before all is read has the rest read at once, and the person sees how far that is.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from packlens.base.spare_time import SpareTime
from packlens.lsp.long_work import long_work
from packlens.session.session import Session

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_STEP_SECONDS = 0.01
_QUIET_SECONDS = 0.5
_FEW_FILES = 100  # that a question reads by itself, in less time than a person would wonder at


class WordsAhead:
    """The lexical index of the session that the server has."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._reading = asyncio.Lock()
        self._spare_time = SpareTime(self._step, self._spare)

    def look(self) -> None:
        """The first answers are given, or the graph has changed."""
        if self._server.first_answers.are_given:
            self._spare_time.look()

    async def ready(self, session: Session) -> None:
        """Wait until the index is read, or little of it is left.

        Raises `CancelledError` when the person withdrew it. What has been read by then is not read again.
        """
        async with self._reading:
            if await self._server.work(lambda: session.words_missing) >= _FEW_FILES:
                title = f"Packlens: reading the words of {session.root.name}"
                await long_work(self._server, title, session.read_words)

    def _spare(self) -> bool:
        session = self._server.session
        return session is not None and session.quiet and self._server.idle_seconds > _QUIET_SECONDS

    async def _step(self) -> bool:
        session = self._server.opened()
        return await self._server.aside(lambda: session.read_words_for(_STEP_SECONDS))
