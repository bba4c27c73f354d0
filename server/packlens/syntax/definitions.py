"""Functions, classes, lambdas and variables: what a block defines."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from packlens.syntax.boundaries import first_line
from packlens.syntax.facts import Definition, Role, ScopeKind, Term, Trait
from packlens.syntax.flow import Flow
from packlens.syntax.reader import dotted_name
from packlens.syntax.scopes import ScopeBuilder

_TRAITS = {
    "staticmethod": Trait.STATIC,
    "abstractstaticmethod": Trait.STATIC,
    "classmethod": Trait.CLASSMETHOD,
    "abstractclassmethod": Trait.CLASSMETHOD,
    "property": Trait.PROPERTY,
    "abstractproperty": Trait.PROPERTY,
    "cached_property": Trait.PROPERTY,
    "setter": Trait.ACCESSOR,
    "getter": Trait.ACCESSOR,
    "deleter": Trait.ACCESSOR,
    "overload": Trait.OVERLOAD,
    "contextmanager": Trait.CONTEXT,
    "asynccontextmanager": Trait.CONTEXT,
}
Mark = tuple[int, int, int, int, int, int, int, int, int, int]
_CLASS_METHODS_BY_NAME = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})


class Definitions(Flow):
    """Visits definitions."""

    def __init__(self, lines: list[str], base: int, ascii_only: bool) -> None:
        super().__init__(lines, base, ascii_only)
        self.definitions: list[Definition] = []
        self.stars: list[tuple[int, str]] = []
        self.exported: list[Term] = []
        self.attribute_lines: list[tuple[int, str, int, int]] = []
        self.alias = False
        self.member_starts: Sequence[
            int
        ] = ()  # where the members of the block's class start, if it has parts
        self.marks: list[Mark] = []  # one for its head, then one a member

    def head(self, node: Any, scope: ScopeBuilder) -> tuple[str, ...]:
        """Read the decorators with the definition as their sites' source; their dotted names, outermost first."""
        names = []
        for decorator in node.decorator_list:
            called = isinstance(decorator, ast.Call)
            target = decorator.func if called else decorator
            names.append(_written(target))
            last = names[-1].rpartition(".")[2]
            scope.traits |= _TRAITS.get(last, Trait.NONE)
            if called:
                func = self.expr(target, Role.DECORATOR)
                args = tuple(
                    ("*", self.expr(arg.value)) if isinstance(arg, ast.Starred) else self.expr(arg)
                    for arg in decorator.args
                )
                keywords = tuple((kw.arg or "**", self.expr(kw.value)) for kw in decorator.keywords)
                scope.decorators.append(("c", func, args, keywords))
            else:
                scope.decorators.append(self.expr(target, Role.DECORATOR))
        return tuple(names)

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        outer, writer = self.scope, self.writer
        name = node.name
        scope = self.open(ScopeKind.FUNCTION, name)
        self.writer = scope
        decorators = self.head(node, scope)
        if isinstance(node, ast.AsyncFunctionDef):
            scope.traits |= Trait.ASYNC
        self.type_parameters(node, scope)
        self.parameters(node.args, scope)
        if node.returns is not None:
            scope.returns = self.expr(node.returns, Role.ANNOTATION)
        self.writer = None
        in_class = outer.kind == ScopeKind.CLASS
        if in_class:
            if name in _CLASS_METHODS_BY_NAME:
                scope.traits |= Trait.CLASSMETHOD
            if scope.parameters and not scope.traits & Trait.STATIC:
                scope.self_name = scope.parameters[0].name
        self.define(node, name, "function", scope, outer, decorators)
        defined = len(self.definitions) - 1
        self.bind_definition(name, scope, outer)
        narrowed, lines = self.narrowed, self.statement_lines
        self.narrowed = set()
        self.scope = scope
        self.statements(node.body)
        self.scope, self.writer = outer, writer
        self.narrowed, self.statement_lines = narrowed, lines
        if scope.yielded:
            scope.traits |= Trait.GENERATOR
            self.definitions[defined] = self.definitions[defined]._replace(traits=scope.traits)
        return False

    def class_(self, node: ast.ClassDef) -> bool:
        outer, writer = self.scope, self.writer
        name = node.name
        scope = self.open(ScopeKind.CLASS, name)
        self.writer = scope
        decorators = self.head(node, scope)
        self.type_parameters(node, scope)
        for base in node.bases:
            scope.bases.append(self.expr(base, Role.BASE))
        for keyword in node.keywords:
            term = self.expr(keyword.value)
            if keyword.arg == "metaclass":
                scope.bases.append(("metaclass", term))
        self.writer = None
        self.define(node, name, "class", scope, outer, decorators)
        self.bind_definition(name, scope, outer)
        self.scope = scope
        if self.member_starts and outer is self.scopes[0]:
            self.members(node.body, scope)
        else:
            self.statements(node.body)
        self.scope, self.writer = outer, writer
        return False

    def members(self, body: Sequence[ast.stmt], scope: ScopeBuilder) -> None:
        """Visit the members of the block's class one by one, and note how far each takes the facts."""
        starts = self.member_starts
        members: list[list[ast.stmt]] = [[] for _ in starts]
        number = 0
        for statement in body:
            while number + 1 < len(starts) and statement.lineno >= starts[number + 1]:
                number += 1
            members[number].append(statement)
        self.marks.append(self.mark(scope, 0, 0))
        for start, member in zip(starts, members, strict=True):
            self.statements(member)
            last = member[-1].end_lineno or member[-1].lineno
            self.marks.append(
                self.mark(scope, first_line(member[0], self.lines) - start + 1, last - start + 1)
            )

    def mark(self, scope: ScopeBuilder, first: int, last: int) -> Mark:
        """How far the facts of the block's class have come with a part."""
        return (
            first,
            last,
            len(self.scopes),
            scope.locals,
            len(self.definitions),
            len(scope.sites),
            len(self.attribute_lines),
            len(scope.order),
            len(scope.given),
            len(self.scopes[0].order),
        )

    def bind_definition(self, name: str, scope: ScopeBuilder, outer: ScopeBuilder) -> None:
        if name in outer.outer_names:
            self.bind_outer(outer, name, ("l", scope.local))
        else:
            outer.bind(name, "d", scope.local)

    def define(
        self,
        node: Any,
        name: str,
        kind: str,
        scope: ScopeBuilder,
        outer: ScopeBuilder,
        decorators: tuple[str, ...],
    ) -> None:
        """Record a function or class. `ast` gives no place for its name: it is found after the keyword."""
        text = self.lines[node.lineno - 1] if node.lineno <= len(self.lines) else ""
        column = self.code_points(node.lineno, node.col_offset)
        found = text.find(name, column + (5 if kind == "class" else 3))
        self.definitions.append(
            Definition(
                name,
                kind,
                scope.index,
                outer.index,
                first_line(node, self.lines) - self.base,
                (node.end_lineno or node.lineno) - self.base,
                node.lineno - self.base,
                found if found >= 0 else column,
                first_line(node.body[0], self.lines) - self.base,
                decorators,
                scope.traits,
            )
        )

    def define_lambda(self, node: ast.Lambda, scope: ScopeBuilder, outer: ScopeBuilder) -> None:
        column = node.col_offset if self.ascii_only else self.code_points(node.lineno, node.col_offset)
        self.definitions.append(
            Definition(
                name="<lambda>",
                kind="function",
                scope=scope.index,
                owner=outer.index,
                first_line=node.lineno - self.base,
                last_line=(node.end_lineno or node.lineno) - self.base,
                name_line=node.lineno - self.base,
                name_column=column,
                body_line=node.body.lineno - self.base,
                decorators=(),
                traits=Trait.NONE,
            )
        )

    def type_parameters(self, node: Any, scope: ScopeBuilder) -> None:
        """PEP 695: `def f[T: Bound]`. The names live in the scope they head."""
        for parameter in getattr(node, "type_params", ()):
            scope.traits |= Trait.GENERIC
            parts = (getattr(parameter, "bound", None), getattr(parameter, "default_value", None))
            terms = [self.expr(part, Role.ANNOTATION) for part in parts if part is not None]
            scope.bind(parameter.name, "T", terms[0] if terms else None)

    def variable(self, node: ast.expr, name: str, kind: str = "variable") -> None:
        """Record a module or class level name with the statement that gives it."""
        scope = self.scope
        if scope.kind > ScopeKind.CLASS:
            return
        base = self.base
        first, last = self.statement_lines
        line, column = node.lineno, node.col_offset
        if not self.ascii_only:
            column = self.code_points(line, column)
        self.definitions.append(
            Definition(
                name, kind, -1, scope.index, first - base, last - base, line - base, column, 0, (), Trait.NONE
            )
        )


def _written(node: ast.expr) -> str:
    """The dotted name of a decorator, without its subscripts; "" for what has none."""
    while isinstance(node, ast.Subscript):
        node = node.value
    name = dotted_name(node)
    return name or (node.attr if isinstance(node, ast.Attribute) else "")
