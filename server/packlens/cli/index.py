"""`packlens index`: the graph made ready, so that later questions find it."""

from __future__ import annotations

import click

from packlens.base.counted import counted
from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import index, opened, settle_all


@click.command("index", short_help="Make the graph ready for later questions.")
@options.root_argument
@click.option("--full", is_flag=True, help="Use nothing that was kept of earlier runs.")
@options.resolution
@options.common
@click.pass_obj
def command(voice: Voice, path: str | None, full: bool, resolution: options.Resolution) -> None:
    """Index PATH and keep the graph and the words that searches need, for every command and editor that asks next."""
    with opened(path, voice, resolution) as session:
        index(session, voice, anew=full)
        settle_all(session, voice, resolution)
        with voice.progress("reading words", "files") as report:
            session.read_words(report)
    snapshot = session.snapshot
    voice.answer(
        f"{session.root.name}: {counted(len(snapshot.documents), 'file')}, "
        f"{counted(snapshot.symbol_count, 'symbol')}, {counted(snapshot.edge_count, 'edge')}; "
        f"{counted(session.parsed, 'file')} parsed\n"
    )
