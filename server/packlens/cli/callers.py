"""`packlens callers`: who uses a symbol."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import indexed, require_files, target_in


@click.command("callers", short_help="Who uses a symbol.")
@click.argument("target")
@options.root_option
@options.depth_option
@click.option("--json", "as_json", is_flag=True, help="As packlens.callers/1.")
@options.resolution
@options.common
@click.pass_obj
def command(voice: Voice, target: str, path: str | None, depth: int, as_json: bool) -> None:
    """List the places that use TARGET, and apart from them the places that only may."""
    from packlens.views import callers

    with indexed(path, voice) as session:
        require_files(session)
        asked = target_in(session.root, target)
        answer = session.ask(lambda snapshot: callers.callers(snapshot, asked, depth))
    voice.answer(callers.to_json(answer) if as_json else callers.to_text(answer))
