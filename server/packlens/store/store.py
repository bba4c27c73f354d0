"""The store of one root: take up a saved generation, save a later one.

Many processes may read a store, one may write it: the first that has something to save takes the lock and keeps it
until it ends, however it ends. The others answer from what is there and from the texts as they are, and save nothing.

Each save leaves a mark. While a process finds its own, or that of what it loaded, it adds what has changed since; else
another one wrote meanwhile, and it writes everything.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from packlens.base.errors import DamagedStoreError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.resolve.static.learned import answers_of, touched_homes, world_of
from packlens.store.database import NothingKeptError, UnusableStoreError, told
from packlens.store.edition import edition
from packlens.store.folder import (
    claim,
    make_room,
    place_of,
    readable,
    set_aside,
    writable,
    writer_lock,
)
from packlens.store.saving import Generation, mark_of, write, write_beside, write_terms
from packlens.store.stored import Read, StoredGraph
from packlens.store.terms import KeptTerms

if TYPE_CHECKING:
    from filelock import FileLock


class Store:
    """Of one root, resolved in one way.

    hindrance  why nothing can be kept just now, in one line; `None` while nothing is known to be in the way
    """

    def __init__(self, folder: Path, root: Path, way: str) -> None:
        self.place = place_of(folder, root, f"{edition()}\0{way}")
        self._aside: str | None = None  # what is to be said of a store that was no use
        self.hindrance: str | None = None
        self._lock: FileLock | None = None
        self._writing: sqlite3.Connection | None = None
        self._loaded: StoredGraph | None = None
        self._saved: Snapshot | None = None  # what the store holds, as it was loaded or saved last
        self._mark = b""  # that save's mark
        self._identity = b""  # stands for that generation in what is left beside it
        self._homes: set[str] = set()  # where answers have changed since

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know of it, one line each."""
        return tuple(line for line in (self._aside, self.hindrance) if line is not None)

    def resume(self, writer: Writer, read: Read) -> bytes | None:
        """Let a new writer stand where the last one stood, with texts to be had from `read`. Gives what was saved of
        how the texts were found; `None` where there is nothing to resume.
        """
        try:
            connection = readable(self.place)
            try:
                with told():
                    connection.execute("BEGIN")
                mark = _saved_mark(connection)
                loaded = StoredGraph(connection, read)
                found = loaded.meta("texts")
                identity = loaded.beside("identity") or b""
                self._saved = writer.resume(loaded)
            except BaseException:
                connection.close()
                raise
        except NothingKeptError:
            return None
        except UnusableStoreError as error:
            self._cannot(error)
            return None
        except DamagedStoreError as error:
            self.set_aside(error)
            return None
        self._loaded, self._mark, self._identity = loaded, mark, identity
        return found

    def holds(self, snapshot: Snapshot) -> bool:
        """Whether this generation was loaded or saved last."""
        return self._saved is snapshot

    def let_go(self) -> None:
        """Hold no more of what was loaded. It is read on by those who still have a question of it, and then closed."""
        self._loaded = None

    def save(self, writer: Writer, found: bytes) -> bool:
        """Save the writer's generation, and how its texts were found. False where that cannot be: another process is
        the one that writes, or the disk is full.
        """

        def work(connection: sqlite3.Connection) -> None:
            generation = self._generation(writer, found, continues=mark_of(connection) == self._mark)
            mark = os.urandom(16)
            identity = self._identity if self.holds(generation.snapshot) else os.urandom(16)
            write(connection, generation, mark, identity)
            self._saved, self._mark, self._identity = generation.snapshot, mark, identity
            self._homes.clear()
            self.hindrance = None

        return self._write(work)

    def terms(self) -> KeptTerms:
        """The search terms that are kept now. To be closed."""
        return KeptTerms(self.place)

    def save_terms(self, rows: Iterable[tuple[bytes, str, bytes]], *, anew: bool) -> bool:
        """Save the search terms of texts: (digest, path, terms), and no other ones when `anew`. False where that
        cannot be; `rows` is not begun while another process is the one that writes.
        """
        return self._write(lambda connection: write_terms(connection, rows, anew=anew))

    def left(self, name: str, snapshot: Snapshot) -> bytes | None:
        """What was left beside the generation that was loaded; `None` where `snapshot` is another one."""
        loaded, identity = self._loaded, self._identity
        if loaded is None or not identity or not self.holds(snapshot):
            return None
        raw = loaded.beside(name)
        return raw.removeprefix(identity) if raw is not None and raw.startswith(identity) else None

    def leave(self, name: str, value: bytes) -> bool:
        """Leave something beside the generation that was loaded or saved last. False where that cannot be."""
        left = False

        def work(connection: sqlite3.Connection) -> None:
            nonlocal left
            left = mark_of(connection) == self._mark
            if left:
                write_beside(connection, name, self._identity + value)

        return self._write(work) and left

    def _write(self, work: Callable[[sqlite3.Connection], None]) -> bool:
        """Whether `work` could be done on the database, which is ours alone to write while it is done."""
        try:
            connection = self._writer()
            if connection is None:
                return False
            work(connection)
        except UnusableStoreError as error:
            self._cannot(error)
            return False
        except DamagedStoreError as error:
            self.set_aside(error)
            return False
        return True

    def _generation(self, writer: Writer, found: bytes, *, continues: bool) -> Generation:
        """What is to be written: all, or, where what is there `continues` to be ours, what has changed since."""
        snapshot = writer.snapshot
        base = self._saved if continues else None
        if snapshot is base:
            return Generation(snapshot, base, None, {}, found)
        inference = writer.learn()
        touched = touched_homes(inference)
        if touched is None:
            base = None
        else:
            self._homes |= touched
        homes = self._homes if base is not None else None
        return Generation(snapshot, base, world_of(inference), answers_of(inference, homes), found)

    def set_aside(self, error: DamagedStoreError) -> None:
        """Rename the store, which is no use, so that another one begins."""
        if self._loaded is not None:
            self._loaded.close()
            self._loaded = None
        self._close_writing()
        self._saved, self._mark, self._identity = None, b"", b""
        try:
            if self._lock is None:
                self._lock = writer_lock(self.place)
            if self._lock is None:
                self._aside = f"the saved index of this workspace is not used: {error}"
                return
            aside = set_aside(self.place)
            self._aside = (
                f"the saved index of this workspace was set aside as {aside.name} and is made anew: {error}"
            )
        except UnusableStoreError as unusable:
            self._cannot(unusable)

    def check(self) -> str | None:
        """What is wrong with the file or with any part of what is in it; `None` where nothing is."""
        try:
            connection = readable(self.place)
            try:
                with told():
                    (first,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
                if first != "ok":
                    return str(first)
                _saved_mark(connection)
                _decode_all(StoredGraph(connection, lambda _: None))
            finally:
                connection.close()
        except UnusableStoreError:
            return None
        except DamagedStoreError as error:
            return str(error)
        return None

    def close(self) -> None:
        """Write no more. What was loaded can still be read."""
        self._close_writing()
        if self._lock is not None:
            with suppress(OSError):
                make_room(self.place.database.parent, self.place)
            self._lock.release()
            self._lock = None

    def _writer(self) -> sqlite3.Connection | None:
        """The database, to be written by us alone; `None` while another process writes it."""
        if self._lock is None:
            claim(self.place.database.parent)
            self._lock = writer_lock(self.place)
        if self._lock is None:
            return None
        if self._writing is None:
            self._writing = self._opened()
        return self._writing

    def _opened(self) -> sqlite3.Connection:
        try:
            return writable(self.place)
        except DamagedStoreError as error:
            self.set_aside(error)
            return writable(self.place)

    def _close_writing(self) -> None:
        if self._writing is not None:
            with suppress(sqlite3.Error):
                self._writing.close()
            self._writing = None

    def _cannot(self, error: UnusableStoreError) -> None:
        self.hindrance = (
            f"the index is not kept between runs: {error}; see that you alone can write to "
            f"{self.place.database.parent}, that its disk has room and that no other program holds its files"
        )


def _saved_mark(connection: sqlite3.Connection) -> bytes:
    """The mark of the last save. Raises `NothingKeptError` before the first one, which comes some time after the
    database was made: another process is at it, was ended before it, or has had nothing but search terms to keep.
    """
    mark = mark_of(connection)
    if not mark:
        raise NothingKeptError("nothing is saved in it yet")
    return mark


def _decode_all(graph: StoredGraph) -> None:
    for path in graph.documents:
        _ = graph.facts(path), graph.static(path), graph.settled(path), graph.inbound(path)
    graph.world()
    for _ in graph.answers():
        pass
