"""Scopes under workspace-wide names.

A `ScopeEntry` is a scope of `syntax` with an id and a parent, and still without a position: a definition that only
moves keeps its entry. Ids of functions, classes and lambdas are symbol ids; where one symbol is written in several
parts (overloads; a property and its setter) the later parts have ids of their own, which no view ever sees.
"""

from __future__ import annotations

from dataclasses import dataclass

from packlens.syntax.facts import Scope, ScopeKind


@dataclass(slots=True, eq=False)
class ScopeEntry:
    """One scope of the workspace.

    id       unique; `symbol` is the id of the symbol that owns what is written in the scope
    parent   the enclosing scope; for what stands at the top level, the block's fragment of the module
    places   ids of the owner's scopes by place: what terms, bindings and sites refer to
    """

    id: str
    symbol: str
    path: str
    scope: Scope
    index: int
    parent: ScopeEntry | None
    places: tuple[str, ...] = ()

    @property
    def owner(self) -> ScopeEntry:
        """The scope whose places count in here."""
        entry = self
        while entry.scope.kind == ScopeKind.COMPREHENSION and entry.parent is not None:
            entry = entry.parent
        return entry

    def same_meaning(self, other: ScopeEntry) -> bool:
        """Whether both resolve alike: the same facts, about scopes of the same names."""
        return self.places == other.places and self.scope == other.scope


def variable_id(owner: ScopeEntry, name: str) -> str:
    """The id of a variable that a module or class holds."""
    if owner.scope.kind == ScopeKind.MODULE:
        return f"{owner.path}::{name}"
    return f"{owner.symbol}.{name}"
