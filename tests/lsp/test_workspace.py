"""The root and its settings: the first index, folders that are not served, settings that change."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.editor import NEOVIM, Editor, editor, write

SMALL = {"a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1\n"}


def many(count: int) -> dict[str, str]:
    """A workspace that takes a moment to index."""
    body = "".join(
        f"def f{index}(x):\n    return f{index + 1}(x) if x else None\n\n\n" for index in range(60)
    )
    return {f"pkg{number // 50}/m{number}.py": f"from . import m{number}\n{body}" for number in range(count)}


def progress_of(here: Editor) -> list[Any]:
    (reports,) = here.client.progress_reports.values()
    return reports


@pytest.mark.asyncio
async def test_the_first_index_is_shown_and_lenses_wait_without_a_number(tmp_path: Path) -> None:
    """Lenses are listed at once, say `…` until the index is there, and are then asked for again."""
    root = write(tmp_path / "work", {**many(80), **SMALL})
    async with editor(root, tmp_path / "cache") as here:
        here.open("a.py")
        titles = [title for _, title in await here.lenses("a.py")]
        assert titles == ["copy context …", "… callers"] * 2
        assert here.refreshes == 0
        assert (await here.pack("a.py::f"))["generation"] == 1
        await here.until(lambda: here.refreshes == 1)
        assert [title for _, title in await here.lenses("a.py")][1::2] == ["0 callers", "1 caller"]
        reports = progress_of(here)
        assert (reports[0].title, reports[0].cancellable, reports[0].percentage) == (
            "Packlens: indexing work",
            True,
            0,
        )
        percentages = [report.percentage for report in reports[1:-1]]
        assert percentages == sorted(percentages)
        assert len(percentages) >= 2
        assert reports[-1].message == "81 files"


@pytest.mark.asyncio
async def test_the_first_index_can_be_withdrawn_and_begun_again(tmp_path: Path) -> None:
    root = write(tmp_path / "work", many(120))
    async with editor(root, tmp_path / "cache") as here:
        waiting = asyncio.ensure_future(here.pack("pkg0/m0.py::f0"))
        await here.until(lambda: any(here.client.progress_reports.values()))
        (token,) = here.client.progress_reports
        here.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        with pytest.raises(JsonRpcException) as caught:
            await waiting
        assert caught.value.code == types.LSPErrorCodes.RequestCancelled
        assert "indexing was withdrawn" in caught.value.message
        assert progress_of(here)[-1].message == "withdrawn"
        assert (await here.pack("pkg0/m0.py::f0"))["tokens"] > 0


@pytest.mark.asyncio
async def test_further_folders_are_refused_by_name(tmp_path: Path) -> None:
    first, second, third = (write(tmp_path / name, SMALL) for name in ("first", "second", "third"))
    async with editor(first, tmp_path / "cache", folders=[first, second]) as here:
        await here.until(lambda: here.client.messages)
        assert [message.message for message in here.client.messages] == [
            f"Packlens: one folder a server: {first} is served and {second} is not; "
            "start a server for each further folder"
        ]
        added = types.WorkspaceFoldersChangeEvent(
            added=[types.WorkspaceFolder(third.as_uri(), "third")], removed=[]
        )
        here.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(added))
        await here.until(lambda: len(here.client.messages) == 2)
        assert f"{third} is not" in here.client.messages[1].message
        assert (await here.command("packlens.server.status"))["root"] == "first"


@pytest.mark.asyncio
async def test_settings_are_the_clients_at_the_start_and_when_they_change(tmp_path: Path) -> None:
    root = write(tmp_path / "work", {**SMALL, "b.py": SMALL["a.py"]})
    async with editor(root, tmp_path / "cache", settings={"budget": 700, "lens": {"callers": False}}) as here:
        here.open("a.py")
        assert (await here.pack("a.py::f"))["budget"] == 700
        assert len(await here.unresolved("a.py")) == 2
        here.client.set_configuration({"packlens": {"budget": 800, "index": {"exclude": ["b.py"]}}})
        here.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        async with asyncio.timeout(10):
            while (await here.command("packlens.server.status"))["files"] != 1:
                await asyncio.sleep(0.05)
        assert (await here.pack("a.py::f"))["budget"] == 800
        assert len(await here.unresolved("a.py")) == 4
        here.client.set_configuration({"packlens": {"lens": {"enabled": False}, "bugdet": 3}})
        here.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await here.until(lambda: here.client.messages)
        assert "bugdet" in here.client.messages[0].message
        assert "budget" in here.client.messages[0].message
        assert await here.unresolved("a.py") == []


@pytest.mark.asyncio
async def test_a_client_that_cannot_be_asked_says_its_settings_at_the_start(tmp_path: Path) -> None:
    root = write(tmp_path / "work", SMALL)
    settings = {"budget": 650, "callHierarchy": {"enabled": False}}
    async with editor(root, tmp_path / "cache", NEOVIM, options={"settings": settings}, asks=False) as here:
        assert here.initialized.capabilities.call_hierarchy_provider is None
        assert (await here.pack("a.py::f"))["budget"] == 650
        changed = {"packlens": {"budget": 660}}
        here.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(changed))
        assert (await here.pack("a.py::f"))["budget"] == 660


@pytest.mark.asyncio
async def test_settings_files_are_watched_and_may_not_weaken_anything(tmp_path: Path) -> None:
    files = {"pyproject.toml": "[tool.packlens]\nredact = false\nbudget = 900\n", **SMALL}
    async with editor(write(tmp_path / "work", files), tmp_path / "cache") as here:
        assert (await here.pack("a.py::f"))["budget"] == 900
        assert len(here.client.messages) == 1
        assert "redact" in here.client.messages[0].message
        await here.until(lambda: types.WORKSPACE_DID_CHANGE_WATCHED_FILES in here.registered)
        watchers = here.registered[types.WORKSPACE_DID_CHANGE_WATCHED_FILES]["watchers"]
        assert [watcher["globPattern"] for watcher in watchers] == [
            "**/*.py",
            "**/*.pyi",
            "**/pyproject.toml",
            "**/packlens.toml",
            "**/.gitignore",
            "**/.packlensignore",
        ]
        write(here.root, {"pyproject.toml": "[tool.packlens]\nbudget = 901\n"})
        here.changed_on_disk("pyproject.toml")
        assert (await here.pack("a.py::f"))["budget"] == 901


@pytest.mark.asyncio
async def test_a_client_that_does_not_watch_gets_what_is_on_disk(tmp_path: Path) -> None:
    root = write(tmp_path / "work", SMALL)
    async with editor(root, tmp_path / "cache", watches=False) as here:
        await here.pack("a.py::f")
        write(root, {"new.py": "def fresh():\n    return 3\n"})
        assert "return 3" in (await here.pack("new.py::fresh"))["text"]
