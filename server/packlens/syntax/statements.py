"""Statements to bindings, definitions and the flow of local names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from packlens.syntax.contents import Contents
from packlens.syntax.definitions import Definitions
from packlens.syntax.facts import Role, ScopeKind, Term, may_be_called
from packlens.syntax.newer_nodes import TypeAlias
from packlens.syntax.operators import in_place
from packlens.syntax.reader import INTERN, dotted_name
from packlens.syntax.scopes import ScopeBuilder

_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


class Statements(Definitions, Contents):
    """Visits statements in a current scope."""

    def statements(self, body: Sequence[ast.stmt]) -> bool:
        """Visit a suite; true when its end is not reached."""
        ended = False
        for statement in body:
            self.statement_lines = (statement.lineno, statement.end_lineno or statement.lineno)
            visit = _VISITORS.get(statement.__class__)
            if visit is not None:
                if visit(self, statement):
                    ended = True
            else:
                self.children(statement)
                ended = isinstance(statement, _ENDS) or ended
        return ended

    # ------------------------------------------------------------------ assignments

    def target(self, node: ast.expr, term: Term, annotation: Term) -> None:
        scope = self.scope
        if isinstance(node, ast.Name):
            name = node.id
            if name in scope.outer_names:
                self.bind_outer(scope, name, term)
            else:
                scope.bind(name, "=", term, annotation, self.value_path())
                if scope.kind != ScopeKind.COMPREHENSION:
                    self.variable(node, name, "type_alias" if self.alias else "variable")
            if scope.kind == ScopeKind.MODULE and name == "__all__":
                self.exported.append(term)
        elif isinstance(node, ast.Attribute):
            written_to = self.attribute(node, Role.WRITE)
            if scope.dotted and (written := dotted_name(node)):
                scope.reaching.pop(written, None)
                scope.forget(written)
            if not self.self_attribute(node, term, annotation) and may_be_called(term):
                sites = (self.writer or scope.owner).sites
                sites[-1] = (Role.STORE, ("st", written_to, term), sites[-1][2])
        elif isinstance(node, ast.Tuple | ast.List):
            starred = next((i for i, part in enumerate(node.elts) if isinstance(part, ast.Starred)), None)
            size = len(node.elts)
            for index, part in enumerate(node.elts):
                if starred is not None and index == starred:
                    self.target(part, ("u*", term, index, size - index - 1), None)
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

    def self_attribute(self, node: ast.Attribute, term: Term, annotation: Term) -> bool:
        """`self.x = ...` in a method, or in a function inside one, gives the class an attribute; whether it is that."""
        if not isinstance(node.value, ast.Name):
            return False
        scope: ScopeBuilder | None = self.scope
        while scope is not None and scope.kind != ScopeKind.CLASS:
            if scope.self_name and scope.parent is not None:
                if scope.self_name == node.value.id:
                    attr = node.attr
                    owner = scope.parent
                    known = owner.attributes.setdefault(attr, [])
                    path = self.scope.path_from(owner)
                    if not known or known[-1][3][0] != path[0]:
                        first, last = self.statement_lines
                        self.attribute_lines.append((owner.index, attr, first - self.base, last - self.base))
                    known.append(("=", term, annotation, path, True))
                    owner.given.append(attr)
                    return True
                return False
            scope = scope.parent
        return False

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
            left = self.name_term(read.id)
        else:
            left = None
        dunder = in_place(node.op)
        term: Term = ("op", left, dunder, value)
        if isinstance(read, ast.Name):
            scope = self.scope
            name = read.id
            if scope.kind == ScopeKind.MODULE and name == "__all__":
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

    def type_alias(self, node: Any) -> bool:
        name = node.name.id
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
        names = node.names
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
            self.scope.kind == ScopeKind.MODULE
            and isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and isinstance(value.func.value, ast.Name)
            and value.func.value.id == "__all__"
            and value.args
        ):
            kept = self.silent(value.args[0])
            self.exported.append(("t", "list", (kept,)) if value.func.attr == "append" else kept)
        return False


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
