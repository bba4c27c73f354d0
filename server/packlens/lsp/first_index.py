"""The first index: begun once the client is ready, shown as progress, waited for.

A person may withdraw it. Lenses then keep saying `…`, and the next command that needs the graph begins it
again: asking for a pack is asking for the index. Requests that arrive while it runs wait for it.

What the first lenses would wait for is made ready beside it: the view that prices them and the ranks of the tokenizer.
A conversation that is over at once does not pay for that. What they need not wait for, saving among it, comes after
them (`first_answers.py`).
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from packlens.base.counted import counted
from packlens.base.errors import CancelledError
from packlens.graph.snapshot import Snapshot
from packlens.lsp.failures import response_error
from packlens.lsp.kept_titles import KeptTitles, Titles
from packlens.lsp.work_progress import WorkProgress
from packlens.session.session import Session

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_SOON_SECONDS = 0.3
_MOMENT_SECONDS = 3.0


class FirstIndex:
    """The state of the first index of the session that the server has.

    done     whether there is a graph
    problem  why there is none, once that is known
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._opened = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self.done = False
        self.problem: str | None = None

    def begin(self) -> None:
        """Start, unless it runs or is done. To be called once the session is open or known not to be."""
        self._opened.set()
        session = self._server.session
        if session is None:
            self.problem = str(self._server.trouble)
            self._server.status.look()
            return
        if self.done or (self._running is not None and not self._running.done()):
            return
        self.problem = None
        self._running = asyncio.create_task(self._run(session))
        self._running.add_done_callback(_look_at)

    async def opening(self) -> None:
        """Wait until the session is open or known not to be."""
        await self._opened.wait()

    async def wait(self) -> None:
        """Wait until the graph exists. Raises the reason for which it does not."""
        await self.opening()
        self.begin()
        if self._running is not None and not self.done:
            # Shielded: withdrawing one request does not withdraw the index that others wait for.
            await asyncio.shield(self._running)

    async def soon(self) -> None:
        """Wait a moment for a graph that was kept: it is there before a file could be looked at alone."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_MOMENT_SECONDS):
                await self.opening()
                session = self._server.session
                if self._running is not None and session is not None and session.was_kept:
                    await asyncio.wait([self._running])

    async def again(self) -> None:
        """Make the graph anew, while the present one answers. A first index that runs is waited for before."""
        await self.wait()
        server = self._server
        async with server.replacing:
            session = server.opened()
            progress = await WorkProgress.begin(server, f"Packlens: indexing {session.root.name} again")
            outcome = "failed"
            try:
                await asyncio.get_running_loop().run_in_executor(
                    None, lambda: session.index(progress.report, progress.cancelled, anew=True)
                )
                outcome = "done"
            finally:
                progress.end(outcome)
        server.numbers.forget()
        server.changed()

    async def _run(self, session: Session) -> None:
        progress = await WorkProgress.begin(self._server, f"Packlens: indexing {session.root.name}")
        outcome = "failed"
        loop = asyncio.get_running_loop()
        loop.call_later(_SOON_SECONDS, self._load_ranks, session)

        def index() -> tuple[Snapshot, Titles | None]:
            session.hold()
            snapshot = session.index(progress.report, progress.cancelled)
            return snapshot, KeptTitles.left(session, snapshot)

        try:
            with self._server.at_work():
                snapshot, titles = await loop.run_in_executor(None, index)
            self._server.kept_titles.take_up(snapshot, titles)
            self.done = True
            outcome = counted(len(snapshot.documents), "file")
        except CancelledError:
            outcome = "withdrawn"
            self.problem = "indexing was cancelled; ask for a pack or for callers to begin it again"
            raise CancelledError(self.problem) from None
        except Exception as error:
            self.problem = response_error(error).message
            self._server.client.warn(self.problem)
            raise
        finally:
            progress.end(outcome)
        self._server.refresher.indexed(snapshot)
        self._server.first_answers.indexed()

    def _load_ranks(self, session: Session) -> None:
        if not self.done:
            asyncio.get_running_loop().run_in_executor(None, load_ranks, session)


def load_ranks(session: Session) -> None:
    """Ahead of whoever counts first. What goes wrong is told to them."""
    with suppress(Exception):
        session.warm()


def _look_at(task: asyncio.Task[None]) -> None:
    """Take note of how the task ended, so that a failure nobody waits for is not reported twice."""
    if not task.cancelled():
        task.exception()
