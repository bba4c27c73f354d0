"""The root and its settings: the first index, folders that are not served, settings that change."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp.editor import NEOVIM, PATIENCE, Editor, editor, write

SMALL = {"a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1\n"}


def many(count: int) -> dict[str, str]:
    """A workspace that takes a moment to index."""
    body = "".join(
        f"def f{index}(x):\n    return f{index + 1}(x) if x else None\n\n\n" for index in range(60)
    )
    return {f"pkg{number // 50}/m{number}.py": f"from . import m{number}\n{body}" for number in range(count)}


# A server whose first index does not end before it is withdrawn, however fast the machine is.
WITHDRAWN = (
    sys.executable,
    "-c",
    """
import time
from packlens.lsp.start import serve
from packlens.lsp.work_progress import WorkProgress
begun, init, report = [], WorkProgress.__init__, WorkProgress.report
def counted(self, *arguments, **named):
    init(self, *arguments, **named)
    begun.append(self)
def held(self, done, total):
    report(self, done, total)
    while begun[0] is self and not self.cancelled():
        time.sleep(0.01)
WorkProgress.__init__, WorkProgress.report = counted, held
serve()
""",
)
PYPROJECT = "[tool.packlens]\nredact = false\nbudget = 900\n"


@pytest_asyncio.fixture(loop_scope="module")
async def vs_code(tmp_path: Path) -> AsyncIterator[Editor]:
    """VS Code with two folders, of which one is served, and settings of its own and of the folder's."""
    folder = tmp_path / "workspace"
    first, second = (write(folder / name, SMALL) for name in ("first", "second"))
    write(first, {"b.py": SMALL["a.py"], "pyproject.toml": PYPROJECT})
    settings = {"lens": {"callers": False}}
    async with editor(first, folder / "cache", settings=settings, folders=[first, second]) as here:
        yield here


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bare(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    """A client that cannot be asked for settings and does not watch files."""
    folder = tmp_path_factory.mktemp("bare")
    options = {"settings": {"budget": 650, "callHierarchy": {"enabled": False}}}
    root = write(folder / "work", SMALL)
    async with editor(root, folder / "cache", NEOVIM, options=options, asks=False, watches=False) as here:
        yield here


@pytest.mark.asyncio
async def test_the_first_index_is_shown_withdrawn_and_begun_again(tmp_path: Path) -> None:
    """Lenses are listed at once, say `…` until the index is there, and are then asked for again."""
    root = write(tmp_path / "work", {**many(120), **SMALL})
    async with editor(root, tmp_path / "cache", command=WITHDRAWN) as here:
        waiting = asyncio.ensure_future(here.pack("pkg0/m0.py::f0"))
        await here.until(lambda: any(here.client.progress_reports.values()))
        (token,) = here.client.progress_reports
        here.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        with pytest.raises(JsonRpcException) as caught:
            await waiting
        assert caught.value.code == types.LSPErrorCodes.RequestCancelled
        assert "indexing was cancelled" in caught.value.message
        assert here.client.progress_reports[token][-1].message == "withdrawn"
        here.open("a.py")
        assert [title for _, title in await here.lenses("a.py")] == [
            "copy context …",
            "… callers",
            "… tests",
        ] * 2
        assert here.refreshes == 0
        assert (await here.pack("a.py::f"))["generation"] == 1
        await here.until(lambda: here.refreshes == 1)
        assert [title for _, title in await here.lenses("a.py")][1::3] == ["0 callers", "1 caller"]
        first, *others, last = next(
            reports for each, reports in here.client.progress_reports.items() if each != token
        )
        assert (first.title, first.cancellable, first.percentage) == ("Packlens: indexing work", True, 0)
        percentages = [report.percentage for report in others]
        assert percentages == sorted(percentages)
        assert len(percentages) >= 2
        assert last.message == "121 files"


@pytest.mark.asyncio
async def test_a_search_that_cannot_be_answered_is_refused_while_the_index_is_made(tmp_path: Path) -> None:
    async with editor(write(tmp_path / "work", SMALL), tmp_path / "cache", command=WITHDRAWN) as here:
        await here.until(lambda: any(here.client.progress_reports.values()))
        for wrong, message in (
            ({"text": " \n"}, "query '': says nothing"),
            ({"text": "f", "limit": 0}, "limit 0"),
            ({"text": "f", "kind": "verb"}, "kind 'verb': unknown"),
        ):
            with pytest.raises(JsonRpcException, match=message):
                await here.command("packlens.server.search", wrong)
        (reports,) = here.client.progress_reports.values()
        assert isinstance(reports[-1], types.WorkDoneProgressReport | types.WorkDoneProgressBegin)


@pytest.mark.asyncio
async def test_further_folders_are_refused_by_name(vs_code: Editor, tmp_path: Path) -> None:
    await vs_code.until(lambda: len(vs_code.client.messages) == 2)
    first, second = vs_code.root, vs_code.root.with_name("second")
    assert vs_code.client.messages[0].message == (
        f"Packlens: one folder a server: {first} is served and {second} is not; "
        "start a server for each further folder"
    )
    folders = [types.WorkspaceFolder(tmp_path.as_uri(), "third")]
    change = types.WorkspaceFoldersChangeEvent(added=folders, removed=[])
    vs_code.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(change))
    await vs_code.until(lambda: len(vs_code.client.messages) == 3)
    assert f"{tmp_path} is not" in vs_code.client.messages[2].message
    assert (await vs_code.command("packlens.server.status"))["root"] == "first"


@pytest.mark.asyncio
async def test_settings_files_are_watched_and_may_not_weaken_anything(vs_code: Editor) -> None:
    assert (await vs_code.pack("a.py::f"))["budget"] == 900
    warnings = [message.message for message in vs_code.client.messages if "folder" not in message.message]
    assert len(warnings) == 1
    assert "redact" in warnings[0]
    await vs_code.until(lambda: types.WORKSPACE_DID_CHANGE_WATCHED_FILES in vs_code.registered)
    watchers = vs_code.registered[types.WORKSPACE_DID_CHANGE_WATCHED_FILES]["watchers"]
    assert [watcher["globPattern"] for watcher in watchers] == [
        "**/*.py",
        "**/*.pyi",
        "**/pyproject.toml",
        "**/packlens.toml",
        "**/.gitignore",
        "**/.packlensignore",
    ]
    write(vs_code.root, {"pyproject.toml": "[tool.packlens]\nbudget = 901\n"})
    vs_code.changed_on_disk("pyproject.toml")
    assert (await vs_code.pack("a.py::f"))["budget"] == 901


@pytest.mark.asyncio
async def test_settings_are_the_clients_at_the_start_and_when_they_change(vs_code: Editor) -> None:
    vs_code.open("a.py")
    await vs_code.pack("a.py::f")
    assert len(await vs_code.unresolved("a.py")) == 4
    await changed_settings(vs_code, {"budget": 800, "index": {"exclude": ["b.py"]}}, files=1)
    assert (await vs_code.pack("a.py::f"))["budget"] == 800
    assert len(await vs_code.unresolved("a.py")) == 6
    before = len(vs_code.client.messages)
    await changed_settings(vs_code, {"lens": {"enabled": False}, "bugdet": 3}, files=2)
    assert await vs_code.unresolved("a.py") == []
    (warning,) = vs_code.client.messages[before:]
    assert "bugdet" in warning.message
    assert "budget" in warning.message


async def changed_settings(here: Editor, settings: dict[str, Any], files: int) -> None:
    """The client's settings are these from now on; wait until as many files are indexed with them."""
    here.client.set_configuration({"packlens": settings})
    here.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    async with asyncio.timeout(PATIENCE):
        while (await here.command("packlens.server.status"))["files"] != files:
            await asyncio.sleep(0.05)


@pytest.mark.asyncio
async def test_a_client_that_cannot_be_asked_says_its_settings_at_the_start(bare: Editor) -> None:
    assert bare.initialized.capabilities.call_hierarchy_provider is None
    assert (await bare.pack("a.py::f"))["budget"] == 650
    changed = {"packlens": {"budget": 660}}
    bare.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(changed))
    assert (await bare.pack("a.py::f"))["budget"] == 660


@pytest.mark.asyncio
async def test_a_client_that_does_not_watch_gets_what_is_on_disk(bare: Editor) -> None:
    await bare.pack("a.py::f")
    write(bare.root, {"new.py": "def fresh():\n    return 3\n"})
    assert "return 3" in (await bare.pack("new.py::fresh"))["text"]
