"""`packlens symbol`: one symbol."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import indexed, require_files, settled, target_in


@click.command("symbol", short_help="One symbol: place, signature, docstring.")
@click.argument("name")
@options.root_option
@click.option("--body", is_flag=True, help="With its source.")
@click.option("--json", "as_json", is_flag=True, help="As packlens.symbol/1.")
@options.resolution
@options.common
@click.pass_obj
def command(
    voice: Voice, name: str, path: str | None, body: bool, as_json: bool, resolution: options.Resolution
) -> None:
    """Show the symbol NAME: where it is, its signature and docstring, and what it holds."""
    from packlens.views import symbol_view

    with indexed(path, voice, resolution) as session:
        require_files(session)
        asked = target_in(session.root, name)
        answer = settled(
            session, voice, resolution, lambda snapshot: symbol_view.symbol_view(snapshot, asked, body=body)
        )
    voice.answer(symbol_view.to_json(answer) if as_json else symbol_view.to_text(answer))
