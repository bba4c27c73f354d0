"""Private keys: what stands between the two marks of a PEM, PGP or SSH key.

A key may be one literal with `\\n` in it, a literal a line, a comment, or cut off before its end. It goes on for as
long as its lines are key material: marks without material between them are code that looks for a key, and stay.
Quotes, indentation, comment marks and line ends around the material are no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from packlens.base.pattern import late_pattern
from packlens.text.secret_rules.found import Secret, Span

MARK = "PRIVATE KEY"
KIND = "private-key"

_LONGEST_LINE = 20_000
_MOST_LINES = 400
_LEAST_MATERIAL = 40
_NAME = r"(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
_BEGIN = late_pattern(rf"-----BEGIN {_NAME}")
_END = late_pattern(rf"-----END {_NAME}")
_RUN = late_pattern(r"[A-Za-z0-9+/=]+")
_DASHES = "-----"
_LONG_RUN = late_pattern(r"[A-Za-z0-9+/=]{16}")
_BETWEEN = late_pattern(r"(?:\\[rn]|[\s\"'+\\,#()\[\]])+")
_HEADER = late_pattern(r"[A-Z][\w-]{2,30}: [^\"']{0,100}")
# Only before or after a quote is a `+` no material.
_OPENING = late_pattern(
    r"[ \t]*(?:#[ \t]*|[(\[,][ \t]*|\+[ \t]*(?=[bBrRuUfF]{0,2}[\"'])|[bBrRuUfF]{0,2}(?:\"{3}|'{3}|\"|'))*[ \t]*"
)
_CLOSING = late_pattern(r"(?:\\[rn])*[ \t]*(?:(?:\"{3}|'{3}|\"|')[ \t]*[+,)\]]{0,4})?[ \t]*\\?\r?$")
_INNER = late_pattern(r"[^\"']+")
_LINE = late_pattern(r"[^\r\n]*")
_LINE_END = late_pattern(r"\r\n?|\n")


def keys_in(text: str) -> Iterator[Secret]:
    """The private keys of `text`, in order."""
    position = 0
    while (begin := _BEGIN.search(text, position)) is not None:
        position = begin.end()
        end = _end_of_key(text, position)
        material = "".join(_RUN.findall(_material(text[position:end])))
        if len(material) >= _LEAST_MATERIAL:
            yield Secret(KIND, material, tuple(_parts(text, begin.start(), end)))
            position = end


def _end_of_key(text: str, position: int) -> int:
    """Where the key whose first mark ends at `position` ends: after its last mark, or after its last line."""
    end = start = position
    for _ in range(_MOST_LINES):
        # No material holds the dashes of a mark.
        dashes = text.find(_DASHES, start, start + _LONGEST_LINE)
        line = _LINE.match(text, start, start + _LONGEST_LINE if dashes < 0 else dashes)
        assert line is not None
        body = line.group()
        if not _is_material(body, first=start == position):
            return end
        if line.end() == dashes:
            close = _END.match(text, dashes)
            return end if close is None else close.end()
        # A short line is the last of a key where its end mark follows, and else may be any word.
        if start == position or _HEADER.search(body) or _LONG_RUN.search(body) or body.rstrip().endswith("="):
            end = line.end()
        line_end = _LINE_END.match(text, line.end())
        if line_end is None:
            return end
        start = line_end.end()
    return end


def _is_material(line: str, *, first: bool) -> bool:
    bare = line[_opening(line) : len(line)] if not first else line
    if _HEADER.fullmatch(bare.strip()):
        return True
    return _RUN.sub("", _BETWEEN.sub("", _material(bare))) == ""


def _material(text: str) -> str:
    """`text` with the escapes of line ends as blanks, which would else read as an `n` of the material."""
    return text.replace("\\n", " ").replace("\\r", " ")


def _opening(line: str) -> int:
    match = _OPENING.match(line)
    assert match is not None
    return match.end()


def _parts(text: str, start: int, end: int) -> Iterator[Span]:
    """The stretches between `start` and `end` without what belongs to the code around them."""
    first = True
    while start < end:
        line = _LINE.match(text, start, end)
        assert line is not None
        stop = line.end()
        content = line.group()
        left = 0 if first else _opening(content)
        closing = _CLOSING.search(content, left) if stop < end else None
        right = closing.start() if closing is not None else len(content)
        for piece in _INNER.finditer(content, left, max(left, right)):
            if piece.group().strip(" \t+"):
                yield start + piece.start(), start + piece.end()
        first = False
        line_end = _LINE_END.match(text, stop)
        start = line_end.end() if line_end is not None and stop < end else end
