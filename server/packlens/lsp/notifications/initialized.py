"""`initialized`: the client is ready. Settings are asked for, the root is opened, the first index begins."""

from __future__ import annotations

from lsprotocol import types

from packlens.lsp.opening import open_root
from packlens.lsp.server import Server


async def initialized(ls: Server, params: types.InitializedParams) -> None:
    """Open the root and begin to index it. What the client cannot do is not asked of it."""
    if ls.refused:
        ls.client.warn(
            f"one folder a server: {ls.root} is served and {', '.join(ls.refused)} is not; "
            "start a server for each further folder"
        )
    await open_root(ls, await ls.client.settings())
    await ls.sharing.follow()
    await ls.client.watch_files()
    await ls.client.watch_settings()
    await ls.client.offer(ls.offers())
