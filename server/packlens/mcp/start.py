"""`packlens mcp`: one server until its input ends, or until it is interrupted."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NoReturn

from packlens.bridge.host import Host
from packlens.bridge.place import secret, secret_file
from packlens.mcp.http import HTTP_TOKEN, HttpServer
from packlens.mcp.server import new_server
from packlens.mcp.stdio import serve_stdio


def serve(path: str | None, *, structured: bool, settings: Mapping[str, Any]) -> NoReturn:
    """Serve the workspace at `path` on standard input and output, then end the program.

    `settings`: a person's own, as `Engine.open` has its overrides; an editor that answers has those of its own.
    """
    _run(path, settings, lambda host: serve_stdio(new_server(host, structured=structured)))


def serve_http(path: str | None, port: int, *, structured: bool, settings: Mapping[str, Any]) -> NoReturn:
    """Serve it over HTTP until the program is interrupted. Raises `OSError` when the port cannot be had."""

    async def conversation(host: Host) -> None:
        server = HttpServer(new_server(host, structured=structured), secret(HTTP_TOKEN), port)
        _say(f"packlens: serving {host.root or 'nothing'} at {server.url}")
        _say(f"packlens: clients send '{server.header}', kept in {secret_file(HTTP_TOKEN)}")
        await server.serve()

    _run(path, settings, conversation)


def _run(
    path: str | None, settings: Mapping[str, Any], conversation: Callable[[Host], Awaitable[None]]
) -> NoReturn:
    """Have a conversation, and end the program.

    It ends without waiting for work in progress: nobody is left to hear of it.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="packlens: %(message)s")

    async def whole() -> None:
        host = Host(path, settings)
        if host.trouble is not None:
            logging.getLogger(__name__).warning("%s", host.trouble)
        beginning = asyncio.create_task(host.begin())
        try:
            await conversation(host)
        finally:
            beginning.cancel()
            host.end()

    loop = (
        asyncio.new_event_loop()
    )  # and not `asyncio.run`, which waits for threads that nobody needs any more
    asyncio.set_event_loop(loop)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        loop.run_until_complete(whole())
    sys.stderr.flush()
    os._exit(0)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - a person waits for it
