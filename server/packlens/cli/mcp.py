"""`packlens mcp`: the workspace for an agent, on stdin and stdout."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice


@click.command("mcp", short_help="The MCP server, on stdin and stdout.")
@options.root_argument
@click.option(
    "--text-only", is_flag=True, help="Answer without structured output, for clients that show only that."
)
@options.common
@click.pass_obj
def command(voice: Voice, path: str | None, text_only: bool) -> None:
    """Serve an agent: packs of code, symbols, callers and callees of the workspace PATH, as MCP tools."""
    from packlens.mcp.start import serve

    serve(path, structured=not text_only)
