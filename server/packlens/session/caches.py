"""Where files of ours are kept between runs: the user's cache folder, for their eyes only."""

from __future__ import annotations

from pathlib import Path


def cache_folder(name: str) -> Path:
    """The folder called `name` in our part of the user's cache. It may not exist yet."""
    from platformdirs import user_cache_path

    return user_cache_path("packlens", appauthor=False) / name
