"""Buffers over disk: which text rules, and what its digest covers."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from packlens.text.document import Document
from packlens.text.listing import Cause, Skip
from packlens.text.overlay import Overlay
from tests.text.repository import write


def document(text: str, raw: bytes, *, unsaved: bool) -> Document:
    return Document("a.py", text, hashlib.sha256(raw).hexdigest(), len(raw), unsaved)


def test_a_buffer_rules_until_it_is_closed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x = 1\n")
    overlay = Overlay(tmp_path, 1000)
    saved = document("x = 1\n", b"x = 1\n", unsaved=False)
    assert overlay.read("a.py") == saved
    assert overlay.open("a.py", "x = 1\n") == saved
    assert overlay.change("a.py", "x = 'é'\n") == document("x = 'é'\n", "x = 'é'\n".encode(), unsaved=True)
    assert overlay.read("a.py") == document("x = 'é'\n", "x = 'é'\n".encode(), unsaved=True)
    assert list(overlay) == ["a.py"] and "a.py" in overlay
    assert overlay.change("a.py", "x = 1\n") == saved
    overlay.change("a.py", "x = 2\n")
    (tmp_path / "a.py").write_bytes(b"x = 2\n")
    assert overlay.read("a.py") == document("x = 2\n", b"x = 2\n", unsaved=False)
    overlay.change("a.py", "x = 3\n")
    assert overlay.close("a.py") == document("x = 2\n", b"x = 2\n", unsaved=False)
    assert list(overlay) == [] and "a.py" not in overlay


def test_equal_text_means_the_digest_of_the_disks_bytes(tmp_path: Path) -> None:
    overlay = Overlay(tmp_path, 1000)
    for raw, text in (
        (b"\xef\xbb\xbfx = 1\r\n", "x = 1\r\n"),
        (b"# coding: latin-1\n# \xe9\n", "# coding: latin-1\n# é\n"),
    ):
        (tmp_path / "a.py").write_bytes(raw)
        assert overlay.open("a.py", text) == document(text, raw, unsaved=False)
        assert overlay.open("a.py", "\ufeff" + text) == document(text, raw, unsaved=False)
        assert overlay.open("a.py", text + "#") == document(text + "#", f"{text}#".encode(), unsaved=True)


def test_line_ends_are_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x = 1\r\n")
    assert Overlay(tmp_path, 1000).open("a.py", "x = 1\n") == document("x = 1\n", b"x = 1\n", unsaved=True)


def test_buffers_without_a_readable_file_behind_them(tmp_path: Path) -> None:
    overlay = Overlay(tmp_path, 1000)
    unsaved = document("x = 1\n", b"x = 1\n", unsaved=True)
    assert overlay.open("a.py", "x = 1\n") == unsaved
    assert overlay.close("a.py") == Skip("a.py", Cause.MISSING)
    (tmp_path / "a.py").write_bytes(b"\xe9")
    assert overlay.open("a.py", "x = 1\n") == unsaved
    assert overlay.close("a.py") == Skip("a.py", Cause.UNDECODABLE, "not utf-8 at byte 0")
    (tmp_path / "a.py").unlink()
    os.mkfifo(tmp_path / "a.py")
    assert overlay.open("a.py", "x = 1\n") == unsaved
    assert overlay.close("a.py") == Skip("a.py", Cause.NOT_A_FILE, "a FIFO")


def test_odd_buffers(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    overlay = Overlay(tmp_path, 10)
    assert overlay.open("a.py", "x" * 11) == Skip("a.py", Cause.TOO_LARGE, "11 bytes")
    assert overlay.open("a.py", "\0\ud800") == document("\0\ud800", b"\0\xed\xa0\x80", unsaved=True)
    assert overlay.close("never_opened.py") == Skip("never_opened.py", Cause.MISSING)
