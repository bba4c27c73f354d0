"""The difference between two states of a root, file by file, as values.

The texts of the changed files in both states in; what came, went, changed, or goes by another name now, out. Renames
are found here and not by git, so that they are the same wherever the later text comes from: an untracked file, an open
buffer. A file that is gone and one that has come are one file when they have the same text, or, in order of likeness,
more than half of their lines in common.

A file without text (another language, binary, too large) is listed with the reason, so that nothing is taken for
unchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from packlens.text.document import Document
from packlens.text.hunks import Hunk, hunks

NOT_PYTHON = "not Python"
"""Why a file of another language gives no text."""

_LIKE = 0.5
# Pairs of files that are compared line by line; past it only equal texts are renames.
_MANY_PAIRS = 10_000
# Two texts shorter than this are alike by chance.
_FEW_LINES = 3


@dataclass(frozen=True)
class FileDiff:
    """One file in both states.

    path    in the later state; in the earlier one, of what is gone
    before  the earlier path of a renamed file, else `None`
    old, new  its text in each state; `None` where there is no file, or no text of it
    unread  why there is no text; "" where there is
    """

    path: str
    old: Document | None
    new: Document | None
    before: str | None = None
    unread: str = ""

    @cached_property
    def hunks(self) -> tuple[Hunk, ...]:
        """The line ranges that differ; none for a file without text."""
        if self.unread:
            return ()
        old, new = (side.text if side is not None else None for side in (self.old, self.new))
        return hunks(old, new)


@dataclass(frozen=True)
class Diff:
    """What changed from one state to a later one, by path.

    text   the two states as a person would write them (`v1..v2`, `HEAD`)
    files  by path; equal texts under one path are left out
    """

    text: str
    files: tuple[FileDiff, ...]

    @cached_property
    def texts(self) -> Mapping[str, tuple[str | None, str | None]]:
        """Path -> (old text, new text) of every file that has one. A renamed file is under both its paths."""
        found: dict[str, tuple[str | None, str | None]] = {}
        for file in self.files:
            if file.unread:
                continue
            new = file.new.text if file.new is not None else None
            if file.before is not None and file.old is not None:
                found[file.before] = (file.old.text, None)
                found[file.path] = (None, new)
            else:
                found[file.path] = (file.old.text if file.old is not None else None, new)
        return dict(sorted(found.items()))


def diff(
    text: str,
    paths: Iterable[str],
    old: Mapping[str, Document],
    new: Mapping[str, Document],
    unread: Mapping[str, str] = {},
) -> Diff:
    """The difference in `paths`. `unread` says of paths why a state that holds the file gives no text of it."""
    gone: dict[str, Document] = {}
    come: dict[str, Document] = {}
    files: list[FileDiff] = []
    for path in sorted(set(paths)):
        before, after = old.get(path), new.get(path)
        if path in unread:
            files.append(FileDiff(path, before, after, unread=unread[path]))
        elif before is not None and after is not None:
            if before.text != after.text:
                files.append(FileDiff(path, before, after))
        elif before is not None:
            gone[path] = before
        elif after is not None:
            come[path] = after
    for earlier, later in _renamed(gone, come):
        files.append(FileDiff(later, gone.pop(earlier), come.pop(later), before=earlier))
    files += [FileDiff(path, document, None) for path, document in gone.items()]
    files += [FileDiff(path, None, document) for path, document in come.items()]
    return Diff(text, tuple(sorted(files, key=lambda file: file.path)))


def _renamed(gone: Mapping[str, Document], come: Mapping[str, Document]) -> list[tuple[str, str]]:
    """Pairs of (earlier path, later path), each path at most once."""
    # A file that holds nothing says nothing about where it went.
    leaving = [path for path, document in gone.items() if document.text.strip()]
    arriving = [path for path, document in come.items() if document.text.strip()]
    equal: dict[bytes, list[str]] = {}
    for later in arriving:
        equal.setdefault(come[later].hash, []).append(later)
    likeness = {(earlier, later): 1.0 for earlier in leaving for later in equal.get(gone[earlier].hash, ())}
    if len(leaving) * len(arriving) <= _MANY_PAIRS:
        lines = {path: _lines((gone.get(path) or come[path]).text) for path in (*leaving, *arriving)}
        for earlier, later in product(leaving, arriving):
            share = _common_share(lines[earlier], lines[later])
            if share > _LIKE:
                likeness.setdefault((earlier, later), share)
    candidates = sorted(
        (-share, earlier.rpartition("/")[2] != later.rpartition("/")[2], earlier, later)
        for (earlier, later), share in likeness.items()
    )
    pairs: list[tuple[str, str]] = []
    taken: set[str] = set()
    for *_, earlier, later in candidates:
        if earlier not in taken and later not in taken:
            taken.update((earlier, later))
            pairs.append((earlier, later))
    return pairs


def _lines(text: str) -> Counter[str]:
    """The lines that say something, blanks around them set aside."""
    return Counter(line for written in text.splitlines() if (line := written.strip()))


def _common_share(one: Counter[str], other: Counter[str]) -> float:
    larger = max(one.total(), other.total())
    return (one & other).total() / larger if larger >= _FEW_LINES else 0.0
