"""The statements of a text that may not parse, found by their lines and indentation.

A *logical line* is one or more physical lines: brackets, strings and backslashes join them. A bracket that
is still open where a statement word starts a line is broken: its logical line is then its first physical
line, with those below that are indented deeper.

A *statement* is one logical line, or a header with its suite, all clauses (`else`, `except`) and
decorators of it together. Suites are found by indentation alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from packlens.base.pattern import late_pattern
from packlens.syntax.masking import Masked
from packlens.syntax.strings import LINE_END, NOT_IN_NAME, STATEMENT_START

HEADER_WORDS = frozenset(
    [
        "async",
        "case",
        "class",
        "def",
        "elif",
        "else",
        "except",
        "finally",
        "for",
        "if",
        "match",
        "try",
        "while",
        "with",
    ]
)
# Which words go on with a statement, by the word of its part before.
_FOLLOWERS = {
    "@": frozenset(["@", "async", "class", "def"]),
    "if": frozenset(["elif", "else"]),
    "elif": frozenset(["elif", "else"]),
    "for": frozenset(["else"]),
    "while": frozenset(["else"]),
    "async": frozenset(["else"]),
    "try": frozenset(["except", "else", "finally"]),
    "except": frozenset(["except", "else", "finally"]),
    "else": frozenset(["finally"]),
}
# A broken bracket is read again line by line; past so many, its lines are given up together.
_MAX_REREADS = 50
# The compiler takes no more levels of indentation: what is deeper is part of the line above it.
_MAX_DEPTH = 100

_LINE = late_pattern(rf"[^\r\n]*+(?:{LINE_END}|\Z)")
_WORD = late_pattern(r"[@)\]}]|[A-Za-z_]+" + NOT_IN_NAME)
_SIGNIFICANT = late_pattern(r"[^ \t\f\r\n]")


@dataclass(slots=True)
class Node:
    """A logical line with the lines that are indented deeper below it.

    first, last    physical lines of the logical line, 0-based and inclusive
    indent         its width, a tab counting up to the next multiple of 8
    word           its first word if in ASCII letters, `@` for a decorator, a closing bracket, or empty
    opens          whether it ends in a colon
    """

    first: int
    last: int
    indent: int
    word: str
    opens: bool
    children: list[Node] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The last physical line, those below included (0-based)."""
        return self.children[-1].end if self.children else self.last


def physical_lines(text: str) -> list[tuple[int, int]]:
    """Start and end offsets of the lines, line ends included; the text ends with the last of them."""
    return [match.span() for match in _LINE.finditer(text) if match.end() > match.start()]


def outline(masked: Masked, text: str) -> tuple[list[Node], list[Node]]:
    """The top-level nodes of a text, and apart from them the lines that start by closing a bracket."""
    unfit: list[Node] = []
    root = Node(-1, -1, -1, "", opens=True)
    stack = [root]
    for node in _Lines(masked, text).nodes():
        if node.word in (")", "]", "}"):
            unfit.append(node)
            continue
        while stack[-1].indent >= node.indent:
            stack.pop()
        if len(stack) > _MAX_DEPTH:
            stack[-1].last = node.last
            continue
        stack[-1].children.append(node)
        stack.append(node)
    return root.children, unfit


def statements(suite: Sequence[Node]) -> list[list[Node]]:
    """The nodes of a suite, grouped: decorators with what they decorate, headers with their clauses."""
    groups: list[list[Node]] = []
    for node in suite:
        before = groups[-1][-1].word if groups else ""
        if node.word in _FOLLOWERS.get(before, ()):
            groups[-1].append(node)
        else:
            groups.append([node])
    return groups


class _Lines:
    """Reads the logical lines of one text."""

    def __init__(self, masked: Masked, text: str) -> None:
        self.code = masked.code
        self.spans = physical_lines(text)
        # A line end inside a string is none in the mask: such lines belong together.
        self.inside = [False] * len(self.spans)
        for number, (start, _) in enumerate(self.spans):
            self.inside[number] = start > 0 and self.code[start - 1] == '"'
        self.rereads = 0

    def nodes(self) -> list[Node]:
        nodes: list[Node] = []
        number = 0
        while number < len(self.spans):
            if self._is_blank(number):
                number += 1
                continue
            node = self._read(number)
            nodes.append(node)
            number = node.last + 1
        return nodes

    def _is_blank(self, number: int) -> bool:
        start, end = self.spans[number]
        return _SIGNIFICANT.search(self.code, start, end) is None

    def _read(self, first: int) -> Node:
        """The logical line that starts at physical line `first`."""
        code, spans = self.code, self.spans
        start, end = spans[first]
        head = first
        # A backslash in column 0 leaves the indentation to the line after it.
        while code[start:end].rstrip("\r\n") == "\\" and head + 1 < len(spans):
            head += 1
            start, end = spans[head]
        content = code[start:end].lstrip(" \t\f")
        indent = _width(code[start : end - len(content)])
        word_match = _WORD.match(content)
        word = word_match.group() if word_match else ""
        depth = 0
        number = last = first
        while True:
            start, end = spans[number]
            line = code[start:end]
            if depth > 0 and not self.inside[number] and STATEMENT_START.match(line.lstrip(" \t\f")):
                break
            depth = max(0, depth + _depth(line))
            last = number
            stripped = line.rstrip("\r\n")
            number += 1
            if number == len(spans):
                break
            if not (depth > 0 or self.inside[number] or (stripped.endswith("\\") and stripped != line)):
                break
        if depth > 0:
            last = self._broken(first, last, indent, word)
        text = code[spans[first][0] : spans[last][1]].rstrip()
        return Node(first, last, indent, word, text.endswith(":"))

    def _broken(self, first: int, last: int, indent: int, word: str) -> int:
        """The last line of a logical line whose bracket is still open at physical line `last`."""
        self.rereads += 1
        if self.rereads > _MAX_REREADS:
            return last
        end = first
        while end < last:
            number = end + 1
            if not self.inside[number]:
                if word in HEADER_WORDS:
                    break
                if not self._is_blank(number) and self._indent(number) <= indent:
                    break
            end = number
        return end

    def _indent(self, number: int) -> int:
        start, end = self.spans[number]
        line = self.code[start:end]
        return _width(line[: len(line) - len(line.lstrip(" \t\f"))])


def _width(blanks: str) -> int:
    """The column after leading blanks, as the compiler counts."""
    width = 0
    for character in blanks:
        if character == "\t":
            width = (width // 8 + 1) * 8
        elif character == "\f":
            width = 0
        else:
            width += 1
    return width


def _depth(code: str) -> int:
    opened = code.count("(") + code.count("[") + code.count("{")
    return opened - code.count(")") - code.count("]") - code.count("}")
