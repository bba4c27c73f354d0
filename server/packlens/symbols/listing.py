"""The symbols of a file, from its table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from packlens.symbols.scope import variable_id
from packlens.symbols.symbol import MODULE_QUALNAME, Symbol, SymbolKind
from packlens.syntax.facts import Definition, ScopeKind, Trait

if TYPE_CHECKING:
    from packlens.symbols.table import FileTable


def symbols_of(table: FileTable) -> Iterator[Symbol]:
    """The module, then what is defined in it, each where it is first written."""
    path = table.path
    stem = path.rpartition("/")[2].partition(".")[0]
    if stem == "__init__":
        stem = path.rpartition("/")[0].rpartition("/")[2] or stem
    yield Symbol(
        id=table.module,
        path=path,
        qualname=MODULE_QUALNAME,
        name=stem,
        kind=SymbolKind.MODULE,
        parent=None,
        spans=((1, max(table.line_count, 1)),),
        name_line=1,
        name_column=0,
        body_line=1,
    )
    found: dict[str, Symbol] = {}
    taken = {entry.symbol for entry in table.scopes.values()}
    for block, before in zip(table.blocks, table.first_lines, strict=True):
        for definition in sorted(block.facts.definitions, key=_source_order):
            owner = block.entries[definition.owner]
            parent = owner.symbol
            if definition.scope >= 0:
                identifier = block.entries[definition.scope].symbol
            else:
                identifier = variable_id(owner, definition.name)
                if identifier in taken:
                    continue
            first, last = definition.first_line + before, definition.last_line + before
            known = found.get(identifier)
            if known is not None:
                if definition.scope >= 0:
                    found[identifier] = replace(known, spans=(*known.spans, (first, last)))
                continue
            found[identifier] = Symbol(
                id=identifier,
                path=path,
                qualname=identifier[len(path) + 2 :],
                name=definition.name,
                kind=_kind(definition, owner.scope.kind),
                parent=parent,
                spans=((first, last),),
                name_line=definition.name_line + before,
                name_column=definition.name_column,
                body_line=definition.body_line + before if definition.body_line else 0,
                decorators=definition.decorators,
            )
    yield from found.values()


def _source_order(definition: Definition) -> tuple[int, int, int]:
    return definition.name_line, definition.name_column, definition.scope


def _kind(definition: Definition, owner: int) -> SymbolKind:
    if definition.kind == "class":
        return SymbolKind.CLASS
    if definition.kind == "type_alias":
        return SymbolKind.TYPE_ALIAS
    if definition.kind == "function":
        if definition.traits & (Trait.PROPERTY | Trait.ACCESSOR) and owner == ScopeKind.CLASS:
            return SymbolKind.PROPERTY
        return (
            SymbolKind.METHOD
            if owner == ScopeKind.CLASS and definition.name != "<lambda>"
            else SymbolKind.FUNCTION
        )
    name = definition.name
    return SymbolKind.CONSTANT if name.isupper() and len(name) > 1 else SymbolKind.VARIABLE
