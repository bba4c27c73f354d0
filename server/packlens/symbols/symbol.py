"""A symbol: one definition, as every view and every surface sees it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SymbolKind(StrEnum):
    """What a symbol is. The values are those of the JSON forms."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    METHOD = "method"
    PROPERTY = "property"
    CONSTANT = "constant"
    VARIABLE = "variable"
    TYPE_ALIAS = "type_alias"


CALLABLE_KINDS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.PROPERTY})
MODULE_QUALNAME = "<module>"


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol of one generation.

    id           `path::Qual.name`; the top level of a file is `path::<module>`; a redefinition ends in `#2`
    parent       id of the enclosing symbol; `None` for a module
    spans        line ranges, 1-based and inclusive, decorators included, in source order. More than one only
                 where one symbol is written in several places (a property and its setter)
    name_line, name_column   where the name stands (1-based line, code point column)
    body_line    first line of the body: of the docstring, where there is one; 0 for what has no body
    decorators   dotted names of the decorators, as written, outermost first
    """

    id: str
    path: str
    qualname: str
    name: str
    kind: SymbolKind
    parent: str | None
    spans: tuple[tuple[int, int], ...]
    name_line: int
    name_column: int
    body_line: int = 0
    decorators: tuple[str, ...] = ()

    @property
    def start_line(self) -> int:
        """First line of the symbol, decorators included (1-based)."""
        return self.spans[0][0]

    @property
    def end_line(self) -> int:
        """Last line of the symbol (1-based, inclusive)."""
        return self.spans[-1][1]


def symbol_id(path: str, qualname: str) -> str:
    """The id of `qualname` in the file at `path`."""
    return f"{path}::{qualname}"


def path_of(identifier: str) -> str:
    """The file part of a symbol id."""
    return identifier.rpartition("::")[0]


def qualname_of(identifier: str) -> str:
    """The name part of a symbol id."""
    return identifier.rpartition("::")[2]


def simple_name(identifier: str) -> str:
    """The last name of an id, without the number of a redefinition."""
    return qualname_of(identifier).rpartition(".")[2].partition("#")[0]
