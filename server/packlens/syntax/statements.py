"""Statements to bindings, definitions and the flow of local names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from packlens.syntax.expressions import INTERN, dotted_name, in_place
from packlens.syntax.facts import Definition, Role, ScopeKind, Term, Trait
from packlens.syntax.flow import Flow
from packlens.syntax.newer_nodes import TypeAlias
from packlens.syntax.scopes import ScopeBuilder

_TRAITS = {
    "staticmethod": Trait.STATIC,
    "abstractstaticmethod": Trait.STATIC | Trait.ABSTRACT,
    "classmethod": Trait.CLASSMETHOD,
    "abstractclassmethod": Trait.CLASSMETHOD | Trait.ABSTRACT,
    "property": Trait.PROPERTY,
    "abstractproperty": Trait.PROPERTY | Trait.ABSTRACT,
    "cached_property": Trait.PROPERTY,
    "setter": Trait.ACCESSOR,
    "getter": Trait.ACCESSOR,
    "deleter": Trait.ACCESSOR,
    "overload": Trait.OVERLOAD,
    "abstractmethod": Trait.ABSTRACT,
    "contextmanager": Trait.CONTEXT,
    "asynccontextmanager": Trait.CONTEXT,
    "dataclass": Trait.DATACLASS,
    "define": Trait.DATACLASS,
    "frozen": Trait.DATACLASS,
    "attrs": Trait.DATACLASS,
}
_CLASS_METHODS_BY_NAME = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
_PUTS = {"append": 0, "appendleft": 0, "add": 0, "insert": 1, "extend": 0, "put": 0, "put_nowait": 0}
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Statements(Flow):
    """Visits statements in a current scope."""

    def __init__(self, lines: list[str], base: int, ascii_only: bool) -> None:
        super().__init__(lines, base, ascii_only)
        self.definitions: list[Definition] = []
        self.stars: list[tuple[int, str]] = []
        self.exported: list[Term] = []
        self.attribute_lines: list[tuple[int, str, int, int]] = []
        self.statement_lines = (0, 0)
        self.alias = False

    def statements(self, body: Sequence[ast.stmt]) -> bool:
        """Visit a suite; true when its end is not reached."""
        ended = False
        for statement in body:
            self.statement_lines = (statement.lineno, statement.end_lineno or statement.lineno)
            visit = _VISITORS.get(statement.__class__)
            if visit is not None:
                ended = bool(visit(self, statement)) or ended
            else:
                self.children(statement)
                ended = isinstance(statement, _ENDS) or ended
        return ended

    # ------------------------------------------------------------------ definitions

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
                keywords = tuple((INTERN(kw.arg or "**"), self.expr(kw.value)) for kw in decorator.keywords)
                scope.decorators.append(("c", func, args, keywords))
            else:
                scope.decorators.append(self.expr(target, Role.DECORATOR))
        return tuple(names)

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        outer, writer = self.scope, self.writer
        name = INTERN(node.name)
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
        in_class = outer.kind is ScopeKind.CLASS
        if in_class:
            if name in _CLASS_METHODS_BY_NAME:
                scope.traits |= Trait.CLASSMETHOD
            if scope.parameters and not scope.traits & Trait.STATIC:
                scope.self_name = scope.parameters[0].name
        self.define(node, name, "function", scope, outer, decorators)
        self.bind_definition(name, scope, outer)
        narrowed, lines = self.narrowed, self.statement_lines
        self.narrowed = set()
        self.scope = scope
        self.statements(node.body)
        self.scope, self.writer = outer, writer
        self.narrowed, self.statement_lines = narrowed, lines
        if scope.yielded:
            scope.traits |= Trait.GENERATOR
        return False

    def class_(self, node: ast.ClassDef) -> bool:
        outer, writer = self.scope, self.writer
        name = INTERN(node.name)
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
        self.statements(node.body)
        self.scope, self.writer = outer, writer
        return False

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
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        text = self.lines[node.lineno - 1] if node.lineno <= len(self.lines) else ""
        column = self.code_points(node.lineno, node.col_offset)
        found = text.find(name, column + (5 if kind == "class" else 3))
        self.definitions.append(
            Definition(
                name=name,
                kind=kind,
                scope=scope.index,
                owner=outer.index,
                first_line=first - self.base,
                last_line=(node.end_lineno or node.lineno) - self.base,
                name_line=node.lineno - self.base,
                name_column=found if found >= 0 else column,
                body_line=node.body[0].lineno - self.base,
                decorators=decorators,
                traits=scope.traits,
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
            scope.bind(INTERN(parameter.name), "T", terms[0] if terms else None)

    def variable(self, node: ast.expr, name: str, kind: str = "variable") -> None:
        """Record a module or class level name with the statement that gives it."""
        scope = self.scope
        if scope.kind not in (ScopeKind.MODULE, ScopeKind.CLASS):
            return
        first, last = self.statement_lines
        self.definitions.append(
            Definition(
                name=name,
                kind=kind,
                scope=-1,
                owner=scope.index,
                first_line=first - self.base,
                last_line=last - self.base,
                name_line=node.lineno - self.base,
                name_column=node.col_offset
                if self.ascii_only
                else self.code_points(node.lineno, node.col_offset),
                body_line=0,
                decorators=(),
                traits=Trait.NONE,
            )
        )

    # ------------------------------------------------------------------ assignments

    def target(self, node: ast.expr, term: Term, annotation: Term) -> None:
        scope = self.scope
        if isinstance(node, ast.Name):
            name = INTERN(node.id)
            if name in scope.outer_names:
                self.bind_outer(scope, name, term)
            else:
                scope.bind(name, "=", term, annotation, scope.path_from(scope.owner))
                if scope.kind is not ScopeKind.COMPREHENSION:
                    self.variable(node, name, "type_alias" if self.alias else "variable")
            if scope.kind is ScopeKind.MODULE and name == "__all__":
                self.exported.append(term)
        elif isinstance(node, ast.Attribute):
            self.attribute(node, Role.WRITE)
            if scope.dotted and (written := dotted_name(node)):
                scope.reaching.pop(written, None)
                scope.forget(written)
            self.self_attribute(node, term, annotation)
        elif isinstance(node, ast.Tuple | ast.List):
            starred = next((i for i, part in enumerate(node.elts) if isinstance(part, ast.Starred)), None)
            size = len(node.elts)
            for index, part in enumerate(node.elts):
                if starred is not None and index == starred:
                    self.target(part, ("u*", term), None)
                else:
                    place = index if starred is None or index < starred else index - size
                    self.target(part, ("u", term, place), None)
        elif isinstance(node, ast.Starred):
            self.target(node.value, term, None)
        elif isinstance(node, ast.Subscript):
            whole = self.subscript(node, Role.WRITE)
            if whole is not None and not isinstance(node.slice, ast.Slice):
                self.holds(node.value, ("d", (whole[2],), (term,)))
        else:
            self.expr(node, Role.WRITE)

    def self_attribute(self, node: ast.Attribute, term: Term, annotation: Term) -> None:
        """`self.x = ...` in a method, or in a function inside one, gives the class an attribute."""
        if not isinstance(node.value, ast.Name):
            return
        scope: ScopeBuilder | None = self.scope
        while scope is not None and scope.kind is not ScopeKind.CLASS:
            if scope.self_name and scope.parent is not None:
                if scope.self_name == node.value.id:
                    attr = INTERN(node.attr)
                    owner = scope.parent
                    known = owner.attributes.setdefault(attr, [])
                    if not known:
                        first, last = self.statement_lines
                        self.attribute_lines.append((owner.index, attr, first - self.base, last - self.base))
                    known.append(("=", term, annotation, self.scope.path_from(owner), True))
                return
            scope = scope.parent

    def assign(self, node: ast.Assign) -> bool:
        term = self.expr(node.value)
        for target in node.targets:
            self.target(target, term, None)
        return False

    def annotated(self, node: ast.AnnAssign) -> bool:
        annotation = self.expr(node.annotation, Role.ANNOTATION)
        self.alias = annotation in (("n", "TypeAlias"), ("a", ("n", "typing"), "TypeAlias"))
        role = Role.ANNOTATION if self.alias else Role.READ
        term = self.expr(node.value, role) if node.value is not None else None
        if self.alias:
            annotation = None
        self.target(node.target, term, annotation)
        self.alias = False
        return False

    def augmented(self, node: ast.AugAssign) -> bool:
        value = self.expr(node.value)
        read = node.target
        if isinstance(read, ast.Name):
            left = self.name_term(INTERN(read.id))
        else:
            left = None
        dunder = in_place(node.op)
        term: Term = ("op", left, dunder, value)
        if isinstance(read, ast.Name):
            scope = self.scope
            name = INTERN(read.id)
            if scope.kind is ScopeKind.MODULE and name == "__all__":
                self.exported.append(value)
            elif name in scope.outer_names:
                self.bind_outer(scope, name, term)
            else:
                scope.bind_too(name, "=", term, None, ())
            self.site(INTERN("op:" + dunder), left, read.lineno, read.col_offset)
        elif isinstance(read, ast.Attribute):
            self.site(INTERN("op:" + dunder), self.expr(read), read.lineno, read.col_offset)
        else:
            self.target(read, None, None)
        return False

    def put_in(self, node: ast.expr, term: Term) -> None:
        """`xs.append(value)` and the like: the name, or the attribute of self, holds `value` among others."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or term is None:
            return
        place = _PUTS.get(node.func.attr)
        if place is None or len(node.args) <= place:
            return
        argument = term[2][place]
        spread = node.func.attr == "extend" or (argument is not None and argument[0] == "*")
        inside: Term = ("*", argument) if spread and argument is not None and argument[0] != "*" else argument
        self.holds(node.func.value, ("t", "list", (inside,)))

    def holds(self, node: ast.expr, contents: Term) -> None:
        """What `node` names also has these contents."""
        if isinstance(node, ast.Name):
            name = INTERN(node.id)
            scope = self.scope
            if name in scope.bindings and name not in scope.outer_names:
                scope.bind_too(name, "=", contents, None, ())
        elif isinstance(node, ast.Attribute):
            self.self_attribute(node, contents, None)

    def type_alias(self, node: Any) -> bool:
        name = INTERN(node.name.id)
        for parameter in node.type_params:
            if getattr(parameter, "bound", None) is not None:
                self.expr(parameter.bound, Role.ANNOTATION)
        term = self.expr(node.value, Role.ANNOTATION)
        self.scope.bind(name, "=", term, None, ())
        self.variable(node.name, name, "type_alias")
        return False

    def delete(self, node: ast.Delete) -> bool:
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                term = self.expr(target.value)
                self.expr(target.slice)
                self.site("op:__delitem__", term, target.lineno, target.col_offset)
            else:
                self.expr(target, Role.WRITE)
        return False

    # ------------------------------------------------------------------ imports

    def import_(self, node: ast.Import) -> bool:
        for alias in node.names:
            self.site(Role.IMPORT, ("m", alias.name), alias.lineno, alias.col_offset)
            if alias.asname:
                self.bind_import(alias.asname, "m", alias.name)
            else:
                top = alias.name.partition(".")[0]
                self.bind_import(top, "m", top)
        return False

    def import_from(self, node: ast.ImportFrom) -> bool:
        module = INTERN(node.module or "")
        for alias in node.names:
            name = INTERN(alias.name)
            if name == "*":
                self.site(Role.IMPORT, ("f", node.level, module, "*"), alias.lineno, alias.col_offset)
                self.stars.append((node.level, module))
                continue
            self.site(Role.IMPORT, ("f", node.level, module, name), alias.lineno, alias.col_offset)
            self.bind_import(alias.asname or name, "f", node.level, module, name)
        return False

    def bind_import(self, name: str, *binding: object) -> None:
        name = INTERN(name)
        if name in self.scope.outer_names:
            self.bind_outer(self.scope, name, None, *binding)
        else:
            self.scope.bind(name, *binding)

    def outer(self, node: ast.Global | ast.Nonlocal) -> bool:
        names = [INTERN(name) for name in node.names]
        self.scope.outer_names.update(names)
        if isinstance(node, ast.Global):
            self.scope.globals.update(names)
        return False

    def return_(self, node: ast.Return) -> bool:
        if node.value is not None:
            self.scope.owner.returned.append(self.expr(node.value))
        return True

    def raise_(self, node: ast.Raise) -> bool:
        if node.exc is not None:
            self.expr(node.exc, Role.RAISE if isinstance(node.exc, ast.Name | ast.Attribute) else Role.READ)
        if node.cause is not None:
            self.expr(node.cause)
        return True

    def assert_(self, node: ast.Assert) -> bool:
        self.expr(node.test)
        if node.msg is not None:
            self.expr(node.msg)
        self.narrow(node.test, True)
        return False

    def expression(self, node: ast.Expr) -> bool:
        value = node.value
        if isinstance(value, ast.Constant):
            return False
        term = self.expr(value)
        self.put_in(value, term)
        if (
            self.scope.kind is ScopeKind.MODULE
            and isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and isinstance(value.func.value, ast.Name)
            and value.func.value.id == "__all__"
            and value.args
        ):
            kept = self.silent(value.args[0])
            self.exported.append(("t", "list", (kept,)) if value.func.attr == "append" else kept)
        return False


def _written(node: ast.expr) -> str:
    """The dotted name of a decorator, without its subscripts; "" for what has none."""
    while isinstance(node, ast.Subscript):
        node = node.value
    name = dotted_name(node)
    return name or (node.attr if isinstance(node, ast.Attribute) else "")


_Visitor = Callable[[Any, Any], bool]
_VISITORS: dict[type, _Visitor] = {
    ast.FunctionDef: Statements.function,
    ast.AsyncFunctionDef: Statements.function,
    ast.ClassDef: Statements.class_,
    ast.Assign: Statements.assign,
    ast.AnnAssign: Statements.annotated,
    ast.AugAssign: Statements.augmented,
    ast.Delete: Statements.delete,
    ast.Import: Statements.import_,
    ast.ImportFrom: Statements.import_from,
    ast.Global: Statements.outer,
    ast.Nonlocal: Statements.outer,
    ast.If: Statements.if_,
    ast.For: Statements.for_,
    ast.AsyncFor: Statements.for_,
    ast.While: Statements.while_,
    ast.With: Statements.with_,
    ast.AsyncWith: Statements.with_,
    ast.Try: Statements.try_,
    ast.TryStar: Statements.try_,
    ast.Match: Statements.match_,
    ast.Return: Statements.return_,
    ast.Raise: Statements.raise_,
    ast.Assert: Statements.assert_,
    ast.Expr: Statements.expression,
    TypeAlias: Statements.type_alias,
}
