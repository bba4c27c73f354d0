"""What is written at a symbol: its signature and docstring, read from the text when asked."""

from __future__ import annotations

from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.syntax.bodies import docstring
from packlens.syntax.hashes import Hashes, hashes
from packlens.syntax.signatures import signature
from packlens.text.document import Document


def signature_of(symbol: Symbol, document: Document) -> str:
    """The symbol's signature in normal form, long strings in it shortened; a module has none."""
    if symbol.kind is SymbolKind.MODULE:
        return ""
    lines = document.lines
    parts = [lines.between(first, last) for first, last in symbol.spans]
    if symbol.body_line:
        parts[0] = lines.between(symbol.start_line, symbol.body_line)  # a signature ends before the body does
    return signature("".join(parts), symbol.name, symbol.kind, shortened=True)


def hashes_of(symbol: Symbol, document: Document) -> Hashes:
    """What tells whether the symbol's signature, body or docstring has changed."""
    return hashes(source_of(symbol, document), symbol.name, symbol.kind)


def source_of(symbol: Symbol, document: Document) -> str:
    """The symbol's lines as they stand in its file, its parts one after another."""
    lines = document.lines
    return "".join(lines.between(first, last) for first, last in symbol.spans)


def docstring_of(symbol: Symbol, document: Document) -> str | None:
    """The symbol's docstring, cleaned; `None` where there is none."""
    if symbol.body_line == 0:
        return None
    return docstring(document.lines.between(*symbol.spans[0]), symbol.kind)
