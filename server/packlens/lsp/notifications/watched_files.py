"""`workspace/didChangeWatchedFiles`: files changed on disk, by whomever."""

from __future__ import annotations

from lsprotocol import types

from packlens.lsp.opening import follow_settings, settings_changed
from packlens.lsp.protocol import SETTINGS_FILES
from packlens.lsp.server import Server


async def did_change_watched_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """Look at the changed files again. Settings files are read first: they may change which files count."""
    paths = [path for change in params.changes if (path := ls.path(change.uri)) is not None]
    if ls.session is None or not paths:
        return
    if any(path.rpartition("/")[2] in SETTINGS_FILES for path in paths):
        with ls.being_told():
            await settings_changed(ls, None)
        await follow_settings(ls)
    ls.opened().refresh(paths)
    ls.changed()
