"""A generation to the database, in one transaction: all of it, or what is not as it was in an earlier one."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from packlens.graph.directory import Says, names_in
from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.graph.staleness import code_hash
from packlens.resolve.merge import Asks
from packlens.resolve.static.learned import Answer, World
from packlens.store.database import told, transaction
from packlens.store.stored import (
    ANSWERS,
    FACTS,
    INBOUND,
    NO_ANSWERS,
    SETTLED,
    STATIC,
    WORLD,
    name_number,
    path_bytes,
)

_MANY_SPARE = 2000  # facts of texts that no file has just now: those of another branch


@dataclass(frozen=True, slots=True)
class Generation:
    """What is saved.

    base      the generation that the store holds, of which this is a later one; `None` where it holds none
    world     what the inference knows of the workspace as a whole
    answers   by home, those of the inference that are not as they were in `base`; all, without one
    texts     how the texts were found, for whoever finds them next
    """

    snapshot: Snapshot
    base: Snapshot | None
    world: World | None
    answers: Mapping[str, Collection[Answer]]
    texts: bytes


def mark_of(connection: sqlite3.Connection) -> bytes:
    """The mark of the last save; empty where there was none."""
    with told():
        row = connection.execute("SELECT value FROM meta WHERE name = 'mark'").fetchone()
    return row[0] if row is not None else b""


def write(connection: sqlite3.Connection, generation: Generation, mark: bytes, identity: bytes) -> None:
    """Write a generation and leave `mark`, which is of this save, and its identity. What it holds is encoded before the
    transaction begins.
    """
    snapshot, base = generation.snapshot, generation.base
    with told():
        known = {digest for (digest,) in connection.execute("SELECT digest FROM facts")}
    changed = [path for path in snapshot.documents if _differs(path, base, snapshot)]
    gone = [path for path in base.documents if path not in snapshot.documents] if base is not None else []
    facts = list(_facts(snapshot, changed, known))
    files = [_file(snapshot, path) for path in changed]
    answers = [(path_bytes(home), _encoded(rows)) for home, rows in generation.answers.items()]
    meta = [("texts", generation.texts), ("mark", mark), ("identity", identity)]
    if generation.world is not None:
        meta.append(("world", WORLD.encode(generation.world)))
    with transaction(connection):
        execute = connection.execute
        if base is None:
            for table in ("files", "said", "answers"):
                execute(f"DELETE FROM {table}")  # noqa: S608 - one of our three
        connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, 0)", facts)
        _forget(connection, gone)
        _put_files(connection, files)
        shards = {number: snapshot.shards[path] for path, number in _numbers(connection, changed)}
        if base is not None:
            _unsay(connection, shards)
        _put_said(connection, shards)
        connection.executemany(
            "INSERT OR REPLACE INTO answers VALUES (?, ?)", [row for row in answers if row[1] is not None]
        )
        connection.executemany(
            "DELETE FROM answers WHERE home = ?", [(home,) for home, raw in answers if raw is None]
        )
        connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta)
        _drop_spare(connection)


def write_terms(
    connection: sqlite3.Connection, rows: Iterable[tuple[bytes, str, bytes]], *, anew: bool
) -> None:
    """Write the search terms of texts: (digest of the text, path of its file, terms); in place of all when `anew`."""
    raw = [(digest, path_bytes(path), terms) for digest, path, terms in rows]
    with transaction(connection):
        if anew:
            connection.execute("DELETE FROM terms")
        connection.executemany("INSERT OR REPLACE INTO terms VALUES (?, ?, ?)", raw)


def write_beside(connection: sqlite3.Connection, name: str, value: bytes) -> None:
    """Write what is no part of the graph, under a name of its own."""
    with transaction(connection):
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))


def _differs(path: str, base: Snapshot | None, now: Snapshot) -> bool:
    return (
        base is None
        or base.documents.get(path) is not now.documents[path]
        or base.shards.get(path) is not now.shards[path]
        or base.inbound.get(path) is not now.inbound.get(path)
    )


def _facts(snapshot: Snapshot, paths: Iterable[str], known: set[bytes]) -> Iterator[tuple[bytes, bytes]]:
    for path in paths:
        digest = snapshot.documents[path].hash
        if digest not in known:
            known.add(digest)
            yield digest, FACTS.encode(snapshot.shards[path].table.facts)


def _file(snapshot: Snapshot, path: str) -> tuple[bytes, bytes, str, int, bytes, bytes, bytes, bytes]:
    document, shard = snapshot.documents[path], snapshot.shards[path]
    return (
        path_bytes(path),
        document.hash,
        document.sha256,
        document.size,
        code_hash(document) if shard.asks is not Asks.NOTHING else b"",
        STATIC.encode(dict(shard.static)),
        SETTLED.encode(dict(shard.settled)) if shard.settled else NO_ANSWERS,
        INBOUND.encode(dict(snapshot.inbound.get(path, {}))),
    )


def _encoded(rows: Collection[Answer]) -> bytes | None:
    return ANSWERS.encode(tuple(rows)) if rows else None


def _forget(connection: sqlite3.Connection, paths: Iterable[str]) -> None:
    numbers = [number for _, number in _numbers(connection, paths)]
    _unsay(connection, numbers)
    connection.executemany("DELETE FROM files WHERE number = ?", [(number,) for number in numbers])


def _unsay(connection: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Forget what files say: one pass over the table, which has no index by file."""
    gone = set(numbers)
    if gone:
        connection.create_function("gone", 1, gone.__contains__, deterministic=True)
        connection.execute("DELETE FROM said WHERE gone(file)")


def _put_files(connection: sqlite3.Connection, files: Iterable[tuple[object, ...]]) -> None:
    connection.executemany(
        "INSERT INTO files (path, digest, sha256, size, code, static, settled, inbound)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (path) DO UPDATE SET digest = excluded.digest, sha256 = excluded.sha256,"
        " size = excluded.size, code = excluded.code, static = excluded.static, settled = excluded.settled,"
        " inbound = excluded.inbound",
        files,
    )


def _put_said(connection: sqlite3.Connection, shards: Mapping[int, Shard]) -> None:
    said = {
        (name_number(what, name), number)
        for number, shard in shards.items()
        for what in Says
        for name in names_in(shard, what)
    }
    connection.executemany("INSERT OR IGNORE INTO said VALUES (?, ?)", sorted(said))


def _numbers(connection: sqlite3.Connection, paths: Iterable[str]) -> Iterator[tuple[str, int]]:
    for path in paths:
        row = connection.execute("SELECT number FROM files WHERE path = ?", (path_bytes(path),)).fetchone()
        if row is not None:
            yield path, row[0]


def _drop_spare(connection: sqlite3.Connection) -> None:
    """Let go of the facts of texts that no file has, the longest unused first, where they are many."""
    execute = connection.execute
    execute("UPDATE facts SET used = used + 1 WHERE digest NOT IN (SELECT digest FROM files)")
    execute("UPDATE facts SET used = 0 WHERE used > 0 AND digest IN (SELECT digest FROM files)")
    execute(
        "DELETE FROM facts WHERE digest IN"
        " (SELECT digest FROM facts WHERE used > 0 ORDER BY used, rowid DESC LIMIT -1 OFFSET ?)",
        (_MANY_SPARE,),
    )
    execute("DELETE FROM terms WHERE digest NOT IN (SELECT digest FROM facts)")
