"""`packlens.server.mcp`: how an agent connects to this editor's session."""

from __future__ import annotations

import sys
from typing import Any

from packlens.lsp.arguments import read_arguments
from packlens.lsp.protocol import McpArguments, McpResult
from packlens.lsp.rpc import Written
from packlens.lsp.server import Server


async def execute_mcp(ls: Server, *arguments: Any) -> Written:
    """Answers with a `McpResult`."""
    read_arguments(arguments, McpArguments)
    await ls.first_index.opening()
    root = ls.opened().root
    http = ls.sharing.http
    return Written(
        McpResult(
            command=sys.executable,
            arguments=["-P", "-m", "packlens", "mcp", str(root)],
            url=None if http is None else http.url,
            header=None if http is None else http.header,
        )
    )
