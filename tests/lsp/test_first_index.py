"""Lenses that are asked for while the first index is made, wherever in the conversation it ends.

VS Code waits as long before it asks for lenses again as their lists took, and where a list arrives while the one before
is resolved, it shows lenses whose commands are gone. So a list is answered at once, whatever the index does.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.lsp.editor import Editor, editor, write

# A server whose first index tells of progress, and ends once a file is there.
HELD = """
import sys
import time
from pathlib import Path
from packlens.lsp.start import serve
from packlens.session.session import Session
go, index = Path(sys.argv[1]), Session.index
def held(self, progress=None, cancelled=None, **named):
    progress(1, 2)
    while not go.exists():
        time.sleep(0.01)
    return index(self, progress, cancelled, **named)
Session.index = held
serve()
"""
FILES = {"a.py": "def a():\n    return 1\n\n\ndef b():\n    return a()\n"}
UNPRICED = ["copy context …", "… callers", "… tests"] * 2


@pytest.mark.asyncio
async def test_lenses_are_listed_and_resolved_before_it_ends(tmp_path: Path) -> None:
    async with held(tmp_path) as here:
        here.open("a.py")
        assert [title for _, title in await here.lenses("a.py")] == UNPRICED
        await check_priced_after_one_refresh(here, tmp_path)


@pytest.mark.asyncio
async def test_lenses_are_listed_before_it_ends_and_resolved_after(tmp_path: Path) -> None:
    async with held(tmp_path) as here:
        here.open("a.py")
        listed = await here.unresolved("a.py")
        (tmp_path / "go").touch()
        await here.pack("a.py::a")
        titles = [(await here.resolve(lens)).command for lens in listed]
        assert [title for title in titles if title is None or "…" in title.title] == []
        assert here.refreshes == 0


@pytest.mark.asyncio
async def test_lenses_that_are_listed_after_it_ends_need_no_refresh(tmp_path: Path) -> None:
    async with held(tmp_path) as here:
        here.open("a.py")
        (tmp_path / "go").touch()
        await here.pack("a.py::a")
        titles = [title for _, title in await here.lenses("a.py")]
        assert len(titles) == len(UNPRICED)
        assert [title for title in titles if "…" in title] == []
        assert here.refreshes == 0


@pytest.mark.asyncio
async def test_many_lists_are_asked_for_at_its_end(tmp_path: Path) -> None:
    """As an editor does whose window is being made: each list takes the place of the one before."""
    async with held(tmp_path) as here:
        here.open("a.py")
        asked = []
        for number in range(20):
            asked.append(asyncio.ensure_future(here.lenses("a.py")))
            if number == 10:
                (tmp_path / "go").touch()
            await asyncio.sleep(0)
        assert {len(titles) for titles in await asyncio.gather(*asked)} == {len(UNPRICED)}
        await here.pack("a.py::a")
        titles = [title for _, title in await here.lenses("a.py")]
        assert [title for title in titles if "…" in title] == []
        assert here.refreshes <= 1


async def check_priced_after_one_refresh(here: Editor, folder: Path) -> None:
    """The index ends, and the client that is told so asks again and has every price."""
    (folder / "go").touch()
    await here.until(lambda: here.refreshes == 1)
    titles = [title for _, title in await here.lenses("a.py")]
    assert len(titles) == len(UNPRICED)
    assert [title for title in titles if "…" in title] == []
    assert here.refreshes == 1


@asynccontextmanager
async def held(folder: Path) -> AsyncIterator[Editor]:
    """An editor whose server's index ends when `go` is there."""
    command = (sys.executable, "-c", HELD, str(folder / "go"))
    async with editor(write(folder / "root", FILES), folder / "cache", command=command) as here:
        yield here
