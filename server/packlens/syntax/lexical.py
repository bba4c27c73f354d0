"""Python's tokens, found without the interpreter's help, so that every interpreter sees the same ones.

The stdlib tokenizer changes with the interpreter and stops at the first error. This one knows the syntax of
every Python up to 3.14, gives a token for every character that is not blank, and accepts any text. A string
literal is one token, whatever its prefix; the replacement fields of an f-string are found by `fields`.

Lines end at `\\n`, `\\r\\n` and a lone `\\r`, as they do for the compiler.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

MAX_FSTRING_DEPTH = 20

# Letters as the tokenizer of CPython takes them: any character outside ASCII may be part of a name.
NAME = r"[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*+"
NOT_IN_NAME = r"(?![A-Za-z0-9_\x80-\U0010ffff])"
LINE_END = r"(?:\r\n|\r|\n)"

# Words that start a statement and can never start a line inside brackets: an expression that is still open
# there is broken. `from` counts only as a whole import, since `yield` and `from` may stand on two lines.
STATEMENT_START = re.compile(
    r"(?:(?:assert|break|class|continue|def|del|global|import|nonlocal|pass|raise|return|try|while|with)"
    + NOT_IN_NAME
    + r"|async[ \t\f]+(?:def|with)"
    + NOT_IN_NAME
    + r"|from[ \t\f]+[\w. \t\f]*?[\w.][ \t\f]+import"
    + NOT_IN_NAME
    + ")"
)

_STRING_BODY = {
    '"': re.compile(r'[^"\\\r\n]*+(?:\\(?:\r\n|[\s\S])[^"\\\r\n]*+)*+'),
    "'": re.compile(r"[^'\\\r\n]*+(?:\\(?:\r\n|[\s\S])[^'\\\r\n]*+)*+"),
    '"""': re.compile(r'[^"\\]*+(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*+'),
    "'''": re.compile(r"[^'\\]*+(?:(?:\\[\s\S]|'(?!''))[^'\\]*+)*+"),
}
TRIPLE_QUOTES = frozenset({'"""', "'''"})
_PREFIXES = frozenset({"", "r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"})
FSTRING_PREFIXES = frozenset({"f", "t", "fr", "rf", "tr", "rt"})


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


@dataclass(frozen=True, slots=True)
class Field:
    """A replacement field of an f-string.

    start, end             from the opening brace to past the closing one
    first, last            the expression between them, blanks included
    depth                  0 in the literal, 1 in a format spec, and so on
    """

    start: int
    end: int
    first: int
    last: int
    depth: int


_TOKEN = re.compile(
    r"[ \t\f]*+(?:"
    rf"(?P<name>{NAME})"
    rf"|(?P<newline>{LINE_END})"
    r"|(?P<comment>\#[^\r\n]*+)"
    r"|(?P<number>0[xX](?:_?[0-9a-fA-F])++|0[bB](?:_?[01])++|0[oO](?:_?[0-7])++"
    r"|(?:[0-9](?:_?[0-9])*+(?:\.(?:[0-9](?:_?[0-9])*+)?)?|\.[0-9](?:_?[0-9])*+)"
    r"(?:[eE][+-]?[0-9](?:_?[0-9])*+)?[jJ]?)"
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


def tokens(text: str, start: int = 0, end: int | None = None, stray: int = -1) -> Iterator[Token]:
    """The tokens of `text` from `start` on; a token that starts before `end` is given whole.

    `stray` is the offset of a triple quote that opens nothing: it and the rest of its line are one unclosed
    string.
    """
    limit = len(text) if end is None else end
    position = start
    match_token = _TOKEN.match
    while position < limit:
        match = match_token(text, position)
        if match is None or match.lastgroup is None:
            return
        group = match.lastgroup
        first, last = match.span(group)
        if first >= limit:
            return
        if group == "quote":
            last, closed = string_end(text, first, "", stray)
            yield Token(Kind.STRING, first, last, closed)
        elif group == "name" and last < len(text) and text[last] in "\"'" and last - first <= 2:
            prefix = text[first:last].lower()
            if prefix in _PREFIXES:
                last, closed = string_end(text, last, prefix, stray)
                yield Token(Kind.STRING, first, last, closed)
            else:
                yield Token(Kind.NAME, first, last)
        else:
            yield Token(_KINDS[group], first, last)
        position = last


def string_end(text: str, quote: int, prefix: str, stray: int = -1, depth: int = 0) -> tuple[int, bool]:
    """Where the literal ends whose opening quote is at `quote`, and whether it is closed.

    A literal in single quotes that is not closed ends with its line, one in triple quotes with the text.
    """
    if quote == stray:
        return line_end(text, quote), False
    mark = text[quote : quote + 3] if text[quote : quote + 3] in TRIPLE_QUOTES else text[quote]
    if prefix in FSTRING_PREFIXES:
        end = _scan_fstring(text, quote, mark, "r" in prefix, None, 0, depth)
        if end != -1:
            return end, True
        if depth:
            return line_end(text, quote), False
    match = _STRING_BODY[mark].match(text, quote + len(mark))
    assert match is not None  # the pattern matches the empty string
    end = match.end()
    if text.startswith(mark, end):
        return end + len(mark), True
    return (end if len(mark) == 1 else len(text)), False


def prefix_before(text: str, quote: int) -> str:
    """The prefix, in lower case, of the literal whose opening quote is at `quote`."""
    match = _PREFIX_BEFORE.search(text, max(0, quote - 3), quote)
    return match.group().lower() if match is not None else ""


def line_end(text: str, position: int) -> int:
    """Where the line of `position` ends, its line end left out."""
    match = _TO_LINE_END.match(text, position)
    assert match is not None  # the pattern matches the empty string
    return match.end()


def is_fstring(text: str, token: Token) -> bool:
    """Whether a string token has replacement fields, or may have."""
    return string_prefix(text, token) in FSTRING_PREFIXES


def string_prefix(text: str, token: Token) -> str:
    """The prefix of a string token in lower case; empty for most."""
    first = text[token.start]
    if first in "\"'":
        return ""
    return (first if text[token.start + 1] in "\"'" else text[token.start : token.start + 2]).lower()


def fields(text: str, token: Token) -> tuple[Field, ...] | None:
    """The replacement fields of an f-string token, those of format specs after the field they belong to.

    `None` when the literal is not a well formed f-string.
    """
    prefix = string_prefix(text, token)
    quote = token.start + len(prefix)
    mark = text[quote : quote + 3] if text[quote : quote + 3] in TRIPLE_QUOTES else text[quote]
    found: list[Field] = []
    end = _scan_fstring(text, quote, mark, "r" in prefix, found, 0, 0)
    if end == -1:
        return None
    return tuple(sorted(found, key=lambda field: field.start))


_PREFIX_BEFORE = re.compile(r"(?<![A-Za-z0-9_\x80-\U0010ffff])(?:[uUbBfFtTrR]|[bBfFtT][rR]|[rR][bBfFtT])\Z")
_TO_LINE_END = re.compile(r"[^\r\n]*+")
_LITERAL = re.compile(r"""[^"'\\{}\r\n]++""")
_NAMED_ESCAPE = re.compile(r"\\N\{[^{}\"'\r\n]*\}")
_EXPRESSION_STEP = re.compile(rf"""[ \t\f]++|{NAME}|[^"'\#(){{}}\[\]!:\r\nA-Za-z_\x80-\U0010ffff]""")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


def _scan_fstring(
    text: str, quote: int, mark: str, raw: bool, found: list[Field] | None, level: int, depth: int
) -> int:
    """The end of the f-string whose quote is at `quote`; -1 when it is not well formed."""
    if depth > MAX_FSTRING_DEPTH:
        return -1
    return _scan_literal(text, quote + len(mark), mark, raw, found, level, depth)


def _scan_literal(
    text: str, position: int, mark: str, raw: bool, found: list[Field] | None, level: int, depth: int
) -> int:
    """Scan literal text to past the closing `mark`; in a format spec (`level` > 0) to its closing brace."""
    length = len(text)
    triple = len(mark) == 3
    while position < length:
        match = _LITERAL.match(text, position)
        if match is not None:
            position = match.end()
            continue
        character = text[position]
        if character == "\\":
            if not raw and (match := _NAMED_ESCAPE.match(text, position)) is not None:
                position = match.end()
            elif text[position + 1 : position + 2] in ("{", "}"):
                position += 1
            else:
                position += 3 if text.startswith("\r\n", position + 1) else 2
        elif character == "{":
            if level == 0 and text.startswith("{{", position):
                position += 2
                continue
            position = _scan_field(text, position, mark, raw, found, level, depth)
            if position == -1:
                return -1
        elif character == "}":
            if level > 0:
                return position
            if not text.startswith("}}", position):
                return -1
            position += 2
        elif character in "\r\n":
            if not triple:
                return -1
            position += 1
        elif text.startswith(mark, position):
            return -1 if level > 0 else position + len(mark)
        else:
            position += 1
    return -1


def _scan_field(
    text: str, start: int, mark: str, raw: bool, found: list[Field] | None, level: int, depth: int
) -> int:
    """The end of the replacement field whose brace is at `start`, -1 when it is not well formed."""
    if level > MAX_FSTRING_DEPTH:
        return -1
    length = len(text)
    open_brackets: list[str] = []
    position = start + 1
    word = ""
    last = -1
    while position < length:
        match = _EXPRESSION_STEP.match(text, position)
        if match is not None:
            word = match.group()
            position = match.end()
            continue
        character = text[position]
        if character in "\"'":
            prefix = word.lower() if word.lower() in _PREFIXES else ""
            position, closed = string_end(text, position, prefix, -1, depth + 1)
            if not closed:
                return -1
        elif character == "#":
            position = line_end(text, position)
        elif character in "\r\n":
            position += 1
            if STATEMENT_START.match(text, position):
                return -1
        elif character in "([{":
            open_brackets.append(_CLOSERS[character])
            position += 1
        elif open_brackets:
            if character in ")]}" and character != open_brackets.pop():
                return -1
            position += 1
        elif character == "!" and text.startswith("!=", position):
            position += 2
        else:
            last = position
            break
        word = ""
    if last == -1 or text[last] in ")]":
        return -1
    if text[position] == "!":
        match = _CONVERSION.match(text, position)
        if match is None:
            return -1
        position = match.end()
    if text[position : position + 1] == ":":
        position = _scan_literal(text, position + 1, mark, raw, found, level + 1, depth)
        if position == -1:
            return -1
    if text[position : position + 1] != "}":
        return -1
    if found is not None:
        found.append(Field(start, position + 1, start + 1, last, level))
    return position + 1


_CONVERSION = re.compile(rf"![ \t\f]*(?:{NAME})[ \t\f\r\n]*")
