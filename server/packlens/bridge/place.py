r"""Where the processes of one person meet: a folder only that person may enter, and in it one socket an editor.

    token              what both ends must hold, readable by its owner alone
    http-token         what a client must say over HTTP, as `Authorization: Bearer`
    ROOT-PID.sock      the socket of the editor's server PID for the root whose path hashes to ROOT
    ROOT-PID.pipe      on Windows: an empty file that stands for the pipe `\\.\pipe\packlens-ROOT-PID`

A socket's path holds no more than `MOST_PATH_BYTES`, which is what every system takes; where the user's cache
folder is deeper than that allows, the folder is `/tmp/packlens-UID`. What a process that is gone has left behind is
removed by whoever comes across it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from packlens.base.regular_file import FileTooLargeError, read_regular_file
from packlens.session.caches import cache_folder

MOST_PATH_BYTES = 100
SECRET_DIGITS = 64
_LONGEST_NAME = "0" * 12 + "-" + "0" * 10 + ".sock"
_SUFFIX = ".pipe" if sys.platform == "win32" else ".sock"


class UnsafeFolderError(OSError):
    """The folder is not this person's alone, so nothing in it can be trusted."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where one editor's server listens.

    file   the socket, or on Windows the file that stands for the pipe
    pipe   the name of the pipe, on Windows
    """

    file: Path

    @property
    def pipe(self) -> str:
        return rf"\\.\pipe\packlens-{self.file.stem}"

    @property
    def owner(self) -> int:
        """The process that listens; 0 when the name holds none."""
        number = self.file.stem.rpartition("-")[2]
        return int(number) if number.isdecimal() else 0

    def remove(self) -> None:
        """Take the file away, if it is there."""
        self.file.unlink(missing_ok=True)


def own_address(root: Path) -> Address:
    """Where this process is to listen for `root`. Raises `OSError` when there is no safe place."""
    address = Address(_folder() / f"{_key(root)}-{os.getpid()}{_SUFFIX}")
    address.remove()
    return address


def addresses(root: Path) -> list[Address]:
    """Where editors may listen for `root`, the newest first. Empty when there is no safe place."""
    key = _key(root)
    try:
        with os.scandir(_folder(create=False)) as entries:
            found = [
                (-entry.stat(follow_symlinks=False).st_mtime, entry.name, Address(Path(entry.path)))
                for entry in entries
                if entry.name.startswith(f"{key}-") and entry.name.endswith(_SUFFIX)
            ]
    except OSError:
        return []
    return [address for *_, address in sorted(found, key=lambda row: row[:2])]


def secret(name: str = "token") -> str:
    """The 64 hex digits kept under `name`, made when they are first needed. Raises `OSError`."""
    folder = _folder()
    path = folder / name
    held = _held(path)
    if held is not None:
        return held
    beside = folder / f"{name}-{os.getpid()}-{secrets.token_hex(4)}"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(descriptor, secrets.token_hex(SECRET_DIGITS // 2).encode())
    finally:
        os.close(descriptor)
    try:
        if not path.exists():
            os.link(beside, path)  # whoever is first makes the one that all use
        elif _held(path) is None:
            beside.replace(path)
    except OSError:
        if not path.exists():  # a file system without links
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    made = _held(path)
    if made is None:
        raise UnsafeFolderError(f"{path}: cannot be written")
    return made


def secret_file(name: str) -> Path:
    """The file that holds a secret."""
    return _folder() / name


def _held(path: Path) -> str | None:
    try:
        held = read_regular_file(str(path), SECRET_DIGITS).decode()
    except (FileNotFoundError, UnicodeDecodeError, FileTooLargeError):
        return None
    return held if len(held) == SECRET_DIGITS and held.isalnum() else None


def _folder(*, create: bool = True) -> Path:
    folder = cache_folder("bridge")
    if sys.platform == "win32":
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        return folder
    if len(os.fsencode(folder / _LONGEST_NAME)) > MOST_PATH_BYTES:
        folder = Path("/tmp") / f"packlens-{os.getuid()}"  # noqa: S108 - looked at below, and short everywhere
    if create:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        raise UnsafeFolderError(f"{folder}: is not a folder of yours")
    if stat.S_IMODE(status.st_mode) & 0o077:
        folder.chmod(0o700)
    return folder


def _key(root: Path) -> str:
    """12 hex digits that stand for a root: the same for every way to write its path."""
    path = os.path.normcase(os.path.realpath(root))
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
