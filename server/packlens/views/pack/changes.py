"""What a diff says of the code that a pack shows, and of what is there no more.

Every symbol of a changed file is compared with itself in the earlier state, under its earlier name where it was renamed
or moved, so that its marks are its own, wherever the lines around it went. What was removed, what goes by another name,
and the files of which there is no text are rows of their own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from packlens.graph.snapshot import Snapshot
from packlens.symbols.diff import Change, FileState, SymbolChange
from packlens.symbols.symbol import CALLABLE_KINDS, Symbol, SymbolKind, path_of
from packlens.symbols.table import FileTable, build_table
from packlens.symbols.written import signature_of, source_of
from packlens.syntax.parse import read_file
from packlens.text.diff import Diff, FileDiff
from packlens.text.document import Document
from packlens.text.hunks import hunks
from packlens.views.changed import changed_symbols
from packlens.views.pack.item_text import full_ranges, merged, whole_lines
from packlens.views.pack.model import ChangeRow, Level, Lines, Mark
from packlens.views.redact import Redactor


@dataclass(frozen=True, slots=True)
class Gone:
    """A symbol that was removed and is not inside another one that was.

    name       its row at level `name`
    document   the earlier text of its file
    lines      its lines there
    signature  "" where it has none
    """

    name: ChangeRow
    document: Document
    lines: tuple[Lines, ...]
    signature: str = ""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels it has, largest first."""
        return (Level.FULL, Level.SIGNATURE, Level.NAME) if self.signature else (Level.FULL, Level.NAME)

    def row(self, level: Level, redactor: Redactor) -> ChangeRow:
        """Its row at a level, as it may leave."""
        if level is Level.FULL:
            text = _text(redactor.lines(self.document, *lines) for lines in self.lines)
        else:
            text = redactor.text(self.signature, self.document) if level is Level.SIGNATURE else ""
        return replace(self.name, level=level, text=text)


@dataclass(frozen=True)
class Changes:
    """The changes of one diff against one snapshot.

    digest    64 hex digits that stand for the earlier texts of the changed files
    symbols   by id and kind of change
    earlier   path in the later state -> that file in the earlier one
    before    id -> id in the earlier state, of what was renamed or moved
    gone      what was removed, by path and place
    others    rows of what was renamed or moved, and of the files without text
    """

    snapshot: Snapshot
    digest: str
    symbols: tuple[SymbolChange, ...]
    earlier: Mapping[str, FileState | None]
    before: Mapping[str, str]
    gone: tuple[Gone, ...]
    others: tuple[ChangeRow, ...]
    _marks: dict[str, tuple[Mark, ...]] = field(default_factory=dict)

    def marks(self, symbol: Symbol) -> tuple[Mark, ...] | None:
        """Where a symbol differs from what it was, in order; `None` for a file that the diff does not change."""
        if symbol.path not in self.earlier:
            return None
        known = self._marks.get(symbol.id)
        if known is None:
            known = self._marks[symbol.id] = self._compared(symbol)
        return known

    def without_secrets(self, symbol: Symbol, marks: Sequence[Mark], redactor: Redactor) -> tuple[Mark, ...]:
        """The marks of a symbol with what stood there before as it may leave."""
        was = self.was(symbol)
        if was is None:
            return tuple(marks)
        document = was[1].document
        return tuple(
            replace(mark, old=_text(redactor.lines(document, *lines) for lines in mark.was)) for mark in marks
        )

    def was(self, symbol: Symbol) -> tuple[Symbol, FileState] | None:
        """A symbol in the earlier state; `None` for what is new."""
        earlier = self.before.get(symbol.id, symbol.id)
        state = self.earlier.get(path_of(earlier))
        known = state.table.by_id.get(earlier) if state is not None else None
        return None if known is None or state is None else (known, state)

    def _compared(self, symbol: Symbol) -> tuple[Mark, ...]:
        was = self.was(symbol)
        numbers = _numbers(symbol)
        if was is None:
            return tuple(_run(numbers, ()))
        old_numbers = _numbers(was[0])
        found: list[Mark] = []
        old = source_of(was[0], was[1].document)
        for hunk in hunks(old, source_of(symbol, self.snapshot.documents[symbol.path])):
            gone = old_numbers[hunk.old_first - 1 : hunk.old_first - 1 + hunk.old_count]
            lines = merged((number, number) for number in self._not_apart(was[1].document, gone))
            new = numbers[hunk.new_first - 1 : hunk.new_first - 1 + hunk.new_count]
            if new:
                found += _run(new, lines)
            elif lines:
                at = numbers[hunk.new_first - 1] if hunk.new_first <= len(numbers) else numbers[-1] + 1
                found.append(Mark(at, 0, lines))
        return tuple(found)

    def _not_apart(self, document: Document, gone: Sequence[int]) -> Sequence[int]:
        """Of lines that went, those that stand in no row of what was removed, nor as blanks between such rows."""
        apart = self._apart.get(document.path)
        if apart is None or apart.isdisjoint(gone):
            return gone
        return [line for line in gone if line not in apart and document.lines.line(line).strip()]

    @cached_property
    def _apart(self) -> Mapping[str, set[int]]:
        """Earlier path -> the lines of what was removed, which has rows of its own."""
        apart: dict[str, set[int]] = {}
        for gone in self.gone:
            for first, last in gone.lines:
                apart.setdefault(gone.document.path, set()).update(range(first, last + 1))
        return apart


def changes_of(snapshot: Snapshot, diff: Diff) -> Changes:
    """The changes of `diff`, whose later texts are those of `snapshot`."""
    earlier: dict[str, FileState | None] = {}
    gone_files: dict[str, FileState] = {}
    for file in diff.files:
        if file.unread and file.new is None:
            continue
        # Of a file that had no text before, all of the text is new.
        state = None if file.unread else _state(file)
        if file.path in snapshot.documents:
            earlier[file.path] = state
        elif state is not None:
            gone_files[file.path] = state
    symbols = changed_symbols(snapshot, diff)
    states = {**gone_files, **{path: state for path, state in earlier.items() if state is not None}}
    written = {file.path: file.before or file.path for file in diff.files}
    pairs = {change.id: change.before for change in symbols if change.before is not None}
    return Changes(
        snapshot,
        _digest(diff),
        symbols,
        {**earlier, **gone_files},
        {identifier: before for identifier, before in pairs.items() if path_of(before) in states},
        _gone(symbols, states, written),
        (*_renamed(snapshot, symbols), *_unread(diff)),
    )


def _state(file: FileDiff) -> FileState | None:
    if file.old is None:
        return None
    return FileState(build_table(file.path, read_file(file.old.text), None), file.old)


def _digest(diff: Diff) -> str:
    rows = [
        [file.path, file.before, file.old.sha256 if file.old is not None else None, file.unread]
        for file in diff.files
    ]
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def _text(parts: Iterable[str]) -> str:
    text = "".join(parts)
    return whole_lines(text) if text else ""


def _numbers(symbol: Symbol) -> list[int]:
    return [number for first, last in symbol.spans for number in range(first, last + 1)]


def _run(numbers: list[int], was: tuple[Lines, ...]) -> list[Mark]:
    """New lines as marks, each of lines that follow one another; the first stands in place of others."""
    found: list[Mark] = []
    for number in numbers:
        if found and number == found[-1].first + found[-1].count:
            found[-1] = Mark(found[-1].first, found[-1].count + 1, found[-1].was)
        else:
            found.append(Mark(number, 1, () if found else was))
    return found


def _gone(
    symbols: tuple[SymbolChange, ...], states: Mapping[str, FileState], written: Mapping[str, str]
) -> tuple[Gone, ...]:
    ids = {change.id for change in symbols if change.change is Change.REMOVED}
    found: list[tuple[tuple[str, int, str], Gone]] = []
    for identifier in ids:
        state = states.get(path_of(identifier))
        symbol = state.table.by_id.get(identifier) if state is not None else None
        if symbol is None or state is None:
            continue
        if _is_inside(symbol, state.table, ids) or (
            symbol.kind is SymbolKind.MODULE and state.table.children.get(identifier)
        ):
            continue
        path = written[symbol.path]
        name = ChangeRow(Change.REMOVED, path, symbol.qualname, symbol.start_line, symbol.end_line)
        signature = signature_of(symbol, state.document)
        signature = whole_lines(signature) if signature else ""
        gone = Gone(name, state.document, full_ranges(symbol), signature)
        found.append(((path, symbol.start_line, identifier), gone))
    return tuple(gone for _, gone in sorted(found, key=lambda pair: pair[0]))


def _is_inside(symbol: Symbol, table: FileTable, ids: set[str]) -> bool:
    """Whether it went with something around it, or as lines of a function, whose own changes show it."""
    while symbol.parent is not None:
        symbol = table.by_id[symbol.parent]
        if symbol.kind in CALLABLE_KINDS or (symbol.kind is SymbolKind.CLASS and symbol.id in ids):
            return True
    return False


def _renamed(snapshot: Snapshot, symbols: tuple[SymbolChange, ...]) -> list[ChangeRow]:
    """What goes by another id, without what went along with something around it."""
    pairs = {change.id: change for change in symbols if change.before is not None}
    rows: list[ChangeRow] = []
    for identifier, change in pairs.items():
        symbol = snapshot.symbol(identifier)
        around = pairs.get(symbol.parent or "") if symbol is not None else None
        if symbol is None or (around is not None and change.change is around.change):
            continue
        rows.append(
            ChangeRow(
                change.change,
                symbol.path,
                symbol.qualname,
                symbol.start_line,
                symbol.end_line,
                note=change.before or "",
            )
        )
    return rows


def _unread(diff: Diff) -> list[ChangeRow]:
    notes = {
        file.path: file.unread if file.new is None else f"{file.unread} before"
        for file in diff.files
        if file.unread
    }
    return [ChangeRow(None, path, "", 0, 0, note=note) for path, note in notes.items()]
