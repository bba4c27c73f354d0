"""Why a file that someone named is on disk and not in the graph.

"Not found" is true of such a file and helps nobody; the rule that left it out does.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from packlens.base.config import Config
from packlens.base.counted import counted
from packlens.base.errors import PacklensError
from packlens.base.pattern import late_pattern
from packlens.text.discovery import select
from packlens.text.ignore import Patterns, Rules
from packlens.text.listing import Cause, Skip, Skipped
from packlens.text.paths import on_disk, raw_of_path, relative_path

_AFTER_PATH = late_pattern(r"(?:::.*|:\d+(?:-\d+)?)$", re.DOTALL)
_REASONS = {
    Cause.IGNORED: "an ignore rule leaves it out",
    Cause.UNSUPPORTED: "only .py and .pyi files are",
    Cause.NEVER_INDEX: "privacy.neverIndex keeps it out",
    Cause.TOO_LARGE: "it is larger than index.maxFileBytes",
    Cause.BINARY: "it holds NUL bytes",
    Cause.UNDECODABLE: "its bytes are not text in the encoding it declares",
    Cause.OUTSIDE_ROOT: "it is a symlink out of the root",
    Cause.NOT_A_FILE: "it is no regular file",
    Cause.NESTED_REPOSITORY: "it belongs to a repository of its own; open that as the root",
    Cause.UNREADABLE: "it cannot be read",
}


_LEFT_OUT = {
    Cause.IGNORED: "ignored",
    Cause.NEVER_INDEX: "kept out by privacy.neverIndex",
    Cause.TOO_LARGE: "too large",
    Cause.BINARY: "binary",
    Cause.UNDECODABLE: "in no known encoding",
    Cause.UNREADABLE: "unreadable",
}


def why_absent(root: Path, config: Config, unread: Skipped, asked: str) -> str | None:
    """A few words on the file in the target `asked`; `None` when it names no file that exists."""
    written = _AFTER_PATH.sub("", asked.strip())
    try:
        path = relative_path(root, written)
        if path == "." or not os.path.lexists(on_disk(root, path)) or on_disk(root, path).is_dir():
            return None
        for nested in unread.named.get(Cause.NESTED_REPOSITORY, ()):
            if path.startswith(f"{nested.path}/"):
                return _words(Skip(path, nested.cause))
        if Rules(base=[Patterns(config.privacy.never_index)]).ignores(raw_of_path(path)):
            return _words(Skip(path, Cause.NEVER_INDEX))  # whatever kind of file it is
        skipped = select(root, config, [path]).skipped
    except (PacklensError, OSError):
        return None
    for named in (*skipped.named.values(), *unread.named.values()):
        for skip in named:
            if skip.path == path:
                return _words(skip)
    return None


def no_files(root: Path, unread: Skipped) -> str:
    """Why nothing can be found in a root that holds no Python, and what to try."""
    others = unread.count(Cause.UNSUPPORTED)
    kinds = counted(others, "file of another kind", "files of other kinds")
    left_out = [(unread.count(cause), word) for cause, word in _LEFT_OUT.items()]
    found = [kinds if others else "", *(f"{count} {word}" if count else "" for count, word in left_out)]
    beside = ", ".join(part for part in found if part)
    return (
        f"no Python file in {root.name}{f' ({beside})' if beside else ''}; "
        "choose a folder that holds .py or .pyi files"
    )


def _words(skip: Skip) -> str:
    reason = _REASONS.get(skip.cause, str(skip.cause))
    return f"{skip.path} exists and is not indexed: {reason}" + (f" ({skip.detail})" if skip.detail else "")
