"""A file's text as blocks, the units that are parsed again after an edit.

A block is one top-level statement, or several that share a physical line. It runs from the first line of
its statement (decorators included) to the line before the next block, so comments and blank lines belong to
the block above them, and those at the head of the file to the first block. The blocks of a text, joined,
are the text.

`split_blocks` finds them without a parser: a line whose first column holds what can start a statement, and
is in no string, no bracket and no continued line, starts a block. For a text that the compiler accepts
these are the boundaries of `ast.parse(text).body`, which `blocks_of_module` reads off a tree that exists
already.

A broken text is split too, from the text alone, so that damage stays local: a bracket that is still open
where a statement word stands in column 0 ends there, and a triple quote that is never closed ends with its
line (`stray_quotes` says which one that is).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container

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
from packlens.text.position import LineTable

# The head of a line that may start a block, up to its first word: form feeds, lines that hold only a
# backslash. Blanks after those indent what follows.
_CANDIDATE = (
    rf"(?:[ \t\f]*\f)?(?:\\{LINE_END}(?:[ \t\f]*\f)?){{0,50}}+"
    rf"(?!(?:elif|else|except|finally){NOT_IN_NAME})(?=[^ \t\f\r\n\#)\]}}\\]|\\(?![\r\n]))"
)
_AT_START = re.compile(_CANDIDATE)
_AFTER_LINE_FEED = re.compile(r"\n" + _CANDIDATE)
_AFTER_LINE_END = re.compile(r"(?:\n|\r(?!\n))" + _CANDIDATE)

_CONTINUED = re.compile(rf"\\{LINE_END}\Z")


def split_blocks(text: str, known: Container[str] = ()) -> list[str]:
    """The blocks of `text`, in order.

    `known` holds blocks of earlier texts that parsed; where one stands again it is not read a second time.
    The answer is the same without it.
    """
    if not text:
        return []
    splitter = _Splitter(text, known, stray=-1)
    starts = splitter.starts()
    if splitter.unclosed != -1:
        starts = _Splitter(text, (), stray_quote(text, splitter.unclosed)).starts()
    ends = [*starts[1:], len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def blocks_of_module(module: ast.Module, text: str, lines: LineTable) -> list[int]:
    """The first line (1-based) of each block of `text`, whose tree is `module`: what `split_blocks` finds."""
    if not text:
        return []
    has_backslash = "\\" in text
    firsts = [1]
    end, end_column = 0, 0
    for statement in module.body:
        first = _first_line(statement, lines)
        if first > end:
            while has_backslash and first - 1 > end and _is_only_backslash(lines.line(first - 1)):
                first -= 1
            continued = has_backslash and first - 1 == end and _is_continued(lines.line(end), end_column)
            if end and not continued:
                firsts.append(first)
        end, end_column = statement.end_lineno or first, statement.end_col_offset or 0
    return firsts


def _first_line(statement: ast.stmt, lines: LineTable) -> int:
    """The line of a statement's first token."""
    if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return statement.lineno
    if not statement.decorator_list:
        return statement.lineno
    decorator = statement.decorator_list[0]
    line = decorator.lineno
    # The expression of a decorator may stand lines below its `@`: in parentheses, or behind a backslash.
    while decorator.col_offset != 1 and line > 1 and not lines.line(line).lstrip(" \t\f").startswith("@"):
        line -= 1
    return line


def _is_only_backslash(line: str) -> bool:
    return line.strip(" \t\f\r\n") == "\\"


def _is_continued(line: str, column: int) -> bool:
    """Whether what follows byte `column` of `line` is no comment and ends in a backslash."""
    rest = line.encode("utf-8", "surrogatepass")[column:].rstrip(b"\r\n")
    return rest.endswith(b"\\") and b"#" not in rest


class _Splitter:
    """One pass over one text.

    stray      the offset of a triple quote that ends with its line, and with it all that are never closed;
    -1: none unclosed   after the pass, the offset of a triple quote that is never closed; -1: none
    """

    def __init__(self, text: str, known: Container[str], stray: int) -> None:
        self.text = text
        self.known = known
        self.stray = stray
        self.unclosed = -1
        self.failures = 0
        self.candidates: list[int] = []
        self.words: list[int] = []  # where the first word of each candidate stands
        match = _AT_START.match(text)
        if match is not None:
            self.candidates.append(0)
            self.words.append(match.end())
        for match in (_AFTER_LINE_END if "\r" in text else _AFTER_LINE_FEED).finditer(text):
            self.candidates.append(match.start() + 1)
            self.words.append(match.end())

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

    def _next_block(self, index: int) -> int:
        """The candidate at which the block of candidate `index` ends; their number at the end of the text."""
        text, candidates, words = self.text, self.candidates, self.words
        position = candidates[index]
        line = index  # the candidate at which the present logical line starts
        inside: list[int] = []  # candidates in brackets
        depth = 0
        hidden = False
        for after in range(index + 1, len(candidates)):
            limit = candidates[after]
            if limit < position:
                continue
            position, opened, continued = self._read(position, limit)
            depth += opened
            if position > limit or continued:
                hidden = hidden or position > limit
                continue
            if depth <= 0:
                if text[words[line]] != "@":
                    return after
                line = after
                depth = 0
            elif STATEMENT_START.match(text, words[after]):
                while inside and inside[-1] == after - 1 and text[words[after - 1]] == "@":
                    after = inside.pop()
                return after
            else:
                inside.append(after)
        if hidden and position < len(text):
            # Candidates were taken for text of a string: whether they are shows when the rest is read as well.
            self._read(position, len(text))
        return len(candidates)

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
