"""Columns in the units an editor counts, and edits made in them.

Inside Packlens a column counts code points. The Language Server Protocol counts bytes, 16-bit units or code
points, as client and server agreed. A position past the end of its line is the end of that line, before its
line end; one past the last line is the end of the text; one inside a character is the start of that
character. `\\r\\n` is one line end, so no position lies between its two halves.
"""

from __future__ import annotations

from enum import StrEnum

from packlens.text.position import LineTable

_CONTINUATION = bytes(range(0x80, 0xC0))


class PositionEncoding(StrEnum):
    """The unit of a column, by its name in the protocol."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


def to_units(line: str, column: int, encoding: PositionEncoding) -> int:
    """How many units the first `column` code points of `line` take, clamped to the line without its end."""
    before = without_end(line)[: max(column, 0)]
    if encoding is PositionEncoding.UTF32 or before.isascii():
        return len(before)
    if encoding is PositionEncoding.UTF16:
        return len(before.encode("utf-16-le", "surrogatepass")) // 2
    return len(before.encode("utf-8", "surrogatepass"))


def from_units(line: str, units: int, encoding: PositionEncoding) -> int:
    """How many whole code points of `line` lie in its first `units` units, clamped likewise."""
    content = without_end(line)
    if units <= 0:
        return 0
    if encoding is PositionEncoding.UTF32 or content.isascii():
        return min(units, len(content))
    if encoding is PositionEncoding.UTF8:
        return _whole_characters(content.encode("utf-8", "surrogatepass"), units)
    column = 0
    while column < len(content) and units > 0:
        units -= 2 if content[column] > "\uffff" else 1
        column += units >= 0
    return column


def apply_change(
    text: str, start: tuple[int, int], end: tuple[int, int], new: str, encoding: PositionEncoding
) -> str:
    """`text` with the range from `start` to `end` replaced by `new`.

    Positions are the protocol's: 0-based (line, character), characters in units of `encoding`. A range given
    backwards means the same range forwards.
    """
    table = LineTable(text)
    first, last = sorted((_offset(table, text, start, encoding), _offset(table, text, end, encoding)))
    return text[:first] + new + text[last:]


def without_end(line: str) -> str:
    """A line without its line end."""
    if line.endswith("\r\n"):
        return line[:-2]
    return line[:-1] if line.endswith(("\n", "\r")) else line


def _offset(table: LineTable, text: str, position: tuple[int, int], encoding: PositionEncoding) -> int:
    line, units = position
    if line < 0:
        return 0
    if line >= len(table):
        return len(text)
    return table.starts[line] + from_units(table.line(line + 1), units, encoding)


def _whole_characters(raw: bytes, units: int) -> int:
    """How many characters of UTF-8 `raw` end within its first `units` bytes."""
    inside = units < len(raw) and raw[units] in _CONTINUATION
    return len(raw[:units].translate(None, _CONTINUATION)) - inside
