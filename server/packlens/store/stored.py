"""A saved generation as it lies in the database, each part decoded when it is asked for.

The connection stands in one read transaction as long as a part of the graph can still be asked for: what is read late
is of the same generation as what was read first, whatever another process has written since.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from packlens.base.errors import DamagedStoreError
from packlens.graph.directory import Says
from packlens.graph.settled import Settled
from packlens.resolve.static.learned import Answer, World
from packlens.resolve.static.rows import Rows
from packlens.store.codec import Codec
from packlens.store.database import UnusableStoreError, told
from packlens.syntax.facts import FileFacts
from packlens.text.document import Document, UnreadDocument

Read = Callable[[str], Document | None]

FACTS: Codec[FileFacts] = Codec(FileFacts)
STATIC: Codec[dict[str, Rows]] = Codec(dict[str, Rows])
SETTLED: Codec[dict[str, Settled]] = Codec(dict[str, Settled])
INBOUND: Codec[dict[str, tuple[str, ...]]] = Codec(dict[str, tuple[str, ...]])
ANSWERS: Codec[tuple[Answer, ...]] = Codec(tuple[Answer, ...])
WORLD: Codec[World] = Codec(World)
NO_ANSWERS = b""


class StoredGraph:
    """Implements `KeptGraph`.

    documents  whose texts are read from disk with `read` when somebody wants them
    """

    def __init__(self, connection: sqlite3.Connection, read: Read) -> None:
        self._connection = connection
        weakref.finalize(self, connection.close)  # once nobody can ask it any more
        self._lock = threading.Lock()
        self._numbers: dict[str, int] = {}
        self._digests: dict[str, bytes] = {}
        self._paths: dict[int, str] = {}
        self.documents: dict[str, Document] = {}
        for number, raw, digest, sha256, size, code in self._rows(
            "SELECT number, path, digest, sha256, size, code FROM files ORDER BY number"
        ):
            path = path_text(raw)
            self._numbers[path], self._paths[number], self._digests[path] = number, path, digest
            self.documents[path] = UnreadDocument(path, sha256, size, digest, read, code)

    def close(self) -> None:
        """Let go of the file, which is no use. What was not asked for before cannot be had any more."""
        with self._lock:
            self._connection.close()

    def facts(self, path: str) -> FileFacts:
        return FACTS.decode(self._one("SELECT facts FROM facts WHERE digest = ?", self._digests[path]))

    def facts_of_text(self, digest: bytes) -> FileFacts | None:
        rows = self._rows("SELECT facts FROM facts WHERE digest = ?", digest)
        return FACTS.decode(rows[0][0]) if rows else None

    def static(self, path: str) -> dict[str, Rows]:
        return STATIC.decode(self._one("SELECT static FROM files WHERE number = ?", self._numbers[path]))

    def settled(self, path: str) -> dict[str, Settled]:
        raw = self._one("SELECT settled FROM files WHERE number = ?", self._numbers[path])
        return SETTLED.decode(raw) if raw != NO_ANSWERS else {}

    def inbound(self, path: str) -> dict[str, tuple[str, ...]]:
        return INBOUND.decode(self._one("SELECT inbound FROM files WHERE number = ?", self._numbers[path]))

    def saying(self, what: Says, name: str) -> Iterable[str]:
        rows = self._rows("SELECT file FROM said WHERE name = ?", name_number(what, name))
        return [self._paths[number] for (number,) in rows if number in self._paths]

    def world(self) -> World:
        return WORLD.decode(self.meta("world"))

    def answers(self) -> Iterator[Answer]:
        for (raw,) in self._rows("SELECT answers FROM answers"):
            yield from ANSWERS.decode(raw)

    def meta(self, name: str) -> bytes:
        """What stands for the whole under a name."""
        return self._one("SELECT value FROM meta WHERE name = ?", name)

    def beside(self, name: str) -> bytes | None:
        """What was left beside the graph under a name; `None` where nothing was."""
        rows = self._rows("SELECT value FROM meta WHERE name = ?", name)
        return rows[0][0] if rows else None

    def _one(self, question: str, key: Any) -> bytes:
        rows = self._rows(question, key)
        if len(rows) != 1:
            raise DamagedStoreError("a part of the saved graph is missing")
        part: bytes = rows[0][0]
        return part

    def _rows(self, question: str, *keys: Any) -> list[Any]:
        try:
            with self._lock, told():
                return self._connection.execute(question, keys).fetchall()
        except UnusableStoreError as error:
            raise DamagedStoreError(f"the saved graph cannot be read any more ({error})") from error


def path_bytes(path: str) -> bytes:
    """A path as the database holds it: names that are no UTF-8 come back as they were."""
    return path.encode("utf-8", "surrogatepass")


def path_text(raw: bytes) -> str:
    """The path that `path_bytes` gave."""
    return raw.decode("utf-8", "surrogatepass")


def name_number(what: Says, name: str) -> int:
    """64 bits that stand for a name said in a way. Two names that share them cost a look at a file too many."""
    digest = hashlib.blake2b(
        name.encode("utf-8", "surrogatepass"), digest_size=8, salt=bytes([what])
    ).digest()
    return int.from_bytes(digest, "big", signed=True)
