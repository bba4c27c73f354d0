"""Symbols as items of the call hierarchy, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol, SymbolKind

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_KINDS = {
    SymbolKind.MODULE: types.SymbolKind.Module,
    SymbolKind.CLASS: types.SymbolKind.Class,
    SymbolKind.FUNCTION: types.SymbolKind.Function,
    SymbolKind.METHOD: types.SymbolKind.Method,
    SymbolKind.PROPERTY: types.SymbolKind.Property,
    SymbolKind.CONSTANT: types.SymbolKind.Constant,
    SymbolKind.VARIABLE: types.SymbolKind.Variable,
    SymbolKind.TYPE_ALIAS: types.SymbolKind.TypeParameter,
}


def item_of(ls: Server, snapshot: Snapshot, symbol: Symbol) -> types.CallHierarchyItem:
    """A symbol as the client shows it: the qualified name, the file beside it, the name selected."""
    lines = snapshot.documents[symbol.path].lines
    module = symbol.kind is SymbolKind.MODULE
    if module:
        selection = ls.positions.name_range(lines, 1, 0, 0)
    else:
        selection = ls.positions.name_range(lines, symbol.name_line, symbol.name_column, len(symbol.name))
    whole = ls.positions.line_range(lines, symbol.start_line, symbol.end_line)
    return types.CallHierarchyItem(
        name=symbol.path.rpartition("/")[2] if module else symbol.qualname,
        detail=symbol.path,
        kind=_KINDS[symbol.kind],
        uri=ls.uri(symbol.path),
        range=whole,
        selection_range=selection,
        data={"target": symbol.id},
    )


def target_of(snapshot: Snapshot, item: types.CallHierarchyItem) -> str | None:
    """The id an item stands for; `None` when the symbol is gone since."""
    target = item.data.get("target") if isinstance(item.data, dict) else None
    return target if isinstance(target, str) and snapshot.symbol(target) is not None else None
