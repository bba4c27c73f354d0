"""`packlens impact`: what breaks when something changes, and which tests prove it."""

from __future__ import annotations

import click

from packlens.base.errors import UsageError
from packlens.cli import options
from packlens.cli.voice import Voice
from packlens.cli.workspace import index, opened, require_files, settled, target_in

_FORMATS = ("text", "json", "mermaid", "markdown", "pytest")


@click.command("impact", short_help="What breaks when something changes, and which tests prove it.")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option("--diff", "revisions", metavar="REV|A..B", help="What differs between two states.")
@click.option("--staged", is_flag=True, help="What is staged.")
@options.root_option
@click.option(
    "--depth",
    default="3",
    show_default=True,
    callback=options.whole(1, 3),
    metavar="N",
    help="How many hops to follow; tests are sought at any distance.",
)
@click.option(
    "--min-confidence",
    default="0.3",
    show_default=True,
    callback=options.share,
    metavar="X",
    help="Follow no path whose confidences multiply to less than X, from 0 to 1.",
)
@click.option("--format", type=click.Choice(_FORMATS), default="text", show_default=True)
@options.resolution
@options.common
@click.pass_obj
def command(
    voice: Voice,
    targets: tuple[str, ...],
    revisions: str | None,
    staged: bool,
    path: str | None,
    depth: int,
    min_confidence: float,
    format: str,
    resolution: options.Resolution,
) -> None:
    """Show what a change of each TARGET reaches, or of what differs between two states: a revision and the working
    tree (HEAD by default), two revisions, or HEAD and what is staged.
    """
    from packlens.text.history import Comparison
    from packlens.views.impact.as_text import IMPACT_FORMS

    if targets and (revisions is not None or staged):
        raise UsageError("impact: targets and a diff exclude each other; give one of them")
    comparison = None if targets else Comparison.of(revisions, staged=staged)
    with opened(path, voice, resolution) as session:
        if comparison is None:
            index(session, voice)
            require_files(session)
            asked = [target_in(session.root, target) for target in targets]
            view = session.impact_view(asked, None, depth, min_confidence)
            impact = settled(session, voice, resolution, view)
        else:
            with session.later(comparison) as later:
                index(later, voice)
                with voice.progress("reading what was before", "files") as report:
                    view = later.impact_view((), comparison, depth, min_confidence, report)
                impact = settled(later, voice, resolution, view)
    if format == "pytest" and not impact.tests:
        voice.note("no test reaches the change")
    voice.answer(IMPACT_FORMS[format](impact))
