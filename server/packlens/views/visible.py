"""What cannot be seen is written as an escape: in code, and in what stands outside of it.

Control characters, characters of no width, those that turn the direction of writing and those that carry hidden
text could disguise one name as another, hide words from a reader who hands them on, or break out of a line. As
escapes they are seen, and inside a literal they still mean the same.
"""

from __future__ import annotations

import json
import re

from packlens.base.pattern import late_pattern

# Besides the controls: soft hyphen, joiners and marks of no width, fillers that look like nothing, directions,
# variation selectors, tags, what Unicode says is no character.
_HIDDEN = (
    "\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_IN_NAMES = late_pattern(f"[\x00-\x1f{_HIDDEN}\ufe0f\ufffc\ufffd\ud800-\udfff]")
# A picture is followed by U+FE0F where it is to be drawn in colour, and digits by U+FE0F and a frame.
_IN_CODE = late_pattern(
    f"[\x00-\x08\x0b\x0c\x0e-\x1f{_HIDDEN}]|(?<![\xa9\xae\u203c-\u3299\U0001f000-\U0001faff])\ufe0f(?!\u20e3)"
)
# To Python a form feed before the first thing on a line is a blank.
_PAGE_BREAK = late_pattern(r"^[ \t]*\f+", re.MULTILINE)
_PIECE = 4096  # characters
_ESCAPE = late_pattern(r"\\u([0-9a-f]{4})|\\U([0-9a-f]{8})")


def visible(name: str) -> str:
    """`name` on one line, with what cannot be seen written as `\\uXXXX` or `\\UXXXXXXXX`."""
    if name.isascii() and name.isprintable():
        return name
    return _IN_NAMES.sub(_escaped, name)


def from_visible(shown: str) -> str:
    """The name that `visible` wrote as `shown`."""
    return _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), shown)


def visible_code(code: str) -> str:
    """`code` with the same escapes. Line ends and tabs stay; a form feed that begins a line is left out."""
    if code.isascii():
        if code.replace("\n", "").replace("\t", "").isprintable():
            return code
    elif _IN_CODE.search(code) is None:
        return code
    return _IN_CODE.sub(_escaped, _PAGE_BREAK.sub("", code))


def escaped_json(document: str) -> str:
    """The JSON `document` with the same escapes as JSON writes them; it still says the same."""
    document = document.replace("\x7f", "\\u007f")  # the only one that is ASCII and that JSON leaves as it is
    if document.isascii():
        return document
    # Some lines at a time: nearly all are plain, and a graph has a million of them.
    pieces: list[str] = []
    at = 0
    while at < len(document):
        end = document.find("\n", at + _PIECE)
        piece = document[at : end if end >= 0 else None]
        pieces.append(piece if piece.isascii() else _escaped_lines(piece))
        at += len(piece)
    return "".join(pieces)


def _escaped_lines(lines: str) -> str:
    return _IN_CODE.sub(lambda match: json.dumps(match.group())[1:-1], lines)


def _escaped(match: re.Match[str]) -> str:
    point = ord(match.group())
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"
