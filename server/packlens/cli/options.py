"""Options that several commands share, and the readers of their values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import click

from packlens.cli.voice import Voice

TOKENIZERS = ("o200k_base", "cl100k_base")
_PIN_LEVELS = ("full", "signature", "name")
Function = TypeVar("Function", bound=Callable[..., Any])
Reader = Callable[[click.Context, click.Parameter, Any], Any]


def whole(least: int, example: int) -> Reader:
    """Reads a whole number of at least `least`."""

    def read(_context: click.Context, _parameter: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        number = _number(value, int)
        if number is None or number < least:
            raise click.BadParameter(f"{value!r} is not a whole number of {least} or more (as {example})")
        return int(number)

    return read


def hops(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Reads a number of hops, or `all`."""
    if value is None or value == "all":
        return value
    number = _number(value, int)
    if number is None or number < 0:
        raise click.BadParameter(f"{value!r} is neither a number of hops (as 2) nor 'all'")
    return str(number)


def share(_context: click.Context, _parameter: click.Parameter, value: str) -> float:
    """Reads a number from 0 to 1."""
    number = _number(value, float)
    if number is None or not 0 <= number <= 1:
        raise click.BadParameter(f"{value!r} is not a number from 0 to 1 (as 0.8)")
    return number


def pins(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Reads targets, each with the level it is wanted at."""
    return tuple(_pin(value) for value in values)


def _pin(value: str) -> tuple[str, str]:
    target, separator, level = value.rpartition("=")
    if not separator or not level.isalpha():  # a file's name may hold `=`, and ends in .py
        return value, "full"
    if level not in _PIN_LEVELS:
        raise click.BadParameter(f"{level!r} is no level; give one of {', '.join(_PIN_LEVELS)}")
    return target, level


def _wait(_context: click.Context, _parameter: click.Parameter, value: str) -> float:
    if value == "all":
        return math.inf
    seconds = _number(value, float)
    if seconds is None or not 0 <= seconds < math.inf:
        raise click.BadParameter(f"{value!r} is neither a number of seconds (as 2) nor 'all'")
    return seconds


def _number(value: str, kind: type[int] | type[float]) -> float | None:
    try:
        return kind(value)
    except (ValueError, OverflowError):
        return None


def _quiet(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    context.ensure_object(Voice).quiet |= value


def _verbose(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    context.ensure_object(Voice).verbose |= value


def _help(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        context.ensure_object(Voice).answer(f"{context.get_help()}\n")
        context.exit()


def common(function: Function) -> Function:
    """Options of every command: how much is said, and help. They go to the `Voice`, not to the command."""
    quiet = click.option(
        *("-q", "--quiet"),
        is_flag=True,
        expose_value=False,
        callback=_quiet,
        help="No warnings, no progress.",
    )
    verbose = click.option(
        *("-v", "--verbose"),
        is_flag=True,
        expose_value=False,
        callback=_verbose,
        help="Say more on stderr.",
    )
    help_option = click.option(
        "--help",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_help,
        help="Show this message and exit.",
    )
    return quiet(verbose(help_option(function)))


@dataclass(frozen=True, slots=True)
class Resolution:
    """How the calls of a workspace are resolved for one answer.

    jedi     whether Jedi settles what static resolution leaves open
    seconds  the longest wait for it; `None` for as long as it takes
    """

    jedi: bool
    seconds: float | None


def resolution(function: Function) -> Callable[..., Any]:
    """Options of every command that reads the graph, given to it as its `resolution`."""

    @wraps(function)
    def command(*arguments: Any, no_jedi: bool, wait: float, **options: Any) -> Any:
        seconds = None if wait == math.inf else wait
        return function(*arguments, resolution=Resolution(not no_jedi, seconds), **options)

    jedi = click.option("--no-jedi", is_flag=True, help="Static resolution only.")
    wait = click.option(
        "--wait",
        default="all",
        show_default=True,
        callback=_wait,
        metavar="SECONDS|all",
        help="How long to wait for call sites that could change the answer.",
    )
    return jedi(wait(command))


def semantic(function: Function) -> Callable[..., Any]:
    """Options of what answers questions in words, given to it as settings by the name `semantic`."""

    @wraps(function)
    def command(
        *arguments: Any, provider: str | None, model: str | None, key_variable: str | None, **options: Any
    ) -> Any:
        if provider is None and (model is not None or key_variable is not None):
            raise click.UsageError("options '--semantic-model' and '--semantic-key' need '--semantic'")
        settings: dict[str, Any] = {}
        if provider == "local":
            settings = {"enabled": True, "provider": "local"}
        elif provider is not None:
            if not provider.startswith(("http://", "https://")):
                raise click.UsageError(
                    f"option '--semantic': {provider!r} is neither 'local' nor an http(s) address"
                )
            if model is None:
                raise click.UsageError("option '--semantic URL' needs '--semantic-model'")
            settings = {"enabled": True, "provider": "endpoint", "endpoint": provider}
            settings |= {"model": model, "keyVariable": key_variable}
        return function(*arguments, semantic={"semantic": settings} if settings else {}, **options)

    for option in (
        click.option(
            "--semantic-key",
            "key_variable",
            metavar="VARIABLE",
            help="The variable that holds that server's key.",
        ),
        click.option("--semantic-model", "model", metavar="NAME", help="The model of that server."),
        click.option(
            "--semantic",
            "provider",
            metavar="local|URL",
            help="Compare code by meaning too: with the model on this machine, or by a server, to which code is sent.",
        ),
    ):
        command = option(command)
    return command


def root_argument(function: Function) -> Function:
    """The workspace, as an argument."""
    return click.argument("path", required=False)(function)


def root_option(function: Function) -> Function:
    """The workspace, as an option, for commands whose argument is the target."""
    return click.option(
        "--root",
        "path",
        metavar="PATH",
        help="The workspace. Default: the enclosing git work tree, else this folder.",
    )(function)


def tokenizer_option(function: Function) -> Function:
    """What counts the tokens."""
    return click.option("--tokenizer", type=click.Choice(TOKENIZERS), help="Default: o200k_base.")(function)


def depth_option(function: Function) -> Function:
    """How far callers or callees are followed."""
    return click.option(
        "--depth",
        default="1",
        show_default=True,
        callback=whole(1, 2),
        metavar="N",
        help="How many hops to follow.",
    )(function)
