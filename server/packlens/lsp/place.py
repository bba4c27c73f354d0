"""From a place in a text to the symbols that stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packlens.graph.snapshot import Snapshot
from packlens.lsp.protocol import Place
from packlens.symbols.symbol import Symbol
from packlens.text.position import LineTable

if TYPE_CHECKING:
    from packlens.lsp.server import Server


def target_at(ls: Server, snapshot: Snapshot, uri: str, position: Place | None) -> str:
    """The target that a client means by a place: a symbol's id; the file, where there is no position or no symbol."""
    path = ls.asked_path(uri)
    document = snapshot.documents.get(path)
    if document is None or position is None:
        return path  # which is refused with the reason, when it is not indexed
    where = ls.positions.inward(document.lines, position.line, position.character)
    found = symbols_at(snapshot, path, *where)
    return found[0].id if found else path


def symbols_at(snapshot: Snapshot, path: str, line: int, column: int) -> tuple[Symbol, ...]:
    """The definition named at a place; else what the name there resolves to; else what encloses it."""
    from packlens.views.targets import definition_at

    symbols = snapshot.symbols_in(path)
    for symbol in symbols[1:]:
        if symbol.name_line == line and symbol.name_column <= column <= symbol.name_column + len(symbol.name):
            return (symbol,)
    first, last = word_at(snapshot.documents[path].lines, line, column)
    targets = {
        edge.target: None
        for symbol in symbols
        for edge in snapshot.outgoing(symbol.id)
        if edge.line == line and first <= edge.column <= last and first < last
    }
    resolved = tuple(found for target in targets if (found := snapshot.symbol(target)) is not None)
    if resolved:
        return resolved
    around = snapshot.symbol(definition_at(snapshot, path, line) or symbols[0].id) if symbols else None
    return () if around is None else (around,)


def word_at(lines: LineTable, line: int, column: int) -> tuple[int, int]:
    """Columns (first, one past the last) of the name at a place; both the same where there is none."""
    text = lines.line(line)
    first = last = min(column, len(text))
    while first > 0 and _in_name(text[first - 1]):
        first -= 1
    while last < len(text) and _in_name(text[last]):
        last += 1
    return first, last


def _in_name(character: str) -> bool:
    return character == "_" or character.isalnum()
