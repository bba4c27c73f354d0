"""Expressions to terms, and the sites found on the way.

Every expression is visited once: the visit gives its term and leaves a site for each name and attribute in it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from packlens.syntax.facts import Parameter, ParameterKind, Role, ScopeKind, Term
from packlens.syntax.fstrings import fix_fstring_positions
from packlens.syntax.scopes import DROPPED_WHEN_LOCAL, Reaching, ScopeBuilder

_LONGEST_STRING = 200
_BINARY = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
}
_COMPARE = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
_UNARY = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__", ast.Not: "__bool__"}
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
_PLAIN = frozenset(
    {"k", "b", "t", "d", "g"}
)  # displays and literals: operators on them reach no workspace code
INTERN = sys.intern


class Expressions:
    """Visits expressions in a current scope. `base` is the line before the block's first line."""

    def __init__(self, lines: list[str], base: int, ascii_only: bool) -> None:
        self.lines = lines
        self.base = base
        self.ascii_only = ascii_only
        self.scopes: list[ScopeBuilder] = [ScopeBuilder(ScopeKind.MODULE, "", 0, None)]
        self.scope = self.scopes[0]
        self.writer: ScopeBuilder | None = (
            None  # the definition whose head is being read, as the sites' source
        )
        self.in_fstring = False
        self.narrowed: set[tuple[str, int]] = set()  # (name, binding) of bindings that only narrow a type

    # ------------------------------------------------------------------ sites

    def site(self, role: str, term: Term, line: int, column: int) -> None:
        """Leave a site at a position given as `ast` counts (columns in UTF-8 bytes)."""
        scope = self.scope
        owner = self.writer
        if owner is None:
            owner = scope.owner
            place = 0 if owner is scope else scope.local
        else:
            place = -1 - scope.place
        if not self.ascii_only and column:
            column = self.code_points(line, column)
        owner.sites.append((role, term, place))
        owner.positions.append(line - self.base)
        owner.positions.append(column)

    def code_points(self, line: int, column: int) -> int:
        """A UTF-8 byte column of a line, in code points."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if text.isascii():
            return column
        return len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))

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

    def silent(self, node: ast.expr) -> Term:
        """The term of an expression that has left its sites already."""
        owner = self.writer or self.scope.owner
        sites, positions, unsure = len(owner.sites), len(owner.positions), len(owner.unsure)
        term = self.expr(node)
        del owner.sites[sites:], owner.positions[positions:], owner.unsure[unsure:]
        return term

    def name(self, node: ast.Name, role: str) -> Term:
        name = node.id  # the parser interns names
        scope = self.scope
        while (
            scope.kind is ScopeKind.COMPREHENSION and name not in scope.bindings and scope.parent is not None
        ):
            scope = scope.parent
        reach = scope.reaching.get(name)
        if reach is not None and name not in scope.captured:
            if role not in DROPPED_WHEN_LOCAL or not scope.reaches_only_values(name, reach):
                self.site(role, ("v", name, reach), node.lineno, node.col_offset)
            return ("v", name, reach)
        term = ("n", name)
        if role in DROPPED_WHEN_LOCAL:
            owner = self.writer or self.scope.owner
            owner.unsure.append((len(owner.sites), self.scope))
        self.site(role, term, node.lineno, node.col_offset)
        return term

    def name_term(self, name: str) -> Term:
        """How `name` reads at the present statement."""
        scope: ScopeBuilder | None = self.scope
        while scope is not None and scope.kind is ScopeKind.COMPREHENSION and name not in scope.bindings:
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
        while scope is not None and scope.kind is ScopeKind.COMPREHENSION and name not in scope.bindings:
            scope = scope.parent
        reach = scope.reaching.get(name) if scope is not None and scope.dotted else None
        return ("v", name, reach) if reach is not None else None

    def attribute(self, node: ast.Attribute, role: str) -> Term:
        attr = INTERN(node.attr)
        value = node.value
        if value.__class__ is ast.Name:
            self.note_self_use(value.id, attr)
        term = ("a", self.expr(value, Role.QUALIFIER), attr)
        end = node.end_col_offset or 0
        column = end - (len(attr) if attr.isascii() else len(attr.encode("utf-8", "surrogatepass")))
        self.site(role, term, node.end_lineno or node.lineno, max(column, 0))
        if self.narrowed and role is not Role.WRITE:
            return self.narrowed_attribute(node) or term
        return term

    def note_self_use(self, receiver: str, attr: str) -> None:
        scope: ScopeBuilder | None = self.scope
        while scope is not None and scope.kind is not ScopeKind.CLASS:
            if scope.self_name:
                if scope.self_name == receiver:
                    scope.self_uses.add(attr)
                return
            scope = scope.parent

    def call(self, node: ast.Call, role: str) -> Term:
        func = self.expr(node.func, Role.CALL)
        if func is None or node.func.__class__ not in (ast.Name, ast.Attribute):
            end = node.func
            self.site(Role.CALL, func, end.lineno, end.col_offset)
        args: list[Term] = []
        for arg in node.args:
            if isinstance(arg, ast.Starred):
                args.append(("*", self.expr(arg.value)))
            else:
                args.append(self.expr(arg))
        keywords = tuple((INTERN(kw.arg or "**"), self.expr(kw.value)) for kw in node.keywords)
        if args and func is not None and func[0] == "n":
            dunder = _CALLED_BY_BUILTIN.get(func[1])
            if dunder is not None and args[0] is not None and args[0][0] not in _PLAIN:
                self.site(dunder, args[0], node.lineno, node.col_offset)
        return ("c", func, tuple(args), keywords)

    def slice(self, node: ast.Slice, role: str) -> Term:
        self.children(node)
        return ("sl",)

    def subscript(self, node: ast.Subscript, role: str) -> Term:
        value = self.expr(node.value, Role.READ if role is Role.WRITE else _subscripted(role))
        index = self.expr(node.slice, _subscripted(role))
        if (
            value is not None
            and value[0] not in _PLAIN
            and role in (Role.READ, Role.WRITE, Role.QUALIFIER, Role.CALL)
        ):
            dunder = "op:__setitem__" if role is Role.WRITE else "op:__getitem__"
            self.site(dunder, value, node.lineno, node.col_offset)
        return ("s", value, index)

    def constant(self, node: ast.Constant, role: str) -> Term:
        value = node.value
        if value.__class__ is str:
            if role in (Role.ANNOTATION, Role.BASE) and self.scope is not None:
                return self.quoted(node, value, role)
            return ("k", value) if len(value) <= _LONGEST_STRING else ("b", "str")
        if value is None or value is Ellipsis:
            return ("b", "None") if value is None else None
        if value.__class__ is int and -1000 < value < 1000:
            return ("b", "int", value)
        return ("b", value.__class__.__name__)

    def quoted(self, node: ast.Constant, text: str, role: str) -> Term:
        """A quoted annotation: what it says, with its sites at the string's first character."""
        try:
            inner = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ("k", text) if len(text) <= _LONGEST_STRING else None
        for child in ast.walk(inner):
            if isinstance(child, ast.expr):
                child.lineno = child.end_lineno = node.lineno
                child.col_offset = node.col_offset
                child.end_col_offset = node.col_offset
        before = self.in_fstring
        term = self.expr(inner, role)
        self.in_fstring = before
        return term

    def display(self, node: ast.List | ast.Tuple | ast.Set, role: str) -> Term:
        inner = role if role in (Role.ANNOTATION, Role.WRITE) else Role.READ
        terms: list[Term] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                terms.append(("*", self.expr(element.value, inner)))
            else:
                terms.append(self.expr(element, inner))
        return ("t", node.__class__.__name__.lower(), tuple(terms))

    def dictionary(self, node: ast.Dict, role: str) -> Term:
        keys: list[Term] = []
        values: list[Term] = []
        for key, value in zip(node.keys, node.values, strict=True):
            keys.append(self.expr(key) if key is not None else ("**",))
            values.append(self.expr(value))
        return ("d", tuple(keys), tuple(values))

    def either(self, node: ast.IfExp, role: str) -> Term:
        self.expr(node.test)
        if not _tells_types(node.test):
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
        if not any(_tells_types(value) for value in node.values):
            return ("o", tuple([self.expr(value, _branch(role)) for value in node.values]))
        saved = self.save_flow()
        terms: list[Term] = []
        for value in node.values:
            terms.append(self.expr(value, _branch(role)))
            self.narrow(value, isinstance(node.op, ast.And))
        self.restore_flow(saved)
        return ("o", tuple(terms))

    def save_flow(self) -> list[tuple[ScopeBuilder, Reaching]]:
        """What reaches here, in the present scope and the comprehensions around it."""
        scopes: list[tuple[ScopeBuilder, Reaching]] = []
        scope: ScopeBuilder | None = self.scope
        while scope is not None:
            scopes.append((scope, dict(scope.reaching)))
            if scope.kind is not ScopeKind.COMPREHENSION:
                break
            scope = scope.parent
        return scopes

    def restore_flow(self, saved: list[tuple[ScopeBuilder, Reaching]]) -> None:
        """Forget what was learnt since `save_flow`."""
        for scope, reaching in saved:
            scope.reaching = dict(reaching)

    def binary(self, node: ast.BinOp, role: str) -> Term:
        inner = role if role is Role.ANNOTATION else Role.READ
        left = self.expr(node.left, inner)
        right = self.expr(node.right, inner)
        word = _BINARY.get(node.op.__class__, "add")
        dunder = f"__{word}__"
        if inner is Role.READ:
            if left is None or left[0] not in _PLAIN:
                self.site(INTERN("op:" + dunder), left, node.lineno, node.col_offset)
            if right is not None and right[0] not in _PLAIN:
                self.site(INTERN(f"op:__r{word}__"), right, node.right.lineno, node.right.col_offset)
        return ("op", left, dunder, right)

    def unary(self, node: ast.UnaryOp, role: str) -> Term:
        operand = self.expr(node.operand)
        dunder = _UNARY[node.op.__class__]
        if operand is not None and operand[0] not in _PLAIN:
            self.site(INTERN("op:" + dunder), operand, node.lineno, node.col_offset)
        return ("b", "bool") if dunder == "__bool__" else ("op", operand, dunder, None)

    def compare(self, node: ast.Compare, role: str) -> Term:
        left = self.expr(node.left)
        left_node: ast.expr = node.left
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.expr(right_node)
            if isinstance(op, ast.In | ast.NotIn):
                target, dunder, at = right, "__contains__", right_node
            elif op.__class__ in _COMPARE:
                target, dunder, at = left, f"__{_COMPARE[op.__class__]}__", left_node
            else:
                target, dunder, at = None, "", left_node
            if target is not None and target[0] not in _PLAIN:
                self.site(INTERN("op:" + dunder), target, at.lineno, at.col_offset)
            left, left_node = right, right_node
        return ("b", "bool")

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
        name = INTERN(node.target.id)
        if name in scope.outer_names:
            self.bind_outer(scope, name, term)
        else:
            scope.bind_too(name, "=", term, None, self.scope.path_from(scope))
        return term

    def bind_outer(self, scope: ScopeBuilder, name: str, term: Term, *binding: object) -> None:
        """A name declared global or nonlocal is bound where it lives; an outer function's if there is one.

        Without `binding` the name gets the value of `term`, evaluated in the current scope.
        """
        holder = self.scopes[0]
        if name not in scope.globals:
            around = scope.parent
            while around is not None:
                if around.kind is ScopeKind.FUNCTION and (
                    name in around.bindings or holder is self.scopes[0]
                ):
                    holder = around
                    if name in around.bindings:
                        break
                around = around.parent
            holder.captured.add(name)
        row = binding or ("=", term, None, self.scope.path_from(holder))
        holder.bindings.setdefault(name, []).append((*row, True))

    def starred(self, node: ast.Starred, role: str) -> Term:
        return ("*", self.expr(node.value, role))

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
        if term is not None and term[0] not in _PLAIN:
            dunder = (
                "op:__repr__"
                if node.conversion == 114
                else "op:__format__"
                if node.format_spec
                else "op:__str__"
            )
            self.site(dunder, term, node.value.lineno, node.value.col_offset)
        if node.format_spec is not None:
            self.expr(node.format_spec)
        return None

    # ------------------------------------------------------------------ scopes inside expressions

    def open(self, kind: ScopeKind, name: str) -> ScopeBuilder:
        """Begin a scope inside the current one; the caller restores `self.scope`."""
        scope = ScopeBuilder(kind, name, len(self.scopes), self.scope)
        self.scopes.append(scope)
        return scope

    def comprehension(self, node: Any, role: str) -> Term:
        outer = self.scope
        kind = {ast.ListComp: "list", ast.SetComp: "set", ast.GeneratorExp: "iter", ast.DictComp: "dict"}[
            node.__class__
        ]
        first = self.iterated(node.generators[0])
        saved = self.save_flow()
        scope = self.open(ScopeKind.COMPREHENSION, "<comp>")
        self.scope = scope
        for number, generator in enumerate(node.generators):
            term = first if number == 0 else self.iterated(generator)
            self.target(generator.target, ("I" if generator.is_async else "i", term), None)
            for condition in generator.ifs:
                self.expr(condition)
                self.narrow(condition, True)
        if kind == "dict":
            body: Term = ("d", (self.expr(node.key),), (self.expr(node.value),))
        else:
            body = self.expr(node.elt)
        self.scope = outer
        self.restore_flow(saved)
        return ("g", kind, scope.local, body)

    def iterated(self, generator: ast.comprehension) -> Term:
        term = self.expr(generator.iter)
        self.iteration_sites(term, generator.iter, generator.is_async)
        return term

    def iteration_sites(self, term: Term, node: ast.expr, is_async: int | bool) -> None:
        """The special methods that a loop over `term` calls."""
        if term is not None and term[0] in _PLAIN:
            return
        for dunder in ("__aiter__", "__anext__") if is_async else ("__iter__", "__next__"):
            self.site("op:" + dunder, term, node.lineno, node.col_offset)

    def lambda_(self, node: ast.Lambda, role: str) -> Term:
        outer, writer = self.scope, self.writer
        scope = self.open(ScopeKind.LAMBDA, "<lambda>")
        self.define_lambda(node, scope, outer)
        self.parameters(node.args, scope)
        term = ("l", scope.local)
        self.site(Role.READ, term, node.lineno, node.col_offset)
        self.scope, self.writer = scope, None
        scope.returned.append(self.expr(node.body))
        self.scope, self.writer = outer, writer
        return term

    def parameters(self, arguments: ast.arguments, scope: ScopeBuilder) -> None:
        """Read a parameter list in the current scope and bind its names in `scope`."""
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
        rows: list[tuple[ast.arg, ParameterKind, ast.expr | None]] = [
            (arg, ParameterKind.POSITIONAL, default)
            for arg, default in zip(positional, defaults, strict=True)
        ]
        if arguments.vararg is not None:
            rows.append((arguments.vararg, ParameterKind.VARIADIC, None))
        rows.extend(
            (arg, ParameterKind.KEYWORD, default)
            for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        )
        if arguments.kwarg is not None:
            rows.append((arguments.kwarg, ParameterKind.KEYWORDS, None))
        for index, (arg, kind, default) in enumerate(rows):
            annotation = self.expr(arg.annotation, Role.ANNOTATION) if arg.annotation is not None else None
            default_term = self.expr(default) if default is not None else None
            name = INTERN(arg.arg)
            scope.parameters.append(Parameter(name, kind, annotation, default_term))
            scope.bind(name, "p", index)

    def narrow(self, test: ast.expr, holds: bool) -> None:
        """Take in what a test says. Implemented with the flow."""
        raise NotImplementedError

    def target(self, node: ast.expr, term: Term, annotation: Term) -> None:
        """Bind an assignment target. Implemented with the statements."""
        raise NotImplementedError

    def define_lambda(self, node: ast.Lambda, scope: ScopeBuilder, outer: ScopeBuilder) -> None:
        """Record a lambda as a definition. Implemented with the statements."""
        raise NotImplementedError


def in_place(op: ast.operator) -> str:
    """The special method of an augmented assignment."""
    return f"__i{_BINARY.get(op.__class__, 'add')}__"


def _subscripted(role: str) -> str:
    return role if role in (Role.ANNOTATION, Role.BASE) else Role.READ


def _branch(role: str) -> str:
    return role if role in (Role.ANNOTATION, Role.CALL) else Role.READ


def _tells_types(test: ast.expr) -> bool:
    """Whether a test may narrow a type."""
    if isinstance(test, ast.UnaryOp):
        return _tells_types(test.operand)
    if isinstance(test, ast.BoolOp):
        return any(_tells_types(value) for value in test.values)
    if isinstance(test, ast.Compare):
        test = test.left
    return (
        isinstance(test, ast.Call)
        and isinstance(test.func, ast.Name)
        and test.func.id in ("isinstance", "type")
    )


def dotted_name(node: ast.expr) -> str:
    """`a.b.c` for a name or attributes of one; "" for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(node.id)
    return ".".join(reversed(parts))


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
