"""An engine of this process's own, for when no editor has one for the workspace.

It opens the root and begins the first index at once, in the background, so that whoever starts it answers its own
client without delay. Questions about the graph wait for that index and hear how far it is. A root that cannot be
opened or indexed is no end: the reason is the answer to each question, and the next question tries again.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from packlens.base.counted import counted
from packlens.base.spare_time import SpareTime
from packlens.base.workers import Workers
from packlens.bridge.reply import Answer, Question
from packlens.bridge.telling import REPORT_SECONDS, Report, answer_telling, words_for
from packlens.session.session import Session
from packlens.session.watch import Watch

_WORKERS = 4
_PAUSE_SECONDS = 1.0
_REST_SECONDS = 3.0
_STEP_SECONDS = 0.02
_LAST_SAVE_SECONDS = 1.0


class OwnEngine:
    """One session and the threads that answer from it."""

    def __init__(self, root: Path, settings: Mapping[str, Any] = {}) -> None:
        self._root = root
        self._settings = settings
        self._session: Session | None = None
        self._watch: Watch | None = None
        self._indexing: asyncio.Task[None] | None = None
        self._done = (0, 0)
        self._workers = Workers(_WORKERS, "packlens-answer")
        self._ended = False
        self._preparing: asyncio.Task[None] | None = None
        self._words = SpareTime(self._read_words, self._spare)
        self._asked = 0
        self._last = 0.0
        self._retired = False
        self._reading = asyncio.Lock()

    @property
    def ready(self) -> bool:
        """Whether there is a graph to answer from."""
        return self._session is not None and self._session.indexed

    def begin(self) -> None:
        """Open the root and index it, unless that runs or is done."""
        if not self.ready and (self._indexing is None or self._indexing.done()):
            self._indexing = asyncio.create_task(self._index())
            self._indexing.add_done_callback(_look_at)

    async def ask(self, question: Question, report: Report | None = None) -> Answer:
        """The answer of the session. Raises `PacklensError`, also for a root that cannot be indexed."""
        self._asked += 1
        try:
            return await self._answer(question, report)
        finally:
            self._asked -= 1
            self._last = asyncio.get_running_loop().time()
            if self.ready and not self._ended:
                self._words.look()
            self._rest()

    def retire(self) -> None:
        """End as soon as what was asked is answered."""
        self._retired = True
        self._rest()

    def end(self) -> None:
        """Answer nothing more. What is not saved is, if that takes no more than a moment."""
        self._ended = True
        if self._watch is not None:
            self._watch.leave()
        self._workers.shutdown()
        if self._session is not None:
            self._session.stop(_LAST_SAVE_SECONDS)

    def _rest(self) -> None:
        """End in a thread, since questions go on coming in for somebody else."""
        if self._retired and not self._asked and not self._ended:
            self._ended = True
            if self._preparing is not None:
                self._preparing.cancel()
            self._words.stop()
            threading.Thread(target=self._stop, name="packlens-end", daemon=True).start()

    def _stop(self) -> None:
        if self._watch is not None:
            self._watch.stop()
        self.end()

    async def _answer(self, question: Question, report: Report | None) -> Answer:
        note = ""
        if not self.ready:
            self.begin()
            if question.needs_graph or self._session is None:
                await self._wait(question.needs_graph, report)
            if not self.ready:
                done, total = self._done
                note = f"indexing, {done:,} of {counted(total, 'file')}"
        session = self._session
        assert session is not None
        if self.ready and question.may_need_words:
            async with self._reading:
                await words_for(self._workers, session, question, report, lambda: self._ended)
        answered = await answer_telling(self._workers, session, question, report, look=True)
        return msgspec.structs.replace(answered, stale=True, note=note) if note else answered

    async def _wait(self, indexed: bool, report: Report | None) -> None:
        """Until the root is open or, when asked for, indexed. Raises the reason for which it is not."""
        assert self._indexing is not None
        while indexed or self._session is None:
            # Withdrawing one question does not withdraw the index that others wait for.
            done, _ = await asyncio.wait({self._indexing}, timeout=REPORT_SECONDS)
            if done:
                return self._indexing.result()
            if report is not None:
                await report(*self._done)

    async def _index(self) -> None:
        loop = asyncio.get_running_loop()
        if self._session is None:
            self._session = await loop.run_in_executor(None, Session.open, self._root, self._settings)
        session = self._session
        await loop.run_in_executor(None, session.index, self._note, lambda: self._ended)
        self._watch = await loop.run_in_executor(None, Watch, session)
        if self._ended:
            return self._watch.leave()
        self._preparing = asyncio.create_task(self._prepare(session))

    async def _prepare(self, session: Session) -> None:
        """Have ready what later answers would wait for, between the questions. What goes wrong is told to them."""
        loop = asyncio.get_running_loop()
        self._words.look()
        for pause, work in ((0.0, session.warm), (_REST_SECONDS, session.stay)):
            while pause and (self._asked or loop.time() - self._last < pause):
                await asyncio.sleep(REPORT_SECONDS)
            with contextlib.suppress(Exception):
                await loop.run_in_executor(None, work)

    def _spare(self) -> bool:
        return not self._asked and asyncio.get_running_loop().time() - self._last > _PAUSE_SECONDS

    async def _read_words(self) -> bool:
        session = self._session
        assert session is not None
        return await asyncio.get_running_loop().run_in_executor(
            self._workers, lambda: session.read_words_for(_STEP_SECONDS)
        )

    def _note(self, done: int, total: int) -> None:
        self._done = (done, total)


def _look_at(task: asyncio.Task[None]) -> None:
    """Take note of how the task ended: each question is told, and nobody else needs to be."""
    if not task.cancelled():
        task.exception()
