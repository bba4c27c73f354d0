"""Which symbols may join the targets of a pack, nearest first.

From the targets, rounds of one hop: what the last round's callees use, then what uses the last round's
callers. A target stands for all it encloses (a class for its methods); a symbol reached from it stands for
itself and for the functions inside it, so that reaching a class does not drag in everything its methods
touch.

Within one hop: calls before inheritance before mere references, settled edges before doubtful ones, callers
that are tests last, then the order of the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Edge, EdgeKind
from packlens.symbols.symbol import MODULE_QUALNAME, SymbolKind, path_of, qualname_of
from packlens.views.model import Via
from packlens.views.question import Direction

_RANK = {
    EdgeKind.CALLS: 0,
    EdgeKind.EXTENDS: 1,
    EdgeKind.OVERRIDES: 1,
    EdgeKind.DECORATES: 1,
    EdgeKind.REFERENCES: 2,
    EdgeKind.TESTS: 3,
}
"""The edges a pack follows. Imports are left out: what is imported and used has an edge of its own."""

_DOUBTFUL = 0.8


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A symbol that edges lead to.

    distance  hops from the nearest target
    score     the product of the best confidences on the way, divided by `distance + 1`
    via       the edges that reached it in the hop that found it
    """

    id: str
    distance: int
    score: float
    via: tuple[Via, ...]


def neighbours(
    snapshot: Snapshot, targets: tuple[str, ...], direction: Direction, depth: int | None
) -> tuple[Neighbour, ...]:
    """Every symbol within `depth` hops of `targets` (all that edges lead to when `None`), nearest first."""
    seen = {inner for target in targets for inner in family(snapshot, target)}
    start = dict.fromkeys(sorted(seen), 1.0)
    callees = {} if direction is Direction.CALLERS else start
    callers = {} if direction is Direction.CALLEES else start
    found: list[Neighbour] = []
    distance = 0
    while (callees or callers) and (depth is None or distance < depth):
        distance += 1
        callees = _hop(snapshot, callees, distance, seen, found, forwards=True)
        callers = _hop(snapshot, callers, distance, seen, found, forwards=False)
    return tuple(found)


def family(snapshot: Snapshot, identifier: str) -> Iterator[str]:
    """`identifier` and everything it encloses."""
    waiting = [identifier]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(snapshot.children(current)))


def _hop(
    snapshot: Snapshot,
    frontier: dict[str, float],
    distance: int,
    seen: set[str],
    found: list[Neighbour],
    *,
    forwards: bool,
) -> dict[str, float]:
    """Append what one hop from `frontier` newly reaches to `found`; return the next frontier."""
    reached: dict[str, list[tuple[Edge, str, float]]] = {}
    for identifier, strength in frontier.items():
        for member in (identifier,) if distance == 1 else _functions_of(snapshot, identifier):
            for edge in snapshot.outgoing(member) if forwards else snapshot.incoming(member):
                other = edge.target if forwards else edge.source
                if other in seen or edge.kind not in _RANK:
                    continue
                if forwards and qualname_of(other) == MODULE_QUALNAME:
                    continue  # using a module by name says nothing about what of it is used
                reached.setdefault(other, []).append((edge, member, strength))
    following: dict[str, float] = {}
    for other in sorted(reached, key=lambda other: _order(other, reached[other], forwards)):
        edges = reached[other]
        strength = max(edge.confidence * before for edge, _, before in edges)
        found.append(Neighbour(other, distance, round(strength / (distance + 1), 4), _via(edges)))
        following[other] = strength
    seen.update(reached)
    return following


def _functions_of(snapshot: Snapshot, identifier: str) -> Iterator[str]:
    yield identifier
    symbol = snapshot.symbol(identifier)
    if symbol is not None and symbol.kind not in (SymbolKind.CLASS, SymbolKind.MODULE):
        for child in snapshot.children(identifier):
            yield from family(snapshot, child)


def _order(
    other: str, edges: Iterable[tuple[Edge, str, float]], forwards: bool
) -> tuple[int, bool, bool, bool, str, int, int, str]:
    """Sort key within one hop: callees by where they are used, callers by where they stand."""
    kind, doubtful, site = min(
        (
            _RANK[edge.kind],
            edge.confidence < _DOUBTFUL,
            (path_of(edge.source), edge.line, edge.column),
        )
        for edge, _, _ in edges
    )
    elsewhere = not any(path_of(member) == path_of(other) for _, member, _ in edges)
    far = False if forwards else elsewhere
    return kind, doubtful, not forwards and _is_test(path_of(other)), far, *site, other


def _is_test(path: str) -> bool:
    *folders, name = path.split("/")
    return name.startswith("test_") or name.endswith("_test.py") or "tests" in folders or "test" in folders


def _via(edges: Iterable[tuple[Edge, str, float]]) -> tuple[Via, ...]:
    """One edge for each kind and neighbour: the surest, then the first in the source."""
    best: dict[tuple[str, EdgeKind], Edge] = {}
    for edge, member, _ in edges:
        key = (member, edge.kind)
        known = best.get(key)
        if known is None or (-edge.confidence, edge.line, edge.column) < (
            -known.confidence,
            known.line,
            known.column,
        ):
            best[key] = edge
    return tuple(
        Via(edge.kind, member, edge.confidence, edge.resolver, edge.through, edge.line)
        for (member, _), edge in sorted(best.items(), key=lambda item: (_RANK[item[0][1]], item[0][0]))
    )
