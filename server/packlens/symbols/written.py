"""What is written at a symbol: its signature and docstring, read from the text when asked."""

from __future__ import annotations

import ast
import textwrap

from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.syntax.hashes import Hashes, hashes
from packlens.syntax.repair import parse_block
from packlens.syntax.signatures import signature
from packlens.text.document import Document


def signature_of(symbol: Symbol, document: Document) -> str:
    """The symbol's signature in normal form; for a module, its first docstring line as a comment, or nothing."""
    if symbol.kind is SymbolKind.MODULE:
        return ""
    lines = document.lines
    source = "".join(lines.between(first, last) for first, last in symbol.spans)
    return signature(source, symbol.name, symbol.kind)


def docstring_of(symbol: Symbol, document: Document) -> str | None:
    """The symbol's docstring, cleaned; `None` where there is none."""
    if symbol.body_line == 0:
        return None
    first, last = symbol.spans[0]
    source = textwrap.dedent(document.lines.between(first, last))
    tree = parse_block(source).tree
    if tree is None:
        return None
    if symbol.kind is SymbolKind.MODULE:
        return ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return ast.get_docstring(node)
    return None
