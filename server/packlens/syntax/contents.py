"""What goes into a container that a name or an attribute holds: `xs.append(value)`, `table[key] = value`."""

from __future__ import annotations

import ast

from packlens.syntax.facts import Role, ScopeKind, Term, may_be_called
from packlens.syntax.reader import Reader
from packlens.syntax.scopes import ScopeBuilder

_PUTS = {
    "append": 0,
    "appendleft": 0,
    "add": 0,
    "insert": 1,
    "extend": 0,
    "put": 0,
    "put_nowait": 0,
    "update": 0,
    "setdefault": 1,
}


class Contents(Reader):
    """Visits what fills containers."""

    def self_attribute(self, node: ast.Attribute, term: Term, annotation: Term) -> bool:
        """Give the class an attribute, if that is what it is. Implemented with the statements."""
        raise NotImplementedError

    def put_in(self, node: ast.expr, term: Term) -> None:
        """`xs.append(value)` and the like: the name, or the attribute of self, holds `value` among others."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or term is None:
            return
        attr = node.func.attr
        place = _PUTS.get(attr)
        if place is None or len(node.args) <= place:
            if attr == "update" and term[3]:
                self.holds(node.func.value, _keyed(term[3]))
            return
        argument = term[2][place]
        if attr == "setdefault":
            contents: Term = ("d", (term[2][0],), (argument,))
        elif attr == "update":
            keys = (("**",), *(("k", name) for name, _ in term[3]))
            table: Term = ("d", keys, (argument, *(value for _, value in term[3])))
            contents = ("o", (table, ("t", "set", (("*", argument),))))
        else:
            spread = attr == "extend" or (argument is not None and argument[0] == "*")
            inside: Term = (
                ("*", argument) if spread and argument is not None and argument[0] != "*" else argument
            )
            contents = ("t", "list", (inside,))
        self.holds(node.func.value, contents)

    def holds(self, node: ast.expr, contents: Term) -> None:
        """What `node` names also has these contents."""
        if isinstance(node, ast.Name):
            name = node.id
            scope = self.scope
            # In a class this would depend on the members before.
            if name in scope.bindings and name not in scope.outer_names and scope.kind != ScopeKind.CLASS:
                scope.bind_too(name, "=", contents, None, ())
            elif not may_be_called(contents):
                return
            elif (holder := _holder(scope, name)) is not None:
                holder.captured.add(name)
                row = ("=", contents, None, scope.path_from(holder), True)
                holder.bindings[name].append(row)
            else:
                self.site(Role.PUT, ("st", ("n", name), contents), node.lineno, node.col_offset)
        elif isinstance(node, ast.Attribute):
            if not self.self_attribute(node, contents, None) and may_be_called(contents):
                self.site(Role.PUT, ("st", self.silent(node), contents), node.lineno, node.col_offset)
        elif isinstance(node, ast.Subscript):
            self.holds(node.value, ("d", (None,), (contents,)))
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("setdefault", "get")
        ):
            self.holds(node.func.value, ("d", (None,), (contents,)))


def _keyed(keywords: tuple[tuple[str, Term], ...]) -> Term:
    return ("d", tuple(("k", name) for name, _ in keywords), tuple(value for _, value in keywords))


def _holder(scope: ScopeBuilder, name: str) -> ScopeBuilder | None:
    """The function around a scope that binds a name, if one does."""
    around = scope.parent
    while around is not None:
        if around.kind == ScopeKind.FUNCTION and name in around.bindings:
            return around
        around = around.parent
    return None
