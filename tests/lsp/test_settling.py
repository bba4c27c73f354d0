"""An editor with Jedi: numbers are marked as open until it has answered, and follow what is typed."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import write
from tests.lsp.editor import PATIENCE, Editor, editor
from tests.session.test_settling import JOBS, TARGET


@pytest.mark.asyncio
async def test_callers_are_settled_in_the_background_and_after_an_edit(tmp_path: Path) -> None:
    root = write(tmp_path / "root", JOBS)
    news: list[Any] = []
    async with editor(
        root,
        tmp_path / "cache",
        options={"clientCommands": True, "statusNotifications": True},
        settings={"jedi": {}},  # as for a person who has set nothing
        news=news,
    ) as here:
        here.open("use.py")
        await here.until(lambda: any(each["phase"] == "ready" and each["pending"] == 0 for each in news))
        answer = await here.command("packlens.server.callers", {"target": TARGET})
        assert [(row["id"], row["confidence"]) for row in answer["callers"]] == [
            ("other.py::there", 1.0),
            ("use.py::go", 1.0),
        ]
        here.rewrite("use.py", "from make import make\ndef went(now):\n    make().run()\n")
        answer = await here.command("packlens.server.callers", {"target": TARGET})
        assert [row["id"] for row in answer["callers"]] == ["other.py::there", "use.py::went"]
        while answer["pending"]:
            answer = await here.command("packlens.server.callers", {"target": TARGET})
        assert [(row["id"], row["confidence"]) for row in answer["callers"]] == [
            ("other.py::there", 1.0),
            ("use.py::went", 1.0),
        ]


@pytest.mark.asyncio
async def test_jedi_is_switched_on_and_off_while_the_server_runs(tmp_path: Path) -> None:
    root = write(tmp_path / "root", JOBS)
    async with editor(root, tmp_path / "cache") as here:
        here.open("use.py")
        static = await here.command("packlens.server.callers", {"target": TARGET})
        here.settings({"jedi": {}})
        await check_callers(here, [("other.py::there", 1.0), ("use.py::go", 1.0)])
        here.settings({})
        await check_callers(here, [(row["id"], row["confidence"]) for row in static["callers"]])


async def check_callers(here: Editor, expected: list[tuple[str, float]]) -> None:
    """The callers of `TARGET` become these: another session takes over some time after the settings changed."""
    callers: list[tuple[str, float]] = []
    end = time.monotonic() + PATIENCE
    while callers != expected and time.monotonic() < end:
        await asyncio.sleep(0.05)
        answer = await here.command("packlens.server.callers", {"target": TARGET})
        callers = [(row["id"], row["confidence"]) for row in answer["callers"]]
    assert callers == expected
