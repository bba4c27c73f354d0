"""`packlens graph`: every symbol and edge of a workspace."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import indexed, settle_all

_FORMATS = ("table", "json", "dot", "mermaid", "graphml")


@click.command("graph", short_help="Every symbol and edge, for other programs.")
@options.root_argument
@click.option("--format", type=click.Choice(_FORMATS), default="table", show_default=True)
@click.option(
    "--min-confidence",
    default="0",
    callback=options.share,
    metavar="X",
    help="Leave out edges below X, from 0 to 1.",
)
@options.resolution
@options.common
@click.pass_obj
def command(
    voice: Voice, path: str | None, format: str, min_confidence: float, resolution: options.Resolution
) -> None:
    """Print the symbol graph of PATH."""
    from packlens.views.graph_view import graph_view, render_graph

    with indexed(path, voice, resolution) as session:
        settle_all(session, voice, resolution)
        answer = session.ask(lambda snapshot: graph_view(snapshot, min_confidence))
    voice.answer(render_graph(answer, format))
