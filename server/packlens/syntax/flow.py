"""Control flow: which bindings of a local name reach a statement, and what tests say of types."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from packlens.syntax.expressions import Expressions, tells_types
from packlens.syntax.facts import ScopeKind, Term
from packlens.syntax.reader import INTERN, dotted_name
from packlens.syntax.scopes import Reaching, merged


class Flow(Expressions):
    """Visits statements that branch, loop and match."""

    def statements(self, body: Sequence[ast.stmt]) -> bool:
        """Visit a suite; true when its end is not reached. Implemented with the statements."""
        raise NotImplementedError

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
        narrows = tells_types(node.test)

        def then() -> bool:
            if narrows:
                self.narrow(node.test, True)
            return self.statements(node.body)

        def otherwise() -> bool:
            if narrows:
                self.narrow(node.test, False)
            return self.statements(node.orelse)

        if fixed:
            ended = self.statements(node.body)
            scope = self.scope
            reaching, scope.depth = dict(scope.reaching), scope.depth + 1
            self.statements(node.orelse)  # never run, and still part of the file
            scope.reaching, scope.depth = reaching, scope.depth - 1
            return ended
        return self.branches(then, otherwise)

    def loop(self, bind: Callable[[], None], body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> bool:
        """A suite that may run again: what it assigns reaches its own beginning."""
        scope = self.scope
        scope.depth += 1
        unsettled = _assigned(body)
        for name in unsettled:
            scope.reaching[name] = None
        before = dict(scope.reaching)
        bind()
        self.statements(body)
        self.statements(orelse)
        self.unlearn(before)
        for name in unsettled:
            scope.reaching[name] = None
        scope.depth -= 1
        return False

    def unlearn(self, before: Reaching) -> None:
        """Forget what the tests of a suite say of types; it may not have run, and `before` still holds."""
        reaching = self.scope.reaching
        for name, reach in list(reaching.items()):
            if reach is None or len(reach) != 1 or (name, reach[0]) not in self.narrowed:
                continue
            if name in before:
                reaching[name] = before[name]
            else:
                del reaching[name]

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
        self.statements(node.body)
        return False  # what is entered may hold an exception back

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
                name = handler.name
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
                if isinstance(branch.pattern, ast.MatchClass):
                    self.narrow_to(node.subject, branch.pattern.cls, True)
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
                self.scope.bind(node.name, "=", term, None, ())
        elif isinstance(node, ast.MatchClass):
            self.expr(node.cls)
            for part in node.patterns:
                self.pattern(part, None)
            term = ("is", subject, self.silent(node.cls))
            for attr, part in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
                self.pattern(part, ("a", term, attr))
        elif isinstance(node, ast.MatchStar):
            if node.name is not None:
                self.scope.bind(node.name, "=", None, None, ())
        elif isinstance(node, ast.MatchSequence):
            for index, part in enumerate(node.patterns):
                self.pattern(part, ("u", subject, index))
        elif isinstance(node, ast.MatchMapping):
            for key in node.keys:
                self.expr(key)
            for part in node.patterns:
                self.pattern(part, None)
            if node.rest is not None:
                self.scope.bind(node.rest, "=", None, None, ())
        elif isinstance(node, ast.MatchOr):
            for part in node.patterns:
                self.pattern(part, subject)
        elif isinstance(node, ast.MatchValue):
            self.expr(node.value)

    # ------------------------------------------------------------------ what a test says

    def narrow(self, test: ast.expr, holds: bool) -> None:
        """What `test` being true, or false, says of the types of local names and their attributes."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.narrow(test.operand, not holds)
        elif isinstance(test, ast.BoolOp):
            if isinstance(test.op, ast.And) is holds:
                for value in test.values:
                    self.narrow(value, holds)
        elif isinstance(test, ast.Call):
            if isinstance(test.func, ast.Name) and test.func.id == "isinstance" and len(test.args) == 2:
                self.narrow_to(test.args[0], test.args[1], holds)
        elif isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Call):
            call, op = test.left, test.ops[0]
            is_type = isinstance(call.func, ast.Name) and call.func.id == "type" and len(call.args) == 1
            if is_type and isinstance(op, ast.Is | ast.Eq if holds else ast.IsNot | ast.NotEq):
                self.narrow_to(call.args[0], test.comparators[0], True)

    def narrow_to(self, node: ast.expr, classes: ast.expr, holds: bool) -> None:
        """From here on, what `node` names is an instance of `classes`, or is none."""
        name = dotted_name(node)
        scope = self.scope
        if not name or scope.kind not in (ScopeKind.FUNCTION, ScopeKind.COMPREHENSION):
            return
        root = name.partition(".")[0]
        while (
            root not in scope.bindings and scope.kind == ScopeKind.COMPREHENSION and scope.parent is not None
        ):
            scope = scope.parent
        if root not in scope.bindings or root in scope.captured or scope.kind <= ScopeKind.CLASS:
            return
        term: Term = ("is" if holds else "not", self.silent(node), self.silent(classes))
        known = scope.bindings.setdefault(INTERN(name), [])
        self.narrowed.add((name, len(known)))
        known.append(("=", term, None, self.scope.path_from(scope.owner), True))
        scope.reaching[name] = (len(known) - 1,)
        scope.dotted = scope.dotted or "." in name


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
