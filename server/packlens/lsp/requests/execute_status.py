"""`packlens.server.status`: what is indexed, what was left out, and why."""

from __future__ import annotations

from typing import Any

from packlens.lsp.arguments import read_arguments
from packlens.lsp.protocol import StatusArguments
from packlens.lsp.rpc import Written
from packlens.lsp.server import Server


async def execute_status(ls: Server, *arguments: Any) -> Written:
    """Answers with `packlens.status/1`, of what is there now: it does not wait for an index."""
    read_arguments(arguments, StatusArguments)
    await ls.first_index.opening()
    session = ls.opened()
    return Written(await ls.work(session.status))
