"""Where the blocks of a text and the members of a class start, read off a syntax tree.

The answers are those that `blocks` finds in the same text without a parser.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence


def lines_of(text: str) -> list[str]:
    """The lines of a text as the compiler counts them, without their ends."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def blocks_of_module(body: Sequence[ast.stmt], lines: Sequence[str]) -> list[int]:
    """The first line (1-based) of each block of a text with these statements: what `split_blocks` finds."""
    if len(lines) == 1 and not lines[0]:
        return []
    firsts = [1]
    end, end_column = 0, 0
    for statement in body:
        first = first_line(statement, lines)
        if first > end:
            while first - 1 > end and _is_only_backslash(lines[first - 2]):
                first -= 1
            if end and not (first - 1 == end and _is_continued(lines[end - 1], end_column)):
                firsts.append(first)
        end, end_column = statement.end_lineno or first, statement.end_col_offset or 0
    return firsts


def members_of_class(body: Sequence[ast.stmt], lines: Sequence[str]) -> list[int]:
    """The first line (1-based) of each member of a block that is a class: what `split_class` finds.

    None for any other block, and for a class without a suite of its own lines.
    """
    node = body[0] if len(body) == 1 else None
    if not isinstance(node, ast.ClassDef):
        return []
    first = first_line(node.body[0], lines)
    line = lines[first - 1]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    if not indent or not _starts_at(node.body[0], line, len(indent)) or lines[first - 2].endswith("\\"):
        return []
    for number in range(first - 2, -1, -1):
        above = lines[number]
        if _is_only_backslash(above):
            return []
        if above.strip(" \t\f") and not above.lstrip(" \t\f").startswith("#"):
            break
    firsts = [first]
    end, end_column = node.body[0].end_lineno or first, node.body[0].end_col_offset or 0
    for statement in node.body[1:]:
        first = first_line(statement, lines)
        if first > end:
            line, above = lines[first - 1], lines[first - 2]
            continued = above.endswith("\\") and (
                _is_continued(above, end_column) if first - 1 == end else _is_only_backslash(above)
            )
            if not continued and line.startswith(indent) and line[len(indent)] not in " \t\f":
                firsts.append(first)
        end, end_column = statement.end_lineno or first, statement.end_col_offset or 0
    return firsts


def _starts_at(statement: ast.stmt, line: str, column: int) -> bool:
    """Whether a statement starts at a column of its first line, which holds blanks before."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and (
        statement.decorator_list
    ):
        return line.startswith("@", column)
    return statement.col_offset == column


def first_line(statement: ast.stmt, lines: Sequence[str]) -> int:
    """The line of a statement's first token, which of a decorated one is its first `@`."""
    if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return statement.lineno
    if not statement.decorator_list:
        return statement.lineno
    decorator = statement.decorator_list[0]
    line = decorator.lineno
    # The expression of a decorator may stand lines below its `@`: in parentheses, or behind a backslash.
    while line > 1 and not lines[line - 1].lstrip(" \t\f").startswith("@"):
        line -= 1
    return line


def _is_only_backslash(line: str) -> bool:
    return line.strip(" \t\f") == "\\"


def _is_continued(line: str, column: int) -> bool:
    """Whether what follows byte `column` of `line` is no comment and ends in a backslash."""
    if not line.endswith("\\"):
        return False
    rest = line.encode("utf-8", "surrogatepass")[column:]
    return rest.endswith(b"\\") and b"#" not in rest
