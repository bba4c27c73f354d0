"""The expressions inside f-strings, each where it stands in the text.

Before Python 3.12 the tree of an f-string holds the right expressions at wrong positions. Here the literal
is read again, field by field, and every expression gets the position that newer interpreters give it.
`joined_string` makes the whole node, for literals that the running interpreter cannot read at all.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Sequence

from packlens.base.pattern import late_pattern
from packlens.syntax.lexical import Kind, string_prefix, tokens
from packlens.syntax.masking import mask
from packlens.syntax.strings import FSTRING_PREFIXES, NAME, Field, fields

ParseExpression = Callable[[str], ast.expr | None]

_DOTTED = late_pattern(rf"[ \t]*({NAME}(?>(?:\.{NAME})*))[ \t]*+=?[ \t]*+\Z")
_PLAIN_FIELD = late_pattern(rf"\{{({NAME}(?>(?:\.{NAME})*))(?:![rsa])?\}}")
_CONVERSION = late_pattern(r"![ \t\f]*(\w)")


def fix_fstring_positions(node: ast.JoinedStr, source_lines: Sequence[str]) -> None:
    """Give the expressions in `node` the positions that Python 3.12 and newer give them.

    `source_lines` are the lines of the text that was parsed, with or without line ends. Does nothing on an
    interpreter that gives them itself, or where the literal cannot be read.
    """
    if sys.version_info >= (3, 12) or getattr(node, "is_placed", False):
        return
    literal = _source(node, source_lines)
    values = list(_formatted(node))
    origin = _Origin(literal, node.lineno, node.col_offset)
    plain = list(_PLAIN_FIELD.finditer(literal))
    if len(plain) == len(values) == literal.count("{") == literal.count("}"):
        for value, name in zip(values, plain, strict=True):
            _place_dotted(value.value, name.start(1), name.group(1), origin)
        return
    found = _fields(literal)
    if found is None or len(found) != len(values):
        return
    for value, field in zip(values, found, strict=True):
        text = literal[field.first : field.last]
        match = _DOTTED.match(text)
        if match is not None:
            _place_dotted(value.value, field.first + match.start(1), match.group(1), origin)
        else:
            expression = place(text, *origin.position(field.first), parse_expression)
            if expression is not None:
                value.value = expression


def joined_string(literal: str, line: int, column: int, parse: ParseExpression) -> ast.JoinedStr | None:
    """The node of an f-string, or of several literals in a row, that starts at a line and a column in bytes.

    Its values are its replacement fields. `None` when it is not well formed.
    """
    found = _fields(literal)
    if found is None:
        return None
    origin = _Origin(literal, line, column)
    end_line, end_column = origin.position(len(literal))
    node = ast.JoinedStr(
        values=[], lineno=line, col_offset=column, end_lineno=end_line, end_col_offset=end_column
    )
    node.is_placed = True  # type: ignore[attr-defined]
    parents = [node]
    for field in found:
        expression = place(literal[field.first : field.last], *origin.position(field.first), parse)
        if expression is None:
            return None
        conversion, spec = _ending(literal, field)
        start, end = origin.position(field.start), origin.position(field.end)
        place_of = {
            "lineno": start[0],
            "col_offset": start[1],
            "end_lineno": end[0],
            "end_col_offset": end[1],
        }
        inner = ast.JoinedStr(values=[], **place_of)
        value = ast.FormattedValue(
            value=expression, conversion=conversion, format_spec=inner if spec else None, **place_of
        )
        del parents[field.depth + 1 :]
        parents[-1].values.append(value)
        parents.append(inner)
    return node


def plain_text(literal: str) -> str:
    """Literals in a row as they are without replacement fields: what is left must be sound by itself."""
    pieces = []
    for token in tokens(literal):
        text = literal[token.start : token.end]
        prefix = string_prefix(literal, token) if token.kind is Kind.STRING else ""
        if prefix in FSTRING_PREFIXES:
            quote = token.start + len(prefix)
            pieces.append("r" if "r" in prefix else "")
            position = quote
            for field in fields(literal, quote, prefix) or ():
                if field.depth == 0:
                    pieces.append(literal[position : field.start])
                    position = field.end
            text = literal[position : token.end]
        pieces.append(text)
        pieces.append(" ")
    return "".join(pieces)


def parse_expression(text: str) -> ast.expr | None:
    """The expression in parentheses `text`; positions as in `text`, those in f-strings included."""
    try:
        statement = ast.parse(text).body[0]
    except (SyntaxError, ValueError):
        return None
    if not isinstance(statement, ast.Expr):
        return None
    if sys.version_info < (3, 12):
        _fix_inside(statement.value, text.split("\n"))
    return statement.value


def place(text: str, line: int, column: int, parse: ParseExpression) -> ast.expr | None:
    """The expression `text`, which starts at a line and a column in bytes; a trailing `=` is left out."""
    code = _without_comment(text)
    if code.endswith("="):
        code = code[:-1]
    expression = parse(f"({code}\n)")
    if expression is None:
        return None
    for node in ast.walk(expression):
        if isinstance(node, ast.expr | ast.keyword | ast.arg):
            _shift(node, line - 1, column - 1)
    if isinstance(expression, ast.Tuple) and expression.elts and not code.lstrip().startswith("("):
        # Its parentheses were added here.
        first, last = expression.elts[0], expression.elts[-1]
        expression.lineno, expression.col_offset = first.lineno, first.col_offset
        expression.end_lineno, expression.end_col_offset = last.end_lineno, last.end_col_offset
    return expression


def _without_comment(text: str) -> str:
    """The text without blanks and comments at its end."""
    code = mask(text).code if "#" in text else text
    return text[: len(code.rstrip())]


def _shift(node: ast.expr | ast.keyword | ast.arg, lines: int, columns: int) -> None:
    if node.lineno == 1:
        node.col_offset += columns
    if node.end_lineno == 1 and node.end_col_offset is not None:
        node.end_col_offset += columns
    node.lineno += lines
    node.end_lineno = (node.end_lineno or node.lineno) + lines


def _fix_inside(node: ast.AST, lines: Sequence[str]) -> None:
    if isinstance(node, ast.JoinedStr):
        fix_fstring_positions(node, lines)
        return
    for child in ast.iter_child_nodes(node):
        _fix_inside(child, lines)


def _source(node: ast.JoinedStr, lines: Sequence[str]) -> str:
    """The text of a literal, or of several in a row, line ends as `\\n`."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    parts = [line.rstrip("\r\n") for line in lines[first : last + 1]]
    parts[-1] = parts[-1].encode("utf-8", "surrogatepass")[: node.end_col_offset].decode("utf-8", "replace")
    parts[0] = parts[0].encode("utf-8", "surrogatepass")[node.col_offset :].decode("utf-8", "replace")
    return "\n".join(parts)


def _fields(literal: str) -> list[Field] | None:
    """The replacement fields of literals in a row, as offsets into them."""
    found: list[Field] = []
    for token in tokens(literal):
        if token.kind is Kind.STRING:
            prefix = string_prefix(literal, token)
            if prefix in FSTRING_PREFIXES:
                inside = fields(literal, token.start + len(prefix), prefix)
                if inside is None:
                    return None
                found.extend(inside)
    return found


def _formatted(node: ast.JoinedStr) -> Iterator[ast.FormattedValue]:
    """The replacement fields of a node in the order of their braces, those of format specs included."""
    for value in node.values:
        if isinstance(value, ast.FormattedValue):
            yield value
            if isinstance(value.format_spec, ast.JoinedStr):
                yield from _formatted(value.format_spec)


def _ending(literal: str, field: Field) -> tuple[int, bool]:
    """The conversion of a field, as in the tree, and whether it has a format spec."""
    match = _CONVERSION.match(literal, field.last)
    rest = literal[match.end() if match else field.last : field.end].lstrip()
    if match is not None:
        return ord(match.group(1)), rest.startswith(":")
    code = _without_comment(literal[field.first : field.last])
    shows_itself = code.endswith("=") and not rest.startswith(":")
    return ord("r") if shows_itself else -1, rest.startswith(":")


class _Origin:
    """Where a literal stands: turns offsets into it to lines and columns in bytes."""

    def __init__(self, literal: str, line: int, column: int) -> None:
        self.literal = literal
        self.line = line
        self.column = column
        self.simple = literal.isascii() and "\n" not in literal

    def position(self, offset: int) -> tuple[int, int]:
        if self.simple:
            return self.line, self.column + offset
        start = self.literal.rfind("\n", 0, offset) + 1
        column = len(self.literal[start:offset].encode("utf-8", "surrogatepass"))
        if start == 0:
            return self.line, self.column + column
        return self.line + self.literal.count("\n", 0, start), column


def _place_dotted(node: ast.expr, offset: int, dotted: str, origin: _Origin) -> None:
    """Place a name and the attributes taken of it."""
    start = origin.position(offset)
    end = len(dotted)
    inner: ast.expr = node
    while True:
        stop = origin.position(offset + end)
        inner.lineno, inner.col_offset = start
        inner.end_lineno, inner.end_col_offset = stop
        if not isinstance(inner, ast.Attribute):
            return
        end = dotted.rfind(".", 0, end)
        inner = inner.value
