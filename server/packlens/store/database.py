"""The SQLite file of one root: its tables, how it is opened, what its errors mean.

    meta     name -> a value that stands for the whole: the world of the inference, how the files were found;
             also what was left beside the graph, after the identity of its generation
    facts    digest of a text -> its facts, whatever file holds it; `used` counts saves, so that old ones go first
    terms    the same and the path of a file that holds it -> its search terms, where somebody has searched
    files    the saved generation, file by file: which text, its code without comments where Jedi is asked, its rows,
             Jedi's answers, who uses its symbols
    said     which file says a name (`graph/directory.py`), names as 64 bits of a digest
    answers  what the inference answered about a file

Writing is one transaction in the write-ahead log: a reader sees the generation before or the one after, and so does
whoever comes after a writer that was killed. A write that a failing machine has lost is noticed by SQLite or by the
checksums of what is in it, and the file is set aside.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from packlens.base.errors import DamagedStoreError

_OURS = 0x50_4B_4C_53  # what `file` and we know a store by
_BUSY_SECONDS = 1.0  # processes of ours hold each other up for moments alone
_SCHEMA = """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE facts (digest BLOB PRIMARY KEY, facts BLOB NOT NULL, used INTEGER NOT NULL);
    CREATE TABLE terms (
        digest BLOB NOT NULL, path BLOB NOT NULL, terms BLOB NOT NULL, PRIMARY KEY (digest, path)
    );
    CREATE TABLE files (
        number INTEGER PRIMARY KEY, path BLOB UNIQUE NOT NULL, digest BLOB NOT NULL, sha256 TEXT NOT NULL,
        size INTEGER NOT NULL, code BLOB NOT NULL, static BLOB NOT NULL, settled BLOB NOT NULL, inbound BLOB NOT NULL
    );
    CREATE TABLE said (name INTEGER NOT NULL, file INTEGER NOT NULL, PRIMARY KEY (name, file)) WITHOUT ROWID;
    CREATE TABLE answers (home BLOB PRIMARY KEY, answers BLOB NOT NULL);
"""
_DAMAGED = ("malformed", "not a database", "corrupt", "no such table", "no such column", "file is encrypted")


class UnusableStoreError(Exception):
    """The file cannot be read or written just now, and nothing is known to be wrong with what it holds."""


class NothingKeptError(UnusableStoreError):
    """There is no file yet, or nothing is saved in it."""


def open_database(place: Path, *, writable: bool) -> sqlite3.Connection:
    """The database at `place`, made when it is to be written and is not there.

    Raises `DamagedStoreError` for what is no store of ours, `UnusableStoreError` for what cannot be opened.
    """
    with told():
        if not writable and not place.exists():
            raise NothingKeptError("there is none")
        connection = sqlite3.connect(
            place, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection, writable)
        except BaseException:
            connection.close()
            raise
        return connection


def _prepare(connection: sqlite3.Connection, writable: bool) -> None:
    connection.execute("PRAGMA cache_size = -8000")
    # In this order: another process may make it between the two, and where it has tables it says whose it is.
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (ours,) = connection.execute("PRAGMA application_id").fetchone()
    if tables == 0 and writable:
        connection.execute("PRAGMA page_size = 8192")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(f"BEGIN IMMEDIATE; PRAGMA application_id = {_OURS}; {_SCHEMA} COMMIT;")
    elif tables == 0:
        raise NothingKeptError("it is empty")
    elif ours != _OURS:
        raise DamagedStoreError("it was not written by Packlens")
    if writable:
        connection.execute("PRAGMA synchronous = NORMAL")


@contextmanager
def told() -> Iterator[None]:
    """Say what an error of SQLite or the system means for the store."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        words = str(error).lower()
        if any(word in words for word in _DAMAGED):
            raise DamagedStoreError(f"its file is damaged ({error})") from error
        raise UnusableStoreError(str(error)) from error
    except (sqlite3.Error, OSError) as error:
        raise UnusableStoreError(getattr(error, "strerror", None) or str(error)) from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what is written inside, or nothing of it."""
    with told():
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
