"""`callHierarchy/outgoingCalls`: what a symbol calls, each with the places in it that do."""

from __future__ import annotations

from lsprotocol import types

from packlens.lsp.hierarchy import item_of, target_of
from packlens.lsp.server import Server
from packlens.symbols.symbol import Symbol, path_of


async def outgoing_calls(
    ls: Server, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall]:
    """Every known callee. Candidates that are only possible are not among them."""
    from packlens.views.callers import places

    snapshot = await ls.snapshot()
    source = target_of(snapshot, params.item)
    if source is None:
        return []
    uses = await ls.work(lambda: places(snapshot, source, forwards=True))
    lines = snapshot.documents[path_of(source)].lines
    found: dict[str, tuple[Symbol, list[types.Range]]] = {}
    for symbol, edge in uses:
        where = ls.positions.word_range(lines, edge.line, edge.column)
        found.setdefault(symbol.id, (symbol, []))[1].append(where)
    return [
        types.CallHierarchyOutgoingCall(item_of(ls, snapshot, symbol), ranges)
        for symbol, ranges in found.values()
    ]
