"""What nobody waits for begins when the first lenses have their prices, and also where nobody asks for any."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.lsp.editor import editor, write

# A server that prices the lenses of `b` once a file is there, and notes when Jedi's pass and reading words begin.
HELD = """
import sys
import time
from pathlib import Path
from packlens.lsp.lens_numbers import LensNumbers
from packlens.lsp.start import serve
from packlens.session.session import Session
go, begun = Path(sys.argv[1]), Path(sys.argv[2])
worked_out = LensNumbers._worked_out
def held(self, snapshot, target, kind):
    while target.endswith("::b") and not go.exists():
        time.sleep(0.01)
    return worked_out(self, snapshot, target, kind)
def noted(name):
    called = getattr(Session, name)
    def note(self, *arguments):
        (begun / name).touch()
        return called(self, *arguments)
    setattr(Session, name, note)
LensNumbers._worked_out = held
noted("settle_in_background")
noted("read_words_for")
serve()
"""
FILES = {"a.py": "def a():\n    return 1\n\n\ndef b():\n    return a()\n"}
BACKGROUND = {"settle_in_background", "read_words_for"}


@pytest.mark.asyncio
async def test_jedi_and_words_wait_for_the_prices_that_are_asked_for(tmp_path: Path) -> None:
    root, go, begun = write(tmp_path / "root", FILES), tmp_path / "go", tmp_path / "begun"
    begun.mkdir()
    async with editor(
        root, tmp_path / "cache", command=(sys.executable, "-c", HELD, str(go), str(begun))
    ) as here:
        here.open("a.py")
        asked = [asyncio.ensure_future(here.resolve(lens)) for lens in await here.unresolved("a.py")]
        await here.until(lambda: any(one.done() for one in asked))
        assert seen(begun) == set()
        go.touch()
        await asyncio.gather(*asked)
        await here.until(lambda: seen(begun) == BACKGROUND)


@pytest.mark.asyncio
async def test_they_begin_where_nobody_asks_for_lenses(tmp_path: Path) -> None:
    root, begun = write(tmp_path / "root", FILES), tmp_path / "begun"
    begun.mkdir()
    async with editor(
        root, tmp_path / "cache", command=(sys.executable, "-c", HELD, str(tmp_path / "go"), str(begun))
    ) as here:
        here.open("a.py")
        await here.until(lambda: seen(begun) == BACKGROUND)


@pytest.mark.asyncio
async def test_they_begin_after_a_question_that_is_no_lens(tmp_path: Path) -> None:
    root, begun = write(tmp_path / "root", FILES), tmp_path / "begun"
    begun.mkdir()
    async with editor(
        root, tmp_path / "cache", command=(sys.executable, "-c", HELD, str(tmp_path / "go"), str(begun))
    ) as here:
        here.open("a.py")
        await here.pack("a.py::a")
        await here.until(lambda: seen(begun) == BACKGROUND)


def seen(folder: Path) -> set[str]:
    """What has begun by now."""
    return {entry.name for entry in folder.iterdir()}
