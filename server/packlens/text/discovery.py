"""Which files of a root are indexed.

Out of the files a root has come the Python files that no setting and no .packlensignore leaves out, that are
not part of a virtual environment, and that are regular files, or symlinks to some, below the root. Everything
else is counted by cause. No source file is opened here.
"""
# ruff: noqa: PTH118
# Settings are asked once a folder, and pathlib would double what that costs.

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from packlens.base.config import Config
from packlens.base.counted import plural
from packlens.base.errors import UsageError
from packlens.text.candidates import Candidates, find_candidates, no_candidates
from packlens.text.disk import Tree
from packlens.text.ignore import Patterns, Rules
from packlens.text.listing import Cause, Listing, Skip, Skipped
from packlens.text.paths import path_of_raw, raw_of_path, system_of_raw
from packlens.text.walk import ENVIRONMENT_MARK, pattern_file

SUFFIXES = (".py", ".pyi")
IGNORE_FILE = ".packlensignore"


def discover(root: Path, config: Config) -> Listing:
    """The files of `root`. Raises UsageError when it is no folder, or one that may not be read."""
    real = _real_folder(root)
    return _choose(real, config, find_candidates(real))


def select(root: Path, config: Config, paths: Iterable[str]) -> Listing:
    """Which of these paths `discover` would list now, and why not the others, without looking at the rest."""
    real = _real_folder(root)
    asked = sorted({raw_of_path(path) for path in paths})
    return _choose(real, config, find_candidates(real, asked)) if asked else Listing(())


def judge_names(root: Path, config: Config) -> Callable[[str], Skip | None]:
    """Says of a raw path, which need not be on disk, why the settings leave a file of that name out."""
    real = _real_folder(root)
    settings = _Settings(real, config, no_candidates(real))

    def judge(raw: str) -> Skip | None:
        path = path_of_raw(raw)
        if not raw.endswith(SUFFIXES):
            return Skip(path, Cause.UNSUPPORTED)
        refused = settings.refuse(raw)
        return Skip(path, *refused) if refused is not None else None

    return judge


def _real_folder(root: Path) -> Path:
    try:
        with os.scandir(root):
            return Path(os.path.realpath(root))
    except FileNotFoundError:
        raise UsageError(f"{root} does not exist; give a folder that does") from None
    except NotADirectoryError:
        raise UsageError(f"{root} is not a folder; give the folder it lies in") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{root} cannot be read ({reason.lower()}); check its permissions") from None


def _choose(root: Path, config: Config, found: Candidates) -> Listing:
    tree = Tree(root)
    settings = _Settings(root, config, found)
    files: list[str] = []
    skips = found.skips
    closed = frozenset(skip.path for skip in skips)
    for raw in found.files:
        answer = _judge(raw, tree, settings)
        if isinstance(answer, Skip):
            skips.append(answer)
        else:
            files.append(answer)
    notes = found.notes + _about(skips)
    return Listing(tuple(sorted(files)), Skipped().plus(skips), found.used_git, tuple(notes), closed)


def _judge(raw: str, tree: Tree, settings: _Settings) -> str | Skip:
    path = path_of_raw(raw)
    if not raw.endswith(SUFFIXES):
        return Skip(path, Cause.UNSUPPORTED)
    refused = settings.refuse(raw)
    if refused is not None:
        return Skip(path, *refused)
    place = tree.locate(path)
    if isinstance(place, Skip):
        return place
    if place.size > settings.max_file_bytes:
        return Skip(path, Cause.TOO_LARGE, f"{place.size} bytes")
    if place.target is not None and settings.never(place.target):
        return Skip(path, Cause.NEVER_INDEX, f"a symlink to {path_of_raw(place.target)}")
    return path


class _Settings:
    """What the configuration and the .packlensignore files say about a path."""

    def __init__(self, root: Path, config: Config, found: Candidates) -> None:
        self.max_file_bytes = config.index.max_file_bytes
        self.never = _matcher(config.privacy.never_index)
        self._root = root
        self._excluded = _matcher(config.index.exclude)
        self._included = _matcher(config.index.include) if config.index.include else None
        self._prefix = found.prefix
        self._own = Rules(lambda folder: pattern_file(found.top, folder, IGNORE_FILE))
        self._environments: dict[str, bool] = {"": False}

    def refuse(self, raw: str) -> tuple[Cause, str] | None:
        """Why a file of this name is left out, or None."""
        if self.never(raw):
            return Cause.NEVER_INDEX, ""
        if self._excluded(raw):
            return Cause.IGNORED, "index.exclude"
        if self._own.ignores(self._prefix + raw):
            return Cause.IGNORED, IGNORE_FILE
        if self._included is not None and not self._included(raw):
            return Cause.IGNORED, "index.include"
        if self._in_environment(raw.rpartition("/")[0]):
            return Cause.IGNORED, "a virtual environment"
        return None

    def _in_environment(self, folder: str) -> bool:
        unknown = []
        while (known := self._environments.get(folder)) is None:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        for name in reversed(unknown):
            known = known or os.path.lexists(os.path.join(self._root, system_of_raw(name), ENVIRONMENT_MARK))
            self._environments[name] = known
        return known


def _matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    if not patterns:
        return lambda _: False
    return Rules(base=[Patterns(patterns)]).ignores


def _about(skips: Iterable[Skip]) -> list[str]:
    nested = sorted(skip.path for skip in skips if skip.cause is Cause.NESTED_REPOSITORY)
    if not nested:
        return []
    others = (
        f" (nor {plural(len(nested) - 1, 'is', 'are')} {len(nested) - 1} more like it)"
        if len(nested) > 1
        else ""
    )
    return [f"{nested[0]} is a repository of its own and is not indexed{others}; open it as a root"]
