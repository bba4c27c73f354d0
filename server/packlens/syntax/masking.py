"""A text with its strings and comments masked, so that plain patterns can look for code in it.

The mask has the length of the text. Comments become blanks, every character of a string literal, line ends
too, becomes a quote, and all else stays. So a line end in the mask is one between lines of code.
"""

from __future__ import annotations

from dataclasses import dataclass

from packlens.syntax.stray_quotes import stray_quote
from packlens.syntax.strings import (
    MAX_FAILURES,
    NO_CODE,
    TRIPLE_QUOTES,
    is_plain,
    line_end,
    prefix_before,
    string_end,
)


@dataclass(frozen=True, slots=True)
class Literal:
    """A string literal at `start` to `end`, its prefix before `quote`; `closed` unless its end is missing."""

    start: int
    quote: int
    end: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Masked:
    """`code` is the masked text; `literals` its string literals in order."""

    code: str
    literals: tuple[Literal, ...]


def mask(text: str, stray: int = -1) -> Masked:
    """Mask `text`. The triple quote at offset `stray` ends with its line, and so do all without an end."""
    if stray == -1:
        masked, unclosed = _mask(text, -1)
        return masked if unclosed == -1 else _mask(text, stray_quote(text, unclosed))[0]
    return _mask(text, stray)[0]


def _mask(text: str, stray: int) -> tuple[Masked, int]:
    """The masked text, and the offset of the first triple quote that is never closed (-1: none)."""
    pieces: list[str] = []
    literals: list[Literal] = []
    position = 0
    unclosed = -1
    failures = 0
    while failures < MAX_FAILURES and (match := NO_CODE.search(text, position)) is not None:
        start, end = match.span()
        if text[start] == "#":
            pieces.append(text[position:start])
            pieces.append(" " * (end - start))
            position = end
            continue
        first = start
        closed = True
        if start != 0 and text[start - 1] in "rRbBuUfFtT":
            first = start - len(prefix_before(text, start))
        if start == stray or not is_plain(text, start, end):
            end, closed = string_end(text, start, text[first:start].lower(), stray)
            if not closed and text[start : start + 3] in TRIPLE_QUOTES:
                if unclosed == -1:
                    unclosed = start
                end = line_end(text, start)
                failures += 1
        pieces.append(text[position:first])
        pieces.append('"' * (end - first))
        literals.append(Literal(first, start, end, closed))
        position = end
    pieces.append(text[position:])
    return Masked("".join(pieces), tuple(literals)), unclosed
