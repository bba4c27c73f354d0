"""`packlens mcp`: one server until its input ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from typing import NoReturn

from packlens.bridge.host import Host
from packlens.mcp.server import new_server
from packlens.mcp.stdio import serve_stdio


def serve(path: str | None, *, structured: bool) -> NoReturn:
    """Serve the workspace at `path` on standard input and output, then end the program.

    The program ends without waiting for work in progress: nobody is left to hear of it.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="packlens: %(message)s")
    for name in ("mcp", "uvicorn"):  # they write parts of messages to their logs
        logging.getLogger(name).setLevel(logging.CRITICAL)

    async def conversation() -> None:
        host = Host(path)
        if host.trouble is not None:
            logging.getLogger(__name__).warning("%s", host.trouble)
        beginning = asyncio.create_task(host.begin())
        try:
            await serve_stdio(new_server(host, structured=structured))
        finally:
            beginning.cancel()
            host.end()

    loop = (
        asyncio.new_event_loop()
    )  # and not `asyncio.run`, which waits for threads that nobody needs any more
    asyncio.set_event_loop(loop)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        loop.run_until_complete(conversation())
    sys.stderr.flush()
    os._exit(0)
