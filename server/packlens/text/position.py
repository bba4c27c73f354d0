"""Lines and columns, as the Language Server Protocol counts them.

A line ends at `\\n`, `\\r\\n` or a lone `\\r`, and at nothing else: `\\f`, `\\v`, U+0085 and U+2028 are
ordinary characters. Inside Packlens a line number is 1-based and a column counts code points from 0; only
`lsp` speaks 0-based lines and columns in another encoding's units.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from packlens.base.pattern import late_pattern

_LINE_END = late_pattern(r"\r\n|\r|\n")


class LineTable:
    """The line starts of one text."""

    __slots__ = ("_text", "starts")

    def __init__(self, text: str) -> None:
        self._text = text
        if "\r" in text:
            self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        else:
            lengths = accumulate(map(len, text.split("\n")[:-1]), initial=0)
            self.starts = [length + number for number, length in enumerate(lengths)]

    def __len__(self) -> int:
        """The number of lines. A text that ends in a line end has an empty last line."""
        return len(self.starts)

    def line(self, number: int) -> str:
        """Line `number` (1-based) with its line end; `""` past the end."""
        return self.between(number, number)

    def between(self, first: int, last: int) -> str:
        """The text of lines `first` to `last`, 1-based and inclusive, line ends included."""
        starts = self.starts
        if first > len(starts) or last < first:
            return ""
        end = starts[last] if last < len(starts) else len(self._text)
        return self._text[starts[first - 1] : end]

    def offset(self, line: int, column: int) -> int:
        """Code point offset of a position, clamped to the text."""
        starts = self.starts
        if line > len(starts):
            return len(self._text)
        end = starts[line] if line < len(starts) else len(self._text)
        return min(starts[line - 1] + column, end)

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of a code point offset."""
        index = bisect_right(self.starts, offset) - 1
        return index + 1, offset - self.starts[index]
