"""`packlens/statusChanged`: what a client that asked for it is told of the index."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.lsp.editor import Editor, editor, plain, write
from tests.lsp.test_workspace import SMALL, WITHDRAWN, many

READY = {"phase": "ready", "percentage": None, "files": 1, "symbols": 3, "pending": 0, "message": None}


@asynccontextmanager
async def told(root: Path, cache: Path, **choices: Any) -> AsyncIterator[tuple[Editor, list[Any]]]:
    """An editor that asked for the notifications, and those it has received; each with its time."""
    received: list[Any] = []
    choices.setdefault("options", {"statusNotifications": True})
    async with editor(root, cache, news=received, **choices) as here:
        yield here, received


@pytest.mark.asyncio
async def test_indexing_then_ready_then_what_an_edit_changes(tmp_path: Path) -> None:
    root = write(tmp_path / "work", SMALL)
    async with told(root, tmp_path / "cache") as (here, received):
        await here.until(lambda: received and received[-1] == READY)
        assert {news["phase"] for news in received[:-1]} == {"indexing"}
        here.open("a.py")
        here.edit("a.py", (5, 12), (5, 12), "2")
        here.edit("a.py", (5, 12), (5, 12), "\n\n\ndef h(): ...\n")
        await here.until(lambda: received[-1]["symbols"] == 4)
        assert received[-1] == {**READY, "symbols": 4}


@pytest.mark.asyncio
async def test_the_percentage_grows_and_is_told_four_times_a_second(tmp_path: Path) -> None:
    root = write(tmp_path / "work", many(160))
    began = time.monotonic()
    async with told(root, tmp_path / "cache") as (here, received):
        await here.until(lambda: received and received[-1]["phase"] == "ready")
        assert len(received) - 1 <= (time.monotonic() - began) / 0.25
        percentages = [news["percentage"] for news in received[:-1] if news["percentage"] is not None]
        assert percentages == sorted(percentages)
        assert received[-1]["files"] == 160


@pytest.mark.asyncio
async def test_a_folder_without_python_is_ready_and_says_so(tmp_path: Path) -> None:
    root = write(tmp_path / "work", {"readme.md": "# nothing\n"})
    async with told(root, tmp_path / "cache") as (here, received):
        await here.until(lambda: received and received[-1]["phase"] == "ready")
        message = (
            "no Python file in work (1 file of another kind); choose a folder that holds .py or .pyi files"
        )
        assert received[-1] == {**READY, "files": 0, "symbols": 0, "message": message}


@pytest.mark.asyncio
async def test_a_root_that_cannot_be_opened_is_a_problem(tmp_path: Path) -> None:
    async with told(tmp_path / "gone", tmp_path / "cache") as (here, received):
        await here.until(lambda: received and received[-1]["phase"] == "problem")
        assert received[-1]["files"] == 0
        assert "there is no such folder" in received[-1]["message"]


@pytest.mark.asyncio
async def test_an_index_that_is_withdrawn_is_a_problem_until_it_is_begun_again(tmp_path: Path) -> None:
    root = write(tmp_path / "work", {**many(120), **SMALL})
    async with told(root, tmp_path / "cache", command=WITHDRAWN) as (here, received):
        await here.until(lambda: any(here.client.progress_reports.values()))
        (token,) = here.client.progress_reports
        here.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        await here.until(lambda: received and received[-1]["phase"] == "problem")
        assert "indexing was cancelled" in received[-1]["message"]
        await here.pack("a.py::f")
        await here.until(lambda: received[-1]["phase"] == "ready")
        assert received[-1]["files"] == 121


@pytest.mark.asyncio
async def test_a_client_that_does_not_ask_is_told_nothing(tmp_path: Path) -> None:
    root = write(tmp_path / "work", SMALL)
    async with told(root, tmp_path / "cache", options={}) as (here, received):
        await here.pack("a.py::f")
        here.open("a.py")
        here.edit("a.py", (0, 0), (0, 0), "def new(): ...\n")
        await here.pack("a.py::new")
        assert plain(received) == []
