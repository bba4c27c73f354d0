"""The lexical index of an editor's server: ready before it is asked for, and waited for where it is not."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from packlens import open_workspace
from tests.lsp.editor import PATIENCE, editor, write
from tests.lsp.test_workspace import many

SMALL = {"a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1\n"}
QUESTION = {"query": "who returns what g does", "budget": 300}


async def until_kept(cache: Path, count: int) -> None:
    """Wait until the words of so many texts have been kept."""
    seen: set[bytes] = set()
    async with asyncio.timeout(PATIENCE):
        while len(seen) < count:
            await asyncio.sleep(0.05)
            for place in cache.rglob("*.sqlite"):
                # Nothing may be written yet.
                with closing(sqlite3.connect(place)) as database, suppress(sqlite3.OperationalError):
                    seen.update(digest for (digest,) in database.execute("SELECT digest FROM terms"))


@pytest.mark.asyncio
async def test_words_are_read_while_nobody_asks_and_after_a_change(tmp_path: Path) -> None:
    root = write(tmp_path / "work", SMALL)
    async with editor(root, tmp_path / "cache") as here:
        await here.pack("a.py::f")
        await until_kept(tmp_path / "cache", 1)
        here.open("a.py")
        here.save("a.py", SMALL["a.py"] + "# marmalade\n")
        here.close("a.py")
        await until_kept(tmp_path / "cache", 2)


@pytest.mark.asyncio
async def test_a_question_that_comes_before_shows_how_far_the_words_are(tmp_path: Path) -> None:
    root = write(tmp_path / "work", {**many(150), **SMALL})
    async with editor(root, tmp_path / "cache") as here:
        answers = await asyncio.gather(
            here.command("packlens.server.pack", QUESTION),
            here.command("packlens.server.search", {"text": "g", "limit": 1}),
        )
        titles = [reports[0].title for reports in here.client.progress_reports.values()]
        assert titles == ["Packlens: indexing work", "Packlens: reading the words of work"]
        last = list(here.client.progress_reports.values())[-1][-1]
        assert last.message == "done"
        with open_workspace(str(root), jedi={"enabled": False}) as session:
            assert answers[0]["text"] == session.render(session.pack(**QUESTION))
        before = len(here.client.progress_reports)
        await here.command("packlens.server.pack", QUESTION)
        assert len(here.client.progress_reports) == before
