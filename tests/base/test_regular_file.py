"""Regular files are read whole; nothing else is opened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from packlens.base.regular_file import FileTooLargeError, NotRegularFileError, read_regular_file


def test_regular_files(tmp_path: Path) -> None:
    for size in (0, 1, 100):
        (tmp_path / "file").write_bytes(b"x" * size)
        assert read_regular_file(str(tmp_path / "file"), 100) == b"x" * size
    (tmp_path / "file").write_bytes(b"x" * 101)
    with pytest.raises(FileTooLargeError) as refused:
        read_regular_file(str(tmp_path / "file"), 100)
    assert refused.value.size == 101
    with pytest.raises(FileNotFoundError):
        read_regular_file(str(tmp_path / "nothing"), 100)


def test_everything_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "device").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "device", "pipe", "."):
        with pytest.raises(NotRegularFileError):
            read_regular_file(str(tmp_path / name), 100)
    assert read_regular_file(str(tmp_path / "link"), 100, follow_symlinks=True) == b"x"
    with pytest.raises(NotRegularFileError):
        read_regular_file(str(tmp_path / "device"), 100, follow_symlinks=True)


def test_files_that_say_they_are_empty() -> None:
    """The kernel's own files have no size until they are read."""
    assert read_regular_file("/proc/self/status", 100_000).startswith(b"Name:")
    with pytest.raises(FileTooLargeError):
        read_regular_file("/proc/self/status", 10)
