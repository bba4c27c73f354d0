"""Reading one file of a folder nobody vouches for.

A path in: the bytes of a regular file out. A device, a FIFO or a socket is never opened, since opening one
may block or have an effect; the kind is looked at first and looked at again once the file is open. Symlinks
are followed only where the caller has already looked at where they lead.
"""
# ruff: noqa: PTH116
# This runs once a file, and pathlib would double what it costs.

from __future__ import annotations

import os
import stat

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)


class NotRegularFileError(OSError):
    """The path names a folder, a device, a FIFO, a socket or a symlink that may not be followed."""


class FileTooLargeError(OSError):
    """The file holds more bytes than asked for; `size` says how many."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size} bytes")
        self.size = size


def read_regular_file(path: str, max_bytes: int, *, follow_symlinks: bool = False) -> bytes:
    """The bytes of the file at `path`.

    Raises NotRegularFileError, FileTooLargeError, or the OSError of the system (absent, no permission, ...).
    """
    _check(os.stat(path, follow_symlinks=follow_symlinks), max_bytes)
    descriptor = os.open(path, _FLAGS | (0 if follow_symlinks else _NO_FOLLOW))
    try:
        # What is open now may not be what was looked at a moment ago.
        size = _check(os.fstat(descriptor), max_bytes)
        chunks: list[bytes] = []
        wanted = size + 1
        while chunk := os.read(descriptor, wanted):
            chunks.append(chunk)
            size -= len(chunk)
            if size < 0 and sum(map(len, chunks)) > max_bytes:
                raise FileTooLargeError(sum(map(len, chunks)))
            wanted = max(size, 0) + 1
    finally:
        os.close(descriptor)
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def _check(status: os.stat_result, max_bytes: int) -> int:
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularFileError("not a regular file")
    if status.st_size > max_bytes:
        raise FileTooLargeError(status.st_size)
    return status.st_size
