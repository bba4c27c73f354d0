"""`packlens doctor`: whether what is kept of a workspace can be trusted."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import begun, index

_NOT_SOUND = 1


@click.command("doctor", short_help="Check what is kept between runs, and mend it.")
@options.root_argument
@click.option("--repair", is_flag=True, help="Make the graph anew where something is wrong.")
@options.resolution
@options.common
@click.pass_context
def command(context: click.Context, path: str | None, repair: bool, resolution: options.Resolution) -> None:
    """Check the graph that is kept of PATH: its file, and every row against a graph made from nothing."""
    from packlens.session.checkup import examine, kept

    voice: Voice = context.obj
    with begun(path, voice, resolution) as session:
        findings = examine(session, lambda stage: voice.progress(stage, "files"))
        sound = all(finding.good for finding in findings)
        if repair and not sound:
            index(session, voice, anew=True)
    hindered = kept(session)
    findings = (*(finding for finding in findings if finding not in hindered), *hindered)
    lines = [f"{'ok     ' if finding.good else 'WRONG  '}{finding.line}\n" for finding in findings]
    if not sound and not hindered:
        lines.append("the graph was made anew\n" if repair else "packlens doctor --repair makes it anew\n")
    voice.answer("".join(lines))
    if hindered or not (sound or repair):
        context.exit(_NOT_SOUND)
