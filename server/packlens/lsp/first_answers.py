"""When work that nobody waits for begins: once the first answers are given.

An editor that has opened a file asks for its lenses as soon as there is a graph, and for the prices of those in view
together. Until it has them, Jedi's pass and the reading of words would take the processors from them. So both begin
when something that needs the graph was answered and nobody waits for an answer. Where no lenses can be asked for they
begin with the graph, and where none are asked for after a moment in which nobody waited for anything.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from packlens.lsp.first_index import load_ranks
from packlens.session.session import Session

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_PATIENCE_SECONDS = 2.0


class FirstAnswers:
    """Those that a client asks for when the first index is done.

    are_given   whether the work that nobody waits for has begun
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._asked = False
        self.are_given = False

    def asked(self) -> None:
        """Something that needs the graph is being answered."""
        self._asked = True

    def indexed(self) -> None:
        """There is a graph."""
        if self._lenses_may_come():
            self._wait(_PATIENCE_SECONDS)
        else:
            self._begin()

    def look(self) -> None:
        """Nobody waits for an answer any more."""
        if self._asked and self._server.first_index.done:
            self._begin()

    def follow(self, session: Session) -> None:
        """Another session, which has its graph, takes the place of the one that was open."""
        if self.are_given:
            asyncio.get_running_loop().run_in_executor(None, _make_ready, session)
            session.settle_in_background(self._server.heard(self._server.settled_more))
        else:
            self.indexed()  # the index of the one before may have been withdrawn

    def _lenses_may_come(self) -> bool:
        server = self._server
        can_show = server.client.can("text_document.code_lens")
        return can_show and bool(server.lens_kinds()) and bool(server.lenses.paths())

    def _wait(self, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._patience_is_over)

    def _patience_is_over(self) -> None:
        left = _PATIENCE_SECONDS - self._server.idle_seconds
        if left <= 0:
            self._begin()
        elif not self.are_given:
            self._wait(left)

    def _begin(self) -> None:
        if self.are_given:
            return
        self.are_given = True
        self.follow(self._server.opened())
        self._server.words.look()


def _make_ready(session: Session) -> None:
    load_ranks(session)
    session.stay()
