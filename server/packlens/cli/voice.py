"""What the command line says: the answer on stdout, everything else on stderr.

The answer leaves as the exact bytes that were rendered: no line end is translated, nothing is added. Lines
on stderr are for a person; a name from the repository can hold control characters, so they are made
visible there.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from packlens.base.errors import UsageError

if TYPE_CHECKING:
    from packlens.session.texts import Progress

_MOST_CHARACTERS = 2000


class ReaderLeftError(Exception):
    """The reader of stdout went away (`packlens pack | head`): it has all it wanted."""


class Voice:
    """How much is said on stderr. `-q` and `-v` set it while the command line is parsed."""

    def __init__(self) -> None:
        self.quiet = False
        self.verbose = False

    def answer(self, text: str) -> None:
        """Print `text` on stdout, byte for byte, as UTF-8. Nothing else writes there.

        Raises `ReaderLeftError`, and `UsageError` when stdout takes no text.
        """
        try:
            sys.stdout.buffer.write(as_bytes(text))
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            raise ReaderLeftError from None
        except OSError as error:
            reason = (error.strerror or "it is closed").lower()
            raise UsageError(
                f"cannot write the answer to stdout: {reason}; send it to a file or a program that takes it"
            ) from None

    def error(self, line: str) -> None:
        """Say why there is no answer, or none where it was wanted. Never silenced."""
        self._say(f"packlens: {line}")

    def warn(self, line: str) -> None:
        """Say something the person should know about an answer that was given."""
        if not self.quiet:
            self._say(f"packlens: warning: {line}")

    def note(self, line: str) -> None:
        """Say what was done, where stdout does not show it."""
        if not self.quiet:
            self._say(line)

    def detail(self, line: str) -> None:
        """Say something only `-v` asks for."""
        if self.verbose:
            self._say(line)

    def trace(self, error: BaseException) -> None:
        """Show where an unexpected error came from; only with `-v`."""
        if self.verbose:
            with suppress(BrokenPipeError):
                traceback.print_exception(error, file=sys.stderr)

    @contextmanager
    def progress(self, doing: str, counted: str) -> Iterator[Progress | None]:
        """A progress bar on a terminal, once there is something to report, and nothing elsewhere: what is done, and
        what of is counted.
        """
        if self.quiet or not sys.stderr.isatty():
            yield None
            return
        with ExitStack() as shown:
            move: Progress | None = None

            def report(done: int, total: int) -> None:
                nonlocal move
                if move is None:
                    from packlens.cli.progress import bar  # its library takes a while to load

                    move = shown.enter_context(bar(doing, counted))
                move(done, total)

            try:
                yield report
            finally:
                move = _unseen  # after Ctrl-C whoever works may report for a moment more

    @staticmethod
    def _say(line: str) -> None:
        with suppress(BrokenPipeError):  # who reads stderr no more misses nothing of the answer
            print(_shortened(visible(line)), file=sys.stderr, flush=True)  # noqa: T201 - the one place that prints


def _unseen(done: int, total: int) -> None:
    """What moves a bar that is gone."""


def as_bytes(text: str) -> bytes:
    """An answer as it leaves, wherever to. A stray surrogate, which some codecs give, ends no command."""
    return text.encode("utf-8", "surrogatepass")


def open_closed_streams() -> None:
    """Give the program a standard stream where its caller closed one, so that no file opened later takes its place.

    What is read from it has ended. What is written to a closed stdout fails, and to a closed stderr is lost.
    """
    nothing = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nothing.open(encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = nothing.open(encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = nothing.open("w", encoding="utf-8")


def _shortened(line: str) -> str:
    """`line` without its middle when nobody would read it whole: what was asked leads, what to try ends it."""
    if len(line) <= _MOST_CHARACTERS:
        return line
    return f"{line[: _MOST_CHARACTERS // 2]} … {line[-_MOST_CHARACTERS // 2 :]}"


def visible(line: str) -> str:
    """`line` with every character that could move the cursor or end the line written as an escape."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in line
    )
