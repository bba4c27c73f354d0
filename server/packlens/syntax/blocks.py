"""A file's text as blocks, the units that are parsed again after an edit.

A block is one top-level statement, or several that share a physical line. It runs from the first line of
its statement (decorators included) to the line before the next block, so comments and blank lines belong to
the block above them, and those at the head of the file to the first block. The blocks of a text, joined,
are the text.

`split_blocks` finds them without a parser: a line whose first column holds what can start a statement, and
is in no string, no bracket and no continued line, starts a block. For a text that the compiler accepts
these are the boundaries of `ast.parse(text).body`, which `boundaries` reads off a tree that exists already.

A block that is a class has parts: its head, and its members, found in the same way at the indentation of the
first (`split_class`).

A broken text is split too, from the text alone, so that damage stays local: a bracket that is still open
where a statement word stands in column 0 ends there, and a triple quote that is never closed ends with its
line (`stray_quotes` says which one that is).
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache

from packlens.base.pattern import late_pattern
from packlens.syntax.stray_quotes import stray_quote
from packlens.syntax.strings import (
    LINE_END,
    MAX_FAILURES,
    NO_CODE,
    NOT_IN_NAME,
    STATEMENT_START,
    TRIPLE_QUOTES,
    is_plain,
    line_end,
    prefix_before,
    string_end,
)

# What may start a statement.
_WORD = rf"(?!(?:elif|else|except|finally){NOT_IN_NAME})(?=[^ \t\f\r\n\#)\]}}\\]|\\(?![\r\n]))"
# The head of a line that may start a block, up to its first word: form feeds, lines that hold only a
# backslash. Blanks after those indent what follows.
_CANDIDATE = rf"(?:[ \t\f]*\f)?(?>(?:\\{LINE_END}(?:[ \t\f]*\f)?){{0,50}})" + _WORD
_AT_START = late_pattern(_CANDIDATE)
_AFTER_LINE_FEED = late_pattern(r"\n" + _CANDIDATE)
_AFTER_LINE_END = late_pattern(r"(?:\n|\r(?!\n))" + _CANDIDATE)

_CLASS = late_pattern("class" + NOT_IN_NAME)
_CODE_LINE = late_pattern(r"(?:\n|\r(?!\n))([ \t\f]*+)(?=[^\r\n\#])")
_CONTINUED = late_pattern(rf"\\{LINE_END}\Z")
# Lines of a backslash alone below a line that is complete: what follows them begins a statement.
_BACKSLASHES_ALONE = late_pattern(rf"(?<!\\)(?<!\\\r){LINE_END}(?:[ \t\f]*\\{LINE_END})+\Z")


def split_blocks(text: str, known: Container[str] = ()) -> list[str]:
    """The blocks of `text`, in order.

    `known` holds blocks of earlier texts that parsed; where one stands again it is not read a second time.
    The answer is the same without it.
    """
    return _split(text, known, _block_starts(text)) if text else []


def split_class(block: str, known: Container[str] = ()) -> list[str]:
    """The head of a class that is a block, then its members; empty for any other block.

    The head runs from the start of the block to the first member. Members are found as blocks are, at the indentation
    of the first. `known` is what it is for `split_blocks`. Empty too for a class that is read as one, since it has no
    suite of its own lines.
    """
    top = _Splitter(block, (), -1, _block_starts(block))
    header = top.header()
    if not _CLASS.match(block, header):
        return []
    indent = top.indentation(header)
    if not indent or "\f" in indent:
        return []
    parts = _split(block, known, _member_starts(block, header, indent))
    return parts if len(parts) > 1 and _CONTINUED.search(parts[0]) is None else []


Candidates = tuple[list[int], list[int]]
"""Where lines start that may start a block, and where the first word of each stands."""


def _split(text: str, known: Container[str], candidates: Candidates) -> list[str]:
    splitter = _Splitter(text, known, -1, candidates)
    starts = splitter.starts()
    if splitter.unclosed != -1:
        starts = _Splitter(text, (), stray_quote(text, splitter.unclosed), candidates).starts()
    ends = [*starts[1:], len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def _block_starts(text: str) -> Candidates:
    lines: list[int] = []
    words: list[int] = []
    match = _AT_START.match(text)
    if match is not None:
        lines.append(0)
        words.append(match.end())
    for match in (_AFTER_LINE_END if "\r" in text else _AFTER_LINE_FEED).finditer(text):
        lines.append(match.start() + 1)
        words.append(match.end())
    return lines, words


def _member_starts(block: str, header: int, indent: str) -> Candidates:
    lines, words = [header], [header]
    for match in _after_indent(indent, "\r" in block).finditer(block, header):
        lines.append(match.start() + 1)
        words.append(match.end())
    return lines, words


@lru_cache(maxsize=64)
def _after_indent(indent: str, any_line_end: bool) -> re.Pattern[str]:
    return re.compile((r"(?:\n|\r(?!\n))" if any_line_end else r"\n") + indent + _WORD)


class _Splitter:
    """One pass over one text.

    stray      the offset of a triple quote that ends with its line, and with it all that are never closed;
    -1: none unclosed   after the pass, the offset of a triple quote that is never closed; -1: none
    """

    def __init__(self, text: str, known: Container[str], stray: int, candidates: Candidates) -> None:
        self.text = text
        self.known = known
        self.stray = stray
        self.unclosed = -1
        self.failures = 0
        self.candidates, self.words = candidates

    def starts(self) -> list[int]:
        """Where each block starts; meaningless when `unclosed` is set and no stray quote was given."""
        text, known, candidates, words = self.text, self.known, self.candidates, self.words
        starts = [0]
        index = 0
        count = len(candidates)
        while index < count:
            after = index + 1
            # A block that starts with a decorator may be half of one: what it was before says nothing.
            if (
                not known
                or after == count
                or text[words[index]] == "@"
                or text[0 if index == 0 else candidates[index] : candidates[after]] not in known
            ):
                after = self._next_block(index)
            if after < count:
                starts.append(candidates[after])
            index = after
        return starts

    def header(self) -> int:
        """Where the first word stands that belongs to no decorator; the end of the text if none does."""
        index = 0
        while index < len(self.words):
            if self.text[self.words[index]] != "@":
                return self.words[index]
            index, _ = self._next_line(index)
        return len(self.text)

    def indentation(self, header: int) -> str:
        """The blanks before the first statement below the logical line that starts at `header`."""
        position, depth = header, 0
        for match in _CODE_LINE.finditer(self.text, header):
            limit = match.start() + 1
            if limit < position:
                continue
            position, opened, continued = self._read(position, limit)
            depth += opened
            if position > limit or continued:
                continue
            if depth <= 0 or STATEMENT_START.match(self.text, match.end()):
                is_joined = self.text.startswith("\\", match.end())  # to the line below: its blanks are none
                return "" if is_joined else match.group(1)
        return ""

    def _next_block(self, index: int) -> int:
        """The candidate at which the block of candidate `index` ends; their number at the end of the text."""
        while True:
            after, is_broken = self._next_line(index)
            if is_broken or after == len(self.candidates) or self.text[self.words[index]] != "@":
                return after
            index = after

    def _next_line(self, index: int) -> tuple[int, bool]:
        """The candidate at which the logical line of candidate `index` ends, with all that is indented below it.

        And whether it ends there because a bracket is open where a statement starts.
        """
        text, candidates, words = self.text, self.candidates, self.words
        position = candidates[index]
        inside: list[int] = []  # candidates in brackets
        depth = 0
        hidden = False
        is_decorated = False  # by a decorator on this logical line, below lines of a backslash alone
        for after in range(index + 1, len(candidates)):
            limit = candidates[after]
            if limit < position:
                continue
            begin = position
            position, opened, continued = self._read(position, limit)
            depth += opened
            if position > limit or continued:
                hidden = hidden or position > limit
                if continued and depth <= 0 and text[words[after]] == "@":
                    is_decorated = _BACKSLASHES_ALONE.search(text[begin:limit]) is not None
                continue
            if depth <= 0 and is_decorated:
                is_decorated = text[words[after]] == "@"
                continue
            if depth <= 0:
                return after, False
            if STATEMENT_START.match(text, words[after]):
                while inside and inside[-1] == after - 1 and text[words[after - 1]] == "@":
                    after = inside.pop()
                return after, True
            inside.append(after)
        if hidden and position < len(text):
            # Candidates were taken for text of a string: whether they are shows when the rest is read as well.
            self._read(position, len(text))
        return len(candidates), False

    def _read(self, position: int, limit: int) -> tuple[int, int, bool]:
        """Read code from `position`, outside any string, to `limit`, the start of a line.

        Returns the position reached (past `limit` when a string goes on there), by how much the bracket
        depth has grown, and whether a backslash continues the last line.
        """
        text = self.text
        code: list[str] = []
        while (match := NO_CODE.search(text, position, limit)) is not None:
            start, end = match.span()
            code.append(text[position:start])
            position = end
            if text[start] != "#" and (start == self.stray or not is_plain(text, start, end)):
                position = self._end_of_string(start)
        if position < limit:
            code.append(text[position:limit])
        return (
            max(position, limit),
            _depth("".join(code)),
            bool(code) and _CONTINUED.search(code[-1]) is not None,
        )

    def _end_of_string(self, quote: int) -> int:
        """Where the literal ends whose quote is at `quote`; with its line, when it is not closed."""
        text = self.text
        end, closed = string_end(text, quote, prefix_before(text, quote), self.stray)
        first_line = line_end(text, quote)
        if closed or end <= first_line or quote == self.stray or text[quote : quote + 3] not in TRIPLE_QUOTES:
            return end
        self.unclosed = quote
        self.failures += 1
        return len(text) if self.failures == MAX_FAILURES else first_line


def _depth(code: str) -> int:
    """By how much `code`, free of strings and comments, raises the bracket depth."""
    opened = code.count("(") + code.count("[") + code.count("{")
    return opened - code.count(")") - code.count("]") - code.count("}")
