"""`workspace/didChangeWorkspaceFolders`: one root a server, so further folders are refused by name."""

from __future__ import annotations

from lsprotocol import types

from packlens.lsp.server import Server
from packlens.lsp.uris import folder_of, name_of


def did_change_workspace_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Say which folders are not served."""
    added = [name_of(folder.uri) for folder in params.event.added if folder_of(folder.uri) != ls.root]
    if added:
        ls.client.warn(
            f"one folder a server: {ls.root} is served and {', '.join(added)} is not; "
            "start a server for each further folder"
        )
