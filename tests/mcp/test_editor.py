"""An agent beside an editor: it sees what is not saved, and does not notice when the editor comes or goes."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import Client

from tests.lsp.editor import PATIENCE, SERVER, editor
from tests.mcp.agent import agent, texts

FILES = {"a.py": "def f(): ...\n", "b.py": "from a import f\n\n\ndef g():\n    f()\n"}


@pytest.fixture
def cache() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pl", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "w"
    root.mkdir()
    for name, text in FILES.items():
        (root / name).write_text(text)
    return root


async def callers(client: Client) -> str:
    return (await texts(client, "callers_of", target="f"))[0].partition("\n")[0]


async def check_becomes(client: Client, expected: str) -> None:
    """Some next answer is `expected`, and none is an error."""
    async with asyncio.timeout(PATIENCE):
        while await callers(client) != expected:
            await asyncio.sleep(0.05)


@pytest.mark.asyncio
async def test_unsaved_text_is_seen_while_the_editor_is_there(root: Path, cache: Path) -> None:
    async with agent(root, XDG_CACHE_HOME=str(cache)) as client:
        assert await callers(client) == "a.py::f: 1 caller"
        async with editor(root, cache) as here:
            here.open("b.py", FILES["b.py"] + "\n\ndef more():\n    f()\n")
            await here.lenses("b.py")
            await check_becomes(client, "a.py::f: 2 callers")
            here.edit("b.py", (8, 0), (8, 0), "    f()\n\n\ndef most():\n")
            await check_becomes(client, "a.py::f: 3 callers")
            pack, _ = await texts(client, "get_context", task="most")
            assert pack == (await here.pack("most"))["text"]
            assert " unsaved" in pack
        await check_becomes(client, "a.py::f: 1 caller")


@pytest.mark.asyncio
async def test_an_editor_that_is_killed_leaves_an_agent_that_answers(root: Path, cache: Path) -> None:
    async with agent(root, XDG_CACHE_HOME=str(cache)) as client:
        with pytest.raises(RuntimeError, match="stopped"):  # what the editor's client says at its end
            async with editor(root, cache) as here:
                here.open("b.py", FILES["b.py"] + "\n\ndef more():\n    f()\n")
                await here.lenses("b.py")
                await check_becomes(client, "a.py::f: 2 callers")
                asked = [asyncio.create_task(callers(client)) for _ in range(20)]
                server = here.client._server
                assert server is not None
                server.kill()
                await server.wait()
                await here.until(lambda: here.client.stopped)
                found = set(await asyncio.wait_for(asyncio.gather(*asked), PATIENCE))
                assert found <= {"a.py::f: 1 caller", "a.py::f: 2 callers"}
                assert await callers(client) == "a.py::f: 1 caller"


@pytest.mark.asyncio
async def test_a_second_editor_takes_over(root: Path, cache: Path) -> None:
    async with agent(root, XDG_CACHE_HOME=str(cache)) as client:
        async with editor(root, cache) as first:
            first.open("b.py", FILES["b.py"] + "\n\ndef one():\n    f()\n")
            await first.lenses("b.py")
            await check_becomes(client, "a.py::f: 2 callers")
        async with editor(root, cache, command=SERVER) as second:
            second.open("b.py", FILES["b.py"] + "\n\ndef one():\n    f()\n    f()\n\n\ndef two():\n    f()\n")
            await second.lenses("b.py")
            await check_becomes(client, "a.py::f: 3 callers")


@pytest.mark.asyncio
async def test_an_editor_whose_person_wants_no_agents_is_not_asked(root: Path, cache: Path) -> None:
    off = {"mcp": {"enabled": False}}
    async with agent(root, XDG_CACHE_HOME=str(cache)) as client, editor(root, cache, settings=off) as here:
        here.open("b.py", FILES["b.py"] + "\n\ndef more():\n    f()\n")
        await here.lenses("b.py")
        assert not list(cache.rglob("*.sock*"))
        assert await callers(client) == "a.py::f: 1 caller"
        here.settings({})
        await check_becomes(client, "a.py::f: 2 callers")
        assert len(list(cache.rglob("*.sock*"))) == 1
        here.settings(off)
        await check_becomes(client, "a.py::f: 1 caller")
        assert not list(cache.rglob("*.sock*"))
