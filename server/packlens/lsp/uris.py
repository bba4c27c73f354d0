"""Between a client's URIs and paths relative to the root.

Only files under the root have a path; everything else (an untitled buffer, a library's source, a virtual
document) is none of our business and is `None`.
"""

from __future__ import annotations

from pathlib import Path

from pygls.uris import to_fs_path

from packlens.base.errors import UsageError
from packlens.text.paths import on_disk, relative_path


def folder_of(uri: str) -> Path | None:
    """The folder a URI names on this machine; `None` for any other scheme."""
    path = _file_path(uri)
    return Path(path) if path else None


def name_of(uri: str) -> str:
    """A URI as a person knows it: the path of a file, the whole URI of anything else."""
    return _file_path(uri) or uri


def path_under(root: Path, uri: str) -> str | None:
    """The path of a file relative to `root`, with forward slashes; `None` for what is not under it."""
    written = _file_path(uri)
    if not written:
        return None
    try:
        return relative_path(root, written)
    except UsageError:
        return None


def uri_of(root: Path, path: str) -> str:
    """The URI of a path under `root`."""
    return on_disk(root, path).as_uri()


def _file_path(uri: str) -> str | None:
    try:
        path: str | None = to_fs_path(uri)
    except ValueError:  # brackets that do not hold an address
        return None
    return path
