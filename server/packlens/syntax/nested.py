"""Scopes inside expressions: comprehensions and lambdas, and the parameters of both and of functions."""

from __future__ import annotations

import ast
from typing import Any

from packlens.syntax.facts import Parameter, ParameterKind, Role, ScopeKind, Term
from packlens.syntax.reader import INTERN, PLAIN, Reader
from packlens.syntax.scopes import ScopeBuilder


class Nested(Reader):
    """Visits what opens a scope inside an expression."""

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
        if term is not None and term[0] in PLAIN:
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
