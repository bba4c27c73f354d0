"""The kept vectors of texts, by model and by digest of the text, for all roots of a person in one file.

A vector is a function of the model and the text, so whichever process wrote it is as good as any, and what cannot be
read is made anew. The file holds numbers and no text. When it holds too many, those that were written first go.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path

from packlens.base.errors import DamagedStoreError
from packlens.store.database import UnusableStoreError, told, transaction
from packlens.store.folder import Place, prepare, set_aside

MOST = 50_000
_NAME = "vectors.sqlite"
_BUSY_SECONDS = 5.0
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS vectors (
        number INTEGER PRIMARY KEY, model TEXT NOT NULL, digest BLOB NOT NULL, vector BLOB NOT NULL,
        UNIQUE (model, digest)
    )
"""


class KeptVectors:
    """What the file in `folder` holds. Any thread may ask; a file that is no use is as one that holds nothing."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._place = Place(folder / _NAME)
        self._most = most

    def of(self, model: str, digests: Iterable[bytes]) -> Mapping[bytes, bytes]:
        """Digest -> vector, for those that are kept."""
        found: dict[bytes, bytes] = {}

        def look(connection: sqlite3.Connection) -> None:
            for digest in dict.fromkeys(digests):
                row = connection.execute(
                    "SELECT vector FROM vectors WHERE model = ? AND digest = ?", (model, digest)
                ).fetchone()
                if row is not None:
                    found[digest] = row[0]

        self._work(look)
        return found

    def keep(self, model: str, vectors: Mapping[bytes, bytes]) -> None:
        """Keep what could not be had from here."""

        def write(connection: sqlite3.Connection) -> None:
            with transaction(connection):
                connection.executemany(
                    "INSERT OR REPLACE INTO vectors (model, digest, vector) VALUES (?, ?, ?)",
                    [(model, digest, vector) for digest, vector in vectors.items()],
                )
                connection.execute(
                    "DELETE FROM vectors WHERE number <= (SELECT max(number) FROM vectors) - ?", (self._most,)
                )

        self._work(write)

    def _work(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Do `work` on the file; where that cannot be, it is not done."""
        with suppress(UnusableStoreError):
            try:
                with told():
                    prepare(self._place)
                    path = self._place.database
                    with closing(
                        sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
                    ) as connection:
                        connection.execute("PRAGMA journal_mode = WAL")
                        connection.execute("PRAGMA synchronous = NORMAL")
                        connection.execute(_SCHEMA)
                        work(connection)
            except DamagedStoreError:
                set_aside(self._place)
