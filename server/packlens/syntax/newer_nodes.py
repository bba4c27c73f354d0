"""The nodes of newer syntax, put back into a tree made from older syntax (see `newer`)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from packlens.base.pattern import late_pattern
from packlens.syntax.fstrings import ParseExpression, joined_string, place
from packlens.syntax.strings import NAME
from packlens.text.position import LineTable

Position = tuple[int, int]  # line, column in bytes
Span = tuple[int, int]  # offsets in the text


class _TypeParameter(ast.AST):
    _fields = ("name", "bound", "default_value")


class _TypeAlias(ast.stmt):
    _fields = ("name", "type_params", "value")


# The nodes of Python 3.12; their stand-ins, with the same fields, on 3.11.
TypeVar: type[ast.AST] = getattr(ast, "TypeVar", _TypeParameter)
ParamSpec: type[ast.AST] = getattr(ast, "ParamSpec", _TypeParameter)
TypeVarTuple: type[ast.AST] = getattr(ast, "TypeVarTuple", _TypeParameter)
TypeAlias: type[ast.AST] = getattr(ast, "TypeAlias", _TypeAlias)


_PARAMETER = late_pattern(rf"\s*(\*\*|\*|)\s*({NAME})\s*(:|=|\Z)")
_NODE_OF_STARS = {"": TypeVar, "*": TypeVarTuple, "**": ParamSpec}


@dataclass(slots=True)
class Marks:
    """Where newer syntax stood.

    parameters    position of a definition: the text between its type brackets
    aliases       position of a `type` statement: the text between its type brackets, if it has any
    joined        position of the number that stands for literals: their text
    tuples        positions of the handlers whose exceptions stand without parentheses
    """

    parameters: dict[Position, Span] = field(default_factory=dict)
    aliases: dict[Position, Span | None] = field(default_factory=dict)
    joined: dict[Position, Span] = field(default_factory=dict)
    tuples: set[Position] = field(default_factory=set)


class Raising(ast.NodeTransformer):
    """Changes a tree in place. `failed` is set when the newer syntax turns out to be broken."""

    def __init__(self, text: str, code: str, marks: Marks, parse: ParseExpression) -> None:
        self.text = text
        self.code = code  # the text with strings and comments masked
        self.marks = marks
        self.parse = parse
        self.table = LineTable(text)
        self.failed = False

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Constant):
            span = self.marks.joined.get((node.lineno, node.col_offset))
            return node if span is None else self._joined_string(node, span)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            span = self.marks.parameters.get((node.lineno, node.col_offset))
            if span is not None:
                vars(node)["type_params"] = self._type_parameters(span)
        elif (
            isinstance(node, ast.ExceptHandler)
            and (node.lineno, node.col_offset) in self.marks.tuples
            and isinstance(node.type, ast.Compare)
        ):
            elements = [node.type.left, *node.type.comparators]
            node.type = ast.copy_location(ast.Tuple(elts=elements, ctx=ast.Load()), node.type)
        if self.marks.aliases:
            for name in ("body", "orelse", "finalbody"):
                body = getattr(node, name, None)
                if isinstance(body, list):
                    body[:] = self._with_aliases(body)
        return self.generic_visit(node)

    def _joined_string(self, node: ast.Constant, span: Span) -> ast.AST:
        start, end = span
        joined = joined_string(self.text[start:end], *self._position(start), self.parse)
        self.failed = self.failed or joined is None
        return joined or node

    def _with_aliases(self, body: list[ast.stmt]) -> Iterator[ast.stmt]:
        statements = iter(body)
        for statement in statements:
            key = (statement.lineno, statement.col_offset)
            if key not in self.marks.aliases:
                yield statement
                continue
            assignment = next(statements, None)
            if not isinstance(assignment, ast.Assign):
                self.failed = True
                return
            span = self.marks.aliases[key]
            alias: Any = TypeAlias()
            alias.name = assignment.targets[0]
            alias.type_params = self._type_parameters(span) if span else []
            alias.value = assignment.value
            ast.copy_location(alias, assignment)
            alias.lineno, alias.col_offset = key
            yield alias

    def _type_parameters(self, span: Span) -> list[ast.AST]:
        parameters: list[ast.AST] = []
        for start, end in self._split(span, ","):
            match = _PARAMETER.match(self.code, start, end)
            if match is None:
                self.failed = self.failed or bool(self.code[start:end].strip())
                continue
            node: Any = _NODE_OF_STARS[match.group(1)]()
            node.name = match.group(2)
            node.lineno, node.col_offset = self._position(match.start(2))
            node.end_lineno, node.end_col_offset = self._position(match.end(2))
            parts = self._split((match.end(2), end), "=")
            bound = self.code.find(":", *parts[0])
            node.bound = self._place(bound + 1, parts[0][1]) if bound != -1 else None
            default = self._place(*parts[1]) if len(parts) == 2 else None
            node.default_value = default
            parameters.append(node)
        return parameters

    def _split(self, span: Span, separator: str) -> list[Span]:
        """The parts of a stretch of code between separators that are in no brackets."""
        parts = []
        depth = 0
        start, end = span
        for offset in range(start, end):
            character = self.code[offset]
            if character in "([{":
                depth += 1
            elif character in ")]}":
                depth -= 1
            elif depth == 0 and character == separator:
                parts.append((start, offset))
                start = offset + 1
        return [*parts, (start, end)]

    def _place(self, start: int, end: int) -> ast.expr | None:
        """The expression between two offsets; the star of an unpacked default is left out."""
        while start < end and (self.text[start] in " \t\f\r\n*"):
            start += 1
        expression = place(self.text[start:end], *self._position(start), self.parse)
        self.failed = self.failed or expression is None
        return expression

    def _position(self, offset: int) -> Position:
        line, column = self.table.position(offset)
        return line, byte_length(self.text[offset - column : offset])


def byte_length(text: str) -> int:
    """The length in UTF-8, the unit of the columns in a tree."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
