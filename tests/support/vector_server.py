"""A real server of vectors on this machine, asked over HTTP as OpenAI's are.

It knows three meanings, by words that share none: a text about a key is like one about a secret, whatever else
they say. What it answers can be replaced, request by request, to be as broken as a server can be.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

MEANINGS = (("key", "secret", "cipher"), ("page", "template", "render"), ("row", "table", "column"))


@dataclass
class Asked:
    """One request: its path, its headers by lower-case name, its body."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class Given:
    """One answer. `wait` is waited for after the headers."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    wait: threading.Event | None = None


Answering = Callable[[Asked], Given]


@dataclass
class VectorServer:
    """What was asked of a server, and what it answers: `next` first, one after the other, and then `always`."""

    address: str
    host: str
    asked: list[Asked] = field(default_factory=list)
    next: list[Answering] = field(default_factory=list)
    always: Answering = lambda asked: vectors(asked)

    @property
    def texts(self) -> list[str]:
        """Every text that was sent."""
        return [text for asked in self.asked for text in asked.body["input"]]


def vector_of(text: str) -> list[float]:
    """What a text is about."""
    found = [sum(text.lower().count(word) for word in words) for words in MEANINGS]
    return [*map(float, found), 0.001]


def vectors(asked: Asked) -> Given:
    """The right answer, with its rows in another order than the texts."""
    rows = [{"index": place, "embedding": vector_of(text)} for place, text in enumerate(asked.body["input"])]
    return saying({"object": "list", "data": rows[::-1], "model": asked.body["model"], "usage": {}})


def saying(body: Any) -> Given:
    """An answer that is JSON."""
    return Given(body=json.dumps(body).encode())


def rows(*embeddings: Sequence[Any]) -> Answering:
    """An answer of such vectors, whatever was asked."""
    return lambda _: saying(
        {"data": [{"index": at, "embedding": each} for at, each in enumerate(embeddings)]}
    )


@contextmanager
def vector_server() -> Iterator[VectorServer]:
    """A server on a free port, until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"] or 0)) or b"{}"
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked = Asked(self.path, headers, json.loads(body))
            server.asked.append(asked)
            given = (server.next.pop(0) if server.next else server.always)(asked)
            self.send_response(given.status)
            self.send_header("Content-Length", str(len(given.body)))
            for name, value in given.headers:
                self.send_header(name, value)
            self.end_headers()
            if given.wait is not None:
                given.wait.wait()
            try:
                self.wfile.write(given.body)
            except OSError:
                return  # who asked has left

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    here = dict.fromkeys(("no_proxy", "NO_PROXY"), "127.0.0.1")  # whatever proxy a person has
    with patch.dict(os.environ, here), ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        host = f"127.0.0.1:{listening.server_port}"
        server = VectorServer(f"http://{host}/v1", host)
        thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            listening.shutdown()
            thread.join()
