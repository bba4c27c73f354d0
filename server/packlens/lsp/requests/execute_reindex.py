"""`packlens.server.reindex`: the graph made anew, with nothing that was kept of it."""

from __future__ import annotations

from typing import Any

from packlens.lsp.arguments import read_arguments
from packlens.lsp.protocol import ReindexArguments
from packlens.lsp.rpc import Written
from packlens.lsp.server import Server


async def execute_reindex(ls: Server, *arguments: Any) -> Written:
    """Answers with `packlens.status/1` of the new graph."""
    read_arguments(arguments, ReindexArguments)
    await ls.first_index.again()
    return Written(await ls.work(ls.opened().status))
