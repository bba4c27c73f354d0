"""Over HTTP: the same answers for who has the token, and nothing for anybody else."""

from __future__ import annotations

import asyncio
import json
import os
import re
import stat
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.cli.program import environment, packlens, write
from tests.lsp.editor import editor
from tests.mcp.agent import PATIENCE, SERVER, hello, texts

FILES = "#- a.py\ndef f(): ...\n#- b.py\nfrom a import f\n\n\ndef g():\n    f()\n"


@pytest.fixture(scope="module")
def cache() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pl", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("http") / "w", FILES)


@pytest.fixture(scope="module")
def address(root: Path, cache: Path) -> Iterator[tuple[str, str]]:
    """URL and token of a server of `root`."""
    running = subprocess.Popen(
        [*SERVER, str(root), "--http", "0"],
        env=environment({"XDG_CACHE_HOME": str(cache)}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stderr is not None
    said = "".join(running.stderr.readline().decode() for _ in range(2))
    found = re.search(r"at (http://\S+)\n.*Bearer (\w+)', kept in (\S+)", said)
    assert found is not None, said
    kept = Path(found[3])
    assert kept.read_text() == found[2]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    yield found[1], found[2]
    running.terminate()
    assert running.communicate(timeout=PATIENCE)[0] == b""


@asynccontextmanager
async def over_http(url: str, authorization: str, mode: str = "auto") -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": authorization}, timeout=PATIENCE) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_answers_are_those_of_the_command_line(root: Path, address: tuple[str, str], mode: str) -> None:
    url, token = address
    async with over_http(url, f"Bearer {token}", mode) as client:
        assert (await texts(client, "callers_of", target="f"))[0] == packlens("callers", "f", cwd=root).text
        many = await asyncio.gather(*(texts(client, "get_symbol", target="g") for _ in range(20)))
        assert {text for text, _ in many} == {packlens("symbol", "g", cwd=root).text}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Authorization": None}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer "}, 401),
        ({"Authorization": "Basic dG9rZW4="}, 401),
        ({"Origin": "http://127.0.0.1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Content-Type": "text/plain"}, 400),
    ],
)
def test_who_is_let_in(address: tuple[str, str], headers: dict[str, str | None], status: int) -> None:
    url, token = address
    place = urlsplit(url)
    sent: dict[str, str | None] = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "Host": place.netloc,
    }
    body = hello().splitlines()[0]
    connection = HTTPConnection(place.hostname or "", place.port or 0, timeout=PATIENCE)
    connection.putrequest("POST", place.path, skip_host=True)
    for name, value in (sent | headers).items():
        if value is not None:
            connection.putheader(name, value)
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    shown = answer.read()
    assert answer.status == status, shown
    assert not [name for name, _ in answer.getheaders() if name.lower().startswith("access-control")]
    assert b"Traceback" not in shown
    connection.close()


@pytest.mark.parametrize(("method", "status"), [("OPTIONS", 405), ("PUT", 405)])
def test_no_page_is_told_that_it_may_ask(address: tuple[str, str], method: str, status: int) -> None:
    url, token = address
    place = urlsplit(url)
    connection = HTTPConnection(place.hostname or "", place.port or 0, timeout=PATIENCE)
    for headers, expected in (
        ({"Authorization": f"Bearer {token}"}, status),
        ({"Origin": "https://a.example"}, 403),
    ):
        connection.request(method, place.path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == expected
        assert not [name for name, _ in answer.getheaders() if name.lower().startswith("access-control")]
    connection.close()


def test_a_body_too_large_is_refused(address: tuple[str, str]) -> None:
    url, token = address
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    answer = httpx2.post(url, content=b"x" * 5_000_000, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 413


def test_a_port_that_is_taken_is_named(root: Path, cache: Path, address: tuple[str, str]) -> None:
    port = urlsplit(address[0]).port
    finished = subprocess.run(
        [*SERVER, str(root), "--http", str(port)],
        env=environment({"XDG_CACHE_HOME": str(cache)}),
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (finished.returncode, finished.stdout) == (2, b"")
    assert finished.stderr.decode() == (
        f"packlens: --http {port}: cannot listen there: address already in use; give a free port, or 0\n"
    )


async def check_gone(kept: httpx2.Client, url: str) -> None:
    """Nobody answers a client that was connected before."""
    with pytest.raises(httpx2.TransportError):
        async with asyncio.timeout(PATIENCE):
            while True:
                await asyncio.to_thread(kept.get, url)
                await asyncio.sleep(0.05)


@pytest.mark.asyncio
async def test_an_editor_serves_its_session_when_its_person_says_so(root: Path, cache: Path) -> None:
    async with editor(root, cache, settings={"mcp": {"port": 0}}) as here:
        here.open("b.py", "from a import f\n\n\ndef g():\n    f()\n\n\ndef more():\n    f()\n")
        await here.lenses("b.py")

        async def connection() -> dict[str, str]:
            found: dict[str, str] = await here.command("packlens.server.mcp")
            return found

        async with asyncio.timeout(PATIENCE):
            while (found := await connection())["url"] is None:
                await asyncio.sleep(0.05)
        assert found["arguments"][-2:] == ["mcp", str(root)]
        assert os.access(found["command"], os.X_OK)
        async with over_http(found["url"], found["header"].partition(": ")[2]) as client:
            assert (await texts(client, "callers_of", target="f"))[0].startswith("a.py::f: 2 callers\n")
        kept = httpx2.Client(timeout=PATIENCE)  # one connection, which stays
        assert kept.get(found["url"]).status_code == 401
        for settings in ({}, {"mcp": {"enabled": False, "port": 0}}):
            here.settings({"mcp": {"port": urlsplit(found["url"]).port}})  # free again at once
            async with asyncio.timeout(PATIENCE):
                while (await connection())["url"] != found["url"]:
                    await asyncio.sleep(0.05)
            here.settings(settings)
            async with asyncio.timeout(PATIENCE):
                while (await connection())["url"] is not None:
                    await asyncio.sleep(0.05)
            with pytest.raises(httpx2.ConnectError):
                httpx2.post(found["url"], timeout=PATIENCE)
            await check_gone(kept, found["url"])


@pytest.mark.asyncio
async def test_an_editor_serves_nothing_by_itself_nor_for_the_workspace(tmp_path: Path, cache: Path) -> None:
    write(tmp_path / "w", FILES)
    (tmp_path / "w" / "packlens.toml").write_text("[mcp]\nport = 0\n")
    async with editor(tmp_path / "w", cache) as here:
        found = await here.command("packlens.server.mcp")
        assert (found["url"], found["header"]) == (None, None)
        assert json.dumps(found["arguments"][:-1]) == '["-P", "-m", "packlens", "mcp"]'
