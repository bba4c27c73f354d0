"""String literals: where they end, and what stands in the replacement fields of an f-string.

A text is read as the newest Python reads it, whatever interpreter runs this: since 3.12 a replacement
field may hold the quotes of its own literal, comments and line ends. For a text that an older Python
accepts the answer is the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from packlens.base.pattern import late_pattern

MAX_FSTRING_DEPTH = 20
# A literal in single quotes goes on over several lines only so deep inside others: a broken text is full of them.
_MAX_LINES_DEPTH = 2

# Each string without an end costs a look through the rest of the text: past so many, the rest is not read.
MAX_FAILURES = 50

# Letters as the tokenizer of CPython takes them: any character outside ASCII may be part of a name.
# A letter, a digit, `_` or anything beyond ASCII, said by what it is not: a range up to U+10FFFF is slow to compile.
_IN_NAME = r"[^\x00-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]"
NAME = rf"[^\x00-\x40\x5b-\x5e\x60\x7b-\x7f]{_IN_NAME}*+"
NOT_IN_NAME = rf"(?!{_IN_NAME})"
LINE_END = r"(?:\r\n|\r|\n)"
# What repeats a group without giving back is written `(?>(?:...)*)` here: before 3.11.5 `(?:...)*+` finds wrong ends.

# Words that start a statement and can never start a line inside brackets: an expression that is still open
# there is broken. `from` counts only as a whole import, since `yield` and `from` may stand on two lines.
_STARTS_STATEMENT = (
    r"(?:(?:assert|break|class|continue|def|del|global|import|nonlocal|pass|raise|return|try|while|with)"
    + NOT_IN_NAME
    + r"|async[ \t\f]+(?:def|with)"
    + NOT_IN_NAME
    + r"|from[ \t\f]+[\w. \t\f]*?[\w.][ \t\f]+import"
    + NOT_IN_NAME
    + ")"
)
STATEMENT_START = late_pattern(_STARTS_STATEMENT)

# What is no code, a comment or a string. To start with one of three characters makes the search fast.
NO_CODE = late_pattern(
    r"""["'\#](?:
      (?<=\#)[^\r\n]*+
    | (?<=")(?:"{2}[^"\\]*+(?>(?:(?:\\[\s\S]|"(?!"{2}))[^"\\]*+)*)(?:"{3})?
             |[^"\\\r\n]*+(?>(?:\\(?:\r\n|[\s\S])[^"\\\r\n]*+)*)"?)
    | (?<=')(?:'{2}[^'\\]*+(?>(?:(?:\\[\s\S]|'(?!'{2}))[^'\\]*+)*)(?:'{3})?
             |[^'\\\r\n]*+(?>(?:\\(?:\r\n|[\s\S])[^'\\\r\n]*+)*)'?)
    )""",
    re.VERBOSE,
)
_STRING_BODY = {
    '"': late_pattern(r'[^"\\\r\n]*+(?>(?:\\(?:\r\n|[\s\S])[^"\\\r\n]*+)*)'),
    "'": late_pattern(r"[^'\\\r\n]*+(?>(?:\\(?:\r\n|[\s\S])[^'\\\r\n]*+)*)"),
    '"""': late_pattern(r'[^"\\]*+(?>(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*)'),
    "'''": late_pattern(r"[^'\\]*+(?>(?:(?:\\[\s\S]|'(?!''))[^'\\]*+)*)"),
}
TRIPLE_QUOTES = frozenset({'"""', "'''"})
PREFIXES = frozenset({"", "r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"})
FSTRING_PREFIXES = frozenset({"f", "t", "fr", "rf", "tr", "rt"})


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
            return quote, False
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


def is_plain(text: str, start: int, end: int) -> bool:
    """Whether the literal from quote `start` to `end` ends there for certain.

    In an f-string a quote of its own kind may stand in a replacement field. Then what comes before that
    quote has an open brace too many, or quotes or doubled braces that deserve a closer look.
    """
    quote = text[start]
    mark = quote * 3 if text.startswith(quote * 3, start) else quote
    if end - start < 2 * len(mark) or not text.startswith(mark, end - len(mark)):
        return False
    if start == 0 or text[start - 1] not in "fFtTrR" or text.find("{", start, end) == -1:
        return True
    body = text[start + len(mark) : end - len(mark)]
    if body.count("{") == body.count("}") and not ('"' in body or "'" in body or "}}" in body):
        return True
    return prefix_before(text, start) not in FSTRING_PREFIXES


def fields(text: str, quote: int, prefix: str) -> tuple[Field, ...] | None:
    """The replacement fields of the f-string whose opening quote is at `quote`, in the order of their braces.

    `None` when the literal is not a well formed f-string.
    """
    mark = text[quote : quote + 3] if text[quote : quote + 3] in TRIPLE_QUOTES else text[quote]
    found: list[Field] = []
    end = _scan_fstring(text, quote, mark, "r" in prefix, found, 0, 0)
    if end == -1:
        return None
    return tuple(sorted(found, key=lambda field: field.start))


_PREFIX_BEFORE = late_pattern(rf"(?<!{_IN_NAME})(?:[uUbBfFtTrR]|[bBfFtT][rR]|[rR][bBfFtT])\Z")
_TO_LINE_END = late_pattern(r"[^\r\n]*+")
_LITERAL = late_pattern(r"""[^"'\\{}\r\n]++""")
_NAMED_ESCAPE = late_pattern(r"\\N\{[^{}\"'\r\n]*\}")
_EXPRESSION_STEP = late_pattern(rf"""[ \t\f]++|{NAME}|[^"'\#(){{}}\[\]!:\r\nA-Za-z_\x80-\U0010ffff]""")
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
            prefix = word.lower() if word.lower() in PREFIXES else ""
            position, closed = string_end(text, position, prefix, -1, depth + 1)
            if not closed:
                return -1
        elif character == "#":
            position = line_end(text, position)
        elif character in "\r\n":
            position += 1
            if (len(mark) == 1 and depth > _MAX_LINES_DEPTH) or _STATEMENT_LINE.match(text, position):
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


_STATEMENT_LINE = late_pattern(r"[ \t\f]*+" + _STARTS_STATEMENT)
_CONVERSION = late_pattern(rf"![ \t\f]*(?:{NAME})[ \t\f\r\n]*")
