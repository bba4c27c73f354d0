"""Who is affected when a symbol changes: the edges of the graph walked backwards, one hop at a time.

The walk is directed: what the changed code itself uses is not affected by it. Where a value, and no definition, uses
something (`LIMIT = compute()`, an attribute in a class body), the variable is affected and with it those who read it,
not the whole module or class around it. Nested functions, and the bodies of nested classes, belong to the function
around them.

A change of a *contract* (signature, name, base) is a matter of those who override it too; a change of behaviour is not:
they run their own code. An import alone runs nothing, so it is shown and leads no farther.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind, Through
from packlens.resolve.static.rows import Row
from packlens.symbols.symbol import MODULE_QUALNAME, SymbolKind, path_of
from packlens.symbols.table import whole

MIN_CONFIDENCE = 0.3
"""What the confidences of a path must multiply to, unless said otherwise."""

ENCLOSES = "encloses"
"""The kind of a step from a nested function, or a class or its value, to the function around it."""

_VALUES = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT})
_FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.PROPERTY})
_HOLDERS = frozenset({SymbolKind.MODULE, SymbolKind.CLASS})
_ROUNDING = 1e-9
_VALUED = frozenset({EdgeKind.CALLS, EdgeKind.REFERENCES})


@dataclass(frozen=True, slots=True)
class Step:
    """`source` is affected by `target`, which it uses at `line` (0 for none of its own)."""

    source: str
    target: str
    kind: str
    confidence: float
    through: Through = Through.DIRECT
    line: int = 0


@dataclass(frozen=True, slots=True)
class Affected:
    """A symbol that a change reaches.

    depth       hops from the change, along the shortest way that is sure enough
    confidence  the product along that way
    step        its last hop; the earlier ones are those of `step.target`
    contract    what changed is something it must keep to
    """

    id: str
    depth: int
    confidence: float
    step: Step
    contract: bool = False


class Hop(NamedTuple):
    """One use as the graph keeps it: a step whose line has not been looked up. `site` is None for none."""

    source: str
    kind: str
    confidence: float
    through: Through
    scope: str
    site: int | None


class Backwards:
    """The edges of one snapshot, from what is used to who uses it. What was asked once is kept."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._values: dict[str, Mapping[int, tuple[str, ...]]] = {}
        self._hops: dict[tuple[str, bool], tuple[Hop, ...]] = {}

    def hops(self, identifier: str, *, contract: bool = False) -> tuple[Hop, ...]:
        """Who is affected by a change of one symbol; of its contract, when `contract`. One hop for each."""
        known = self._hops.get((identifier, contract))
        if known is None:
            best: dict[str, Hop] = {}
            wrappers = self._wrappers(identifier)
            for scope in self.snapshot.inbound.get(path_of(identifier), {}).get(identifier, ()):
                if wrappers and scope.startswith(wrappers):
                    continue
                shard = self.snapshot.shards[path_of(scope)]
                for row in shard.uses(scope, identifier):
                    if row.kind is EdgeKind.OVERRIDES and not contract:
                        continue
                    for source in self._sources(shard, scope, row):
                        hop = Hop(source, row.kind.value, row.confidence, row.through, scope, row.site)
                        other = best.get(source)
                        if source != identifier and (other is None or _rank(hop) > _rank(other)):
                            best[source] = hop
            known = self._hops[identifier, contract] = tuple(best.values())
        return known

    def all_hops(self, identifier: str, *, contract: bool = False) -> tuple[Hop, ...]:
        """`hops`, and the one to the function around what is nested."""
        hops = self.hops(identifier, contract=contract)
        outer = self._around(identifier)
        return hops if outer is None else (*hops, outer)

    def _around(self, identifier: str) -> Hop | None:
        symbol = self.snapshot.symbol(identifier)
        if symbol is None or symbol.parent is None:
            return None
        outer = self.snapshot.symbol(symbol.parent)
        # The body of a class runs with what it stands in; that of a method does not.
        while symbol.kind not in _FUNCTIONS and outer is not None and outer.kind is SymbolKind.CLASS:
            outer = self.snapshot.symbol(outer.parent) if outer.parent is not None else None
        if outer is None or outer.kind not in _FUNCTIONS:
            return None
        return Hop(outer.id, ENCLOSES, 1.0, Through.DIRECT, outer.id, None)

    def leads_on(self, source: str, kind: str) -> bool:
        """Whether those who use a symbol that was reached in this way are affected in turn."""
        if kind == EdgeKind.IMPORTS:
            return False
        symbol = self.snapshot.symbol(source)
        if symbol is None or symbol.kind is SymbolKind.MODULE:
            return False
        return symbol.kind is not SymbolKind.CLASS or kind != EdgeKind.REFERENCES

    def step(self, target: str, hop: Hop) -> Step:
        """A hop from `target`, with its line."""
        line = 0
        if hop.site is not None:
            line, _ = self.snapshot.shards[path_of(hop.scope)].site(hop.scope, hop.site)
        return Step(hop.source, target, hop.kind, hop.confidence, hop.through, line)

    def _sources(self, shard: Shard, scope: str, row: Row) -> tuple[str, ...]:
        """Who uses something by a row: the owner of the scope, or the variables that are given a value there."""
        source = whole(scope)
        if row.kind in _VALUED and row.site >= 0:
            symbol = self.snapshot.symbol(source)
            if symbol is not None and symbol.kind in _HOLDERS:
                line, _ = shard.position(scope, row)
                return self._values_of(source).get(line, (source,))
        return (source,)

    def _wrappers(self, identifier: str) -> tuple[str, ...]:
        """What the ids of functions begin with that decorators of a symbol put in its place.

        They call everything that is decorated so; who calls the symbol itself has an edge of its own.
        """
        symbol = self.snapshot.symbol(identifier)
        if symbol is None or not symbol.decorators:
            return ()
        edges = self.snapshot.outgoing(identifier)
        return tuple(f"{edge.target}." for edge in edges if edge.kind is EdgeKind.DECORATES)

    def _values_of(self, holder: str) -> Mapping[int, tuple[str, ...]]:
        """Line -> the variables of a module or class whose statement covers it: several in `a = b = value`."""
        known = self._values.get(holder)
        if known is None:
            lines: dict[int, tuple[str, ...]] = {}
            for child in self.snapshot.children(holder):
                inner = self.snapshot.symbol(child)
                if inner is not None and inner.kind in _VALUES:
                    for first, last in inner.spans:
                        for line in range(first, last + 1):
                            lines[line] = (*lines.get(line, ()), child)
            known = self._values[holder] = lines
        return known


@lru_cache(maxsize=1)
def backwards_of(snapshot: Snapshot) -> Backwards:
    """The edges of a snapshot backwards: the same object until another snapshot is asked about."""
    return Backwards(snapshot)


def affected(
    backwards: Backwards,
    seeds: Mapping[str, bool],
    depth: int,
    min_confidence: float,
    given: Iterable[Step] = (),
) -> dict[str, Affected]:
    """What `seeds` reach backwards within `depth` hops, no product of confidences below `min_confidence`.

    `seeds` says of each changed symbol whether its contract changes. `given` are first hops that the graph does not
    show, as the users of a name that is gone. Seeds are not among the result, in which the nearest come first.
    """
    found: dict[str, Affected] = {}
    frontier = [
        Affected(identifier, 0, 1.0, Step(identifier, identifier, "", 1.0), contract)
        for identifier, contract in seeds.items()
    ]
    for distance in range(1, depth + 1):
        uses: list[tuple[Affected, Hop | Step]] = []
        for node in frontier:
            uses += [(node, hop) for hop in backwards.all_hops(node.id, contract=node.contract)]
        if distance == 1:
            uses += [(Affected(step.target, 0, 1.0, step), step) for step in given]
        reached: dict[str, tuple[float, Affected, Hop | Step]] = {}
        for node, hop in uses:
            confidence = node.confidence * hop.confidence
            if hop.source in seeds or hop.source in found or confidence < min_confidence - _ROUNDING:
                continue
            known = reached.get(hop.source)
            if known is None or (confidence, _rank(hop)) > (known[0], _rank(known[2])):
                reached[hop.source] = confidence, node, hop
        frontier = []
        for source, (confidence, node, use) in sorted(
            reached.items(), key=lambda item: (-item[1][0], item[0])
        ):
            step = use if isinstance(use, Step) else backwards.step(node.id, use)
            contract = node.contract and use.kind == EdgeKind.OVERRIDES
            found[source] = Affected(source, distance, confidence, step, contract)
            if backwards.leads_on(source, use.kind):
                frontier.append(found[source])
    return found


def way(found: Mapping[str, Affected], identifier: str) -> tuple[Step, ...]:
    """The steps from a changed symbol to one that it reaches, in that order."""
    steps: list[Step] = []
    while identifier in found:
        step = found[identifier].step
        steps.append(step)
        identifier = step.target
    return tuple(reversed(steps))


def is_module(identifier: str) -> bool:
    """Whether an id is that of a file's top level."""
    return identifier.endswith(MODULE_QUALNAME)


def _rank(step: Step | Hop) -> tuple[bool, float, bool]:
    """A use that runs before a mere import, then the surer one, then the direct one."""
    return step.kind != EdgeKind.IMPORTS, step.confidence, step.through is Through.DIRECT
