"""The difference between two states of some files, symbol by symbol.

A symbol is known by its id. What disappears here and appears there under another name with the same body is renamed,
or moved when it is in another file; where several could be meant, nothing is guessed: it is removed and added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.symbols.table import FileTable
from packlens.symbols.written import hashes_of, source_of
from packlens.syntax.hashes import Hashes
from packlens.text.document import Document


class Change(StrEnum):
    """What happened to a symbol."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    SIGNATURE = "signature"
    BODY = "body"
    DOC = "doc"


@dataclass(frozen=True, slots=True)
class SymbolChange:
    """One change of one symbol; a symbol whose signature and body changed has two.

    id       in the later state; of what was removed, in the earlier one
    before   the earlier id of what was renamed or moved, else `None`
    """

    id: str
    change: Change
    before: str | None = None


@dataclass(frozen=True, slots=True)
class FileState:
    """One file in one state."""

    table: FileTable
    document: Document


def diff(before: Mapping[str, FileState], after: Mapping[str, FileState]) -> tuple[SymbolChange, ...]:
    """The changes from `before` to `after`, by id and kind of change; unchanged symbols are not listed.

    Both map paths to files; a path in only one of them stands for a file that was added or removed.
    """
    changes: list[SymbolChange] = []
    gone: list[tuple[Symbol, FileState]] = []
    come: list[tuple[Symbol, FileState]] = []
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        old_symbols = old.table.by_id if old is not None else {}
        new_symbols = new.table.by_id if new is not None else {}
        if old is not None:
            gone.extend((symbol, old) for name, symbol in old_symbols.items() if name not in new_symbols)
        if new is not None:
            come.extend((symbol, new) for name, symbol in new_symbols.items() if name not in old_symbols)
        if old is not None and new is not None:
            for name, symbol in new_symbols.items():
                if name in old_symbols:
                    changes.extend(_edits(old_symbols[name], old, symbol, new))
    changes.extend(_come_and_gone(gone, come))
    return tuple(sorted(changes, key=lambda change: (change.id, change.change, change.before or "")))


def _edits(old: Symbol, before: FileState, new: Symbol, after: FileState) -> Iterable[SymbolChange]:
    """What changed in a symbol that is in both states."""
    if source_of(old, before.document) == source_of(new, after.document) and old.kind is new.kind:
        return
    first, second = hashes_of(old, before.document), hashes_of(new, after.document)
    if first.signature != second.signature or old.kind is not new.kind:
        yield SymbolChange(new.id, Change.SIGNATURE)
    if first.body != second.body:
        yield SymbolChange(new.id, Change.BODY)
    if first.doc != second.doc:
        yield SymbolChange(new.id, Change.DOC)


def _come_and_gone(
    gone: list[tuple[Symbol, FileState]], come: list[tuple[Symbol, FileState]]
) -> Iterable[SymbolChange]:
    """Pair what disappeared with what appeared, where body, kind and one of name and place leave no doubt."""
    old_hashes = {symbol.id: hashes_of(symbol, state.document) for symbol, state in gone}
    new_hashes = {symbol.id: hashes_of(symbol, state.document) for symbol, state in come}
    leaving = _by_meaning((symbol for symbol, _ in gone), old_hashes)
    arriving = _by_meaning((symbol for symbol, _ in come), new_hashes)
    paired: dict[str, Symbol] = {}
    for meaning, olds in leaving.items():
        news = arriving.get(meaning, [])
        same_name = {symbol.name for symbol in olds} & {symbol.name for symbol in news}
        for name in sorted(same_name):
            left = [symbol for symbol in olds if symbol.name == name]
            right = [symbol for symbol in news if symbol.name == name]
            if len(left) == len(right) == 1:
                paired[right[0].id] = left[0]
        if len(olds) == len(news) == 1:
            paired[news[0].id] = olds[0]
    left_over = {symbol.id for symbol, _ in gone} - {symbol.id for symbol in paired.values()}
    for symbol, _ in come:
        earlier = paired.get(symbol.id)
        if earlier is None:
            yield SymbolChange(symbol.id, Change.ADDED)
            continue
        change = Change.RENAMED if earlier.path == symbol.path else Change.MOVED
        yield SymbolChange(symbol.id, change, earlier.id)
        first, second = old_hashes[earlier.id], new_hashes[symbol.id]
        if first.doc != second.doc:
            yield SymbolChange(symbol.id, Change.DOC)
    for identifier in left_over:
        yield SymbolChange(identifier, Change.REMOVED)


def _by_meaning(
    symbols: Iterable[Symbol], known: Mapping[str, Hashes]
) -> dict[tuple[SymbolKind, bytes], list[Symbol]]:
    groups: dict[tuple[SymbolKind, bytes], list[Symbol]] = {}
    for symbol in symbols:
        groups.setdefault((symbol.kind, known[symbol.id].body), []).append(symbol)
    return groups
