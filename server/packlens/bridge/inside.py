"""Paths and targets that a model writes, as the root names them.

A model has seen absolute paths, paths with `./` and backslashes, and makes up others. Each is brought to the one
form, relative to the root, and one that leads out of it (by `..`, as an absolute path, through a symlink) is
refused by name.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath, PureWindowsPath

from packlens.base.errors import UsageError
from packlens.text.discovery import SUFFIXES
from packlens.text.paths import on_disk, relative_path

_TARGET = re.compile(r"(?P<path>.+?)(?P<rest>::.*|:\d+(?:-\d+)?)?", re.DOTALL)


def target_inside(root: Path, given: str) -> str:
    """A target whose path, if it holds one, is relative to the root. Raises `UsageError`."""
    match = _TARGET.fullmatch(given.strip())
    if match is None or "\0" in given:
        return given
    path, rest = match["path"], match["rest"] or ""
    if not _is_path(path, rest):
        return given
    return path_inside(root, path) + rest


def path_inside(root: Path, given: str) -> str:
    """A path of a file or folder, relative to the root. Raises `UsageError`."""
    # A model on Windows writes either slash; elsewhere a backslash may be part of a name.
    inside = relative_path(root, given)
    if "\\" in given and not on_disk(root, inside).exists():
        inside = relative_path(root, given.replace("\\", "/"))
    return inside


def _is_path(path: str, rest: str) -> bool:
    return (
        bool(rest)
        or path.endswith(SUFFIXES)
        or "/" in path
        or "\\" in path
        or PurePosixPath(path).is_absolute()
        or PureWindowsPath(path).is_absolute()
    )


def refuse_budget(budget: int | None, most: int) -> None:
    """Refuse a budget that no answer may have, by name."""
    if budget is not None and not 0 <= budget <= most:
        raise UsageError(
            f"budget {budget}: must be from 0 to {most:,} tokens; several small packs serve better"
        )
