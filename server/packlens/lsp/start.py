"""`packlens lsp`: one server, one client, until either ends."""

from __future__ import annotations

import logging
import os
import sys
from typing import NoReturn

from packlens.base.collector import collect_seldom
from packlens.base.errors import UsageError
from packlens.lsp import light_types  # noqa: F401 - before all that loads the library by itself
from packlens.lsp.routes import new_server
from packlens.lsp.sharing import OpenHttp
from packlens.lsp.transport import serve_stdio, serve_tcp

# A thread that computes lets others in so often. A message is handled in a few steps, each of which may wait for that
# once for each such thread; the switches themselves cost nothing that shows.
_SWITCH_SECONDS = 0.00025


def serve(tcp: str | None = None, http: OpenHttp | None = None) -> NoReturn:
    """Serve on standard input and output, or on `HOST:PORT`, then end the program.

    `http` is how agents are served over HTTP, for a person who has asked for it.

    The program ends without waiting for work in progress: nobody is left to hear of it, and an editor that
    is gone must not leave a server behind.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="packlens: %(message)s")
    # pygls writes whole messages, and with them source text, to its log.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    sys.setswitchinterval(_SWITCH_SECONDS)
    collect_seldom()
    address = None if tcp is None else _address(tcp)
    server = new_server(http)
    if address is None:
        code = serve_stdio(server.protocol)
    else:
        code = serve_tcp(server.protocol, *address, _say_listening)
    server.end()
    sys.stderr.flush()
    os._exit(code)


def _say_listening(address: str) -> None:
    print(f"packlens: listening on {address}", file=sys.stderr, flush=True)  # noqa: T201 - a person waits for it


def _address(written: str) -> tuple[str, int]:
    host, separator, port = written.rpartition(":")
    if not separator or not port.isdigit() or int(port) > 65535:
        raise UsageError(f"--tcp {written!r}: not an address; give HOST:PORT such as 127.0.0.1:7000")
    return host.strip("[]") or "127.0.0.1", int(port)
