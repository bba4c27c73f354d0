"""Bytes on disk to documents."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from packlens.base.config import Config
from packlens.base.errors import CancelledError
from packlens.text.discovery import discover
from packlens.text.disk import Tree, read_all
from packlens.text.document import Document, text_hash
from packlens.text.listing import Cause, Listing, Skip
from tests.text.repository import write


def check_reads(root: Path, raw: bytes, text: str) -> None:
    (root / "a.py").write_bytes(raw)
    document = Tree(root).read("a.py", 1_000_000)
    assert document == Document("a.py", text, hashlib.sha256(raw).hexdigest(), len(raw), False)
    assert isinstance(document, Document)
    assert document.hash == text_hash(text)


def test_digests_cover_the_bytes_and_hashes_the_text(tmp_path: Path) -> None:
    check_reads(tmp_path, b"x = 1\r\n", "x = 1\r\n")
    check_reads(tmp_path, b"\xef\xbb\xbfx = 1\n", "x = 1\n")
    check_reads(tmp_path, b"# coding: latin-1\n# \xe9\n", "# coding: latin-1\n# \u00e9\n")
    check_reads(tmp_path, b"", "")


def test_what_is_no_text_is_said(tmp_path: Path) -> None:
    for name, raw in {
        "late_nul.py": b"x" * 8000 + b"\0",
        "nul.py": b"x = 1\0\n",
        "wide.py": "x = 1".encode("utf-16"),
        "latin.py": b"# \xe9\n",
        "unknown.py": b"# coding: no-such\n",
    }.items():
        (tmp_path / name).write_bytes(raw)
    documents, skips = read_all(tmp_path, discover(tmp_path, Config()), Config())
    assert list(documents) == ["late_nul.py"]
    assert skips == (
        Skip("latin.py", Cause.UNDECODABLE, "not utf-8 at byte 2"),
        Skip("nul.py", Cause.BINARY),
        Skip("unknown.py", Cause.UNDECODABLE, "unknown encoding no-such"),
        Skip("wide.py", Cause.BINARY),
    )


def test_progress_and_cancel(tmp_path: Path) -> None:
    names = [f"m{number:03}.py" for number in range(200)]
    write(tmp_path, *names)
    heard: list[tuple[int, int]] = []
    documents, _ = read_all(
        tmp_path, Listing(tuple(names)), Config(), lambda done, total: heard.append((done, total))
    )
    assert list(documents) == names
    assert heard == [(0, 200), (64, 200), (128, 200), (192, 200), (200, 200)]
    with pytest.raises(CancelledError):
        read_all(tmp_path, Listing(tuple(names)), Config(), cancelled=lambda: True)


def test_this_repository_reads_whole(tmp_path: Path) -> None:
    root = Path(__file__).parents[2] / "server"
    listing = discover(root, Config())
    documents, skips = read_all(root, listing, Config())
    assert skips == ()
    assert {path: document.text.encode() for path, document in documents.items()} == {
        path: (root / path).read_bytes() for path in listing.files
    }
