"""What pytest is told to collect: patterns of test files, and beginnings of the names of test classes and functions.

They come with the hints of a project (`hints_of` makes them hints, `TestNames.of` reads them out of all hints), since
like the folders that a project names they are settings of the whole graph. A pattern is read as pytest reads it: one of
files is held against the file's name, or its whole path where it has a slash; one of names is a beginning, or a whole
pattern where it has a wildcard.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

OPTIONS = ("python_files", "python_classes", "python_functions")
_DEFAULTS = (("test_*.py", "*_test.py"), ("Test",), ("test",))


@dataclass(frozen=True)
class TestNames:
    """Patterns of files, classes and functions."""

    files: tuple[str, ...] = _DEFAULTS[0]
    classes: tuple[str, ...] = _DEFAULTS[1]
    functions: tuple[str, ...] = _DEFAULTS[2]

    @classmethod
    def of(cls, hints: Iterable[str]) -> TestNames:
        """Those of a project with these hints."""
        found: dict[str, tuple[str, ...]] = {}
        for hint in hints:
            if not _is_folder(hint):
                option, _, patterns = hint.partition("=")
                found[option] = tuple(patterns.split())
        return cls(*(found.get(option, default) for option, default in zip(OPTIONS, _DEFAULTS, strict=True)))

    def is_file(self, path: str) -> bool:
        """Whether pytest collects a file."""
        if self._default_files:
            name = path.rpartition("/")[2]
            return (name.startswith("test_") and name.endswith(".py")) or name.endswith("_test.py")
        name = path.rpartition("/")[2]
        return any(
            fnmatchcase(f"/{path}", f"*/{pattern}") if "/" in pattern else fnmatchcase(name, pattern)
            for pattern in self.files
        )

    def is_class(self, name: str) -> bool:
        """Whether pytest collects a class of this name."""
        return _begins(name, self.classes, self._wild_classes)

    def is_function(self, name: str) -> bool:
        """Whether pytest collects a function of this name."""
        return _begins(name, self.functions, self._wild_functions)

    @cached_property
    def _wild_classes(self) -> tuple[str, ...]:
        return _wild(self.classes)

    @cached_property
    def _wild_functions(self) -> tuple[str, ...]:
        return _wild(self.functions)

    @cached_property
    def _default_files(self) -> bool:
        return self.files == _DEFAULTS[0]


def hints_of(options: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The hints of what a settings file of pytest says: option -> patterns."""
    return tuple(f"{option}={' '.join(options[option])}" for option in OPTIONS if option in options)


def folders_of(hints: Iterable[str]) -> tuple[str, ...]:
    """The hints that name folders."""
    return tuple(filter(_is_folder, hints))


def _is_folder(hint: str) -> bool:
    option, sign, _ = hint.partition("=")
    return not (sign and option in OPTIONS)


def _wild(patterns: Iterable[str]) -> tuple[str, ...]:
    """The patterns that have a wildcard."""
    return tuple(pattern for pattern in patterns if any(sign in pattern for sign in "*?["))


def _begins(name: str, patterns: tuple[str, ...], wild: tuple[str, ...]) -> bool:
    return name.startswith(patterns) or any(fnmatchcase(name, pattern) for pattern in wild)
