"""`textDocument/prepareCallHierarchy`: what is named under the cursor."""

from __future__ import annotations

from lsprotocol import types

from packlens.lsp.client import CALL_HIERARCHY
from packlens.lsp.hierarchy import item_of
from packlens.lsp.place import symbols_at
from packlens.lsp.server import Server


async def prepare_call_hierarchy(
    ls: Server, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem] | None:
    """The symbols to begin at; `None` where there is none or the call hierarchy is turned off."""
    path = ls.path(params.text_document.uri)
    if path is None:
        return None
    snapshot = await ls.snapshot()
    document = snapshot.documents.get(path)
    if document is None or not ls.offers()[CALL_HIERARCHY]:
        return None
    where = ls.positions.inward(document.lines, params.position.line, params.position.character)
    found = symbols_at(snapshot, path, *where)
    return [item_of(ls, snapshot, symbol) for symbol in found] or None
