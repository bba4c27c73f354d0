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
    from packlens.views.callers import callers

    snapshot = await ls.snapshot()
    target = target_of(snapshot, params.item)
    if target is None:
        return []
    answer = await ls.work(lambda: callers(snapshot, target))
    found: dict[str, tuple[Symbol, list[types.Range]]] = {}
    for site in answer.sites:
        lines = snapshot.documents[site.symbol.path].lines
        where = ls.positions.word_range(lines, site.edge.line, site.edge.column)
        found.setdefault(site.symbol.id, (site.symbol, []))[1].append(where)
    return [
        types.CallHierarchyIncomingCall(item_of(ls, snapshot, symbol), ranges)
        for symbol, ranges in found.values()
    ]
