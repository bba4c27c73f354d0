"""When the client is asked for its lenses again: after an edit, or when calls were settled, if it would see a change.

What the client shows is compared with what it would be told now: the list of places, and the title of every
lens it has resolved. The comparison runs in a worker and is given up when another edit arrives.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from packlens.base.errors import PacklensError
from packlens.graph.snapshot import Snapshot
from packlens.lsp.lens_titles import UNKNOWN
from packlens.lsp.lenses import LensId
from packlens.lsp.protocol import LensKind

if TYPE_CHECKING:
    from packlens.lsp.server import Server

QUIET_SECONDS = 0.3
SETTLING_SECONDS = 2.0


class Refresher:
    """Debounces edits into at most one refresh."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._timer: asyncio.TimerHandle | None = None
        self._edits = 0
        self._running: asyncio.Task[None] | None = None

    def edited(self) -> None:
        """A text or a setting changed."""
        self._edits += 1
        if not self._server.client.can("workspace.code_lens.refresh_support"):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(QUIET_SECONDS, self._begin)

    def settled(self) -> None:
        """Jedi has settled some calls. While it goes on, one look every few seconds is enough."""
        if self._timer is not None and self._timer.when() > asyncio.get_running_loop().time():
            return
        session = self._server.session
        if session is None or not self._server.client.can("workspace.code_lens.refresh_support"):
            return
        wait = SETTLING_SECONDS if session.snapshot.pending else QUIET_SECONDS
        self._timer = asyncio.get_running_loop().call_later(wait, self._begin)

    def indexed(self, snapshot: Snapshot) -> None:
        """The first index is done: every `…` has a number now. A client that was told none need not ask again."""
        if self._server.client.can("workspace.code_lens.refresh_support") and self._shows_less(snapshot):
            self._running = asyncio.create_task(self._server.client.refresh_lenses())

    def _begin(self) -> None:
        if self._server.first_index.done:
            self._running = asyncio.create_task(self._compare(self._edits))

    async def _compare(self, edits: int) -> None:
        server = self._server
        try:
            snapshot = await server.snapshot()
            if edits == self._edits and await self._changed(snapshot, edits):
                await server.client.refresh_lenses()
        except PacklensError:
            return  # whoever asks for lenses next is told why there are none

    def _shows_less(self, snapshot: Snapshot) -> bool:
        """Whether the client shows a lens without its number, or one where none is."""
        lenses = self._server.lenses
        for path in lenses.paths():
            lenses.absorb(path, snapshot)
            if lenses.misplaced(path, self._server.lens_kinds()):
                return True
        return any(UNKNOWN in title for path in lenses.paths() for title in lenses.titles(path).values())

    async def _changed(self, snapshot: Snapshot, edits: int) -> bool:
        lenses = self._server.lenses
        for path in lenses.paths():
            lenses.absorb(path, snapshot)
            if lenses.misplaced(path, self._server.lens_kinds()):
                return True
        shown = [item for path in lenses.paths() for item in lenses.titles(path).items()]
        # Numbers of tests take longest, and another number often says enough.
        shown.sort(key=lambda item: item[0][1] is LensKind.TESTS)
        differs = await self._server.work(lambda: self._any_differs(snapshot, shown, edits))
        self._server.kept_titles.worked_out()
        return differs

    def _any_differs(self, snapshot: Snapshot, shown: list[tuple[LensId, str]], edits: int) -> bool:
        for (target, kind), title in shown:
            if edits != self._edits:
                return False  # the next edit has a comparison of its own
            if self._server.numbers.title(snapshot, target, kind) != title:
                return True
        return False
