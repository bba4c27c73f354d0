"""What git says of a folder on disk: which files are part of it, and which settings decide that."""
# ruff: noqa: PTH111
# File names are bytes of the system here.

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from packlens.text.git import GitError, names_in, run
from packlens.text.git_objects import SUBMODULE
from packlens.text.paths import system_of_raw


def listed_files(folder: Path, only: Sequence[str] = ()) -> tuple[set[str], set[str]]:
    """Raw paths, relative to `folder`, of what git tracks or would add below it, or of `only` these.

    The second set holds the folders that are repositories of their own, submodules among them.
    """
    command = ("--literal-pathspecs", "ls-files", "-t", "--stage", "--others", "--exclude-standard", "-z")
    files: set[str] = set()
    repositories: set[str] = set()
    for entry in names_in(run(folder, *command, "--", *map(system_of_raw, only))):
        # "? name" for what is not tracked, "H mode object stage<TAB>name" for what is.
        if entry.startswith("? "):
            name, is_repository = entry[2:], entry.endswith("/")
        else:
            stage, _, name = entry.partition("\t")
            is_repository = stage.split()[1] == SUBMODULE
        (repositories if is_repository else files).add(name.removesuffix("/"))
    return files, repositories


def ignored_entries(folder: Path) -> list[str]:
    """Raw paths below `folder` that git ignores; a folder ignored as a whole is one entry, ending in `/`."""
    command = ("ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
    return names_in(run(folder, *command))


def is_ignored(folder: Path) -> bool:
    """Whether the repository around `folder` ignores the folder itself."""
    if run(folder, "rev-parse", "--show-prefix").strip() == b"":
        # The top of a work tree: "." would match a pattern such as `*`, which speaks of what is inside.
        return False
    return run(folder, "check-ignore", "--", ".", accepted=(0, 1)) != b""


def excludes_file(folder: Path) -> Path:
    """The user's own ignore file, as configured outside of any repository."""
    try:
        answer = run(folder, "config", "--global", "-z", "--type=path", "--get", "core.excludesFile")
    except GitError:
        home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
        return Path(home) / "git" / "ignore"
    return Path(os.fsdecode(answer.rstrip(b"\0")))


def settings_files(folder: Path) -> list[Path]:
    """The user's own configuration, and the ignore files that any configuration names, there or not."""
    home = Path(os.path.expanduser("~"))
    xdg = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git"
    named = os.environ.get("GIT_CONFIG_GLOBAL")
    files = [Path(named)] if named else [home / ".gitconfig", xdg / "config"]
    try:
        answer = run(folder, "config", "-z", "--type=path", "--get-all", "core.excludesFile")
    except GitError:  # none is named
        return [*files, xdg / "ignore"]
    return [*files, *(folder / os.fsdecode(place) for place in answer.split(b"\0")[:-1])]
