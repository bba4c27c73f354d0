"""`packlens status`: how the index of a workspace stands."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import indexed


@click.command("status", short_help="What is indexed, what is not, and why.")
@options.root_argument
@click.option("--json", "as_json", is_flag=True, help="As packlens.status/1.")
@options.resolution
@options.common
@click.pass_obj
def command(voice: Voice, path: str | None, as_json: bool, resolution: options.Resolution) -> None:
    """Show what is indexed under PATH, what was skipped, and how sure the edges are."""
    from packlens.views import status_view

    with indexed(path, voice, resolution) as session:
        answer = session.status()
    said = {"hindrance": None}  # on stderr, as by every command
    voice.answer(status_view.to_json(answer) if as_json else status_view.to_text(answer | said))
