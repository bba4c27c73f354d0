"""`packlens bench`: packs of this workspace beside find and cat, and beside grep."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import indexed, require_files


@click.command("bench", short_help="Packs of this workspace beside find and cat, and grep.")
@options.root_argument
@click.option(
    "--budget", callback=options.whole(0, 8000), metavar="TOKENS", help="Of each pack. Default: 8000."
)
@options.tokenizer_option
@click.option("--json", "as_json", is_flag=True, help="As packlens.bench/1.")
@options.resolution
@options.common
@click.pass_obj
def command(
    voice: Voice,
    path: str | None,
    budget: int | None,
    tokenizer: str | None,
    as_json: bool,
    resolution: options.Resolution,
) -> None:
    """Compare packs around a few symbols of PATH with all of its files, and with every mention of their names: bytes,
    tokens, time, and how much of the code one hop away is in it."""
    from packlens.views import yardstick

    with indexed(path, voice, resolution) as session:
        require_files(session)
        session.warm()
        with voice.progress("measuring", "steps") as report:
            answer = session.bench(8000 if budget is None else budget, tokenizer, report)
    voice.answer(yardstick.to_json(answer) if as_json else yardstick.to_text(answer))
