"""Literals: strings that are kept, quoted annotations, formatted strings."""

from __future__ import annotations

import ast
from functools import cache

from packlens.syntax.facts import Role, Term
from packlens.syntax.fstrings import fix_fstring_positions
from packlens.syntax.kept_strings import LEAST_JUDGED, LONGEST_KEPT, is_kept
from packlens.syntax.reader import PLAIN, Reader

QUOTABLE = frozenset({Role.ANNOTATION, Role.BASE})
"""Roles in which a string may name something."""
_CONVERTED = {ord("s"): "op:__str__", ord("r"): "op:__repr__", ord("a"): "op:__repr__"}
_LINES_ABOVE = 2  # a literal at which what names it may stand


@cache
def _written(number: int) -> Term:
    """The term of a small number, one for all places where it is written."""
    return ("b", "int", number)


@cache
def _of_type(name: str) -> Term:
    """The term of a literal of which the type alone is kept."""
    return ("b", name)


class Literals(Reader):
    """Visits literals."""

    def constant(self, node: ast.Constant, role: str) -> Term:
        value = node.value
        if value.__class__ is str:
            kept = len(value) < LEAST_JUDGED or is_kept(value, self.lines_around(node))
            if role in QUOTABLE and (kept or len(value) > LONGEST_KEPT):
                return self.quoted(node, value, role)
            return ("k", value) if kept else ("b", "str")
        if value is None or value is Ellipsis:
            return ("b", "None") if value is None else None
        if value.__class__ is int and -1000 < value < 1000:
            return _written(value)
        return _of_type(value.__class__.__name__)

    def lines_around(self, node: ast.Constant) -> list[str]:
        """The lines of a literal, after those of its statement that may name it."""
        first = max(1, min(self.statement_lines[0], node.lineno), node.lineno - _LINES_ABOVE)
        return self.lines[first - 1 : node.end_lineno or node.lineno]

    def quoted(self, node: ast.Constant, text: str, role: str) -> Term:
        """A quoted annotation: what it says, with its sites at the string's first character."""
        try:
            inner = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ("k", text) if len(text) <= LONGEST_KEPT else None
        for child in ast.walk(inner):
            if isinstance(child, ast.expr):
                child.lineno = child.end_lineno = node.lineno
                child.col_offset = node.col_offset
                child.end_col_offset = node.col_offset
        before = self.in_fstring
        term = self.expr(inner, role)
        self.in_fstring = before
        return term

    def joined(self, node: ast.JoinedStr, role: str) -> Term:
        if not self.in_fstring:
            fix_fstring_positions(node, self.lines)
            self.in_fstring = True
            self.children(node)
            self.in_fstring = False
        else:
            self.children(node)
        return ("b", "str")

    def formatted(self, node: ast.FormattedValue, role: str) -> Term:
        term = self.expr(node.value)
        if term is not None and term[0] not in PLAIN:
            self.site(
                _CONVERTED.get(node.conversion, "op:__format__"),
                term,
                node.value.lineno,
                node.value.col_offset,
            )
        if node.format_spec is not None:
            self.expr(node.format_spec)
        return None
