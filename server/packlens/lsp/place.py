"""From a place in a text to the symbols that stand there."""

from __future__ import annotations

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol
from packlens.text.position import LineTable
from packlens.views.targets import definition_at


def symbols_at(snapshot: Snapshot, path: str, line: int, column: int) -> tuple[Symbol, ...]:
    """The definition named at a place; else what the name there resolves to; else what encloses it."""
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
