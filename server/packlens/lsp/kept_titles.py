"""Titles of lenses that outlive the server that worked them out.

A start from what was kept has its graph at once, but the first price would bring half of it into memory: two seconds on
a large workspace. So the titles that a client was told are left beside the graph, and the next server tells them again.
A title is a function of the graph, of what a click asks for and of our code. The store says whether the graph is the
very one that they were worked out for; a digest stands for the rest. Where one of these differs, no title is taken up,
and each is worked out as it always is.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from packlens.base.own_code import own_code
from packlens.graph.snapshot import Snapshot
from packlens.lsp.protocol import LensKind
from packlens.session.session import Session

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_NAME = "lenses"
_SOON_SECONDS = 2.0
_DECIDING = ("base", "views", "lsp")  # beside what decides the graph, which the store knows


class Titles(msgspec.Struct):
    """What is left: a digest of what the titles were worked out with, and (symbol, kind, title) for each."""

    made_with: str
    titles: list[tuple[str, LensKind, str]]


class KeptTitles:
    """The titles of the session that the server has, on their way into the store and out of it."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._timer: asyncio.TimerHandle | None = None

    @staticmethod
    def left(session: Session, snapshot: Snapshot) -> Titles | None:
        """What an earlier server left for this generation. In a worker thread: it reads files."""
        raw = session.left(_NAME, snapshot)
        _code()
        try:
            return None if raw is None else msgspec.convert(json.loads(raw), Titles)
        except (ValueError, msgspec.ValidationError):
            return None

    def take_up(self, snapshot: Snapshot, left: Titles | None) -> None:
        """Tell these titles again, where they were worked out with the settings and the code of now."""
        if left is not None and left.made_with == self._made_with():
            self._server.numbers.take_up(snapshot, left.titles)

    def worked_out(self) -> None:
        """A title was worked out: it is left with all others in a moment."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_SOON_SECONDS, self._leave)

    def end(self) -> None:
        """The conversation is over: what would be left in a moment is left now."""
        if self._timer is not None:
            self._leave()

    def _leave(self) -> None:
        self._timer = None
        session = self._server.session
        if session is None:
            return
        # Here, on the event loop, titles and settings belong together.
        made_with, known = self._made_with(), self._server.numbers.all_known()

        def made(snapshot: Snapshot) -> bytes:
            titles = [
                (target, kind, kept.title) for (target, kind), kept in known.items() if kept.holds(snapshot)
            ]
            # Paths that are no UTF-8 hold half surrogates, which the standard library writes as escapes.
            return json.dumps(msgspec.to_builtins(Titles(made_with, titles))).encode()

        session.leave(_NAME, made)

    def _made_with(self) -> str:
        question = repr(self._server.lens_question("any"))
        return hashlib.sha256(f"{_code()}\0{question}".encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _code() -> str:
    """A digest of the code that makes titles of a graph."""
    digest = hashlib.sha256()
    for said in own_code(_DECIDING):
        digest.update(said)
    return digest.hexdigest()
