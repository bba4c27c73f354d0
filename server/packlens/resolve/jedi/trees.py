"""The trees that Jedi's parser makes of files: where it keeps them, and how one goes.

This touches private names of parso, which are listed in `NEEDED`.
"""

from __future__ import annotations

import contextlib
import os
import pickle
from pathlib import Path
from typing import Any

import parso.cache

_MANY_TREES = 1 << 30

NEEDED: tuple[tuple[Any, str], ...] = tuple(
    (parso.cache, name)
    for name in (
        "_CACHED_SIZE_TRIGGER",
        "parser_cache",
        "_get_hashed_path",
        "_load_from_file_system",
        "_save_to_file_system",
        "_remove_cache_and_update_lock",
    )
)
"""What must be there, and in which module."""


def keep_trees(folder: Path) -> None:
    """Keep what is parsed of outside files in `folder`, whole or not at all; nowhere when others could write there.

    In memory all of them are kept. Parso reads them back with pickle, and as it writes them another process may find
    half a tree.
    """
    cache: Any = parso.cache
    cache._CACHED_SIZE_TRIGGER = _MANY_TREES
    load = cache._load_from_file_system
    is_ours = _is_ours(folder)

    def load_if_whole(*arguments: Any, **options: Any) -> Any:
        try:
            return load(*arguments, **options) if is_ours else None
        except Exception:  # whatever pickle says of a damaged file
            return None

    def save_whole(grammar: str, path: Any, item: Any, cache_path: Any = None) -> None:
        if not is_ours:
            return
        with contextlib.suppress(OSError):
            place = Path(cache._get_hashed_path(grammar, path, cache_path=cache_path))
            part = place.with_suffix(f".{os.getpid()}")
            try:
                part.write_bytes(pickle.dumps(item, pickle.HIGHEST_PROTOCOL))
                part.replace(place)
            finally:
                part.unlink(missing_ok=True)

    cache._load_from_file_system = load_if_whole
    cache._save_to_file_system = save_whole
    sweep = cache._remove_cache_and_update_lock

    def sweep_if_ours(*arguments: Any, **options: Any) -> None:
        with contextlib.suppress(OSError):
            if is_ours:
                sweep(*arguments, **options)

    cache._remove_cache_and_update_lock = sweep_if_ours


def forget_tree(path: Path) -> None:
    """Drop what was parsed of a file."""
    for trees in parso.cache.parser_cache.values():
        trees.pop(path, None)


def _is_ours(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
