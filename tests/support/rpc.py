"""A JSON-RPC client over a process's pipes, small enough to time other people's servers with.

Two framings: a line a message (Model Context Protocol) and `Content-Length` headers (Language Server
Protocol). Requests of the server to the client are answered with `null`.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any


class RpcClient:
    """One server process and its pipes; a context manager that ends the process."""

    def __init__(
        self, command: Sequence[str], *, headers: bool, cwd: Path, env: Mapping[str, str] | None = None
    ) -> None:
        self._headers = headers
        self._next = 0
        self._process = subprocess.Popen(
            list(command),
            cwd=cwd,
            env=None if env is None else dict(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> RpcClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def pid(self) -> int:
        """The server's process."""
        return self._process.pid

    def request(self, method: str, params: Any) -> Any:
        """The result of one request. Raises `RuntimeError` for an error or a server that is gone."""
        answer = self.answered(self.send_request(method, params))
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def send_request(self, method: str, params: Any) -> int:
        """Send a request and do not wait; its number."""
        self._next += 1
        self._send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        return self._next

    def answered(self, number: int) -> dict[str, Any]:
        """The answer to the request of that number, result or error; `RuntimeError` for a server that is gone."""
        while True:
            message = self._receive()
            if message.get("id") == number and "method" not in message:
                return message
            if "id" in message and "method" in message:
                self._send({"jsonrpc": "2.0", "id": message["id"], "result": None})

    def notify(self, method: str, params: Any) -> None:
        """A message without an answer."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _send(self, message: Any) -> None:
        raw = json.dumps(message).encode()
        pipe = self._process.stdin
        assert pipe is not None
        pipe.write(b"Content-Length: %d\r\n\r\n%s" % (len(raw), raw) if self._headers else raw + b"\n")
        pipe.flush()

    def _receive(self) -> dict[str, Any]:
        pipe = self._process.stdout
        assert pipe is not None
        line = pipe.readline()
        if not line:
            raise RuntimeError("the server has gone")
        if not self._headers:
            return dict(json.loads(line)) if line.strip() else {}
        length = 0
        while line.strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            line = pipe.readline()
        return dict(json.loads(pipe.read(length)))
