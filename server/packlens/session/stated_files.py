"""The bytes of a file that a pack names. The pack may be a stranger's: what it names is never trusted."""

from __future__ import annotations

from pathlib import Path

from packlens.base.errors import UsageError, VerificationError
from packlens.base.regular_file import read_regular_file
from packlens.text.disk import Tree
from packlens.text.listing import Skip
from packlens.text.paths import relative_path

_MAX_BYTES = 64 * 1024 * 1024


def file_bytes(root: Path, path: str) -> bytes | None:
    """The bytes of the file at `path`; `None` when there is no regular file.

    Raises `VerificationError`, naming it, for a path that leads out of the root.
    """
    try:
        inside = relative_path(root, path)
        place = Tree(root).locate(inside)
        return None if isinstance(place, Skip) else read_regular_file(place.real, _MAX_BYTES)
    except UsageError as error:
        raise VerificationError(str(error)) from None
    except OSError:
        return None
