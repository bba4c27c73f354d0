"""Syntax trees to facts, a block at a time.

The tree of a whole file gives each block the facts that its text alone would give: line numbers are taken from the
block's first line, and nothing in a block looks at another. In the same way nothing in a member of a class looks at
another member, and the facts of a class say which part of them comes from which member.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from packlens.syntax.facts import BlockFacts, Part
from packlens.syntax.statements import Statements

_BEFORE_HEAD = (0, 0, 2, 1, 0, 0, 0, 0, 0, 0)


def extract(
    body: Sequence[ast.stmt],
    lines: list[str],
    base: int,
    count: int,
    *,
    ascii_only: bool,
    members: Sequence[int] = (),
    status: str = "ok",
    error_line: int = 0,
    message: str = "",
) -> BlockFacts:
    """Facts of one block.

    body     its statements; their line numbers are those of `lines` (without line ends)
    base     number of lines before the block in `lines`; `count` lines belong to it
    members  of a class: the lines at which its members start; for each there is a statement in the class
    Raises `RecursionError` for trees deeper than the interpreter's stack.
    """
    reader = Statements(lines, base, ascii_only)
    reader.member_starts = members
    reader.statements(body)
    builders = reader.scopes
    frozen = [builder.freeze() for builder in builders]
    return BlockFacts(
        count,
        status,
        error_line,
        message,
        tuple([scope for scope, _ in frozen]),
        tuple(reader.definitions),
        tuple([positions for _, positions in frozen]),
        tuple(reader.stars),
        tuple(reader.exported),
        tuple(reader.attribute_lines),
        {b.index: tuple(sorted(b.self_uses)) for b in builders if b.self_uses},
        _parts(reader, base + count, status, error_line, message) if members else (),
    )


def empty_block(count: int, status: str, error_line: int, message: str) -> BlockFacts:
    """Facts of a block of which nothing could be read."""
    return extract((), [], 0, count, ascii_only=True, status=status, error_line=error_line, message=message)


def _parts(reader: Statements, end: int, status: str, error_line: int, message: str) -> tuple[Part, ...]:
    """The parts of a class that ends with line `end`; none where what a member says is not its own affair."""
    outer, inner = reader.scopes[:2]
    if inner.outer_names or inner.returned or inner.yielded or inner.dropped or reader.stars:
        return ()
    starts = reader.member_starts
    parts: list[Part] = []
    before = _BEFORE_HEAD
    for number, mark in enumerate(reader.marks):
        first = starts[number - 1] if number else reader.base + 1
        following = starts[number] if number < len(starts) else end + 1
        first_line, last_line, scopes, places, definitions, sites, lines, bound, given, around = mark
        _, _, scopes0, places0, definitions0, sites0, lines0, bound0, given0, around0 = before
        parts.append(
            Part(
                following - first,
                first_line,
                last_line,
                status,
                error_line,
                message,
                scopes - scopes0,
                places - places0,
                definitions - definitions0,
                sites - sites0,
                lines - lines0,
                tuple(inner.order[bound0:bound]),
                tuple(inner.given[given0:given]),
                tuple(outer.order[around0:around]),
            )
        )
        before = mark
    return tuple(parts)
