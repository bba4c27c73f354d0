"""The lexical index of an editor's server: ready before it is asked for, and waited for where it is not."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from packlens import open_workspace
from tests.lsp.editor import PATIENCE, editor, write
from tests.lsp.test_workspace import many

# A server that reads no words ahead, and for a question none before a file is there or the question is withdrawn.
HELD = """
import sys
import time
from pathlib import Path
from packlens.base.errors import CancelledError
from packlens.lsp.start import serve
from packlens.views.relevance.lexicon import Lexicon
read = Lexicon._read
def held(self, snapshot, look, progress, cancelled):
    if progress is None:
        raise CancelledError
    while not Path(sys.argv[1]).exists() and not cancelled():
        progress(1, 4)
        time.sleep(0.01)
    read(self, snapshot, look, progress, cancelled)
Lexicon._read = held
serve()
"""
SMALL = {"a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1  # the answer\n"}
QUESTION = {"query": "who gives the answer", "budget": 300}


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
    go = tmp_path / "go"
    async with editor(root, tmp_path / "cache", command=(sys.executable, "-c", HELD, str(go))) as here:
        reports = here.client.progress_reports
        asked = [
            asyncio.ensure_future(here.command("packlens.server.pack", QUESTION)),
            asyncio.ensure_future(here.command("packlens.server.search", {"text": "g", "limit": 1})),
        ]
        await here.until(lambda: len(reports) == 2 and len(list(reports.values())[1]) >= 2)
        go.touch()
        answer, _ = await asyncio.gather(*asked)
        titles = [heard[0].title for heard in reports.values()]
        assert titles == ["Packlens: indexing work", "Packlens: reading the words of work"]
        assert list(reports.values())[1][-1].message == "done"
        with open_workspace(str(root), jedi={"enabled": False}) as session:
            assert answer["text"] == session.render(session.pack(**QUESTION))
        await here.command("packlens.server.pack", QUESTION)
        assert len(reports) == 2


@pytest.mark.asyncio
async def test_a_question_that_is_withdrawn_reads_no_more_words(tmp_path: Path) -> None:
    root = write(tmp_path / "work", {**many(150), **SMALL})
    go = tmp_path / "go"
    async with editor(root, tmp_path / "cache", command=(sys.executable, "-c", HELD, str(go))) as here:
        await here.pack("a.py::f")
        # Each of them would keep a thread of the server's busy, and the others from reading.
        for number in range(3):
            shown = len(here.client.progress_reports)
            asked = asyncio.ensure_future(
                here.command("packlens.server.pack", QUESTION, msg_id=f"words {number}")
            )
            await here.until(lambda shown=shown: len(here.client.progress_reports) > shown)
            here.client.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(f"words {number}"))
            with pytest.raises(JsonRpcException) as caught:
                await asked
            assert caught.value.code == types.LSPErrorCodes.RequestCancelled
        go.touch()
        assert (await here.command("packlens.server.pack", QUESTION))["text"]
