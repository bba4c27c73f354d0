r"""A file's path in its three forms.

The *path* everyone else sees is relative to the root, has forward slashes, and is plain text on every system:
what no encoder could write, what breaks a line and what cannot be seen (bytes that are not UTF-8, control
characters, bidirectional and zero-width marks, and the backslash itself) is written as `\xe9` or `\\`. The
*raw* form is the same path as git gives it, UTF-8 with surrogate escapes; patterns are matched on it. The
*system* form is what the operating system's calls take. They differ only for odd names, and each turns into
the others without loss.
"""
# ruff: noqa: PTH100, PTH118
# Paths are the system's own strings here, and most calls run once a file.

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from packlens.base.errors import UsageError
from packlens.base.pattern import late_pattern

_CONTROLS = r"\x00-\x1f\x7f-\x9f\u2028\u2029"
_INVISIBLE = r"\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
_ODD = late_pattern(rf"[{_CONTROLS}{_INVISIBLE}\ud800-\udfff\\]")
_ESCAPED = late_pattern(rb"\\(?:\\|x([0-9a-f]{2}))")
_SYSTEM_IS_UTF8 = sys.getfilesystemencoding() == "utf-8"


def path_of_raw(raw: str) -> str:
    """The printable path of a raw one."""
    return _ODD.sub(_escape, raw) if _ODD.search(raw) else raw


def raw_of_path(path: str) -> str:
    """The raw form of a printable path."""
    if "\\" not in path:
        return path
    raw = path.encode("utf-8", "surrogateescape")
    return _ESCAPED.sub(_unescape, raw).decode("utf-8", "surrogateescape")


def system_of_raw(raw: str) -> str:
    """The form that `os.open` takes."""
    return raw if _SYSTEM_IS_UTF8 else os.fsdecode(raw.encode("utf-8", "surrogateescape"))


def raw_of_system(name: str) -> str:
    """The raw form of what `os.scandir` gives."""
    return name if _SYSTEM_IS_UTF8 else os.fsencode(name).decode("utf-8", "surrogateescape")


def on_disk(root: Path, path: str) -> Path:
    """Where the file at `path`, one of ours, is. `relative_path` is for paths given from outside."""
    return root / system_of_raw(raw_of_path(path))


def relative_path(root: Path, given: str) -> str:
    """The path, relative to `root`, of a file or folder someone named; `"."` for the root itself.

    `given` is absolute, or relative to `root`, and need not exist. Raises UsageError, naming it, when it
    leads out of the root (by `..`, as an absolute path or through a symlink), or cannot be a path at all.
    """
    if not _may_be_path(given):
        raise UsageError(f"{_named(given)} is not a path; give one inside {root.name or root}")
    home = os.path.abspath(root)
    real_home = os.path.realpath(home)
    candidate = os.path.abspath(os.path.join(home, given))
    if "\\" in given and not os.path.lexists(candidate):
        # A person may paste a path as we printed it.
        printed = os.path.abspath(os.path.join(home, system_of_raw(raw_of_path(given))))
        candidate = printed if os.path.lexists(printed) else candidate
    relative = _below(home, candidate)
    if relative is None:
        relative = _below(real_home, candidate)
    if relative is None:
        raise UsageError(f"{_named(given)} is outside {root.name or root}; give a path inside it")
    if _below(real_home, os.path.realpath(os.path.join(real_home, relative))) is None:
        raise UsageError(
            f"{_named(given)} leads out of {root.name or root} through a symlink; give a path inside it"
        )
    return path_of_raw(raw_of_system(relative.replace(os.sep, "/")))


def _may_be_path(given: str) -> bool:
    try:
        return bool(given) and b"\0" not in os.fsencode(given)
    except UnicodeEncodeError:
        return False


def _below(folder: str, path: str) -> str | None:
    """`path` relative to `folder`, both absolute and normal; None when it is not below it."""
    if os.path.normcase(path) == os.path.normcase(folder):
        return "."
    prefix = folder if folder.endswith(os.sep) else folder + os.sep
    if os.path.normcase(path).startswith(os.path.normcase(prefix)):
        return path[len(prefix) :]
    return None


def _named(given: str) -> str:
    return f"`{path_of_raw(given)}`"


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    if character == "\\":
        return "\\\\"
    raw = character.encode(
        "utf-8", "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass"
    )
    return "".join(f"\\x{byte:02x}" for byte in raw)


def _unescape(match: re.Match[bytes]) -> bytes:
    digits = match.group(1)
    return b"\\" if digits is None else bytes([int(digits, 16)])
