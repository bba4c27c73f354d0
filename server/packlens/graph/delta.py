"""What an update changed, symbol by symbol: the difference between two generations of one writer."""

from __future__ import annotations

from packlens.graph.snapshot import Snapshot
from packlens.symbols.diff import FileState, SymbolChange, diff


def delta(before: Snapshot, after: Snapshot) -> tuple[SymbolChange, ...]:
    """The symbol changes from one generation to a later one. Reads only files whose text differs."""
    changed = [
        path
        for path in before.documents.keys() | after.documents.keys()
        if before.documents.get(path) is not after.documents.get(path)
    ]
    return diff(_states(before, changed), _states(after, changed))


def _states(snapshot: Snapshot, paths: list[str]) -> dict[str, FileState]:
    states: dict[str, FileState] = {}
    for path in paths:
        table = snapshot.table(path)
        if table is not None:
            states[path] = FileState(table, snapshot.documents[path])
    return states
