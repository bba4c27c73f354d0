"""Operators: the special methods that they call."""

from __future__ import annotations

import ast

from packlens.syntax.facts import Role, Term
from packlens.syntax.reader import INTERN, PLAIN, Reader

_LONGEST_CHAIN = 16  # operators in a row; what a longer chain gives is not followed
BINARY = {
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


class Operators(Reader):
    """Visits operators."""

    def binary(self, node: ast.BinOp, role: str) -> Term:
        inner = role if role is Role.ANNOTATION else Role.READ
        left = self.expr(node.left, inner)
        right = self.expr(node.right, inner)
        if _is_literal(left) and _is_literal(right):
            return left
        if _depth(left) >= _LONGEST_CHAIN:
            left = None
        word = BINARY.get(node.op.__class__, "add")
        dunder = f"__{word}__"
        if inner is Role.READ:
            if left is None or left[0] not in PLAIN:
                self.site(INTERN("op:" + dunder), left, node.lineno, node.col_offset)
            if right is not None and right[0] not in PLAIN:
                self.site(INTERN(f"op:__r{word}__"), right, node.right.lineno, node.right.col_offset)
        term: Term = self.repeated.setdefault((id(left), dunder, id(right)), ("op", left, dunder, right))
        return term

    def unary(self, node: ast.UnaryOp, role: str) -> Term:
        operand = self.expr(node.operand)
        dunder = _UNARY[node.op.__class__]
        if operand is not None and operand[0] not in PLAIN:
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
            if target is not None and target[0] not in PLAIN:
                self.site(INTERN("op:" + dunder), target, at.lineno, at.col_offset)
            left, left_node = right, right_node
        return ("b", "bool")


def _is_literal(term: Term) -> bool:
    return term is not None and term[0] in ("k", "b")


def _depth(term: Term) -> int:
    """How many operators are chained to the left, counted as far as matters."""
    depth = 0
    while term is not None and term[0] == "op" and depth < _LONGEST_CHAIN:
        term = term[1]
        depth += 1
    return depth


def in_place(op: ast.operator) -> str:
    """The special method of an augmented assignment."""
    return f"__i{BINARY.get(op.__class__, 'add')}__"
