"""Statements to bindings, definitions and the flow of local names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from packlens.syntax.expressions import INTERN, Expressions
from packlens.syntax.facts import Definition, Role, ScopeKind, Term, Trait
from packlens.syntax.scopes import Reaching, ScopeBuilder, merged

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
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Statements(Expressions):
    """Visits statements in a current scope."""

    def __init__(self, lines: list[str], base: int, ascii_only: bool) -> None:
        super().__init__(lines, base, ascii_only)
        self.definitions: list[Definition] = []
        self.stars: list[tuple[int, str]] = []
        self.exported: list[Term] = []
        self.attribute_lines: list[tuple[int, str, int, int]] = []
        self.narrowed: set[tuple[str, int]] = set()
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
            names.append(_dotted(target))
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
        self, node: Any, name: str, kind: str, scope: ScopeBuilder, outer: ScopeBuilder, decorators: tuple[str, ...]
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
            scope.bind(INTERN(parameter.name), "T")
            for part in (getattr(parameter, "bound", None), getattr(parameter, "default_value", None)):
                if part is not None:
                    self.expr(part, Role.ANNOTATION)

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
                name_column=node.col_offset if self.ascii_only else self.code_points(node.lineno, node.col_offset),
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
            self.subscript(node, Role.WRITE)
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
        term = self.expr(node.value) if node.value is not None else None
        if annotation is not None and annotation in (("n", "TypeAlias"), ("a", ("n", "typing"), "TypeAlias")):
            annotation = None
            self.alias = True
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
        term: Term = ("op", left, "__iadd__", value)
        if isinstance(read, ast.Name):
            scope = self.scope
            name = INTERN(read.id)
            if scope.kind is ScopeKind.MODULE and name == "__all__":
                self.exported.append(value)
            elif name in scope.outer_names:
                self.bind_outer(scope, name, term)
            else:
                scope.bind_too(name, "=", term, None, ())
            self.site("op:__iadd__", left, read.lineno, read.col_offset)
        else:
            self.target(read, None, None)
        return False

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
        self.scope.outer_names.update(INTERN(name) for name in node.names)
        return False

    # ------------------------------------------------------------------ flow

    def branches(self, *suites: Callable[[], bool]) -> bool:
        """Visit alternatives from one beginning and join what reaches their ends."""
        scope = self.scope
        before = dict(scope.reaching)
        scope.depth += 1
        result: Reaching | None = None
        for suite in suites:
            scope.reaching = dict(before)
            if not suite():
                result = (
                    scope.reaching
                    if result is None
                    else merged(result, scope.reaching, before, self.narrowed)
                )
        scope.depth -= 1
        scope.reaching = result if result is not None else before
        return result is None

    def if_(self, node: ast.If) -> bool:
        self.expr(node.test)
        fixed = _constant_test(node.test)

        def then() -> bool:
            self.narrow(node.test, True)
            return self.statements(node.body)

        def otherwise() -> bool:
            self.narrow(node.test, False)
            return self.statements(node.orelse)

        if fixed:
            depth = self.scope.depth
            ended = self.statements(node.body)
            self.scope.depth = depth
            return ended
        return self.branches(then, otherwise)

    def narrow(self, test: ast.expr, holds: bool) -> None:
        """`isinstance(x, A)` being true makes the local `x` an `A`."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.narrow(test.operand, not holds)
        elif isinstance(test, ast.BoolOp):
            if isinstance(test.op, ast.And) is holds:
                for value in test.values:
                    self.narrow(value, holds)
        elif (
            holds
            and isinstance(test, ast.Call)
            and isinstance(test.func, ast.Name)
            and test.func.id == "isinstance"
            and len(test.args) == 2
            and isinstance(test.args[0], ast.Name)
        ):
            scope = self.scope
            name = test.args[0].id
            if scope.kind is not ScopeKind.FUNCTION or name not in scope.bindings or name in scope.outer_names:
                return
            before = self.name_term(INTERN(name))
            kept = (len(scope.sites), len(scope.positions))
            classes = self.expr(test.args[1])
            del scope.sites[kept[0] :], scope.positions[kept[1] :]  # the test itself has left these sites
            known = scope.bindings[name]
            self.narrowed.add((name, len(known)))
            known.append(("=", ("is", before, classes), None, (), True))
            scope.reaching[name] = (len(known) - 1,)

    def loop(self, bind: Callable[[], None], body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> bool:
        """A suite that may run again: what it assigns reaches its own beginning."""
        scope = self.scope
        scope.depth += 1
        unsettled = _assigned(body)
        for name in unsettled:
            scope.reaching[name] = None
        bind()
        self.statements(body)
        self.statements(orelse)
        for name in unsettled:
            scope.reaching[name] = None
        scope.depth -= 1
        return False

    def for_(self, node: ast.For | ast.AsyncFor) -> bool:
        term = self.expr(node.iter)
        is_async = isinstance(node, ast.AsyncFor)
        self.iteration_sites(term, node.iter, is_async)
        return self.loop(
            lambda: self.target(node.target, ("I" if is_async else "i", term), None), node.body, node.orelse
        )

    def while_(self, node: ast.While) -> bool:
        unsettled = _assigned(node.body)
        for name in unsettled:
            self.scope.reaching[name] = None
        self.expr(node.test)
        self.loop(lambda: self.narrow(node.test, True), node.body, node.orelse)
        return False

    def with_(self, node: ast.With | ast.AsyncWith) -> bool:
        is_async = isinstance(node, ast.AsyncWith)
        for item in node.items:
            term = self.expr(item.context_expr)
            place = item.context_expr
            for dunder in ("__aenter__", "__aexit__") if is_async else ("__enter__", "__exit__"):
                self.site("op:" + dunder, term, place.lineno, place.col_offset)
            if item.optional_vars is not None:
                self.target(item.optional_vars, ("E" if is_async else "e", term), None)
        return self.statements(node.body) and False

    def try_(self, node: Any) -> bool:
        scope = self.scope
        scope.depth += 1
        unsettled = _assigned(node.body)
        ended = self.statements(node.body)
        all_ended = ended
        for name in unsettled:
            scope.reaching[name] = None
        for handler in node.handlers:
            term = self.expr(handler.type) if handler.type is not None else None
            if handler.name:
                name = INTERN(handler.name)
                scope.bind(name, "=", ("x", term), None, ())
                unsettled.add(name)
            unsettled |= _assigned(handler.body)
            all_ended = self.statements(handler.body) and all_ended
        self.statements(node.orelse)
        unsettled |= _assigned(node.orelse)
        for name in unsettled:
            scope.reaching[name] = None
        scope.depth -= 1
        return self.statements(node.finalbody) or (all_ended and bool(node.handlers))

    def match_(self, node: ast.Match) -> bool:
        subject = self.expr(node.subject)

        def case(branch: ast.match_case) -> Callable[[], bool]:
            def visit() -> bool:
                self.pattern(branch.pattern, subject)
                if branch.guard is not None:
                    self.expr(branch.guard)
                return self.statements(branch.body)

            return visit

        return self.branches(*(case(branch) for branch in node.cases), lambda: False)

    def pattern(self, node: ast.pattern, subject: Term) -> None:
        """Bind what a pattern captures; a class pattern gives its type."""
        if isinstance(node, ast.MatchAs):
            term = subject
            if node.pattern is not None:
                self.pattern(node.pattern, subject)
                if isinstance(node.pattern, ast.MatchClass):
                    term = ("is", subject, self.silent(node.pattern.cls))
            if node.name is not None:
                self.scope.bind(INTERN(node.name), "=", term, None, ())
        elif isinstance(node, ast.MatchClass):
            self.expr(node.cls)
            for part in node.patterns:
                self.pattern(part, None)
            term = ("is", subject, self.silent(node.cls))
            for attr, part in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
                self.pattern(part, ("a", term, INTERN(attr)))
        elif isinstance(node, ast.MatchStar):
            if node.name is not None:
                self.scope.bind(INTERN(node.name), "=", None, None, ())
        elif isinstance(node, ast.MatchSequence):
            for index, part in enumerate(node.patterns):
                self.pattern(part, ("u", subject, index))
        elif isinstance(node, ast.MatchMapping):
            for key in node.keys:
                self.expr(key)
            for part in node.patterns:
                self.pattern(part, None)
            if node.rest is not None:
                self.scope.bind(INTERN(node.rest), "=", None, None, ())
        elif isinstance(node, ast.MatchOr):
            for part in node.patterns:
                self.pattern(part, subject)
        elif isinstance(node, ast.MatchValue):
            self.expr(node.value)

    def silent(self, node: ast.expr) -> Term:
        """The term of an expression that has left its sites already."""
        owner = self.writer or self.scope.owner
        kept = (len(owner.sites), len(owner.positions))
        term = self.expr(node)
        del owner.sites[kept[0] :], owner.positions[kept[1] :]
        return term

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
        self.expr(value)
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


def _dotted(node: ast.expr) -> str:
    """`a.b.c` as written; `""` for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Subscript):
        return _dotted(node.value)
    if not isinstance(node, ast.Name):
        return ".".join(reversed(parts))
    parts.append(node.id)
    return ".".join(reversed(parts))


def _constant_test(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def _assigned(body: Iterable[ast.stmt]) -> set[str]:
    """Names that statements bind, in this scope, at any depth of suites (expressions apart)."""
    names: set[str] = set()
    waiting: list[Any] = list(body)
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        if kind is ast.Name:
            names.add(node.id)
        elif kind is ast.Assign:
            waiting.extend(node.targets)
        elif kind is ast.Tuple or kind is ast.List:
            waiting.extend(node.elts)
        elif kind is ast.Starred:
            waiting.append(node.value)
        elif kind is ast.AnnAssign or kind is ast.AugAssign:
            waiting.append(node.target)
        elif kind is ast.For or kind is ast.AsyncFor:
            waiting.append(node.target)
            waiting.extend(node.body)
            waiting.extend(node.orelse)
        elif kind is ast.If or kind is ast.While:
            waiting.extend(node.body)
            waiting.extend(node.orelse)
        elif kind is ast.With or kind is ast.AsyncWith:
            waiting.extend(item.optional_vars for item in node.items if item.optional_vars is not None)
            waiting.extend(node.body)
        elif kind is ast.FunctionDef or kind is ast.AsyncFunctionDef or kind is ast.ClassDef:
            names.add(node.name)
        elif kind is ast.Import or kind is ast.ImportFrom:
            names.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif kind is ast.Match:
            for case in node.cases:
                waiting.extend(case.body)
                names.update(
                    part.name or ""
                    for part in ast.walk(case.pattern)
                    if isinstance(part, ast.MatchAs | ast.MatchStar)
                )
        elif kind is ast.Try or kind.__name__ == "TryStar":
            waiting.extend(node.body)
            waiting.extend(node.orelse)
            waiting.extend(node.finalbody)
            for handler in node.handlers:
                waiting.extend(handler.body)
                if handler.name:
                    names.add(handler.name)
    return names


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
}
if hasattr(ast, "TypeAlias"):  # Python 3.12 and newer
    _VISITORS[ast.TypeAlias] = Statements.type_alias
