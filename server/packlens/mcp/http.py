"""Clients over HTTP, on this machine alone.

The server listens on 127.0.0.1 and answers who brings the token, under the name of this machine, and from no web page:
a request with an `Origin` is refused whatever it says, and nothing is ever allowed across origins. What is wrong with a
request is said before any of its body is read.
"""

from __future__ import annotations

import asyncio
import hmac
import socket
import sys
from collections.abc import Mapping
from typing import Any

import uvicorn
from mcp.server.lowlevel.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from packlens.bridge.host import Answers
from packlens.bridge.place import secret
from packlens.mcp.server import new_server

PATH = "/mcp"
_LOOPBACK = "127.0.0.1"
_CLOSING_SECONDS = 1
_KEEP_ALIVE_SECONDS = 120  # an agent thinks between its calls


HTTP_TOKEN = "http-token"  # noqa: S105 - the name of the file that holds it


async def begin_http(answers: Answers, port: int) -> HttpServer:
    """Serve what answers beside other work of this event loop. Raises `OSError` when the port is taken."""
    server = HttpServer(new_server(answers), secret(HTTP_TOKEN), port)
    server.begin()
    return server


class HttpServer:
    """One server that listens. `url` is where, and `header` what a client sends."""

    def __init__(self, server: Server[Any], token: str, port: int) -> None:
        """Listen on `port`; 0 takes a free one. Raises `OSError` when it is taken."""
        # With the protocol named, which asyncio needs to send small answers at once.
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # where the option lets two programs share one port
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # left a moment ago: free
        try:
            self._socket.bind((_LOOPBACK, port))
            self._socket.listen()
        except BaseException:
            self._socket.close()
            raise
        self.header = f"Authorization: Bearer {token}"
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{_LOOPBACK}:{self.port}{PATH}"
        hosts = [f"{name}:{self.port}" for name in (_LOOPBACK, "localhost")]
        security = TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=[])
        app = server.streamable_http_app(streamable_http_path=PATH, transport_security=security)
        config = uvicorn.Config(
            _Doorkeeper(app, token, frozenset(hosts)),
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_CLOSING_SECONDS,
            ws="none",
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        )
        self._server = uvicorn.Server(config)
        self._serving: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        """Serve until the program is interrupted."""
        await self._server.serve(sockets=[self._socket])

    def begin(self) -> None:
        """Serve beside other work of this event loop."""
        # Signals stay with whoever owns the loop.
        self._serving = asyncio.create_task(self._server._serve([self._socket]))

    def close(self) -> None:
        """Take nobody in any more, and let go who is there: at once, or within a second who is being answered."""
        self._server.should_exit = True
        if self._server.started:  # what is still starting ends by itself
            for listening in self._server.servers:
                listening.close()


class _Doorkeeper:
    """Lets nobody in who has no business here."""

    def __init__(self, app: ASGIApp, token: str, hosts: frozenset[str]) -> None:
        self._app = app
        self._expected = b"Bearer " + token.encode()
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (refusal := self._refusal(dict(scope["headers"]))) is not None:
            await refusal(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, headers: Mapping[bytes, bytes]) -> PlainTextResponse | None:
        if headers.get(b"host", b"").decode("latin-1").lower() not in self._hosts:
            return PlainTextResponse("this server answers under the name of this machine only\n", 421)
        if b"origin" in headers:
            return PlainTextResponse("web pages are not served\n", 403)
        if not hmac.compare_digest(headers.get(b"authorization", b""), self._expected):
            return PlainTextResponse(
                "the token is missing or wrong; send it as 'Authorization: Bearer TOKEN'\n",
                401,
                headers={"WWW-Authenticate": "Bearer"},
            )
        return None
