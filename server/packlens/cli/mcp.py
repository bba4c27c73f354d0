"""`packlens mcp`: the workspace for an agent, on stdin and stdout or over HTTP, and what to put into a client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from packlens.base.errors import UsageError
from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.mcp.clients import CLIENTS, RULE, set_up


def _port(_context: click.Context, _parameter: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    if not value.isdecimal() or int(value) > 65535:
        raise click.BadParameter(f"{value!r} is not a port (as 8765)")
    return int(value)


@click.command("mcp", short_help="The MCP server, on stdin and stdout.")
@options.root_argument
@click.option(
    "--http", "port", metavar="PORT", callback=_port, help="Listen on 127.0.0.1 instead; 0 takes a free port."
)
@click.option(
    "--text-only", is_flag=True, help="No structured output, for clients that hand only that to the model."
)
@click.option(
    "--print-config", "client", metavar="CLIENT", help=f"Print what to set up in {', '.join(CLIENTS)}."
)
@click.option("--print-rule", is_flag=True, help="Print a paragraph for AGENTS.md.")
@options.semantic
@options.common
@click.pass_obj
def command(
    voice: Voice,
    path: str | None,
    port: int | None,
    text_only: bool,
    client: str | None,
    print_rule: bool,
    semantic: Mapping[str, Any],
) -> None:
    """Serve an agent: packs of code, the map, symbols, callers, callees and impact of the workspace PATH, as MCP
    tools."""
    if print_rule:
        voice.answer(RULE)
        return
    if client is not None:
        made = set_up(client, path, text_only=text_only)
        voice.note(f"for {made.where}:")
        voice.answer(made.text)
        return
    from packlens.mcp import start

    if port is None:
        start.serve(path, structured=not text_only, settings=semantic)
    try:
        start.serve_http(path, port, structured=not text_only, settings=semantic)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"--http {port}: cannot listen there: {reason}; give a free port, or 0") from None
