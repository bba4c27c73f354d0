"""`callHierarchy/incomingCalls`: the direct callers of a symbol, each with the places it calls from."""

from __future__ import annotations

from lsprotocol import types

from packlens.lsp.hierarchy import item_of, target_of
from packlens.lsp.server import Server
from packlens.symbols.symbol import Symbol


async def incoming_calls(
    ls: Server, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall]:
    """Every known caller. Candidates that are only possible are not among them."""
    from packlens.views.callers import places

    snapshot = await ls.snapshot()
    target = target_of(snapshot, params.item)
    if target is None:
        return []
    uses = await ls.work(lambda: places(snapshot, target, forwards=False))
    found: dict[str, tuple[Symbol, list[types.Range]]] = {}
    for symbol, edge in uses:
        lines = snapshot.documents[symbol.path].lines
        where = ls.positions.word_range(lines, edge.line, edge.column)
        found.setdefault(symbol.id, (symbol, []))[1].append(where)
    return [
        types.CallHierarchyIncomingCall(item_of(ls, snapshot, symbol), ranges)
        for symbol, ranges in found.values()
    ]
