"""Scopes inside expressions: comprehensions and lambdas, and the parameters of both and of functions."""

from __future__ import annotations

import ast
from typing import Any

from packlens.syntax.facts import Parameter, ParameterKind, Role, ScopeKind, Term
from packlens.syntax.reader import PLAIN, Reader
from packlens.syntax.scopes import ScopeBuilder

_COMPREHENSIONS = {ast.ListComp: "list", ast.SetComp: "set", ast.GeneratorExp: "iter", ast.DictComp: "dict"}
# Members of an enum cost a call at each use.
_POSITIONAL, _KEYWORD = ParameterKind.POSITIONAL, ParameterKind.KEYWORD
_VARIADIC, _KEYWORDS = ParameterKind.VARIADIC, ParameterKind.KEYWORDS


class Nested(Reader):
    """Visits what opens a scope inside an expression."""

    def comprehension(self, node: Any, role: str) -> Term:
        outer = self.scope
        kind = _COMPREHENSIONS[node.__class__]
        first = self.iterated(node.generators[0])
        saved = self.save_flow()
        scope = self.open(ScopeKind.COMPREHENSION, "<comp>")
        self.scope = scope
        for number, generator in enumerate(node.generators):
            term = first if number == 0 else self.iterated(generator)
            self.values_in = outer if number == 0 else None
            self.target(generator.target, ("I" if generator.is_async else "i", term), None)
            self.values_in = None
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
        positional = arguments.posonlyargs + arguments.args if arguments.posonlyargs else arguments.args
        without = len(positional) - len(arguments.defaults)
        for index, arg in enumerate(positional):
            self.parameter(
                arg, _POSITIONAL, arguments.defaults[index - without] if index >= without else None, scope
            )
        if arguments.vararg is not None:
            self.parameter(arguments.vararg, _VARIADIC, None, scope)
        for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            self.parameter(arg, _KEYWORD, default, scope)
        if arguments.kwarg is not None:
            self.parameter(arguments.kwarg, _KEYWORDS, None, scope)

    def parameter(
        self, arg: ast.arg, kind: ParameterKind, default: ast.expr | None, scope: ScopeBuilder
    ) -> None:
        annotation = self.expr(arg.annotation, Role.ANNOTATION) if arg.annotation is not None else None
        term = self.expr(default) if default is not None else None
        scope.bind(arg.arg, "p", len(scope.parameters))
        scope.parameters.append(Parameter(arg.arg, kind, annotation, term))
