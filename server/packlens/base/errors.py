"""Every error a person can meet, and the exit code each one has at the command line.

    PacklensError                 1
    ├── UsageError                2   wrong use: a bad option, path or number
    ├── NotFoundError             1   the thing asked for is not there
    │   └── NothingDiffersError   1   the states that a diff compares are the same
    ├── AmbiguousError            1   the target names more than one symbol
    ├── NothingFitsError          3   not even the smallest form of the answer fits the budget
    ├── VerificationError         1   a pack does not match the files it names
    ├── CancelledError            1   the person who asked has withdrawn the question
    ├── ChangedFileError          1   a file changed between the index and the answer
    └── DamagedStoreError         1   what was kept between runs is not what was written

A message is one line: what was asked, what is wrong, what to try. Source text never appears in it.
"""

from __future__ import annotations

from collections.abc import Sequence


class PacklensError(Exception):
    """The root of the tree. `str(error)` is the line shown to the person."""

    exit_code = 1


class UsageError(PacklensError):
    """The question itself is malformed."""

    exit_code = 2


class NotFoundError(PacklensError):
    """`asked` names nothing; `suggestions` holds up to five nearest names, best first."""

    def __init__(self, message: str, *, asked: str = "", suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.asked = asked
        self.suggestions = tuple(suggestions[:5])


class NothingDiffersError(NotFoundError):
    """`asked` is a diff in which no file differs."""


class AmbiguousError(PacklensError):
    """`asked` names several symbols; `candidates` holds their ids, sorted."""

    def __init__(self, message: str, *, asked: str = "", candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.asked = asked
        self.candidates = tuple(candidates)


class NothingFitsError(PacklensError):
    """Nothing that could be said fits the budget."""

    exit_code = 3


class VerificationError(PacklensError):
    """The pack's first difference from the files on disk."""


class CancelledError(PacklensError):
    """The question was withdrawn before its answer was ready."""


class ChangedFileError(PacklensError):
    """The text of a file was asked for after it had changed on disk; the next generation has it."""


class DamagedStoreError(PacklensError):
    """The store holds something else than was written to it. It is set aside, and the graph is built anew."""
