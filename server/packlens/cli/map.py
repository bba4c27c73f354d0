"""`packlens map`: the files that matter most and what stands in them."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import indexed, target_in


@click.command("map", short_help="The files that matter most, and what stands in them.")
@options.root_argument
@click.option(
    "--budget", callback=options.whole(0, 2000), metavar="TOKENS", help="The most tokens. Default: 2000."
)
@click.option("--focus", multiple=True, metavar="FILE", help="A file you have in view. Repeatable.")
@click.option("--query", metavar="TEXT", help="What you are about to do, in words.")
@click.option("--path-prefix", metavar="FOLDER", help="Only the files below this.")
@click.option("--format", type=click.Choice(("text", "json")), default="text", show_default=True)
@options.tokenizer_option
@click.option("--no-redact", is_flag=True, help="Leave secrets as they are.")
@options.resolution
@options.common
@click.pass_obj
def command(
    voice: Voice,
    path: str | None,
    budget: int | None,
    focus: tuple[str, ...],
    query: str | None,
    path_prefix: str | None,
    format: str,
    tokenizer: str | None,
    no_redact: bool,
    resolution: options.Resolution,
) -> None:
    """Print the files of PATH that matter most, best first, with as much of what stands in them as the budget holds.
    What is near to the focus files, to what the query names and to what changed last counts more."""
    from packlens.views.map.as_text import render_map

    with indexed(path, voice, resolution) as session:
        question = session.map_question(
            budget=budget,
            tokenizer=tokenizer,
            focus=tuple(target_in(session.root, file) for file in focus),
            query=query,
            path_prefix=target_in(session.root, f"{path_prefix}/").rstrip("/") if path_prefix else None,
            redact=False if no_redact else None,
        )
        if question.query:
            with voice.progress("reading words", "files") as report:
                session.read_words(report)
        answer = session.map_of(question)
    voice.answer(render_map(answer, format))
