"""Jedi's answers, which are places in texts, as symbols of the snapshot that these texts made."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass

from packlens.graph.settled import Settled
from packlens.graph.snapshot import Snapshot
from packlens.resolve.jedi.unit import Unit, UnitAnswer
from packlens.resolve.jedi.wire import Definition
from packlens.symbols.table import FileTable, whole

_MANY_SETS = 20_000
_CALLED_WITH = {"class": ("__new__", "__init__"), "instance": ("__call__",)}


@dataclass(frozen=True, slots=True)
class Answered:
    """A unit's answer, and the snapshot whose texts it is about."""

    snapshot: Snapshot
    unit: Unit
    answer: UnitAnswer


class Shared:
    """Equal sets of names as one object: neighbouring scopes mostly depend on the same files."""

    def __init__(self) -> None:
        self._known: dict[frozenset[str], frozenset[str]] = {}

    def __call__(self, names: frozenset[str]) -> frozenset[str]:
        """The one set that is equal to `names`."""
        known = self._known.get(names)
        if known is None:
            if len(self._known) >= _MANY_SETS:
                self._known.clear()
            known = frozenset(map(sys.intern, names))
            self._known[known] = known
        return known


def settled_by(answered: Answered, shared: Shared) -> Settled:
    """The answer under the names of its own snapshot."""
    found: dict[int, frozenset[str]] = {}
    outside: set[int] = set()
    unit, answer = answered.unit, answered.answer
    for site, definitions in answer.definitions.items():
        targets = frozenset(_targets(answered.snapshot, definitions))
        if targets:
            found[site] = targets
        elif any(not definition.path for definition in definitions):
            outside.add(site)
    static = answered.snapshot.shards[unit.path].static[unit.scope]
    return Settled(
        static, found, frozenset(outside), answer.timed_out, shared(answer.loaded), shared(answer.sought)
    )


def _targets(snapshot: Snapshot, definitions: Iterable[Definition]) -> Iterable[str]:
    for definition in definitions:
        table = snapshot.table(definition.path)
        symbol = _symbol_at(table, definition) if table is not None else None
        if symbol is None:
            continue
        if definition.kind != "instance":
            yield symbol
        for name in _CALLED_WITH.get(definition.kind, ()):
            special = f"{symbol}.{name}"
            if snapshot.symbol(special) is not None:
                yield special


def _symbol_at(table: FileTable, definition: Definition) -> str | None:
    """The symbol whose name, or whose part's name, stands where a definition does."""
    scope = table.named_at.get((definition.line, definition.column))
    return whole(scope) if scope is not None else None
