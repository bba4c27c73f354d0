"""Which symbols a diff touches, each the smallest that is worth reading by itself.

A changed line belongs to the function or variable around it; a function inside a function, to the outer one; what is
new as a whole, to the outermost thing that is new. A line of a class or of a file that belongs to nothing inside it
makes an excerpt: the changed lines, and those around them that belong to nothing either. So does a function that is
too large to be shown whole: its header, and each change with the lines around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from packlens.graph.snapshot import Snapshot
from packlens.symbols.diff import Change
from packlens.symbols.symbol import CALLABLE_KINDS, Symbol, SymbolKind, qualname_of
from packlens.symbols.table import FileTable
from packlens.text.document import Document
from packlens.text.hunks import Hunk, hunks
from packlens.views.pack.candidate import Candidate
from packlens.views.pack.changes import Changes, Gone
from packlens.views.pack.item_text import header_lines, merged
from packlens.views.pack.model import ChangeRow, Level, Lines
from packlens.views.pack.neighbours import is_test

_AROUND = 3
_PARTLY = {
    SymbolKind.CLASS: (Level.EXCERPT, Level.SIGNATURE, Level.NAME),
    SymbolKind.MODULE: (Level.EXCERPT, Level.NAME),
}


@dataclass(frozen=True, slots=True)
class Touched:
    """What a diff touches.

    candidates  by path and place, tests last. One without levels is to be shown whole, or as the excerpt that its
                lines are
    gone        lines that went and belonged to a class or file itself, where nothing stands in their place
    """

    candidates: tuple[Candidate, ...]
    gone: tuple[Gone, ...]


def touched(snapshot: Snapshot, changes: Changes) -> Touched:
    """What the changes touch in the later state."""
    paths = [path for path in changes.earlier if path in snapshot.documents]
    files = [_File(snapshot, changes, path) for path in sorted(paths, key=lambda path: (is_test(path), path))]
    return Touched(
        tuple(candidate for file in files for candidate in file.candidates()),
        tuple(gone for file in files for gone in file.gone()),
    )


class _File:
    """One changed file in both states."""

    def __init__(self, snapshot: Snapshot, changes: Changes, path: str) -> None:
        self.changes = changes
        self.path = path
        table, earlier = snapshot.table(path), changes.earlier[path]
        assert table is not None
        self.table = table
        self.old_table = earlier.table if earlier is not None else None
        document, old = snapshot.documents[path], earlier.document if earlier is not None else None
        self.rows = _rows(document)
        self.owners = _owners(table, len(self.rows))
        self.old_rows = _rows(old) if old is not None else ()
        self.old_owners = _owners(earlier.table, len(self.old_rows)) if earlier is not None else ()
        self.hunks = hunks(old.text if old is not None else None, document.text)
        self.later = {before: identifier for identifier, before in changes.before.items()}

    def candidates(self) -> Iterator[Candidate]:
        """What is touched, in source order."""
        whole: set[str] = set()
        partly: dict[str, list[int]] = {}
        for hunk in self.hunks:
            for line in self._new_lines(hunk):
                unit = self._unit(self.table.by_id[self.owners[line - 1]])
                if unit.kind is SymbolKind.MODULE or (
                    unit.kind is SymbolKind.CLASS and not self._is_new(unit)
                ):
                    partly.setdefault(unit.id, []).append(line)
                else:
                    whole.add(unit.id)
            whole.update(self._still_there(hunk))
        for symbol in self.table.symbols:
            if symbol.id in whole:
                if not self._is_new(symbol) and not self.changes.marks(symbol):
                    continue  # its lines are where they were not before, and the same
                yield Candidate(symbol.id, 0, 1.0, (), lines=self._excerpt(symbol))
            elif symbol.id in partly and symbol.parent not in whole:
                lines = self._gap(symbol.id, partly[symbol.id])
                yield Candidate(symbol.id, 0, 1.0, (), _PARTLY[symbol.kind], lines)

    def gone(self) -> Iterator[Gone]:
        """The lines of a class or of the file itself that went, where no new line of it stands in their place."""
        for hunk in self.hunks:
            there = {self.owners[line - 1] for line in self._new_lines(hunk)}
            lines: dict[str, list[int]] = {}
            for line in self._old_lines(hunk):
                owner = self.old_owners[line - 1]
                if self._old(owner).kind in _PARTLY and owner in self.table.by_id and owner not in there:
                    lines.setdefault(owner, []).append(line)
            for owner, numbers in lines.items():
                for first, last in merged((number, number) for number in numbers):
                    yield self._gone(owner, first, last)

    def _gone(self, owner: str, first: int, last: int) -> Gone:
        earlier = self.changes.earlier[self.path]
        assert earlier is not None
        row = ChangeRow(Change.REMOVED, earlier.document.path, qualname_of(owner), first, last)
        return Gone(row, earlier.document, ((first, last),))

    def _new_lines(self, hunk: Hunk) -> Iterator[int]:
        lines = range(hunk.new_first, hunk.new_first + hunk.new_count)
        return (line for line in lines if self.rows[line - 1])

    def _old_lines(self, hunk: Hunk) -> Iterator[int]:
        lines = range(hunk.old_first, hunk.old_first + hunk.old_count)
        return (line for line in lines if self.old_rows[line - 1])

    def _still_there(self, hunk: Hunk) -> Iterator[str]:
        """What lost lines and still is there, under whatever name."""
        for line in self._old_lines(hunk):
            unit = self._old(self.old_owners[line - 1])
            while unit.parent is not None and self._old(unit.parent).kind in CALLABLE_KINDS:
                unit = self._old(unit.parent)
            identifier = self.later.get(unit.id, unit.id)
            if unit.kind not in _PARTLY and identifier in self.table.by_id:
                yield identifier

    def _old(self, identifier: str) -> Symbol:
        assert self.old_table is not None
        return self.old_table.by_id[identifier]

    def _unit(self, symbol: Symbol) -> Symbol:
        """What is shown of a change in `symbol`."""
        unit = around = symbol
        while around.parent is not None:
            around = self.table.by_id[around.parent]
            if around.kind in CALLABLE_KINDS or (around.kind is SymbolKind.CLASS and self._is_new(around)):
                unit = around
        return unit

    def _is_new(self, symbol: Symbol) -> bool:
        return self.changes.was(symbol) is None

    def _excerpt(self, symbol: Symbol) -> tuple[Lines, ...]:
        """The header and the changes of a symbol; none of one that is new, or that they would show whole."""
        if self._is_new(symbol):
            return ()
        marks = self.changes.marks(symbol) or ()
        parts = [(mark.first - _AROUND, mark.first + max(mark.count, 1) - 1 + _AROUND) for mark in marks]
        inside = merged(
            (max(first, start), min(last, end))
            for first, last in merged([header_lines(symbol), *parts])
            for start, end in symbol.spans
            if first <= end and start <= last
        )
        return () if inside == merged(symbol.spans) else inside

    def _gap(self, owner: str, changed: Iterable[int]) -> tuple[Lines, ...]:
        """The changed lines and those around them, as far as they belong to `owner` and to nothing inside it."""
        near = {line for place in changed for line in range(place - _AROUND, place + _AROUND + 1)}
        own = [line for line in near if 0 < line <= len(self.owners) and self.owners[line - 1] == owner]
        parts = (self._without_blank_ends(lines) for lines in merged((line, line) for line in own))
        return tuple(lines for lines in parts if lines is not None)

    def _without_blank_ends(self, lines: Lines) -> Lines | None:
        written = [line for line in range(lines[0], lines[1] + 1) if self.rows[line - 1]]
        return (written[0], written[-1]) if written else None


def _owners(table: FileTable, lines: int) -> tuple[str, ...]:
    """The innermost symbol of each line."""
    owners = [table.module] * lines
    for symbol in table.symbols[1:]:  # in source order: what is inside comes after what is around it
        for first, last in symbol.spans:
            owners[first - 1 : last] = [symbol.id] * (last - first + 1)
    return tuple(owners)


def _rows(document: Document) -> tuple[str, ...]:
    """Each line without the blanks around it."""
    return tuple(document.lines.line(number).strip() for number in range(1, len(document.lines) + 1))
