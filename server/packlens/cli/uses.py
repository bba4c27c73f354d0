"""`packlens callers` and `packlens callees`: the two ends of the same edges, asked for in the same words."""

from __future__ import annotations

import click

from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import indexed, require_files, settled, target_in


def uses_command(name: str, short: str, long: str, *, forwards: bool) -> click.Command:
    """The command that lists what TARGET uses, when `forwards`, or what uses it."""

    @click.command(name, short_help=short, help=long)
    @click.argument("target")
    @options.root_option
    @options.depth_option
    @click.option("--json", "as_json", is_flag=True, help="As packlens.callers/1.")
    @options.resolution
    @options.common
    @click.pass_obj
    def command(
        voice: Voice,
        target: str,
        path: str | None,
        depth: int,
        as_json: bool,
        resolution: options.Resolution,
    ) -> None:
        from packlens.views.callers import callees, callers, to_json, to_text

        view = callees if forwards else callers
        with indexed(path, voice, resolution) as session:
            require_files(session)
            asked = target_in(session.root, target)
            answer = settled(session, voice, resolution, lambda snapshot: view(snapshot, asked, depth))
        voice.answer(to_json(answer) if as_json else to_text(answer))

    return command
