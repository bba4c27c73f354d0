"""`packlens lsp`: the language server. The only command that loads the protocol's libraries."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

import packlens
from packlens.base.collector import resting_collector
from packlens.base.errors import UsageError
from packlens.cli import options
from packlens.cli.voice import Voice

if TYPE_CHECKING:
    from packlens.bridge.host import Answers
    from packlens.lsp.sharing import Http

_NEOVIM = Path(packlens.__file__).resolve().parent / "editors" / "neovim"


async def _http(answers: Answers, port: int) -> Http:
    """Agents over HTTP. The library is loaded when a person's settings ask for it, and beside the editor's work."""
    import asyncio

    server = await asyncio.to_thread(importlib.import_module, "packlens.mcp.http")
    opened: Http = await server.begin_http(answers, port)
    return opened


@click.command("lsp", short_help="The language server, on stdin and stdout.")
@click.option("--tcp", metavar="HOST:PORT", help="Listen there instead.")
@click.option("--runtime-path", is_flag=True, help="Print the folder of Neovim's runtime files and end.")
@options.common
@click.pass_obj
def command(voice: Voice, tcp: str | None, runtime_path: bool) -> None:
    """Serve one editor: lenses that copy packs, call hierarchy, packs of unsaved text."""
    if runtime_path:
        voice.answer(f"{_NEOVIM}\n")
        return
    # What is loaded is no garbage, and to look for some takes a fifth of the time.
    with resting_collector():
        from packlens.lsp.start import serve

    try:
        serve(tcp, _http)
    except OSError as error:
        if tcp is None:
            raise
        reason = (error.strerror or str(error)).lower()
        raise UsageError(
            f"--tcp {tcp!r}: cannot listen there: {reason}; give an address of this machine and a free port"
        ) from None
