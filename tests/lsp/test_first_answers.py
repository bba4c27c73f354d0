"""What nobody waits for begins when the first lenses have their prices, and also where nobody asks for any."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.lsp.editor import Editor, editor, write

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


@asynccontextmanager
async def held(tmp_path: Path) -> AsyncIterator[Editor]:
    """An editor of that server, with the file open. `go` and the folder `begun` lie in `tmp_path`."""
    root = write(tmp_path / "root", FILES)
    (tmp_path / "begun").mkdir()
    command = (sys.executable, "-c", HELD, str(tmp_path / "go"), str(tmp_path / "begun"))
    async with editor(root, tmp_path / "cache", command=command) as here:
        here.open("a.py")
        yield here


@pytest.mark.asyncio
async def test_jedi_and_words_wait_for_the_prices_that_are_asked_for(tmp_path: Path) -> None:
    async with held(tmp_path) as here:
        asked = [asyncio.ensure_future(here.resolve(lens)) for lens in await here.unresolved("a.py")]
        await here.until(lambda: any(one.done() for one in asked))
        assert seen(tmp_path / "begun") == set()
        (tmp_path / "go").touch()
        await asyncio.gather(*asked)
        await here.until(lambda: seen(tmp_path / "begun") == BACKGROUND)


@pytest.mark.asyncio
async def test_they_begin_where_nobody_asks_for_lenses(tmp_path: Path) -> None:
    async with held(tmp_path) as here:
        await here.until(lambda: seen(tmp_path / "begun") == BACKGROUND)


@pytest.mark.asyncio
async def test_they_begin_after_a_question_that_is_no_lens(tmp_path: Path) -> None:
    async with held(tmp_path) as here:
        await here.pack("a.py::a")
        await here.until(lambda: seen(tmp_path / "begun") == BACKGROUND)


def seen(folder: Path) -> set[str]:
    """What has begun by now."""
    return {entry.name for entry in folder.iterdir()}
