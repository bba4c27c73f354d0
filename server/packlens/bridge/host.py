"""Who answers for a workspace: an editor that has it open, else an engine of this process's own.

An editor's session holds what is not saved yet, so it is asked whenever there is one with a graph. One that is
still at its first index is waited for only if there is nothing better. When an editor comes, the own engine is
given up; when it goes, the own engine is begun at once, and questions that were on their way are asked of that
one: whoever asks does not notice, but for a generation that counts anew.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from packlens.base.errors import PacklensError, UsageError
from packlens.bridge.asking import Editors, Link, LinkLostError
from packlens.bridge.engine import OwnEngine
from packlens.bridge.reply import Answer, Question
from packlens.bridge.telling import Report
from packlens.session.roots import current_folder, find_root


class Answers(Protocol):
    """Whatever answers questions."""

    async def ask(self, question: Question, report: Report | None = None) -> Answer:
        """The answer. Raises `PacklensError`."""


class Host:
    """The one that answers questions about the workspace at `path` (as `--root` of the command line).

    root      the workspace; `None` where there is none, and `trouble` says why
    settings  those of the own engine's session, over those of the workspace
    """

    def __init__(self, path: str | None, settings: Mapping[str, Any] = {}) -> None:
        self._settings = settings
        self.root: Path | None = None
        self.trouble: PacklensError | None = None
        self._engine: OwnEngine | None = None
        self._link: Link | None = None
        self._watching: asyncio.Task[None] | None = None
        self._choosing = asyncio.Lock()
        self._ended = False
        try:
            self.root = _root(path)
            self._editors = Editors(self.root)
        except PacklensError as error:
            self.trouble = error

    async def begin(self) -> None:
        """Make ready what answers."""
        if self.root is not None and await self._chosen() is None:
            self._own(self.root).begin()

    async def ask(self, question: Question, report: Report | None = None) -> Answer:
        """The answer. Raises `PacklensError`."""
        if self.root is None:
            assert self.trouble is not None
            raise self.trouble
        link = await self._chosen()
        if link is not None:
            with contextlib.suppress(LinkLostError):
                return await link.ask(question, report)
        return await self._own(self.root).ask(question, report)

    def end(self) -> None:
        """Answer nothing more."""
        self._ended = True
        if self._watching is not None:
            self._watching.cancel()
        if self._link is not None:
            self._link.close()
        if self._engine is not None:
            self._engine.end()

    async def _chosen(self) -> Link | None:
        """The editor to ask; `None` for the own engine."""
        async with self._choosing:
            if self._link is None or self._link.lost.is_set():
                self._link = await self._editors.link()
                if self._link is None:
                    return None
                self._watching = asyncio.create_task(self._watch(self._link))
            link = self._link
            if self._engine is None:
                return link
            try:
                if await link.ready():
                    self._engine.retire()
                    self._engine = None
                    return link
            except LinkLostError:
                return None
            return None if self._engine.ready else link

    async def _watch(self, link: Link) -> None:
        """When the editor goes, make the next one ready, so that the next question finds it under way."""
        await link.lost.wait()
        if not self._ended:
            await self.begin()

    def _own(self, root: Path) -> OwnEngine:
        if self._engine is None:
            self._engine = OwnEngine(root, self._settings)
        return self._engine


def _root(path: str | None) -> Path:
    root = find_root(path, current_folder())
    if path is None and root in (Path.home().resolve(), Path(root.anchor)):
        raise UsageError(f"started in {root}, which is no project; name the folder of one: packlens mcp PATH")
    return root
