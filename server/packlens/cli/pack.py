"""`packlens pack`: code around the targets, fitted to a budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from packlens.base.counted import counted
from packlens.base.errors import UsageError, VerificationError
from packlens.cli import options
from packlens.cli.packfile import read_packfile
from packlens.cli.voice import Voice, as_bytes
from packlens.cli.workspace import index, opened, require_files, settled, target_in

if TYPE_CHECKING:
    from packlens.session.session import Session
    from packlens.views.pack.model import Pack

_FORMATS = ("markdown", "xml", "json", "text")


@click.command("pack", short_help="Code around symbols and files, fitted to a token budget.")
@options.root_argument
@click.option(
    "--entry",
    "entries",
    multiple=True,
    metavar="TARGET",
    help="A symbol (Class.method), a file, file.py:LINE, file.py:LINE-LINE or an id. Repeatable.",
)
@click.option("--query", metavar="TEXT", help="Instead: a task, a question or a stack trace, in words.")
@click.option(
    "--focus", multiple=True, metavar="FILE", help="Beside --query: a file you have in view. Repeatable."
)
@click.option("--diff", "revisions", metavar="REV|A..B", help="Instead, what differs between two states.")
@click.option("--staged", is_flag=True, help="Instead, what is staged.")
@click.option(
    "--pin",
    "pins",
    multiple=True,
    metavar="TARGET[=LEVEL]",
    callback=options.pins,
    help="Bring this too, before any neighbour: full (the default), signature or name. Repeatable.",
)
@click.option("--drop", "drops", multiple=True, metavar="TARGET", help="Leave this out. Repeatable.")
@click.option(
    "--budget", callback=options.whole(0, 4000), metavar="TOKENS", help="The most tokens. Default: 4000."
)
@click.option("--format", type=click.Choice(_FORMATS), help="Default: markdown.")
@click.option("--signatures-only", is_flag=True, default=None, help="Neighbours as signatures only.")
@click.option("--direction", type=click.Choice(("both", "callees", "callers")), help="Default: both.")
@click.option("--depth", callback=options.hops, metavar="N|all", help="Hops from the targets. Default: 2.")
@options.tokenizer_option
@click.option(
    "--template",
    metavar="NAME",
    help="Words around the pack: explain, fix, review, test, or one of your own.",
)
@click.option("--no-redact", is_flag=True, help="Leave secrets as they are.")
@click.option(
    "--since", metavar="PACKFILE", help="Only what is new or has changed since this pack ('-': stdin)."
)
@click.option("-o", "--output", metavar="FILE", help="Write to FILE instead of stdout.")
@click.option("--copy", is_flag=True, help="Put it on the clipboard instead of stdout.")
@click.option("--stats", is_flag=True, help="Say on stderr what the pack holds.")
@options.semantic
@options.resolution
@options.common
@click.pass_obj
def command(
    voice: Voice,
    path: str | None,
    entries: tuple[str, ...],
    query: str | None,
    focus: tuple[str, ...],
    revisions: str | None,
    staged: bool,
    pins: tuple[tuple[str, str], ...],
    drops: tuple[str, ...],
    budget: int | None,
    format: str | None,
    signatures_only: bool | None,
    direction: str | None,
    depth: str | None,
    tokenizer: str | None,
    template: str | None,
    no_redact: bool,
    since: str | None,
    output: str | None,
    copy: bool,
    stats: bool,
    semantic: Mapping[str, Any],
    resolution: options.Resolution,
) -> None:
    """Print the code around each TARGET that fits the budget: the targets in full, then what they call and
    what calls them, nearest first; or the code that a text in words is about; or what a diff changes, with a sign
    before each line, and what is around it. PATH is the workspace: the enclosing git work tree when not given."""
    if not entries and query is None and revisions is None and not staged:
        raise click.UsageError("missing option '--entry', '--query', '--diff' or '--staged'")
    if focus and query is None:
        raise click.UsageError("option '--focus' needs '--query': files in view count for words")
    earlier = read_packfile(since) if since is not None else None
    if semantic and query is None:
        raise click.UsageError("option '--semantic' needs '--query': it is about words")
    with opened(path, voice, resolution, semantic) as session:
        question = session.question(
            tuple(target_in(session.root, entry) for entry in entries),
            query=query,
            focus=tuple(target_in(session.root, file) for file in focus),
            budget=budget,
            format=format,
            signatures_only=signatures_only,
            direction=direction,
            depth=depth,
            tokenizer=tokenizer,
            template=template,
            redact=False if no_redact else None,
            levels=_levels(session, [*pins, *((drop, "drop") for drop in drops)]),
            diff=revisions,
            staged=staged,
        )
        from packlens.views.layout.render import render

        with session.asked_of(question) as asked:
            index(asked, voice)
            if not question.of_diff:
                require_files(asked)
            if query is not None:
                with voice.progress("reading words", "files") as report:
                    asked.read_words(report)
            if question.semantic:
                warning = asked.first_warning(question, "command line")
                if warning is not None:
                    voice.warn(warning)
                with voice.progress("comparing", "texts") as report:
                    asked.compare(question, report)
            try:
                view = asked.pack_view(question, since=earlier)
            except VerificationError as error:
                raise VerificationError(f"{since}: {error}") from None
            answer = settled(asked, voice, resolution, view)
        text = render(answer)
    for line in answer.warnings:
        voice.warn(line)
    if stats:
        voice.note(_stats(answer))
    _hand_over(voice, text, answer, output, copy)


def _levels(session: Session, wanted: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Parts as the root names them. Raises `UsageError` for one that is wanted at two levels."""
    levels: dict[str, str] = {}
    for part, level in wanted:
        known = levels.setdefault(target_in(session.root, part), level)
        if known != level:
            raise UsageError(f"{part!r}: wanted as {known} and as {level}; give one of them")
    return levels


def _hand_over(voice: Voice, text: str, answer: Pack, output: str | None, copy: bool) -> None:
    size = counted(answer.tokens, "token")
    delivered = False
    if output is not None:
        _write(output, text)
        voice.note(f"wrote {size} to {output}")
        delivered = True
    if copy:
        from packlens.cli import clipboard

        reason = clipboard.copy(text)
        if reason is None:
            voice.note(f"copied {size}")
            delivered = True
        else:
            voice.error(f"not copied: {reason}; the pack is shown instead")
            delivered = False
    if not delivered:
        voice.answer(text)


def _write(output: str, text: str) -> None:
    try:
        Path(output).write_bytes(as_bytes(text))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"cannot write {output!r}: {reason.lower()}; choose a file in a folder that exists and is yours"
        ) from None


def _stats(answer: Pack) -> str:
    levels = Counter(item.level.value for item in answer.items)
    shown = ", ".join(f"{count} {level}" for level, count in levels.items()) or "nothing"
    files = len({item.path for item in answer.items})
    return (
        f"{answer.tokens:,} of {answer.question.budget:,} tokens ({answer.question.tokenizer}): {shown} "
        f"in {counted(files, 'file')}; {answer.omitted_total} omitted, {len(answer.possible)} possible, "
        f"{answer.redactions or 0} redacted"
    )
