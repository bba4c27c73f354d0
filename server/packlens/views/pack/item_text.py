"""The text of one symbol at one level, as it stands in its file.

Verbatim text is cut by whole lines and keeps its indentation. A signature is in normal form, indented as the
definition is, so that it reads right below the header of its class. Nothing here is redacted yet: secrets are
numbered in pack order, which is known only at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.text.document import Document
from packlens.views.pack.model import Level, Lines, Piece


def pieces_at(
    snapshot: Snapshot, symbol: Symbol, level: Level, lines: tuple[Lines, ...] = ()
) -> tuple[Piece, ...] | None:
    """The text of `symbol` at a level, of an excerpt its `lines`; `None` where it has no such form."""
    if level is Level.EXCERPT:
        return verbatim(snapshot.documents[symbol.path], lines) or None
    if level is Level.FULL:
        return verbatim(snapshot.documents[symbol.path], full_ranges(symbol))
    if level is Level.SIGNATURE:
        text = signature_text(snapshot, symbol)
        return (Piece(None, text),) if text else None
    return ()


def full_ranges(symbol: Symbol) -> tuple[Lines, ...]:
    """The lines of the whole symbol."""
    return merged(symbol.spans)


def signature_text(snapshot: Snapshot, symbol: Symbol) -> str:
    """The signature with the indentation of the definition and a line end; `""` if it has none."""
    if symbol.kind is SymbolKind.MODULE:
        return ""
    signature = snapshot.signature(symbol.id).strip("\n")
    if not signature:
        return ""
    line = snapshot.documents[symbol.path].lines.line(symbol.start_line)
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    return "".join(f"{indent}{part}\n" for part in signature.split("\n"))


def class_context(
    snapshot: Snapshot,
    owner: Symbol,
    methods: Iterable[str],
    shown: Sequence[Lines],
    wanted: Sequence[Lines] = (),
) -> tuple[Piece, ...]:
    """The header of class `owner`, the lines of it that are `wanted`, and those that give it the attributes which
    `methods` use.

    Lines in `shown` are in the pack already and left out; so is an assignment to a property, which gives the
    class nothing.
    """
    lines = [header_lines(owner), *wanted]
    given = snapshot.class_attributes(owner.id)
    used = {name for method in methods for name in snapshot.attributes_used(method)}
    for name in sorted(used & given.keys()):
        if _is_property(snapshot, owner.id, name):
            continue
        first, last = given[name]
        if not any(start <= last and first <= end for start, end in shown):
            lines.append((first, last))
    return verbatim(snapshot.documents[owner.path], merged(lines))


def verbatim(document: Document, ranges: Iterable[Lines]) -> tuple[Piece, ...]:
    """The given lines of `document`, a piece a range."""
    return tuple(Piece(lines, whole_lines(document.lines.between(*lines))) for lines in ranges)


def merged(ranges: Iterable[Lines]) -> tuple[Lines, ...]:
    """`ranges` in order, those that touch or overlap as one."""
    found: list[Lines] = []
    for first, last in sorted(ranges):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return tuple(found)


def without_lines(ranges: Sequence[Lines], hidden: Sequence[Lines]) -> tuple[Lines, ...]:
    """The lines of `ranges` that are not in `hidden`; both in order."""
    left: list[Lines] = []
    for first, last in ranges:
        for start, end in hidden:
            if end < first or start > last:
                continue
            if start > first:
                left.append((first, start - 1))
            first = end + 1
        if first <= last:
            left.append((first, last))
    return tuple(left)


def _is_property(snapshot: Snapshot, owner: str, name: str) -> bool:
    """Whether class `owner` or a base of it has a property of this name."""
    waiting, seen = [owner], {owner}
    while waiting:
        current = waiting.pop()
        symbol = snapshot.symbol(f"{current}.{name}")
        if symbol is not None and symbol.kind is SymbolKind.PROPERTY:
            return True
        bases = snapshot.bases(current) - seen
        seen |= bases
        waiting.extend(sorted(bases))
    return False


def header_lines(owner: Symbol) -> Lines:
    """The lines of a definition before its body."""
    last = owner.body_line - 1 if owner.body_line > owner.name_line else owner.name_line
    return owner.start_line, last


def whole_lines(text: str) -> str:
    """`text` with a line end at its end."""
    return text if text.endswith(("\n", "\r")) else text + "\n"
