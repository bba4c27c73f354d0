"""Syntax trees to facts, a block at a time.

The tree of a whole file gives each block the facts that its text alone would give: line numbers are taken from the
block's first line, and nothing in a block looks at another.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from packlens.syntax.facts import BlockFacts, Definition, ScopeKind
from packlens.syntax.scopes import ScopeBuilder
from packlens.syntax.statements import Statements


def extract(
    body: Sequence[ast.stmt],
    lines: list[str],
    base: int,
    count: int,
    *,
    ascii_only: bool,
    status: str = "ok",
    error_line: int = 0,
    message: str = "",
) -> BlockFacts:
    """Facts of one block.

    body    its statements; their line numbers are those of `lines` (without line ends)
    base    number of lines before the block in `lines`; `count` lines belong to it
    Raises `RecursionError` for trees deeper than the interpreter's stack.
    """
    reader = Statements(lines, base, ascii_only)
    reader.statements(body)
    builders = reader.scopes
    frozen = [builder.freeze() for builder in builders]
    return BlockFacts(
        lines=count,
        status=status,
        error_line=error_line,
        message=message,
        scopes=tuple(scope for scope, _ in frozen),
        definitions=tuple(_with_final_traits(definition, builders) for definition in reader.definitions),
        positions=tuple(positions for _, positions in frozen),
        stars=tuple(reader.stars),
        exported=tuple(reader.exported),
        attribute_lines=tuple(reader.attribute_lines),
        self_uses={b.index: tuple(sorted(b.self_uses)) for b in builders if b.self_uses},
    )


def empty_block(count: int, status: str, error_line: int, message: str) -> BlockFacts:
    """Facts of a block of which nothing could be read."""
    return extract((), [], 0, count, ascii_only=True, status=status, error_line=error_line, message=message)


def _with_final_traits(definition: Definition, builders: list[ScopeBuilder]) -> Definition:
    """A function is known to be a generator only once its body has been read."""
    if definition.scope < 0 or builders[definition.scope].kind == ScopeKind.CLASS:
        return definition
    traits = builders[definition.scope].traits
    if traits == definition.traits:
        return definition
    return Definition(
        name=definition.name,
        kind=definition.kind,
        scope=definition.scope,
        owner=definition.owner,
        first_line=definition.first_line,
        last_line=definition.last_line,
        name_line=definition.name_line,
        name_column=definition.name_column,
        body_line=definition.body_line,
        decorators=definition.decorators,
        traits=traits,
    )
