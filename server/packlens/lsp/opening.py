"""Opening the root, and taking new settings while it is open.

Settings that only change answers take effect at once: what the client asks after it told of a change is answered
with it. Settings that choose which files are read, or how Jedi is asked, mean another
session: it is indexed beside the one in use and takes its place when it is done, so that lenses and answers
never go back to nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from packlens.base.config import Config, Index, Jedi, Privacy, load_config
from packlens.base.errors import PacklensError, UsageError
from packlens.lsp.work_progress import WorkProgress
from packlens.session.session import Session

if TYPE_CHECKING:
    from packlens.lsp.server import Server


async def open_root(ls: Server, settings: Mapping[str, Any] | None) -> None:
    """Open the root with the client's settings (`None`: those it said at the start) and begin to index.

    A root that cannot be opened is named to the person; the server goes on and says so to whoever asks.
    """
    ls.status.look()
    async with ls.settling:
        if settings is not None:
            ls.settings = settings
        try:
            session = await _opened(ls)
        except PacklensError as error:
            ls.trouble = error
            ls.client.warn(str(error))
        else:
            ls.config, ls.made_with = session.config, _makes(session.config)
            _warn(ls, session.warnings)
            _hold_buffers(ls, session)
            ls.session = session
    ls.first_index.begin()


async def settings_changed(ls: Server, settings: Mapping[str, Any] | None) -> None:
    """Take new settings from the client (`None`: only the workspace's files changed)."""
    async with ls.settling:
        if settings is not None:
            ls.settings = settings
        if ls.root is None or ls.session is None:
            return
        before = ls.config
        ls.config, warnings = load_config(ls.root, client=ls.settings)
        _warn(ls, warnings)
        if ls.config == before:
            return
        ls.session.config = ls.config
        ls.numbers.forget()
        ls.changed()


async def follow_settings(ls: Server) -> None:
    """Do what takes time when settings have changed: register, and index again where they make another session."""
    await ls.client.offer(ls.offers())
    await ls.sharing.follow()
    async with ls.replacing:
        if ls.session is not None and ls.made_with is not None and ls.made_with != _makes(ls.config):
            await _replace_session(ls)
            ls.changed()


def _warn(ls: Server, warnings: tuple[str, ...]) -> None:
    """Name what is wrong with the settings, each thing when it becomes wrong and not at every change."""
    for warning in warnings:
        if warning not in ls.warnings:
            ls.client.warn(warning)
    ls.warnings = warnings


async def _replace_session(ls: Server) -> None:
    before = ls.opened()
    session = None
    try:
        session = await _opened(ls)
        made_with = _makes(session.config)
        progress = await WorkProgress.begin(ls, f"Packlens: indexing {session.root.name} again")
        held = _hold_buffers(ls, session)
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(None, session.index, progress.report, progress.cancelled)
        finally:
            progress.end("done")
    except PacklensError as error:
        ls.client.warn(f"the new settings are not in use: {error}")
        if session is not None:
            session.stop()
        return
    for path in held.difference(_hold_buffers(ls, session)):
        session.close(path)
    session.refresh()  # what changed on disk meanwhile was told to the other one
    ls.session, ls.first_index.done = session, True
    ls.first_answers.follow(session)
    ls.numbers.forget()  # generations of the two are not comparable
    ls.made_with = made_with
    session.config = ls.config  # it may have changed once more
    await asyncio.get_running_loop().run_in_executor(None, before.stop)


async def _opened(ls: Server) -> Session:
    root = ls.root
    if root is None:
        raise ls.trouble
    if not root.exists():
        raise UsageError(f"cannot serve {root}: there is no such folder; open one that exists")
    if not root.is_dir():
        raise UsageError(f"cannot serve {root}: it is a file; open the folder that holds it")
    return await ls.work(lambda: Session.open(root, client=ls.settings))


def _hold_buffers(ls: Server, session: Session) -> set[str]:
    paths = ls.lenses.paths()
    for path in paths:
        session.change(path, ls.lenses.text(path) or "")
    return set(paths)


def _makes(config: Config) -> tuple[Index, Privacy, Jedi]:
    """The settings that a session is made with: which files are read, and how Jedi is asked."""
    return config.index, config.privacy, config.jedi
