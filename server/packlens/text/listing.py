"""Which files of a root are indexed, and which are not and why.

What is skipped is counted by cause, and named as far as a person would read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter

NAMED = 100
"""How many paths of one cause are kept. The counts are always whole."""


class Cause(StrEnum):
    """Why a file is not indexed."""

    IGNORED = "ignored"
    UNSUPPORTED = "unsupported"
    NEVER_INDEX = "never_index"
    TOO_LARGE = "too_large"
    BINARY = "binary"
    UNDECODABLE = "undecodable"
    OUTSIDE_ROOT = "outside_root"
    NOT_A_FILE = "not_a_file"
    NESTED_REPOSITORY = "nested_repository"
    UNREADABLE = "unreadable"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Skip:
    """One path that is not indexed. `detail` is a few words for a person, or empty."""

    path: str
    cause: Cause
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Counts by cause, only causes that occurred, and the first paths of each in order."""

    counts: Mapping[Cause, int] = field(default_factory=dict)
    named: Mapping[Cause, tuple[Skip, ...]] = field(default_factory=dict)

    def count(self, cause: Cause) -> int:
        """How many paths were skipped for `cause`. An ignored folder counts once."""
        return self.counts.get(cause, 0)

    def paths(self, cause: Cause) -> tuple[str, ...]:
        """The first paths skipped for `cause`."""
        return tuple(skip.path for skip in self.named.get(cause, ()))

    def plus(self, skips: Iterable[Skip]) -> Skipped:
        """These and more. What is missing was never there to skip, and is left out."""
        by_cause: dict[Cause, list[Skip]] = {cause: list(named) for cause, named in self.named.items()}
        counts = dict(self.counts)
        for skip in skips:
            if skip.cause is not Cause.MISSING:
                by_cause.setdefault(skip.cause, []).append(skip)
                counts[skip.cause] = counts.get(skip.cause, 0) + 1
        order = [cause for cause in Cause if cause in counts]
        named = {cause: tuple(sorted(by_cause[cause], key=attrgetter("path"))[:NAMED]) for cause in order}
        return Skipped({cause: counts[cause] for cause in order}, named)


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of a root.

    files     paths to read, sorted
    skipped   what was found and left out
    used_git  whether git said which files there are
    notes     what a person should know about how the files were found, one line each
    closed    paths that the candidates leave out; a folder, which is then not entered, may end in `/`
    """

    files: tuple[str, ...]
    skipped: Skipped = field(default_factory=Skipped)
    used_git: bool = False
    notes: tuple[str, ...] = ()
    closed: frozenset[str] = frozenset()
