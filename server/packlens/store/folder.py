"""Where the stores of a person are, who may write one, and which go when there are too many.

One file a root and way of resolving: roots that are resolved otherwise (another edition, another environment of
packages) never meet. The folder is the person's alone (0700) and is not used where others could write to it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import stat
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from packlens.base.errors import DamagedStoreError
from packlens.base.pattern import late_pattern
from packlens.store.database import UnusableStoreError, open_database, told

if TYPE_CHECKING:
    from filelock import FileLock

SUFFIX = ".sqlite"
_LOCK, _ASIDE = ".lock", ".damaged"
_BESIDE = ("-wal", "-shm", "-journal")
_MOST_BYTES = 1_000_000_000
_MOST_SECONDS = 60 * 24 * 3600
_ODD = late_pattern(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Place:
    """The store of a root: the database, and the lock that its one writer holds."""

    database: Path

    @property
    def lock(self) -> Path:
        return self.database.with_suffix(_LOCK)

    @property
    def files(self) -> tuple[Path, ...]:
        """The database and what SQLite keeps beside it."""
        return self.database, *(Path(f"{self.database}{ending}") for ending in _BESIDE)


def place_of(folder: Path, root: Path, way: str) -> Place:
    """The place of the store of `root`, resolved in a way that `way` stands for."""
    digest = hashlib.sha256(f"{os.fsdecode(os.fsencode(root))!r}\0{way}".encode("utf-8", "backslashreplace"))
    name = _ODD.sub("_", root.name)[:40] or "root"
    return Place(folder / f"{name}-{digest.hexdigest()[:16]}{SUFFIX}")


def claim(folder: Path) -> None:
    """Make the folder of stores, for this person alone. Raises `UnusableStoreError` where it cannot be used."""
    with told():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
        if hasattr(os, "getuid"):
            if found.st_uid != os.getuid() or found.st_mode & 0o022:
                raise UnusableStoreError("other people can write to its folder")
            if stat.S_IMODE(found.st_mode) != 0o700:
                folder.chmod(0o700)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise UnusableStoreError("its folder cannot be written")


def check_plain(place: Place) -> None:
    """Raise `DamagedStoreError` where something else than a file has the name of one of the store's."""
    for file in place.files:
        with told(), suppress(FileNotFoundError):
            if not stat.S_ISREG(file.lstat().st_mode):
                raise DamagedStoreError(f"{file.name} is no plain file")


def readable(place: Place) -> sqlite3.Connection:
    """The database, to be read: nothing is taken from where others could have put it. Raises as `open_database`."""
    claim(place.database.parent)
    check_plain(place)
    return open_database(place.database, writable=False)


def writable(place: Place) -> sqlite3.Connection:
    """The database, to be written, for the holder of the lock. Raises as `open_database`."""
    prepare(place)
    return open_database(place.database, writable=True)


def prepare(place: Place) -> None:
    """Make the folder and, where there is none, an empty file that nobody else may read. Raises as `claim` and
    `check_plain` do.
    """
    claim(place.database.parent)
    check_plain(place)
    with told():
        # Never opened when it is there: closing it again would take from SQLite the locks that this process holds.
        if not os.path.lexists(place.database):
            with suppress(FileExistsError):  # another process was quicker
                os.close(os.open(place.database, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def writer_lock(place: Place) -> FileLock | None:
    """The lock of the one writer, taken; `None` while another process has it. It ends with the process."""
    from filelock import FileLock, Timeout

    lock = FileLock(place.lock, timeout=0, mode=0o600, thread_local=False)
    with told():
        if place.lock.is_dir():
            _remove(place.lock)
        try:
            lock.acquire()
        except Timeout:
            return None
    return lock


def set_aside(place: Place) -> Path:
    """Rename a database that is no use, so that a person can still look at it. Raises `UnusableStoreError`."""
    aside = place.database.with_suffix(_ASIDE)
    with told():
        for file in place.files[1:]:
            _remove(file)
        if os.path.lexists(place.database):
            _remove(aside)
            place.database.replace(aside)
    return aside


def make_room(folder: Path, keep: Place, most_bytes: int = _MOST_BYTES) -> None:
    """Delete stores that were not written for long, and the oldest of too many; never one that is in use."""
    found: list[tuple[float, int, Place]] = []
    for database in (*folder.glob(f"*{SUFFIX}"), *folder.glob(f"*{_ASIDE}")):
        with suppress(OSError):
            status = database.lstat()
            found.append((status.st_mtime, status.st_size, Place(database)))
    total = sum(size for _, size, _ in found)
    oldest = time.time() - _MOST_SECONDS
    for written, size, place in sorted(found, key=lambda row: row[:2]):
        if place.database == keep.database or (written > oldest and total <= most_bytes):
            continue
        with suppress(OSError, UnusableStoreError):
            lock = writer_lock(Place(place.database.with_suffix(SUFFIX)))
            if lock is not None:
                try:
                    for file in place.files:
                        _remove(file)
                    total -= size
                finally:
                    lock.release()
                if place.database.suffix == SUFFIX:
                    place.lock.unlink(missing_ok=True)


def _remove(file: Path) -> None:
    """Delete what has a name of ours, if anything has: it may be a folder that something else put there."""
    if file.is_dir() and not file.is_symlink():
        shutil.rmtree(file)
    else:
        file.unlink(missing_ok=True)
