"""An agent: the official client, and raw lines for what no client would say."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from tests.cli.program import environment

SERVER = (sys.executable, "-m", "packlens", "mcp")
PATIENCE = 120


@asynccontextmanager
async def agent(root: Path, *options: str, mode: str = "auto", **env: str) -> AsyncIterator[Client]:
    """The official client, connected to a server of `root` over stdio."""
    command, *arguments = SERVER
    server = StdioServerParameters(
        command=command, args=[*arguments, str(root), *options], env=environment(env), cwd=root.parent
    )
    async with Client(server, mode=mode) as client:
        yield client


class Held:
    """A client that several tests share. The library wants it closed by the task that opened it."""

    def __init__(self, root: Path, *options: str) -> None:
        self._closing = asyncio.Event()
        self._opened: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._hold(root, options))

    async def opened(self) -> Client:
        await asyncio.wait(
            {self._task, asyncio.ensure_future(asyncio.shield(self._opened))}, return_when="FIRST_COMPLETED"
        )
        if self._task.done():
            self._task.result()
        return self._opened.result()

    async def close(self) -> None:
        self._closing.set()
        await self._task

    async def _hold(self, root: Path, options: tuple[str, ...]) -> None:
        async with agent(root, *options) as client:
            self._opened.set_result(client)
            await self._closing.wait()


async def texts(client: Client, tool: str, **arguments: Any) -> tuple[str, str]:
    """Both texts of one answer, which must not be an error."""
    answer = await client.call_tool(tool, arguments)
    first, second = (block.text for block in answer.content)
    assert not answer.is_error, first
    return first, second


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The line of a tool error."""
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    assert answer.structured_content is None
    (block,) = answer.content
    return str(block.text)


def message(**fields: Any) -> bytes:
    """One JSON-RPC message as a line."""
    return json.dumps({"jsonrpc": "2.0", **fields}).encode() + b"\n"


def hello(identity: int = 1) -> bytes:
    """The handshake of the older protocol."""
    params = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    }
    return message(id=identity, method="initialize", params=params) + message(
        method="notifications/initialized"
    )


def call(identity: int, tool: str, **arguments: Any) -> bytes:
    """A tool call."""
    return message(id=identity, method="tools/call", params={"name": tool, "arguments": arguments})


class Raw:
    """A server process and its pipes."""

    def __init__(self, *arguments: str | Path, cwd: Path, command: Sequence[str] = SERVER) -> None:
        self.process = subprocess.Popen(
            [*command, *map(str, arguments)],
            cwd=cwd,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def say(self, *lines: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(lines))
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """The next message, which every line of stdout must be."""
        assert self.process.stdout is not None
        return dict(json.loads(self.process.stdout.readline()))

    def hear_of(self, *identities: int) -> dict[int, dict[str, Any]]:
        """The answers to these requests, in whatever order they come."""
        found: dict[int, dict[str, Any]] = {}
        while set(identities) - found.keys():
            heard = self.hear()
            if heard.get("id") is not None:
                found[heard["id"]] = heard
        return found

    def end(self) -> tuple[int, bytes, str]:
        """Close the input: exit code, what was left on stdout, and stderr."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err.decode()

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def said(heard: Sequence[dict[str, Any]]) -> list[tuple[int | None, int | None]]:
    """(id, error code) of messages."""
    return [(each.get("id"), each.get("error", {}).get("code")) for each in heard]
