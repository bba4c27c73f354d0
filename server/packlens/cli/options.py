"""Options that several commands share, and the kinds of value they take."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from packlens.cli.voice import Voice

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Depth:
    """A number of hops; `None` is all of them."""

    hops: int | None


class Whole(click.ParamType):
    """A whole number of at least `least`."""

    name = "number"

    def __init__(self, least: int, example: int) -> None:
        self._least = least
        self._example = example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = _number(value, int)
        if number is None or number < self._least:
            self.fail(f"{value!r} is not a whole number of {self._least} or more (as {self._example})", param, ctx)
        return number


class DepthType(click.ParamType):
    """A number of hops, or `all`."""

    name = "depth"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Depth:
        if isinstance(value, Depth) or value == "all":
            return value if isinstance(value, Depth) else Depth(None)
        hops = _number(value, int)
        if hops is None or hops < 0:
            self.fail(f"{value!r} is neither a number of hops (as 2) nor 'all'", param, ctx)
        return Depth(int(hops))


class Between(click.ParamType):
    """A number from 0 to 1."""

    name = "confidence"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = _number(value, float)
        if number is None or not 0 <= number <= 1:
            self.fail(f"{value!r} is not a number from 0 to 1 (as 0.8)", param, ctx)
        return float(number)


class _Wait(click.ParamType):
    """Seconds, or `all`."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if value == "all":
            return math.inf
        seconds = _number(value, float)
        if seconds is None or not 0 <= seconds < math.inf:
            self.fail(f"{value!r} is neither a number of seconds (as 2) nor 'all'", param, ctx)
        return float(seconds)


def _number(value: Any, kind: type[int] | type[float]) -> float | None:
    try:
        return kind(value)
    except (ValueError, OverflowError):
        return None


def _quiet(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    context.ensure_object(Voice).quiet |= value


def _verbose(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    context.ensure_object(Voice).verbose |= value


def common(function: Function) -> Function:
    """Options of every command: how much is said. Given to the `Voice`, not to the command."""
    quiet = click.option(
        "-q", "--quiet", is_flag=True, expose_value=False, callback=_quiet, help="No warnings, no progress."
    )
    verbose = click.option(
        "-v", "--verbose", is_flag=True, expose_value=False, callback=_verbose, help="Say more on stderr."
    )
    return quiet(verbose(function))


def resolution(function: Function) -> Function:
    """Options of every command that reads the graph: how call sites are resolved and waited for.

    The graph is static and complete when a command asks for it, so both are checked and change nothing yet.
    """
    no_jedi = click.option("--no-jedi", is_flag=True, expose_value=False, help="Static resolution only.")
    wait = click.option(
        "--wait",
        type=_Wait(),
        default="all",
        expose_value=False,
        metavar="SECONDS|all",
        help="How long to wait for call sites that could change the answer.",
    )
    return no_jedi(wait(function))


def root_argument(function: Function) -> Function:
    """The workspace as an argument."""
    return click.argument("path", required=False)(function)


def root_option(function: Function) -> Function:
    """The workspace as an option, for commands whose argument is the target."""
    return click.option(
        "--root",
        "path",
        metavar="PATH",
        help="The workspace; the enclosing git work tree (else this folder) when not given.",
    )(function)
