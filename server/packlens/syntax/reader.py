"""The ground of the visitors: the scopes of a block, the sites left in them, what reaches the present place."""

from __future__ import annotations

import ast
import sys
from typing import Any

from packlens.syntax.facts import Role, ScopeKind, Term
from packlens.syntax.scopes import Reaching, ScopeBuilder

INTERN = sys.intern
PLAIN = frozenset(
    {"k", "b", "t", "d", "g"}
)  # literals and displays: operators on them reach no workspace code


class Reader:
    """Holds the current scope. `base` is the number of lines before the block's first."""

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
        self.statement_lines = (0, 0)  # first and last, of the statement that is being read
        # What the first `for` of a comprehension loops over is evaluated around it: there, while its targets are bound.
        self.values_in: ScopeBuilder | None = None
        self.narrowed: set[tuple[str, int]] = set()  # (name, binding) of bindings that only narrow a type
        # Names, attributes of names, operators and sites: a block repeats its own, and keeps each of them once.
        # Operators and sites are found by the identity of their terms, which they hold.
        self.repeated: dict[Any, Any] = {}

    def open(self, kind: int, name: str) -> ScopeBuilder:
        """Begin a scope inside the current one; the caller restores `self.scope`."""
        scope = ScopeBuilder(kind, name, len(self.scopes), self.scope)
        self.scopes.append(scope)
        return scope

    def site(self, role: str, term: Term, line: int, column: int) -> None:
        """Leave a site at a position given as `ast` counts (columns in UTF-8 bytes)."""
        owner = self.writer
        if owner is None:
            owner = self.scope.owner
            place = self.scope.place
        else:
            place = -1 - self.scope.place
        if not self.ascii_only and column:
            column = self.code_points(line, column)
        owner.sites.append(self.repeated.setdefault((role, id(term), place), (role, term, place)))
        owner.positions.append(line - self.base)
        owner.positions.append(column)

    def code_points(self, line: int, column: int) -> int:
        """A UTF-8 byte column of a line, in code points."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if text.isascii():
            return column
        return len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))

    def value_path(self) -> tuple[int, ...]:
        """The steps from the present scope's owner to where the value that is being bound is evaluated."""
        scope = self.scope
        if self.values_in is None:
            return scope.path_from(scope.owner)
        return self.values_in.path_from(scope.owner) or (0,)

    def silent(self, node: ast.expr) -> Term:
        """The term of an expression that has left its sites already."""
        owner = self.writer or self.scope.owner
        sites, positions, unsure = len(owner.sites), len(owner.positions), len(owner.unsure)
        term = self.expr(node)
        del owner.sites[sites:], owner.positions[positions:], owner.unsure[unsure:]
        return term

    def bind_outer(self, scope: ScopeBuilder, name: str, term: Term, *binding: object) -> None:
        """A name declared global or nonlocal is bound where it lives; an outer function's if there is one.

        Without `binding` the name gets the value of `term`, evaluated in the current scope.
        """
        holder = self.scopes[0]
        if name not in scope.globals:
            around = scope.parent
            while around is not None:
                if around.kind == ScopeKind.FUNCTION and (
                    name in around.bindings or holder is self.scopes[0]
                ):
                    holder = around
                    if name in around.bindings:
                        break
                around = around.parent
            holder.captured.add(name)
            holder.keeps_values = False
        if holder is self.scopes[0]:
            holder.order.append(name)
        row = binding or ("=", term, None, self.scope.path_from(holder))
        holder.bindings.setdefault(name, []).append((*row, True))

    def save_flow(self) -> list[tuple[ScopeBuilder, Reaching]]:
        """What reaches here, in the present scope and the comprehensions around it."""
        scopes: list[tuple[ScopeBuilder, Reaching]] = []
        scope: ScopeBuilder | None = self.scope
        while scope is not None:
            scopes.append((scope, dict(scope.reaching)))
            if scope.kind != ScopeKind.COMPREHENSION:
                break
            scope = scope.parent
        return scopes

    def restore_flow(self, saved: list[tuple[ScopeBuilder, Reaching]]) -> None:
        """Forget what was learnt since `save_flow`."""
        for scope, reaching in saved:
            scope.reaching = dict(reaching)

    # ------------------------------------------------------------------ what the visitors ask of one another

    def expr(self, node: ast.expr, role: str = Role.READ) -> Term:
        """The term of an expression that is used in `role`."""
        raise NotImplementedError

    def children(self, node: ast.AST) -> Term:
        """Visit what an expression without a term of its own holds."""
        raise NotImplementedError

    def narrow(self, test: ast.expr, holds: bool) -> None:
        """Take in what a test says."""
        raise NotImplementedError

    def target(self, node: ast.expr, term: Term, annotation: Term) -> None:
        """Bind an assignment target."""
        raise NotImplementedError

    def define_lambda(self, node: ast.Lambda, scope: ScopeBuilder, outer: ScopeBuilder) -> None:
        """Record a lambda as a definition."""
        raise NotImplementedError


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
