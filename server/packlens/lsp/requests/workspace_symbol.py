"""`workspace/symbol`: the symbols that a name or a part of one means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from packlens.base.errors import NotFoundError, UsageError
from packlens.graph.snapshot import Snapshot
from packlens.lsp.client import WORKSPACE_SYMBOLS
from packlens.lsp.hierarchy import item_of
from packlens.lsp.server import Server
from packlens.symbols.symbol import Symbol

if TYPE_CHECKING:
    from packlens.views.find import Found

_SHOWN = 100


async def workspace_symbol(ls: Server, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """The symbols that are called so, the nearest names first; none for a name that nothing has."""
    from packlens.views.find import find_symbols

    if not ls.offers()[WORKSPACE_SYMBOLS]:
        return []
    snapshot = await ls.snapshot()

    def named() -> Found | None:
        try:
            return find_symbols(snapshot, params.query, limit=_SHOWN)
        except (NotFoundError, UsageError):
            return None

    found = await ls.work(named)
    return [_shown(ls, snapshot, row.symbol) for row in found.rows] if found is not None else []


def _shown(ls: Server, snapshot: Snapshot, symbol: Symbol) -> types.SymbolInformation:
    item = item_of(ls, snapshot, symbol)
    parent = snapshot.symbol(symbol.parent) if symbol.parent is not None else None
    is_member = parent is not None and parent.parent is not None
    return types.SymbolInformation(
        location=types.Location(item.uri, item.selection_range),
        name=symbol.name if is_member else item.name,
        kind=item.kind,
        container_name=parent.qualname if is_member and parent is not None else symbol.path,
    )
