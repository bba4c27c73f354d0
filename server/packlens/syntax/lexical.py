"""Python's tokens, found without the interpreter's help, so that every interpreter sees the same ones.

The stdlib tokenizer changes with the interpreter and stops at the first error. This one knows the syntax of
every Python up to 3.14, gives a token for every character that is not blank, and accepts any text. A string
literal is one token, whatever its prefix.

Lines end at `\\n`, `\\r\\n` and a lone `\\r`, as they do for the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from packlens.base.pattern import late_pattern
from packlens.syntax.strings import LINE_END, NAME, PREFIXES, string_end


class Kind(IntEnum):
    """What a token is."""

    NAME = 1
    NUMBER = 2
    STRING = 3
    OPERATOR = 4
    COMMENT = 5
    NEWLINE = 6  # the end of a physical line
    CONTINUATION = 7  # a backslash and the line end after it
    OTHER = 8  # a character Python has no use for


@dataclass(frozen=True, slots=True)
class Token:
    """Characters `start` to `end` of a text. `closed` is false for a string without its closing quote."""

    kind: Kind
    start: int
    end: int
    closed: bool = True


_TOKEN = late_pattern(
    r"[ \t\f]*+(?:"
    rf"(?P<name>{NAME})"
    rf"|(?P<newline>{LINE_END})"
    r"|(?P<comment>\#[^\r\n]*+)"
    r"|(?P<number>0[xX](?>(?:_?[0-9a-fA-F])+)|0[bB](?>(?:_?[01])+)|0[oO](?>(?:_?[0-7])+)"
    r"|(?:[0-9](?>(?:_?[0-9])*)(?:\.(?:[0-9](?>(?:_?[0-9])*))?)?|\.[0-9](?>(?:_?[0-9])*))"
    r"(?:[eE][+-]?[0-9](?>(?:_?[0-9])*))?[jJ]?)"
    rf"|(?P<continuation>\\{LINE_END})"
    r"""|(?P<quote>\"\"\"|'''|"|')"""
    r"|(?P<operator>\*\*=?|//=?|>>=?|<<=?|\.\.\.|->|:=|[=!<>+\-*/%&|^@]=|[=<>+\-*/%&|^@~()\[\]{},:;.])"
    r"|(?P<other>[\s\S])"
    r"|\Z)"
)
_KINDS = {
    "name": Kind.NAME,
    "newline": Kind.NEWLINE,
    "comment": Kind.COMMENT,
    "number": Kind.NUMBER,
    "continuation": Kind.CONTINUATION,
    "operator": Kind.OPERATOR,
    "other": Kind.OTHER,
}


def tokens(text: str) -> Iterator[Token]:
    """The tokens of `text`, in order."""
    position = 0
    match_token = _TOKEN.match
    while position < len(text):
        match = match_token(text, position)
        if match is None or match.lastgroup is None:
            return
        group = match.lastgroup
        first, last = match.span(group)
        if group == "quote":
            last, closed = string_end(text, first, "")
            yield Token(Kind.STRING, first, last, closed)
        elif group == "name" and last < len(text) and text[last] in "\"'" and last - first <= 2:
            prefix = text[first:last].lower()
            if prefix in PREFIXES:
                last, closed = string_end(text, last, prefix)
                yield Token(Kind.STRING, first, last, closed)
            else:
                yield Token(Kind.NAME, first, last)
        else:
            yield Token(_KINDS[group], first, last)
        position = last


def string_prefix(text: str, token: Token) -> str:
    """The prefix of a string token in lower case; empty for most."""
    first = text[token.start]
    if first in "\"'":
        return ""
    return (first if text[token.start + 1] in "\"'" else text[token.start : token.start + 2]).lower()
