"""A root as git's objects hold it: the Python files of a commit or of the index, read without a work tree.

Entries of git in; documents, and a Skip for each file that gives none, out. What is left out is decided by the
same settings as on disk, as they are now, and by what git calls the entry: a symlink counts as the file it ends
at inside the same tree, a submodule is a repository of its own.
"""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from packlens.base.config import Config
from packlens.text import git_objects
from packlens.text.decode import UndecodableError, decode
from packlens.text.discovery import judge_names
from packlens.text.disk import SNIFFED
from packlens.text.document import Document
from packlens.text.listing import Cause, Skip
from packlens.text.paths import path_of_raw

_MAX_LINK_BYTES = 4096


@dataclass(frozen=True, slots=True)
class TreeTexts:
    """The texts of some entries, by path, and why the others have none."""

    documents: Mapping[str, Document]
    skips: tuple[Skip, ...]


def read_entries(
    root: Path, config: Config, entries: Mapping[str, git_objects.Entry], only: Iterable[str] | None = None
) -> TreeTexts:
    """The documents of `entries`, which are by raw path below `root`; of the raw paths `only` when given.

    Raises GitError for what the clone does not hold.
    """
    judge = judge_names(root, config)
    skips: list[Skip] = []
    wanted: dict[str, str] = {}
    for raw in entries if only is None else [raw for raw in only if raw in entries]:
        entry = entries[raw]
        path = path_of_raw(raw)
        refused = judge(raw)
        if entry.mode == git_objects.SUBMODULE:
            skips.append(Skip(path, Cause.NESTED_REPOSITORY))
        elif refused is not None:
            skips.append(refused)
        elif entry.unmerged:
            skips.append(Skip(path, Cause.UNREADABLE, "a merge is not finished"))
        elif entry.mode == git_objects.SYMLINK:
            target = _end_of_link(root, entries, raw)
            if target is None or judge(target) is not None:
                skips.append(Skip(path, Cause.NOT_A_FILE, "a symlink to no file of the tree"))
            else:
                wanted[path] = entries[target].blob
        else:
            wanted[path] = entry.blob
    contents = git_objects.blobs(root, wanted.values(), config.index.max_file_bytes)
    documents: dict[str, Document] = {}
    for path in sorted(wanted):
        answer = _document(path, contents[wanted[path]])
        if isinstance(answer, Document):
            documents[path] = answer
        else:
            skips.append(answer)
    return TreeTexts(documents, tuple(skips))


def file_in(root: Path, entries: Mapping[str, git_objects.Entry], raw: str, max_bytes: int) -> bytes | None:
    """The content of one regular file of a tree; `None` where there is none, or it is too large."""
    entry = entries.get(raw)
    if entry is None or entry.mode in (git_objects.SUBMODULE, git_objects.SYMLINK) or entry.unmerged:
        return None
    content = git_objects.blobs(root, [entry.blob], max_bytes)[entry.blob]
    return content if isinstance(content, bytes) else None


def _end_of_link(root: Path, entries: Mapping[str, git_objects.Entry], raw: str) -> str | None:
    """The regular file that a symlink ends at, in the same tree."""
    seen: set[str] = set()
    while raw not in seen:
        seen.add(raw)
        entry = entries.get(raw)
        if entry is None or entry.mode == git_objects.SUBMODULE or entry.unmerged:
            return None
        if entry.mode != git_objects.SYMLINK:
            return raw
        content = git_objects.blobs(root, [entry.blob], _MAX_LINK_BYTES)[entry.blob]
        if not isinstance(content, bytes) or content.startswith(b"/"):
            return None
        target = content.decode("utf-8", "surrogateescape")
        raw = posixpath.normpath(posixpath.join(posixpath.dirname(raw), target))
    return None


def _document(path: str, content: bytes | int) -> Document | Skip:
    if isinstance(content, int):
        return Skip(path, Cause.TOO_LARGE, f"{content} bytes")
    if b"\0" in content[:SNIFFED]:
        return Skip(path, Cause.BINARY)
    try:
        text = decode(content)
    except UndecodableError as error:
        return Skip(path, Cause.UNDECODABLE, str(error))
    return Document(path, text, hashlib.sha256(content).hexdigest(), len(content))
