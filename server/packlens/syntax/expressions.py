"""Expressions to terms, and the sites found on the way.

Every expression is visited once: the visit gives its term and leaves a site for each name and attribute in it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from packlens.syntax.facts import Role, ScopeKind, Term, may_be_called
from packlens.syntax.literals import QUOTABLE, Literals
from packlens.syntax.nested import Nested
from packlens.syntax.operators import Operators
from packlens.syntax.reader import PLAIN, dotted_name
from packlens.syntax.scopes import DROPPED_WHEN_LOCAL, ScopeBuilder

_DISPLAYS = {ast.List: "list", ast.Tuple: "tuple", ast.Set: "set"}
_OF_DISPLAYS = frozenset({Role.ANNOTATION, Role.WRITE})  # roles that parts of a display share with it
_OF_SUBSCRIPTS = frozenset({Role.READ, Role.WRITE, Role.QUALIFIER, Role.CALL})
_OPEN_END = 1 << 30  # the end of a slice that goes on to the last element
_TOLD_BY_TEXT = frozenset({"getfixturevalue"})  # what is called says by a string what it gives
_CALLED_BY_BUILTIN = {
    "abs": "op:__abs__",
    "bool": "op:__bool__",
    "bytes": "op:__bytes__",
    "float": "op:__float__",
    "format": "op:__format__",
    "hash": "op:__hash__",
    "int": "op:__int__",
    "iter": "op:__iter__",
    "len": "op:__len__",
    "next": "op:__next__",
    "repr": "op:__repr__",
    "reversed": "op:__reversed__",
    "str": "op:__str__",
}


class Expressions(Operators, Nested, Literals):
    """Visits expressions in the current scope."""

    # ------------------------------------------------------------------ terms

    def expr(self, node: ast.expr, role: str = Role.READ) -> Term:
        """The term of an expression that is used in `role`."""
        visit = _VISITORS.get(node.__class__)
        if visit is None:
            return self.children(node)
        return visit(self, node, role)

    def children(self, node: ast.AST) -> Term:
        """Visit what an expression without a term of its own holds."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expr(child)
        return None

    def name(self, node: ast.Name, role: str) -> Term:
        name = node.id  # the parser interns names
        scope = self.scope
        while (
            scope.kind == ScopeKind.COMPREHENSION and name not in scope.bindings and scope.parent is not None
        ):
            scope = scope.parent
        reach = scope.reaching.get(name)
        if reach is not None and name not in scope.captured:
            term: Term = ("v", name, reach)
            term = self.repeated.setdefault(term, term)
            if role not in DROPPED_WHEN_LOCAL or not (
                scope.keeps_values or scope.reaches_only_values(name, reach)
            ):
                self.site(role, term, node.lineno, node.col_offset)
            return term
        term = ("n", name)
        term = self.repeated.setdefault(term, term)
        if role in DROPPED_WHEN_LOCAL:
            owner = self.writer or self.scope.owner
            owner.unsure.append((len(owner.sites), self.scope))
        self.site(role, term, node.lineno, node.col_offset)
        return term

    def name_term(self, name: str) -> Term:
        """How `name` reads at the present statement."""
        scope: ScopeBuilder | None = self.scope
        while scope is not None and scope.kind == ScopeKind.COMPREHENSION and name not in scope.bindings:
            scope = scope.parent
        if scope is not None and name not in scope.captured:
            reach = scope.reaching.get(name)
            if reach is not None:
                return ("v", name, reach)
        return ("n", name)

    def narrowed_attribute(self, node: ast.Attribute) -> Term:
        """An attribute of a local name that a test has narrowed."""
        name = dotted_name(node)
        scope: ScopeBuilder | None = self.scope
        while scope is not None and scope.kind == ScopeKind.COMPREHENSION and name not in scope.bindings:
            scope = scope.parent
        reach = scope.reaching.get(name) if scope is not None and scope.dotted else None
        return ("v", name, reach) if reach is not None else None

    def attribute(self, node: ast.Attribute, role: str) -> Term:
        attr = node.attr
        value = node.value
        if value.__class__ is ast.Name:
            self.note_self_use(value.id, attr)
        base = self.expr(value, Role.QUALIFIER)
        term: Term = ("a", base, attr)
        if value.__class__ is ast.Name:
            term = self.repeated.setdefault(term, term)
        width = len(attr) if attr.isascii() else len(attr.encode("utf-8", "surrogatepass"))
        column = (node.end_col_offset or 0) - width
        self.site(role, term, node.end_lineno or node.lineno, max(column, 0))
        if self.narrowed and role is not Role.WRITE:
            return self.narrowed_attribute(node) or term
        return term

    def note_self_use(self, receiver: str, attr: str) -> None:
        scope: ScopeBuilder | None = self.scope
        while scope is not None and scope.kind != ScopeKind.CLASS:
            if scope.self_name:
                if scope.self_name == receiver:
                    scope.self_uses.add(attr)
                return
            scope = scope.parent

    def call(self, node: ast.Call, role: str) -> Term:
        called = node.func
        func = self.expr(called, Role.CALL)
        kind = called.__class__
        names_it = kind is ast.Name or kind is ast.Attribute or _names_what_is_called(called)
        if func is None or not names_it:
            self.site(Role.CALL, func, called.lineno, called.col_offset)
        sites = (self.writer or self.scope.owner).sites
        at = len(sites) - 1
        args = [self.expr(arg) for arg in node.args]  # a starred one gives ("*", term)
        keywords = tuple([(keyword.arg or "**", self.expr(keyword.value)) for keyword in node.keywords])
        if args and func is not None and func[0] == "n":
            dunder = _CALLED_BY_BUILTIN.get(func[1])
            if dunder is not None and args[0] is not None and args[0][0] not in PLAIN:
                self.site(dunder, args[0], node.lineno, node.col_offset)
        term = ("c", func, tuple(args), keywords)
        if (
            func is not None
            and at >= 0
            and sites[at][1] == func
            and (_carry(args) or any(_carry(kw[1:]) for kw in keywords) or func[-1] in _TOLD_BY_TEXT)
        ):
            sites[at] = (Role.CALL_WITH, term, sites[at][2])
        return term

    def slice(self, node: ast.Slice, role: str) -> Term:
        lower, upper = (self.expr(end) if end is not None else None for end in (node.lower, node.upper))
        if node.step is not None:
            self.expr(node.step)
            return ("sl", None, None)
        return ("sl", _bound(lower) if node.lower else 0, _bound(upper) if node.upper else _OPEN_END)

    def subscript(self, node: ast.Subscript, role: str) -> Term:
        value = self.expr(node.value, Role.READ if role is Role.WRITE else _subscripted(role))
        index = self.expr(node.slice, _subscripted(role))
        if value is not None and value[0] not in PLAIN and role in _OF_SUBSCRIPTS:
            dunder = "op:__setitem__" if role is Role.WRITE else "op:__getitem__"
            self.site(dunder, value, node.lineno, node.col_offset)
        return ("s", value, index)

    def display(self, node: ast.List | ast.Tuple | ast.Set, role: str) -> Term:
        inner = role if role in _OF_DISPLAYS else Role.READ
        return ("t", _DISPLAYS[node.__class__], tuple([self.expr(element, inner) for element in node.elts]))

    def dictionary(self, node: ast.Dict, role: str) -> Term:
        keys: list[Term] = []
        values: list[Term] = []
        for key, value in zip(node.keys, node.values, strict=True):
            keys.append(self.expr(key) if key is not None else ("**",))
            values.append(self.expr(value))
        return ("d", tuple(keys), tuple(values))

    def either(self, node: ast.IfExp, role: str) -> Term:
        self.expr(node.test)
        if not tells_types(node.test):
            return ("o", (self.expr(node.body, _branch(role)), self.expr(node.orelse, _branch(role))))
        saved = self.save_flow()
        self.narrow(node.test, True)
        body = self.expr(node.body, _branch(role))
        self.restore_flow(saved)
        self.narrow(node.test, False)
        orelse = self.expr(node.orelse, _branch(role))
        self.restore_flow(saved)
        return ("o", (body, orelse))

    def boolean(self, node: ast.BoolOp, role: str) -> Term:
        if not any(tells_types(value) for value in node.values):
            return ("o", tuple([self.expr(value, _branch(role)) for value in node.values]))
        saved = self.save_flow()
        terms: list[Term] = []
        for value in node.values:
            terms.append(self.expr(value, _branch(role)))
            self.narrow(value, isinstance(node.op, ast.And))
        self.restore_flow(saved)
        return ("o", tuple(terms))

    def awaited(self, node: ast.Await, role: str) -> Term:
        term = self.expr(node.value)
        self.site("op:__await__", term, node.lineno, node.col_offset)
        return ("w", term)

    def yielded(self, node: ast.Yield, role: str) -> Term:
        term = self.expr(node.value) if node.value is not None else ("b", "None")
        self.scope.owner.yielded.append(term)
        return None

    def yielded_from(self, node: ast.YieldFrom, role: str) -> Term:
        term = self.expr(node.value)
        self.site("op:__iter__", term, node.lineno, node.col_offset)
        self.scope.owner.yielded.append(("i", term))
        return ("y", term)

    def walrus(self, node: ast.NamedExpr, role: str) -> Term:
        term = self.expr(node.value)
        scope = self.scope.owner
        name = node.target.id
        if name in scope.outer_names:
            self.bind_outer(scope, name, term)
        else:
            scope.bind_too(name, "=", term, None, self.scope.path_from(scope))
        return term

    def starred(self, node: ast.Starred, role: str) -> Term:
        return ("*", self.expr(node.value, role))


def _carry(terms: Iterable[Term]) -> bool:
    """Whether arguments may hold what can be called."""
    return any(may_be_called(term) for term in terms)


def _bound(term: Term) -> int | None:
    """An end of a slice, where it is written out as a number."""
    return term[2] if term is not None and term[0] == "b" and len(term) == 3 else None


def _names_what_is_called(node: ast.expr) -> bool:
    """Whether an expression is one of some names and attributes, which leave the sites of their call themselves."""
    if isinstance(node, ast.Name | ast.Attribute):
        return True
    if isinstance(node, ast.IfExp):
        return _names_what_is_called(node.body) and _names_what_is_called(node.orelse)
    return isinstance(node, ast.BoolOp) and all(_names_what_is_called(value) for value in node.values)


def _subscripted(role: str) -> str:
    return role if role in QUOTABLE else Role.READ


def _branch(role: str) -> str:
    return role if role in (Role.ANNOTATION, Role.CALL) else Role.READ


def tells_types(test: ast.expr) -> bool:
    """Whether a test may narrow a type."""
    if isinstance(test, ast.Call):
        return isinstance(test.func, ast.Name) and test.func.id in ("isinstance", "type")
    if isinstance(test, ast.UnaryOp):
        return tells_types(test.operand)
    if isinstance(test, ast.BoolOp):
        return any(tells_types(value) for value in test.values)
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Call) and tells_types(test.left)


_Visitor = Callable[[Any, Any, str], Term]
_VISITORS: dict[type, _Visitor] = {
    ast.Name: Expressions.name,
    ast.Attribute: Expressions.attribute,
    ast.Call: Expressions.call,
    ast.Constant: Expressions.constant,
    ast.Subscript: Expressions.subscript,
    ast.Slice: Expressions.slice,
    ast.List: Expressions.display,
    ast.Tuple: Expressions.display,
    ast.Set: Expressions.display,
    ast.Dict: Expressions.dictionary,
    ast.IfExp: Expressions.either,
    ast.BoolOp: Expressions.boolean,
    ast.BinOp: Expressions.binary,
    ast.UnaryOp: Expressions.unary,
    ast.Compare: Expressions.compare,
    ast.Await: Expressions.awaited,
    ast.Yield: Expressions.yielded,
    ast.YieldFrom: Expressions.yielded_from,
    ast.NamedExpr: Expressions.walrus,
    ast.Starred: Expressions.starred,
    ast.JoinedStr: Expressions.joined,
    ast.FormattedValue: Expressions.formatted,
    ast.ListComp: Expressions.comprehension,
    ast.SetComp: Expressions.comprehension,
    ast.GeneratorExp: Expressions.comprehension,
    ast.DictComp: Expressions.comprehension,
    ast.Lambda: Expressions.lambda_,
}
for _newer, _like in (("TemplateStr", ast.JoinedStr), ("Interpolation", ast.FormattedValue)):
    if hasattr(ast, _newer):  # template strings, from Python 3.14 on, are read as f-strings
        _VISITORS[getattr(ast, _newer)] = _VISITORS[_like]
