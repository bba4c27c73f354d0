"""Syntax newer than the running interpreter, read into the tree that a newer interpreter gives.

What an older interpreter refuses is first written as something it takes, in the same place: parameters of
types become blanks, `type X = v` an assignment, `except A, B` a comparison, a literal with unreadable
fields a number. Every other token stays where it is, so every other node gets its true position. Then the
nodes that stand for newer syntax are put back into the tree. Covered are type parameters with defaults and
the `type` statement (3.12, 3.13), f-strings that nest their own quotes (3.12), t-strings and `except`
without parentheses (3.14).

A template string is read as an f-string: the names in its fields are used alike.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, field

from packlens.base.pattern import late_pattern
from packlens.syntax.fstrings import parse_expression, plain_text
from packlens.syntax.masking import Literal, Masked, mask
from packlens.syntax.newer_nodes import Marks, Raising, byte_length
from packlens.syntax.strings import LINE_END, NAME, NOT_IN_NAME
from packlens.text.position import LineTable

_HAS_NESTED_FSTRINGS = sys.version_info >= (3, 12)
_HAS_TEMPLATES = sys.version_info >= (3, 14)

_PARAMETERS = late_pattern(rf"(?<![A-Za-z0-9_.])((?:async[ \t\f]+)?def|class)[ \t\f]+{NAME}[ \t\f]*(\[)")
_ALIAS = late_pattern(rf"(?:\A|(?<=[\n\r;:]))[ \t\f]*(type)[ \t\f]+({NAME})[ \t\f]*(?:(\[)|=(?!=))")
_EXCEPT = late_pattern(rf"(?:\A|(?<=[\n\r]))[ \t\f]*(except){NOT_IN_NAME}[^\n\r:]*?,")
_OPENING = late_pattern(r"[ \t\f]*\(")
_JOINED_LINES = late_pattern(rf"(?:[ \t\f]|\\{LINE_END})*")


def parse_newer(text: str) -> ast.Module | None:
    """The tree of a text that this interpreter refuses; `None` when it is broken or holds nothing newer."""
    masked = mask(text)
    lowering = _Lowering(text, masked)
    lowering.literals()
    lowering.type_parameters()
    lowering.aliases()
    lowering.handlers()
    if not lowering.edits:
        return None
    try:
        tree = ast.parse(lowering.text())
    except SyntaxError:
        return None
    raising = Raising(text, masked.code, lowering.marks, _expression)
    raising.visit(tree)
    return None if raising.failed else tree


def _expression(text: str) -> ast.expr | None:
    """The expression in parentheses `text`, which may hold newer syntax."""
    expression = parse_expression(text)
    if expression is not None:
        return expression
    module = parse_newer(text)
    if module is None or not module.body or not isinstance(module.body[0], ast.Expr):
        return None
    return module.body[0].value


@dataclass(slots=True)
class _Lowering:
    """What to write instead, and what each of it stands for, by its position in the tree."""

    source: str
    masked: Masked
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    marks: Marks = field(default_factory=Marks)
    _table: LineTable | None = None

    def text(self) -> str:
        """The text with all edits made. Columns in bytes are kept."""
        pieces = []
        position = 0
        for start, end, replacement in sorted(self.edits):
            pieces.append(self.source[position:start])
            pieces.append(replacement)
            position = end
        pieces.append(self.source[position:])
        return "".join(pieces)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in bytes."""
        if self._table is None:
            self._table = LineTable(self.source)
        line, column = self._table.position(offset)
        return line, byte_length(self.source[offset - column : offset])

    def type_parameters(self) -> None:
        """`def f[T](x)` becomes `def f(   x)` and `class A[T]` `class A( )`: line ends stay in brackets."""
        code = self.masked.code
        for match in _PARAMETERS.finditer(code):
            opening = match.start(2)
            closing = _closing(code, opening)
            if closing is None:
                continue
            following = _OPENING.match(code, closing + 1)
            self._replace(opening, opening + 1, "(")
            self._blank(opening + 1, closing)
            if following is None:
                self._replace(closing, closing + 1, ")")
            else:
                self._replace(closing, closing + 1, " ")
                self._replace(following.end() - 1, following.end(), " ")
            self.marks.parameters[self.position(match.start(1))] = (opening + 1, closing)

    def aliases(self) -> None:
        """`type X[T] = v` becomes `000;(X   ) = v`."""
        code = self.masked.code
        for match in _ALIAS.finditer(code):
            keyword, name = match.start(1), match.start(2)
            parameters = None
            if match.group(3) is not None:
                opening = match.start(3)
                closing = _closing(code, opening)
                if closing is None or not code[closing + 1 :].lstrip(" \t\f").startswith("="):
                    continue
                self._replace(name - 1, name, "(")
                self._blank(opening, closing)
                self._replace(closing, closing + 1, ")")
                parameters = (opening + 1, closing)
            self._replace(keyword, keyword + 4, "000;")
            self.marks.aliases[self.position(keyword)] = parameters

    def handlers(self) -> None:
        """`except A, B:` becomes `except A< B:`."""
        code = self.masked.code
        for match in _EXCEPT.finditer(code):
            commas = []
            depth = 0
            for offset in range(match.end(1), len(code)):
                character = code[offset]
                if character in "([{":
                    depth += 1
                elif character in ")]}":
                    depth -= 1
                elif depth == 0 and character == ",":
                    commas.append(offset)
                elif depth == 0 and character in ":\r\n":
                    break
            for offset in commas:
                self._replace(offset, offset + 1, "<")
            if commas:
                self.marks.tuples.add(self.position(match.start(1)))

    def literals(self) -> None:
        """A literal in a newer form, with all that it is concatenated with, becomes `(0   )`."""
        for group in _concatenated(self.masked):
            start, end = group[0].start, group[-1].end
            if self._is_newer(group) and all(literal.closed for literal in group):
                line, column = self.position(start)
                self._replace(start, start + 2, "(0")
                self._blank(start + 2, end - 1)
                self._replace(end - 1, end, ")")
                self.marks.joined[(line, column + 1)] = (start, end)

    def _is_newer(self, group: list[Literal]) -> bool:
        prefixes = "".join(self.source[literal.start : literal.quote] for literal in group).lower()
        is_template = "t" in prefixes and not _HAS_TEMPLATES
        if not is_template and ("f" not in prefixes or _HAS_NESTED_FSTRINGS):
            return False
        text = self.source[group[0].start : group[-1].end]
        if not is_template and ("{" not in text or parse_expression(f"({text}\n)") is not None):
            return False
        return parse_expression(f"({plain_text(text)}\n)") is not None

    def _replace(self, start: int, end: int, replacement: str) -> None:
        self.edits.append((start, end, replacement))

    def _blank(self, start: int, end: int) -> None:
        if start < end:
            text = self.source[start:end]
            blank = "".join(char if char in "\r\n" else " " * byte_length(char) for char in text)
            self.edits.append((start, end, blank))


def _closing(code: str, opening: int) -> int | None:
    """The offset of the bracket that closes the one at `opening`."""
    depth = 0
    for offset in range(opening, len(code)):
        if code[offset] in "([{":
            depth += 1
        elif code[offset] in ")]}":
            depth -= 1
            if depth == 0:
                return offset
    return None


def _concatenated(masked: Masked) -> list[list[Literal]]:
    """The literals, those in a row that make one string together in one group."""
    groups: list[list[Literal]] = []
    code = masked.code
    depth = counted = 0
    for literal in masked.literals:
        gap = code[groups[-1][-1].end : literal.start] if groups else "x"
        if "\n" in gap or "\r" in gap:
            between = code[counted : literal.start]
            depth += sum(between.count(opener) for opener in "([{") - sum(
                between.count(closer) for closer in ")]}"
            )
            counted = literal.start
            apart = depth == 0 and not _JOINED_LINES.fullmatch(gap)
        else:
            apart = False
        if apart or gap.strip(" \t\f\r\n\\"):
            groups.append([literal])
        else:
            groups[-1].append(literal)
    return groups
