"""What the lexical index knows as one thing: a function with all it encloses, a class without its functions and
classes, a module without either.

A unit has the id of its symbol. Its text is what the terms are taken from: the lines of the symbol, those of the
comments right above it, and no line of another unit. No secret is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import CALLABLE_KINDS, Symbol, SymbolKind
from packlens.text.document import Document
from packlens.text.position import LineTable
from packlens.text.secrets import blanked
from packlens.views.pack.item_text import full_ranges, merged, without_lines
from packlens.views.pack.model import Lines


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit.

    head     how many characters of `text` come before the body
    members  simple names of what it encloses
    """

    symbol: Symbol
    text: str
    head: int
    members: tuple[str, ...]


def units_of(snapshot: Snapshot, path: str) -> Iterator[Unit]:
    """The units of a file, in source order, the module first."""
    lines = _lines(snapshot.documents[path])
    symbols = {symbol.id: symbol for symbol in snapshot.symbols_in(path)}
    units = [symbol for symbol in symbols.values() if _is_unit(symbol, symbols)]
    inside: dict[str, list[Lines]] = {}
    for unit in units:
        if unit.parent is not None:
            inside.setdefault(unit.parent, []).extend(unit.spans)
    for unit in units:
        if unit.kind in CALLABLE_KINDS:
            yield _function(snapshot, unit, symbols, lines)
        else:
            ranges = without_lines(full_ranges(unit), merged(inside.get(unit.id, ())))
            text = "".join(lines.between(*part) for part in ranges)
            head = 0
            if unit.kind is SymbolKind.CLASS:
                text = _above(lines, unit.start_line) + text
                head = len(text) - len(_from(lines, ranges, unit.body_line))
            members = tuple(
                symbols[child].name
                for child in snapshot.children(unit.id)
                if symbols[child].kind in CALLABLE_KINDS
            )
            yield Unit(unit, text, head, members if unit.kind is SymbolKind.CLASS else ())


def outline_of(snapshot: Snapshot, symbol: Symbol) -> tuple[Lines, ...]:
    """The lines of a class that belong to none of its functions and classes, without the blank ones at the end."""
    inside = [
        span
        for child in snapshot.children(symbol.id)
        if (known := snapshot.symbol(child)) is not None and known.kind in CALLABLE_KINDS | {SymbolKind.CLASS}
        for span in known.spans
    ]
    lines = snapshot.documents[symbol.path].lines
    kept: list[Lines] = []
    for first, last in without_lines(full_ranges(symbol), merged(inside)):
        while first <= last and not lines.line(first).strip():
            first += 1
        while first <= last and not lines.line(last).strip():
            last -= 1
        if first <= last:
            kept.append((first, last))
    return tuple(kept)


def _lines(document: Document) -> LineTable:
    """The lines of a file, with blanks in place of what is a secret there."""
    return LineTable(blanked(document.text)) if document.secrets else document.lines


def _is_unit(symbol: Symbol, symbols: dict[str, Symbol]) -> bool:
    if symbol.kind is SymbolKind.MODULE:
        return True
    if (symbol.kind not in CALLABLE_KINDS and symbol.kind is not SymbolKind.CLASS) or symbol.name[:1] == "<":
        return False
    parent = symbol.parent
    while parent is not None and (around := symbols.get(parent)) is not None:
        if around.kind in CALLABLE_KINDS:
            return False
        parent = around.parent
    return True


def _function(snapshot: Snapshot, unit: Symbol, symbols: dict[str, Symbol], lines: LineTable) -> Unit:
    spans = [lines.between(*span) for span in unit.spans]
    above = _above(lines, unit.start_line)
    head = lines.between(
        unit.start_line, unit.body_line - 1 if unit.body_line > unit.name_line else unit.name_line
    )
    members: list[str] = []
    waiting = list(snapshot.children(unit.id))
    while waiting:
        child = symbols[waiting.pop(0)]
        if child.kind in CALLABLE_KINDS or child.kind is SymbolKind.CLASS:
            members.append(child.name)
        waiting.extend(snapshot.children(child.id))
    return Unit(unit, above + "".join(spans), len(above) + len(head), tuple(members))


def _above(lines: LineTable, first: int) -> str:
    """The comments that stand right above a line."""
    start = first
    while start > 1 and lines.line(start - 1).lstrip()[:1] == "#":
        start -= 1
    return lines.between(start, first - 1)


def _from(lines: LineTable, ranges: tuple[Lines, ...], line: int) -> str:
    """The text of what `ranges` hold at `line` and after it."""
    return "".join(lines.between(max(first, line), last) for first, last in ranges if last >= line)
