"""A server spoken to in bytes: for what a good client never says, and for what its library would hide."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.lsp.editor import SERVER

PATIENCE = 120.0


def message(**fields: Any) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def initialize(root: Path | None, **fields: Any) -> bytes:
    uri = None if root is None else root.as_uri()
    params = {"processId": None, "rootUri": uri, "capabilities": {}, **fields}
    return message(id=1, method="initialize", params=params)


INITIALIZED = message(method="initialized", params={})
RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
SHUTDOWN = message(id=2, method="shutdown", params=None)
EXIT = message(method="exit", params=None)


class Conversation:
    """A server spoken to in bytes. What it says is read as messages, and must hold nothing else."""

    def __init__(self, cwd: Path, command: Sequence[str] = SERVER) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self._server = subprocess.Popen(command, cwd=cwd, **pipes)
        self.heard: list[dict[str, Any]] = []

    def say(self, *spoken: bytes) -> None:
        """Say several messages in one breath."""
        assert self._server.stdin is not None
        self._server.stdin.write(b"".join(spoken))
        self._server.stdin.flush()

    def hear(self, identity: int) -> dict[str, Any]:
        """Listen until a request is answered."""
        while not self.heard or self.heard[-1].get("id") != identity or "method" in self.heard[-1]:
            message = self._next()
            assert message is not None, f"the server ended: {self.heard}"
        return self.heard[-1]

    def end(self) -> tuple[int, str]:
        """Close the server's input and listen to its end: the exit code, and what it wrote to stderr."""
        assert self._server.stdin is not None and self._server.stderr is not None
        self._server.stdin.close()
        while self._next() is not None:
            continue
        said = self._server.stderr.read().decode()
        with self._server:
            code = self._server.wait(PATIENCE)
        assert "Traceback" not in said
        return code, said

    def error_codes(self) -> dict[int, int | None]:
        """The requests that were answered, in order, with the code of the error if it was one."""
        answers = [message for message in self.heard if "id" in message and "method" not in message]
        return {answer["id"]: answer.get("error", {}).get("code") for answer in answers}

    def _next(self) -> dict[str, Any] | None:
        assert self._server.stdout is not None
        length = None
        while (line := self._server.stdout.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b": ")
            assert name in (b"Content-Length", b"Content-Type"), line
            length = int(value) if name == b"Content-Length" else length
        if length is None:
            assert line == b""
            return None
        self.heard.append(json.loads(self._server.stdout.read(length)))
        return self.heard[-1]
