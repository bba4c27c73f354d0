"""Ignore rules, nested as git nests them, for where git is not asked.

Lines of pattern files in; "is this path ignored" out. pathspec knows what one pattern means; how patterns
combine is here: the last match in a file decides, the file nearest to the path before those further up, and
below an ignored folder nothing can be taken back. Each pattern is asked about the entry itself and never
about what lies below it, because the folders on the way have been asked already.

Paths are raw, relative to the top folder, without a trailing slash.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from packlens.base.pattern import late_pattern

if TYPE_CHECKING:
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern


class _Name:
    """A pattern of one name in which only `*` is special; the library that knows all of them is not loaded for it."""

    __slots__ = ("_pattern",)

    def __init__(self, name: str) -> None:
        self._pattern = re.compile(".*".join(map(re.escape, name.split("*"))), re.DOTALL)

    def match_file(self, name: str) -> re.Match[str] | None:
        """Whether this is the name."""
        return self._pattern.fullmatch(name)


# More than two stars in one name could take long to match.
_PLAIN_NAME = late_pattern(r"(?!\*?\Z)[A-Za-z0-9_.-]*(?:\*[A-Za-z0-9_.-]*)?(?:(?<!\*)\*[A-Za-z0-9_.-]*)?")


@dataclass(frozen=True, slots=True)
class _Rule:
    """One pattern, with what tells a match of an entry from a match of something it lies in.

    by_name   the pattern holds no slash and speaks of names alone
    depth     how many names a matching path has, when the pattern says so
    tail      what the last `tail_depth` names of a matching path match, when `**` stands before them
    """

    pattern: GitIgnoreSpecPattern | _Name
    ignores: bool
    folders_only: bool
    by_name: bool
    depth: int | None
    tail: GitIgnoreSpecPattern | None
    tail_depth: int

    def matches(self, relative: str, is_folder: bool) -> bool:
        if self.folders_only and not is_folder:
            return False
        if self.by_name:
            return self.pattern.match_file(relative.rpartition("/")[2]) is not None
        if self.depth is not None and relative.count("/") + 1 != self.depth:
            return False
        if self.tail is not None:
            last = "/".join(relative.split("/")[-self.tail_depth :])
            if self.tail.match_file(last) is None:
                return False
        return self.pattern.match_file(relative) is not None


class Patterns:
    """The patterns of one file, in order."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._rules = [rule for line in lines if (rule := _compiled(line)) is not None]
        self._rules.reverse()

    @staticmethod
    def of_file(raw: bytes) -> Patterns:
        """Patterns of a file's bytes."""
        text = raw.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
        return Patterns(text.split("\n"))

    def __bool__(self) -> bool:
        return bool(self._rules)

    def verdict(self, relative: str, is_folder: bool) -> bool | None:
        """Whether the entry is ignored, by the last pattern that matches it; None when none does."""
        for rule in self._rules:
            if rule.matches(relative, is_folder):
                return rule.ignores
        return None


_Chain = tuple[tuple[int, Patterns], ...]


class Rules:
    """The pattern files of a tree.

    `load` gives the patterns that stand in a folder ("" is the top), or None. `base` are patterns for the
    whole tree that every file in it overrides, strongest first.
    """

    def __init__(
        self, load: Callable[[str], Patterns | None] = lambda _: None, base: Sequence[Patterns] = ()
    ) -> None:
        self._load = load
        self._base: _Chain = tuple((0, patterns) for patterns in base)
        self._chains: dict[str, _Chain] = {}
        self._folders: dict[str, bool] = {"": False}

    def ignores(self, path: str) -> bool:
        """Whether a file is ignored, itself or through a folder it lies in."""
        return self.ignores_folder(path.rpartition("/")[0]) or self._decides(path, is_folder=False)

    def ignores_folder(self, folder: str) -> bool:
        """Whether a folder is ignored, itself or through one it lies in."""
        unknown = []
        while (known := self._folders.get(folder)) is None:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        for name in reversed(unknown):
            known = known or self._decides(name, is_folder=True)
            self._folders[name] = known
        return known

    def _decides(self, path: str, is_folder: bool) -> bool:
        for start, patterns in self._chain(path.rpartition("/")[0]):
            verdict = patterns.verdict(path[start:], is_folder)
            if verdict is not None:
                return verdict
        return False

    def _chain(self, folder: str) -> _Chain:
        """The pattern files that hold in a folder, strongest first, each with where its paths start."""
        known = self._chains.get(folder)
        if known is None:
            here = self._load(folder)
            above = self._chain(folder.rpartition("/")[0]) if folder else self._base
            known = ((len(folder) + 1 if folder else 0, here), *above) if here else above
            self._chains[folder] = known
        return known


def _compiled(line: str) -> _Rule | None:
    """One line of a pattern file; None for a comment, a blank line, and what git would not accept either."""
    name = line.removesuffix("/")
    if _PLAIN_NAME.fullmatch(name):
        return _Rule(_Name(name), True, line.endswith("/"), True, None, None, 0)
    # Most roots have no other pattern, and the library costs more to import than git to run.
    from pathspec.patterns.gitignore.base import GitIgnorePatternError
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    line = _without_trailing_spaces(line.removesuffix("\r"))
    folders_only = line.endswith("/")
    line = line.removesuffix("/")
    try:
        pattern = GitIgnoreSpecPattern(line)
    except (GitIgnorePatternError, ValueError):
        return None
    if pattern.include is None:
        return None
    core = line.removeprefix("!")
    names = core.removeprefix("/").split("/")
    after = names[::-1].index("**") if "**" in names else 0
    return _Rule(
        pattern,
        ignores=pattern.include,
        folders_only=folders_only,
        by_name="/" not in core,
        depth=None if "**" in names else len(names),
        tail=GitIgnoreSpecPattern("/" + "/".join(names[-after:])) if after else None,
        tail_depth=after,
    )


def _without_trailing_spaces(line: str) -> str:
    stripped = line.rstrip(" ")
    # A space after a backslash is part of the name.
    return stripped + " " if stripped.endswith("\\") and len(stripped) < len(line) else stripped
