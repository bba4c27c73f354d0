"""Bytes of a Python file to its text, as Python itself would read them (PEP 263).

A byte order mark means UTF-8 and is dropped; else a coding cookie in one of the first two lines names the
encoding; else the file is UTF-8. Line ends stay as they are. A file that does not decode, or that names an
encoding this Python does not have, is an error with a reason, never a guess.
"""

from __future__ import annotations

import codecs

from packlens.base.pattern import late_pattern

_COOKIE = late_pattern(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = late_pattern(rb"^[ \t\f]*(?:#|$)")
_LINE_END = late_pattern(rb"\r\n|\r|\n")

# Codecs whose answer depends on the machine, or whose time grows with the square of the text.
_REFUSED = frozenset({"mbcs", "oem", "idna", "punycode", "undefined"})


class UndecodableError(ValueError):
    """The bytes are no text in the encoding the file names; the message says why in a few words."""


def decode(raw: bytes) -> str:
    """The text of `raw`, without a byte order mark. Raises UndecodableError."""
    if raw.startswith(codecs.BOM_UTF8):
        return _decoded(raw[len(codecs.BOM_UTF8) :], "utf-8")
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UndecodableError("UTF-16, which Python does not read as source")
    return _decoded(raw, declared_encoding(raw) or "utf-8")


def declared_encoding(raw: bytes) -> str | None:
    """The encoding a coding cookie names, as written, or None without one."""
    start = 0
    for _ in range(2):
        end = _LINE_END.search(raw, start)
        line = raw[start : end.start() if end else len(raw)]
        if match := _COOKIE.match(line):
            return match.group(1).decode("ascii", "replace")
        if not end or not _BLANK.match(line):
            return None
        start = end.end()
    return None


def _decoded(raw: bytes, name: str) -> str:
    try:
        codec = codecs.lookup(_canonical(name)).name
        if codec in _REFUSED:
            raise LookupError
        return raw.decode(codec)
    except LookupError:
        raise UndecodableError(f"unknown encoding {name[:40]}") from None
    except UnicodeError as error:
        where = f" at byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
        raise UndecodableError(f"not {name[:40]}{where}") from None


def _canonical(name: str) -> str:
    """Emacs writes `utf-8-unix` and `latin-1-dos`; Python accepts those two families."""
    folded = name[:40].lower().replace("_", "-")
    if folded == "utf-8" or folded.startswith("utf-8-"):
        return "utf-8"
    for latin in ("latin-1", "iso-8859-1", "iso-latin-1"):
        if folded == latin or folded.startswith(f"{latin}-"):
            return "iso-8859-1"
    return name
