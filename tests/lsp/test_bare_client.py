"""Every lens works in an editor that has none of our commands, as Neovim without a plugin."""

from __future__ import annotations

import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import unquote, urlparse
from urllib.request import url2pathname

import pytest
import pytest_asyncio

from tests.lsp.editor import NEOVIM, Editor, editor, plain, write

FILES = {
    "pkg/__init__.py": "",
    "pkg/a.py": "def helped():\n    return 1\n\n\ndef caller():\n    return helped()\n",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=[True, False])
async def neovim(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Editor]:
    """Neovim as it is, and an editor that cannot show documents."""
    folder = tmp_path_factory.mktemp("bare")
    root = write(folder / "work", FILES)
    async with editor(root, folder / "cache", NEOVIM, show_document=request.param) as here:
        here.open("pkg/a.py")
        await here.pack("pkg/a.py::caller")
        yield here


@pytest.mark.asyncio
async def test_every_lens_command_is_offered_by_the_server(neovim: Editor) -> None:
    offered = neovim.initialized.capabilities.execute_command_provider
    assert offered is not None
    for lens in await neovim.unresolved("pkg/a.py"):
        resolved = await neovim.resolve(lens)
        assert resolved.command is not None
        assert resolved.command.command in offered.commands


async def click(here: Editor, number: int) -> tuple[object, Path]:
    """Run the command of a lens; its result, and the file that was shown or named."""
    documents, messages = len(here.client.shown_documents), len(here.client.messages)
    resolved = await here.resolve((await here.unresolved("pkg/a.py"))[number])
    assert resolved.command is not None
    (argument,) = plain(resolved.command.arguments)
    result = await here.command(resolved.command.command, argument)
    if here.shows_documents:
        (shown,) = here.client.shown_documents[documents:]
        return result, Path(url2pathname(unquote(urlparse(shown.uri).path)))
    (message,) = here.client.messages[messages:]
    return result, Path(message.message.rpartition(": ")[2])


@pytest.mark.asyncio
async def test_a_click_on_the_price_shows_the_pack(neovim: Editor) -> None:
    result, shown = await click(neovim, 0)
    assert isinstance(result, dict)
    assert shown.read_bytes().decode() == result["text"]
    assert str(shown) == result["file"]
    assert "def helped():" in result["text"]
    check_private(neovim, shown)


@pytest.mark.asyncio
async def test_a_click_on_the_callers_shows_them(neovim: Editor) -> None:
    result, shown = await click(neovim, 1)
    assert isinstance(result, dict)
    assert [row["id"] for row in result["callers"]] == ["pkg/a.py::caller"]
    assert "pkg/a.py::caller" in shown.read_text(encoding="utf-8")
    check_private(neovim, shown)


def check_private(here: Editor, shown: Path) -> None:
    """Outside of the workspace, and its owner's alone."""
    assert shown.is_relative_to(here.cache)
    if os.name == "posix":
        assert stat.S_IMODE(shown.stat().st_mode) == 0o600
        assert stat.S_IMODE(shown.parent.stat().st_mode) == 0o700


@pytest.mark.asyncio
async def test_nothing_is_written_in_the_workspace(neovim: Editor) -> None:
    await click(neovim, 0)
    assert sorted(path.relative_to(neovim.root).as_posix() for path in neovim.root.rglob("*.*")) == sorted(
        FILES
    )
