"""`workspace/didChangeConfiguration`: the client's settings changed."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from packlens.lsp.opening import follow_settings, settings_changed
from packlens.lsp.protocol import SECTION
from packlens.lsp.server import Server


async def did_change_configuration(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    """Take the settings from the client where it can be asked, from the notification otherwise."""
    with ls.being_told():
        asked = await ls.client.settings()
        await settings_changed(ls, asked if asked is not None else _section(params.settings))
    await follow_settings(ls)


def _section(settings: Any) -> dict[str, Any] | None:
    section = settings.get(SECTION) if isinstance(settings, dict) else None
    return section if isinstance(section, dict) else None
