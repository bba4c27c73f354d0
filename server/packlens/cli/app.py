"""The `packlens` command: finds the subcommand, runs it, and turns every outcome into an exit code.

    0    done
    1    the thing asked for is not there
    2    wrong use
    3    nothing fits the budget
    130  interrupted

A person who made a mistake reads one line and never a traceback. Subcommands are imported when they are
called, so that `packlens --version` costs nothing of what `packlens lsp` needs.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches

import click

from packlens import __version__
from packlens.base.errors import AmbiguousError, NotFoundError, PacklensError
from packlens.base.pattern import late_pattern
from packlens.cli import options
from packlens.cli.voice import ReaderLeftError, Voice, open_closed_streams

COMMANDS = (
    *("pack", "callers", "callees", "impact", "symbol", "search", "map", "graph"),
    *("index", "verify", "status", "doctor", "bench", "lsp", "mcp"),
)
INTERRUPTED = 130
_SHOWN_CANDIDATES = 5
_SHOWN_COMMANDS = 2
# How click says it, in its several versions.
_NEAREST = late_pattern(r"\.? \(?(?:Did you mean|Possible options:)(?: one of:)? ([^?)]*)\??\)?$")


class _Commands(click.Group):
    """A group whose commands live in one module each, imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"packlens.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS:
            near = get_close_matches(args[0], COMMANDS, _SHOWN_COMMANDS)
            ctx.fail(
                f"No such command {args[0]!r}" + (f"; did you mean {' or '.join(near)}?" if near else "")
            )
        return super().resolve_command(ctx, args)


def _version(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        context.ensure_object(Voice).answer(f"packlens {__version__}\n")
        context.exit()


@click.group(
    cls=_Commands,
    no_args_is_help=False,
    invoke_without_command=True,
    context_settings={"max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@options.common
@click.pass_context
def packlens(context: click.Context) -> None:
    """A live symbol graph of a Python workspace, and packs of its code that fit a token budget."""
    voice = context.ensure_object(Voice)
    if context.invoked_subcommand is None:
        voice.answer(f"{context.get_help()}\n")


def run(arguments: Sequence[str]) -> int:
    """Run one command line. Returns the exit code; raises nothing."""
    open_closed_streams()
    voice = Voice()
    try:
        return _exit_code(arguments, voice)
    except KeyboardInterrupt:
        return INTERRUPTED
    except ReaderLeftError:
        return _reader_left()
    except Exception as error:
        voice.trace(error)
        what = " ".join((type(error).__name__ + ": " + str(error)).split()).rstrip(":")
        hint = "" if voice.verbose else ", run again with -v to see where"
        voice.error(f"unexpected {what}; this is a fault of packlens{hint}")
        return 1


def _exit_code(arguments: Sequence[str], voice: Voice) -> int:
    try:
        # Not `packlens.main`, which prints an empty line when it is interrupted.
        with packlens.make_context("packlens", list(arguments), obj=voice) as context:
            packlens.invoke(context)
        return 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        voice.error(_wrong_use(error, arguments))
        return error.exit_code
    except PacklensError as error:
        voice.error(_with_choices(error))
        return error.exit_code


def _wrong_use(error: click.ClickException, arguments: Sequence[str]) -> str:
    line = _NEAREST.sub(r"; did you mean \1?", " ".join(error.format_message().split()))
    context = error.ctx if isinstance(error, click.UsageError) else None
    # An option without its value comes without the command that it was given to.
    command = [name for name in arguments[:1] if name in COMMANDS]
    where = context.command_path if context is not None else " ".join(["packlens", *command])
    line = line[:1].lower() + line[1:] if line[1:2].islower() else line
    return f"{line.rstrip('.')}; try '{where} --help'"


def _with_choices(error: PacklensError) -> str:
    """The error's line, with the nearest names or the candidates unless the line already holds them."""
    line = " ".join(str(error).split())
    if isinstance(error, NotFoundError) and error.suggestions and error.suggestions[0] not in line:
        return f"{line}; did you mean {', '.join(error.suggestions)}?"
    if isinstance(error, AmbiguousError) and error.candidates and error.candidates[0] not in line:
        shown = ", ".join(error.candidates[:_SHOWN_CANDIDATES])
        more = len(error.candidates) - _SHOWN_CANDIDATES
        return f"{line}; it could be {shown}" + (f" and {more} more" if more > 0 else "")
    return line


def _reader_left() -> int:
    """Nobody is left to read the answer, which is no error."""
    # Python flushes stdout once more at exit; that must not meet the broken pipe again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
