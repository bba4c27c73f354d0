"""Answers for an editor that can show nothing of ours: a file in the cache folder, opened or named.

The file belongs to its owner alone (0600, in a folder of 0700). A few of the last ones are kept and older
ones are deleted, so that source code does not gather there.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from packlens.base.errors import PacklensError
from packlens.session.caches import cache_folder

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_KEPT = 20
_NAME_LENGTH = 60
_SUFFIXES = {"markdown": ".md", "xml": ".xml", "json": ".json", "text": ".txt"}


async def show_text(ls: Server, name: str, form: str, text: str, sentence: str) -> str:
    """Write `text` to a file named after `name`, open it or say `sentence` and its path. Returns the path."""
    # Roots of one name each have their own files: another root's answer must not replace one that is open.
    mark = hashlib.sha256(str(ls.root).encode("utf-8", "surrogateescape")).hexdigest()[:6]
    path = await ls.work(lambda: _write(name, f"-{mark}{_SUFFIXES[form]}", text))
    if not await ls.client.show_document(path.as_uri()):
        ls.client.tell(f"{sentence}: {path}")
    return str(path)


def shown_folder() -> Path:
    """Where the files are."""
    return cache_folder("shown")


def _write(name: str, suffix: str, text: str) -> Path:
    folder = shown_folder()
    readable = re.sub(r"[^\w.-]+", "-", name).strip("-.")[-_NAME_LENGTH:] or "packlens"
    path = folder / f"{readable}{suffix}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # mkstemp makes a file of mode 0600; replacing is whole or not at all, and follows no link left there.
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".writing-", suffix=suffix)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        Path(temporary).replace(path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PacklensError(
            f"cannot write the answer to {folder}: {reason}; free space or fix its rights"
        ) from None
    _forget_old(folder, path)
    return path


def _forget_old(folder: Path, newest: Path) -> None:
    with contextlib.suppress(OSError):
        files = [entry for entry in folder.iterdir() if entry != newest and entry.is_file()]
        files.sort(key=lambda entry: entry.stat().st_mtime, reverse=True)
        for old in files[_KEPT - 1 :]:
            old.unlink()
