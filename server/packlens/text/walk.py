"""The files below a folder, found by walking it, for where git is not asked.

Symlinks are entries and never followed, so there are no loops; what kind of entry a name is gets settled by
whoever reads it. Ignored folders are not entered. A few folders never hold a workspace's own sources and
are passed over: version control silently, caches and virtual environments as ignored.
"""
# ruff: noqa: PTH118
# Scandir gives the kind of an entry without another system call.

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from packlens.base.regular_file import read_regular_file
from packlens.text.disk import is_link, skip_for
from packlens.text.ignore import Patterns, Rules
from packlens.text.listing import Cause, Skip
from packlens.text.paths import path_of_raw, raw_of_system, system_of_raw

_VERSION_CONTROL = frozenset({".git", ".hg", ".svn"})
_FOREIGN = frozenset(
    {".eggs", ".mypy_cache", ".nox", ".pytest_cache", ".ruff_cache", ".tox", "__pycache__", "node_modules"}
)
ENVIRONMENT_MARK = "pyvenv.cfg"
_PATTERN_FILE_BYTES = 1_000_000


@dataclass(slots=True)
class Walk:
    """What a walk found, raw paths relative to the folder walked."""

    files: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)


def walk(root: Path, rules: Rules, prefix: str = "", *, enter_repositories: bool = True) -> Walk:
    """Walks `root`. `prefix` is what the rules call it: "" or a folder that ends in `/`."""
    found = Walk()
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(os.path.join(root, system_of_raw(folder))) as entries:
                listed = list(entries)
        except OSError as error:
            found.skips.append(skip_for(path_of_raw(folder.rstrip("/") or "."), error))
            continue
        names = {entry.name for entry in listed} if folder else set()
        if ENVIRONMENT_MARK in names:
            found.ignored.append(folder)
            continue
        if not enter_repositories and ".git" in names:
            found.skips.append(Skip(path_of_raw(folder[:-1]), Cause.NESTED_REPOSITORY))
            continue
        for entry in listed:
            path = folder + raw_of_system(entry.name)
            if not _is_folder(entry):
                (found.ignored if rules.ignores(prefix + path) else found.files).append(path)
            elif entry.name in _VERSION_CONTROL:
                continue
            elif entry.name in _FOREIGN or rules.ignores_folder(prefix + path):
                found.ignored.append(path + "/")
            else:
                folders.append(path + "/")
    return found


def named(
    root: Path, rules: Rules, paths: Sequence[str], prefix: str = "", *, enter_repositories: bool = True
) -> Walk:
    """What `walk` would say of these files alone, and of each only when it is there."""
    found = Walk()
    for path in paths:
        if not os.path.lexists(os.path.join(root, system_of_raw(path))):
            continue
        cause = next(
            filter(None, (_bars(root, folder, enter_repositories) for folder in _folders(path))), None
        )
        if cause is Cause.NESTED_REPOSITORY:
            found.skips.append(Skip(path_of_raw(path), cause))
        elif cause is not None or rules.ignores(prefix + path):
            found.ignored.append(path)
        else:
            found.files.append(path)
    return found


def _folders(path: str) -> list[str]:
    """The folders a path lies in, outermost first, the root left out."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[: depth + 1]) for depth in range(len(parts))]


def _bars(root: Path, folder: str, enter_repositories: bool) -> Cause | None:
    """Why a walk does not enter a folder that no rule ignores."""
    place = os.path.join(root, system_of_raw(folder))
    if folder.rpartition("/")[2] in _FOREIGN | _VERSION_CONTROL or is_link(os.lstat(place)):
        return Cause.IGNORED
    if os.path.lexists(os.path.join(place, ENVIRONMENT_MARK)):
        return Cause.IGNORED
    if not enter_repositories and os.path.lexists(os.path.join(place, ".git")):
        return Cause.NESTED_REPOSITORY
    return None


def is_passed_over(name: str) -> bool:
    """Whether a folder of this name never holds a workspace's own sources."""
    return name in _VERSION_CONTROL or name in _FOREIGN


def pattern_file(top: Path, folder: str, name: str) -> Patterns | None:
    """The patterns that the file `name` gives in a folder below `top`; None without such a file."""
    return _patterns(os.path.join(top, system_of_raw(folder), name), follow_symlinks=False)


def user_pattern_file(place: Path) -> Patterns | None:
    """The patterns in a file that is not the workspace's, which may be a symlink."""
    return _patterns(os.fspath(place), follow_symlinks=True)


def _patterns(place: str, *, follow_symlinks: bool) -> Patterns | None:
    try:
        return Patterns.of_file(
            read_regular_file(place, _PATTERN_FILE_BYTES, follow_symlinks=follow_symlinks)
        )
    except OSError:
        return None


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        if not entry.is_dir(follow_symlinks=False):
            return False
        return os.name != "nt" or not is_link(entry.stat(follow_symlinks=False))
    except OSError:
        return False
