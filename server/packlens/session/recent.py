"""What changed last under a root, as git tells it: where somebody is likely to be at work."""

from __future__ import annotations

from pathlib import Path

from packlens.text import git_objects
from packlens.text.git import GitError
from packlens.text.paths import path_of_raw

_COMMITS = 20


def recent_paths(root: Path) -> tuple[tuple[str, ...], ...]:
    """Paths that each of the last commits touched, the latest first; none where git cannot be asked."""
    try:
        commits = git_objects.touched(root, _COMMITS)
    except GitError:
        return ()
    return tuple(tuple(map(path_of_raw, names)) for names in commits)
