"""Functions without the tails of their docstrings, where those would fill a pack.

The first paragraph says what a function is for; parameters, examples and references may be many times its code. What
is left is whole lines as they stand: the head, the docstring's first paragraph with its last line, which closes it, and
the body. It parses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import CALLABLE_KINDS, Symbol
from packlens.text.position import LineTable
from packlens.views.pack.model import Lines

_OPENING = re.compile(r"[ \t]*[rRuU]?(\"\"\"|''')")
_ESCAPED = re.compile(r"\\.")
_AFTER = re.compile(r"\s*(?:#.*)?")
_LEAST = 200  # characters of a tail
_PART_OF_TAILS = 4
_IN_VAIN = 20  # functions in a row that find no room


def brief_forms(snapshot: Snapshot, symbols: Sequence[Symbol], size: int) -> Mapping[str, tuple[Lines, ...]]:
    """Id of a function of `symbols` -> its lines without the tail of its docstring, of those that have a long one.

    Of none, unless the tails would take a quarter of what has room in `size` characters, the first first.
    """
    functions = [symbol for symbol in symbols if symbol.kind in CALLABLE_KINDS]
    forms: dict[str, tuple[Lines, ...]] = {}
    used = tails = in_vain = 0
    rest = iter(functions)
    for symbol in rest:
        lines = snapshot.documents[symbol.path].lines
        form = forms[symbol.id] = brief_lines(symbol, lines)
        whole = sum(len(lines.between(*span)) for span in symbol.spans)
        if used + whole <= size:
            in_vain = 0
            used += whole
            tails += whole - sum(len(lines.between(*part)) for part in form) if form else 0
        else:
            in_vain += 1
            if in_vain == _IN_VAIN:
                break
    if tails * _PART_OF_TAILS <= size:
        return {}
    for symbol in rest:
        forms[symbol.id] = brief_lines(symbol, snapshot.documents[symbol.path].lines)
    return {identifier: form for identifier, form in forms.items() if form}


def brief_lines(symbol: Symbol, lines: LineTable) -> tuple[Lines, ...]:
    """The lines of a function without the tail of its docstring; none where that is short, or less than half of it."""
    if len(symbol.spans) != 1 or symbol.body_line <= symbol.name_line:
        return ()
    first, last = symbol.spans[0]
    cut = _tail(lines, symbol.body_line, last)
    if cut is None:
        return ()
    size = len(lines.between(*cut))
    if size < _LEAST or 2 * size < len(lines.between(first, last)):
        return ()
    return (first, cut[0] - 1), (cut[1] + 1, last)


def _tail(lines: LineTable, first: int, last: int) -> Lines | None:
    """The lines between the first paragraph of the docstring that begins at `first`, and its last line."""
    opening = _OPENING.match(lines.line(first))
    if opening is None:
        return None
    quotes = opening[1]
    is_text = bool(lines.line(first)[opening.end() :].strip())
    start = None
    for number in range(first, last + 1):
        line = lines.line(number)
        inside = _ESCAPED.sub("--", line[opening.end() :] if number == first else line)
        before, closing, after = inside.partition(quotes)
        if closing:
            is_alone = _AFTER.fullmatch(after) is not None
            return (start, number - 1) if start is not None and is_alone and number < last else None
        if number > first and before.strip():
            is_text = True
        elif number > first and is_text and start is None:
            start = number
    return None
