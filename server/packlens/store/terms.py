"""The kept search terms of texts, looked up one by one.

They are a function of a text and of the path of its file, and of nothing else in the store: whichever process wrote
them last is as good as any, and what is not there, or cannot be read, is made anew by whoever asked.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from packlens.base.errors import DamagedStoreError
from packlens.store.database import UnusableStoreError, told
from packlens.store.folder import Place, readable
from packlens.store.stored import path_bytes


class KeptTerms:
    """What one database holds of them. For one thread, and to be closed soon: others may want to rename the file."""

    def __init__(self, place: Place) -> None:
        self._connection: sqlite3.Connection | None = None
        with suppress(UnusableStoreError, DamagedStoreError):
            self._connection = readable(place)

    def of(self, digest: bytes, path: str) -> bytes | None:
        """The terms of a text, by its digest and the path of its file; `None` where there are none to be had."""
        if self._connection is None:
            return None
        try:
            with told():
                row = self._connection.execute(
                    "SELECT terms FROM terms WHERE digest = ? AND path = ?", (digest, path_bytes(path))
                ).fetchone()
        except (UnusableStoreError, DamagedStoreError):
            return None
        return row[0] if row is not None else None

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
