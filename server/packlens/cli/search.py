"""`packlens search`: symbols that a text in words is about."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import indexed, require_files

_KINDS = ("class", "constant", "function", "method", "module", "property", "type_alias", "variable")


@click.command("search", short_help="Symbols that a text in words is about.")
@click.argument("text")
@options.root_option
@click.option(
    "--limit", default="10", show_default=True, callback=options.whole(1, 10), metavar="N", help="How many."
)
@click.option("--kind", type=click.Choice(_KINDS), help="Only symbols of this kind.")
@click.option("--json", "as_json", is_flag=True, help="As packlens.search/1.")
@options.resolution
@options.common
@click.pass_obj
def command(
    voice: Voice,
    text: str,
    path: str | None,
    limit: int,
    kind: str | None,
    as_json: bool,
    resolution: options.Resolution,
) -> None:
    """List the symbols that TEXT is about, best first: by their names, and by the words of their code, comments and
    docstrings. Any character is allowed; put `--` before a TEXT that begins with a dash."""
    from packlens.views.pack.question import refuse_blank
    from packlens.views.search import to_json, to_text

    refuse_blank("query", text)
    with indexed(path, voice, resolution) as session:
        require_files(session)
        with voice.progress("reading words", "files") as report:
            session.read_words(report)
        answer = session.search_of(text, limit, kind)
    voice.answer(to_json(answer) if as_json else to_text(answer))
