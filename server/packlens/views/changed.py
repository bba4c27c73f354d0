"""Which symbols a diff changes, and how.

The earlier texts are read as files of their own: only what stands in them counts, so that the graph of the earlier
state is not needed. A renamed file is compared with itself under its new path, and each of its symbols has moved too.
"""

from __future__ import annotations

from packlens.graph.snapshot import Snapshot
from packlens.symbols.diff import Change, FileState, SymbolChange
from packlens.symbols.diff import diff as symbol_diff
from packlens.symbols.table import FileTable, build_table
from packlens.syntax.parse import read_file
from packlens.text.diff import Diff
from packlens.text.document import Document


def changed_symbols(snapshot: Snapshot, diff: Diff) -> tuple[SymbolChange, ...]:
    """The symbol changes of a diff whose later texts are those of `snapshot`, by id and kind of change."""
    before: dict[str, FileState] = {}
    after: dict[str, FileState] = {}
    moved: list[SymbolChange] = []
    for file in diff.files:
        old = _state(file.path, file.old) if file.old is not None and not file.unread else None
        table = snapshot.table(file.path)
        new = FileState(table, snapshot.documents[file.path]) if table is not None else None
        if old is not None:
            before[file.path] = old
        if new is not None:
            after[file.path] = new
        if file.before is not None and old is not None and new is not None:
            moved += [
                SymbolChange(identifier, Change.MOVED, file.before + identifier[len(file.path) :])
                for identifier in new.table.by_id
                if identifier in old.table.by_id
            ]
    changes = {*symbol_diff(before, after), *moved}
    return tuple(sorted(changes, key=lambda change: (change.id, change.change, change.before or "")))


def table_of(path: str, document: Document) -> FileTable:
    """The table of a text that is in no graph."""
    return build_table(path, read_file(document.text), None)


def _state(path: str, document: Document) -> FileState:
    return FileState(table_of(path, document), document)
