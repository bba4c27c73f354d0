"""Whether two generations of the same texts say the same, file by file."""

from __future__ import annotations

from packlens.graph.snapshot import Snapshot


def differing(snapshot: Snapshot, other: Snapshot) -> list[str]:
    """Paths, sorted, of the files of which the two know other facts, other static rows, or of which `snapshot` does not
    say who uses them as its own rows do. Jedi's answers may differ.
    """
    users = _users(snapshot)
    return [
        path
        for path in sorted(snapshot.documents.keys() | other.documents.keys())
        if not _same(snapshot, other, path) or dict(snapshot.inbound.get(path, {})) != users.get(path, {})
    ]


def _same(snapshot: Snapshot, other: Snapshot, path: str) -> bool:
    mine, theirs = snapshot.shards.get(path), other.shards.get(path)
    if mine is None or theirs is None:
        return mine is theirs
    return mine.table.facts == theirs.table.facts and mine.static == theirs.static


def _users(snapshot: Snapshot) -> dict[str, dict[str, tuple[str, ...]]]:
    """Path -> symbol of that file -> ids of the scopes that use it, from the rows."""
    found: dict[str, dict[str, set[str]]] = {}
    for shard in snapshot.shards.values():
        for scope, rows in shard.rows.items():
            for row in rows.edges:
                path = row.target.rpartition("::")[0]
                found.setdefault(path, {}).setdefault(row.target, set()).add(scope)
    return {
        path: {symbol: tuple(sorted(scopes)) for symbol, scopes in users.items()}
        for path, users in found.items()
    }
