"""`callHierarchy/incomingCalls`: the direct callers of a symbol, each with the places it calls from."""

from __future__ import annotations

from lsprotocol import types

from packlens.lsp.hierarchy import item_of, target_of
from packlens.lsp.server import Server
from packlens.views.callers import callers


async def incoming_calls(
    ls: Server, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall]:
    """Every known caller. Candidates that are only possible are not among them."""
    snapshot = await ls.snapshot()
    target = target_of(snapshot, params.item)
    if target is None:
        return []
    answer = await ls.work(lambda: callers(snapshot, target))
    places: dict[str, list[types.Range]] = {}
    for row in answer.callers:
        lines = snapshot.documents[row.path].lines
        places.setdefault(row.id, []).append(ls.positions.word_range(lines, row.line, row.column))
    symbols = ((snapshot.symbol(id), ranges) for id, ranges in places.items())
    return [
        types.CallHierarchyIncomingCall(item_of(ls, snapshot, symbol), ranges)
        for symbol, ranges in symbols
        if symbol is not None
    ]
