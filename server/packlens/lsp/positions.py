"""Between LSP positions (0-based, in negotiated units) and ours (1-based lines, code points)."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from packlens.text.encoding import PositionEncoding, apply_change, from_units, to_units, without_end
from packlens.text.position import LineTable


@dataclass(frozen=True, slots=True)
class Positions:
    """Translation in one encoding."""

    encoding: PositionEncoding

    def outward(self, lines: LineTable, line: int, column: int) -> types.Position:
        """(`line`, `column`) of a text as the client counts it."""
        return types.Position(line - 1, to_units(lines.line(line), column, self.encoding))

    def name_range(self, lines: LineTable, line: int, column: int, length: int) -> types.Range:
        """The range of `length` code points on one line."""
        first, last = self.characters(lines, line, column, length)
        return types.Range(types.Position(line - 1, first), types.Position(line - 1, last))

    def characters(self, lines: LineTable, line: int, column: int, length: int) -> tuple[int, int]:
        """Where `length` code points of a line begin and end, as the client counts characters."""
        text = lines.line(line)
        return to_units(text, column, self.encoding), to_units(text, column + length, self.encoding)

    def word_range(self, lines: LineTable, line: int, column: int) -> types.Range:
        """The range of the name that begins at a place."""
        text = lines.line(line)
        end = column
        while end < len(text) and (text[end] == "_" or text[end].isalnum()):
            end += 1
        return self.name_range(lines, line, column, max(end - column, 1))

    def line_range(self, lines: LineTable, first: int, last: int) -> types.Range:
        """Lines `first` to `last` without the last line's end."""
        width = len(without_end(lines.line(last)))
        return types.Range(types.Position(first - 1, 0), self.outward(lines, last, width))

    def inward(self, lines: LineTable, line: int, character: int) -> tuple[int, int]:
        """(line, column) of a client's position, clamped to the text."""
        if line >= len(lines):
            return len(lines), len(lines.line(len(lines)))
        return line + 1, from_units(lines.line(line + 1), character, self.encoding)

    def edited(self, text: str, stretch: types.Range, new: str) -> str:
        """`text` with the range replaced by `new`."""
        start = (stretch.start.line, stretch.start.character)
        end = (stretch.end.line, stretch.end.character)
        return apply_change(text, start, end, new, self.encoding)
