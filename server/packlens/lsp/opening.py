"""Opening the root, and opening it again when settings changed what is to be indexed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from packlens.base.errors import PacklensError
from packlens.session.session import Session

if TYPE_CHECKING:
    from packlens.lsp.server import Server


async def open_root(ls: Server, settings: Mapping[str, Any] | None) -> None:
    """Open the root with the client's settings (`None`: those it said at the start) and begin to index.

    A root that cannot be opened is named to the person; the server goes on and says so to whoever asks.
    """
    written = ls.options.settings if settings is None else settings
    try:
        if ls.root is None:
            raise ls.trouble
        root = ls.root
        session = await ls.work(lambda: Session.open(root, client=written))
    except PacklensError as error:
        ls.session, ls.trouble = None, error
        ls.client.warn(str(error))
    else:
        for warning in session.warnings:
            ls.client.warn(warning)
        for path in ls.lenses.paths():
            session.change(path, ls.lenses.text(path) or "")
        ls.session = session
    ls.first_index.begin()


async def settings_changed(ls: Server, settings: Mapping[str, Any] | None) -> None:
    """Take new settings. What is indexed is looked at again only if they change it."""
