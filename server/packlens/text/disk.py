"""Files on disk to documents.

A path of the listing in; a `Document`, or the `Skip` that says why there is none, out. Nothing here raises
for what a file is. A symlink is followed when it ends at a regular file below the root, and at no other
time: every folder on the way is looked at once, so that a folder exchanged for a symlink leads nowhere
either.
"""
# ruff: noqa: PTH116, PTH118, PTH120
# This runs once a file, and pathlib would double what it costs.

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from packlens.base.config import Config
from packlens.base.errors import CancelledError
from packlens.base.regular_file import FileTooLargeError, NotRegularFileError, read_regular_file
from packlens.text.decode import UndecodableError, decode
from packlens.text.document import Document, text_hash
from packlens.text.listing import Cause, Listing, Skip
from packlens.text.paths import raw_of_path, raw_of_system, system_of_raw

SNIFFED = 8000  # git, too, calls a file binary when one of its first 8000 bytes is NUL


@dataclass(frozen=True, slots=True)
class Place:
    """A regular file below the root.

    real     its system path, no symlink among its last parts
    size     in bytes
    target   for a path that is a symlink, the raw path of the file it ends at
    """

    real: str
    size: int
    target: str | None = None


class Tree:
    """One root on disk, with what is known about the folders below it."""

    def __init__(self, root: Path) -> None:
        self.real = os.path.realpath(root)
        self._prefix = os.path.join(self.real, "")
        self._inside: dict[str, bool] = {"": True}

    def locate(self, path: str) -> Place | Skip:
        """Where the file at `path` is; a Skip for what leads out of the root or is no regular file."""
        relative = system_of_raw(raw_of_path(path))
        place = self._prefix + relative
        try:
            if not self._folder_inside(os.path.dirname(relative)):
                return Skip(path, Cause.OUTSIDE_ROOT, "its folder is a symlink out of the root")
            status = os.lstat(place)
            if stat.S_ISREG(status.st_mode):
                return Place(place, status.st_size)
            if not stat.S_ISLNK(status.st_mode):
                return Skip(path, Cause.NOT_A_FILE, _kind(status.st_mode))
            target = os.path.realpath(place)
            if not target.startswith(self._prefix):
                return Skip(path, Cause.OUTSIDE_ROOT, "a symlink out of the root")
            status = os.stat(target)
        except OSError as error:
            return skip_for(path, error)
        if not stat.S_ISREG(status.st_mode):
            return Skip(path, Cause.NOT_A_FILE, f"a symlink to {_kind(status.st_mode)}")
        inside = raw_of_system(target[len(self._prefix) :].replace(os.sep, "/"))
        return Place(target, status.st_size, inside)

    def read(self, path: str, max_bytes: int) -> Document | Skip:
        """The file at `path` as it is now, or why there is no text: Cause.MISSING when there is no such file."""
        place = self.locate(path)
        if isinstance(place, Skip):
            return place
        try:
            raw = read_regular_file(place.real, max_bytes)
            if b"\0" in raw[:SNIFFED]:
                return Skip(path, Cause.BINARY)
            text = decode(raw)
        except FileTooLargeError as error:
            return Skip(path, Cause.TOO_LARGE, f"{error.size} bytes")
        except NotRegularFileError:
            return Skip(path, Cause.NOT_A_FILE)
        except OSError as error:
            return skip_for(path, error)
        except UndecodableError as error:
            return Skip(path, Cause.UNDECODABLE, str(error))
        return Document(path, text, hashlib.sha256(raw).hexdigest(), len(raw), False, text_hash(text))

    def _folder_inside(self, folder: str) -> bool:
        """Whether a folder, by its system path, is below the root once symlinks are followed."""
        unknown = []
        while (known := self._inside.get(folder)) is None:
            unknown.append(folder)
            folder = os.path.dirname(folder)
        for name in reversed(unknown):
            if known:
                place = self._prefix + name
                known = not is_link(os.lstat(place)) or os.path.realpath(place).startswith(self._prefix)
            self._inside[name] = known
        return known


def read_all(
    root: Path,
    listing: Listing,
    config: Config,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[dict[str, Document], tuple[Skip, ...]]:
    """Every listed file that can be read, by path in order, and a Skip for each that cannot.

    A file that has vanished since it was listed is in neither. `progress` hears (done, total) now and then;
    raises CancelledError soon after `cancelled` says so.
    """
    tree = Tree(root)
    total = len(listing.files)
    documents: dict[str, Document] = {}
    skips: list[Skip] = []
    for done, path in enumerate(listing.files):
        if done % 64 == 0:
            if cancelled is not None and cancelled():
                raise CancelledError("reading the files was cancelled")
            if progress is not None:
                progress(done, total)
        answer = tree.read(path, config.index.max_file_bytes)
        if isinstance(answer, Document):
            documents[path] = answer
        elif answer.cause is not Cause.MISSING:
            skips.append(answer)
    if progress is not None:
        progress(total, total)
    return documents, tuple(skips)


def skip_for(path: str, error: OSError) -> Skip:
    """What an error of the system means for one path."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Skip(path, Cause.MISSING)
    return Skip(path, Cause.UNREADABLE, (error.strerror or "unreadable").lower())


def is_link(status: os.stat_result) -> bool:
    # A junction of Windows is a link in all but its mode.
    reparse = getattr(status, "st_file_attributes", 0) & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)
    return stat.S_ISLNK(status.st_mode) or bool(reparse)


def _kind(mode: int) -> str:
    for test, name in (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a FIFO"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    ):
        if test(mode):
            return name
    return "no regular file"
