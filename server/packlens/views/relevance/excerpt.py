"""The part of a long function that a question is about.

An excerpt is the head of the function with whole statements of its body, those that hold most of the question's terms,
so that it parses. Of a statement that is too long, its own head stands with statements of its body.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol
from packlens.syntax.repair import parse_block
from packlens.syntax.terms import terms_in
from packlens.text.position import LineTable
from packlens.views.pack.item_text import merged
from packlens.views.pack.model import Lines

_OPENED = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.With,
    ast.AsyncWith,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_DEEPEST = 6


def telling_part(
    snapshot: Snapshot, symbol: Symbol, weights: Mapping[str, float], room: int, price: Callable[[str], int]
) -> tuple[Lines, ...]:
    """The lines of a function that say most about a question, in about `room` tokens; none where no part says a thing.

    `weights`: term of the question -> what it counts; `price`: tokens of a text.
    """
    lines = snapshot.documents[symbol.path].lines
    start, end = symbol.spans[-1]
    function, before = _parsed(lines.between(start, end), start)
    if function is None:
        return ()
    parts = []
    for heads, part in _parts(function, before, lines, room // 2, price, ()):
        text = lines.between(*part)
        terms = terms_in(text)
        worth = sum(weight for term, weight in weights.items() if term in terms)
        if worth > 0:
            parts.append((-worth, part, heads, price(text)))
    shown: list[Lines] = []
    for _, part, heads, cost in sorted(parts):
        cost += sum(price(lines.between(*head)) for head in heads if head not in shown)
        if cost <= room:
            room -= cost
            shown += [*heads, part]
    return merged(shown)


def _parsed(text: str, start: int) -> tuple[ast.stmt | None, int]:
    """The statement that a text is, and what to add to its lines for those of the file; `None` for broken text."""
    indented = text[:1] in (" ", "\t")
    parsed = parse_block(f"if 1:\n{text}" if indented else text)
    body = parsed.tree.body if parsed.tree is not None and parsed.status == "ok" else []
    if body and indented and isinstance(body[0], ast.If):
        return body[0].body[0], start - 2
    return (body[0] if body else None), start - 1


def _parts(
    around: ast.stmt,
    before: int,
    lines: LineTable,
    most: int,
    price: Callable[[str], int],
    heads: tuple[Lines, ...],
) -> Iterator[tuple[tuple[Lines, ...], Lines]]:
    """The statements inside `around`, of at most so many tokens, each with the heads of all that it stands in."""
    if not isinstance(around, _OPENED) or len(heads) == _DEEPEST:
        return
    first = _first_line(around)
    last = max(_first_line(around.body[0]) - 1, first)
    heads = (*heads, (first + before, last + before))
    for part in around.body:
        if part.lineno <= last or part.end_lineno is None:  # on one line with its head
            continue
        span = (_first_line(part) + before, part.end_lineno + before)
        if price(lines.between(*span)) <= most:
            yield heads, span
        else:
            yield from _parts(part, before, lines, most, price, heads)


def _first_line(part: ast.stmt) -> int:
    decorators = part.decorator_list if isinstance(part, _DEFINITIONS) else []
    return min([part.lineno, *(decorator.lineno for decorator in decorators)])
