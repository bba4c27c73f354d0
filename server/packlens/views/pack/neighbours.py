"""Which symbols may join the targets of a pack, nearest first.

From the targets, rounds of one hop: what the last round's callees use, then what uses the last round's
callers. A target stands for all it encloses (a class for its methods); a symbol reached from it stands for
itself and for the functions inside it, so that reaching a class does not drag in everything its methods
touch.

Within one hop: calls, then calls that may mean one of a few, then inheritance, then mere references. What is one
of many that a call may mean waits until the callers of the same hop have had their turn. Callers in tests come
after the others. Then in the order of the symbols they were reached from, and of the source.

A class that is only referred to (in an annotation, by `isinstance`) leads no farther, and the class around a
method is no neighbour of it: its header is shown with the method anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Edge, EdgeKind
from packlens.symbols.symbol import MODULE_QUALNAME, SymbolKind, path_of, qualname_of
from packlens.views.pack.candidate import Candidate
from packlens.views.pack.model import Via
from packlens.views.pack.question import Direction

_RANK = {
    EdgeKind.CALLS: 0,
    EdgeKind.EXTENDS: 2,
    EdgeKind.OVERRIDES: 2,
    EdgeKind.DECORATES: 2,
    EdgeKind.REFERENCES: 3,
    EdgeKind.TESTS: 4,
}
"""The edges a pack follows. Imports are left out: what is imported and used has an edge of its own."""

_SURE = 0.8
_RANK_OF_FEW = 1
_RANK_OF_MANY = 5
# A call that may mean more symbols than this says little about any of them.
_FEW = 3


@dataclass(frozen=True, slots=True)
class Reads:
    """Whose edges decided what may join a pack: what is pending there could change it.

    always   ids that count wherever the pack ends; the others, once it shows them
    uses     ids of which it was looked up what they use
    users    ids of which it was looked up who uses them
    """

    always: frozenset[str]
    uses: frozenset[str]
    users: frozenset[str]

    @staticmethod
    def of(ids: Iterable[str]) -> Reads:
        """Both of `ids`, whatever is shown."""
        read = frozenset(ids)
        return Reads(read, read, read)


NOTHING_READ = Reads.of(())


def neighbours(
    snapshot: Snapshot, targets: tuple[str, ...], direction: Direction, depth: int | None
) -> tuple[Candidate, ...]:
    """Every symbol within `depth` hops of `targets` (all that edges lead to when `None`), nearest first."""
    return reach(snapshot, targets, direction, depth)[0]


def reach(
    snapshot: Snapshot, targets: tuple[str, ...], direction: Direction, depth: int | None
) -> tuple[tuple[Candidate, ...], Reads]:
    """The `neighbours`, and what was read to find them."""
    start = {inner: 1.0 for target in targets for inner in family(snapshot, target)}
    uses: set[str] = set()
    users: set[str] = set()
    seen = set(start)
    callees = {} if direction is Direction.CALLERS else start
    callers = {} if direction is Direction.CALLEES else start
    found: list[Candidate] = []
    distance = 0
    while (callees or callers) and (depth is None or distance < depth):
        distance += 1
        late: list[Candidate] = []
        uses.update(callees)
        users.update(callers)
        callees = _hop(snapshot, callees, distance, seen, found, late, forwards=True)
        callers = _hop(snapshot, callers, distance, seen, found, late, forwards=False)
        found += late
    return tuple(found), Reads(frozenset(start), frozenset(uses), frozenset(users))


def family(snapshot: Snapshot, identifier: str) -> Iterator[str]:
    """`identifier` and everything it encloses."""
    waiting = [identifier]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(snapshot.children(current)))


@dataclass(frozen=True, slots=True)
class _Step:
    """An edge followed from `member`, which stands for the symbol at `place` of the frontier."""

    edge: Edge
    member: str
    place: int
    strength: float


def _hop(
    snapshot: Snapshot,
    frontier: dict[str, float],
    distance: int,
    seen: set[str],
    found: list[Candidate],
    late: list[Candidate],
    *,
    forwards: bool,
) -> dict[str, float]:
    """Append what one hop from `frontier` newly reaches to `found`, or to `late` what is one of many.

    Returns the next frontier.
    """
    reached: dict[str, list[_Step]] = {}
    meanings: Counter[tuple[str, int, int]] = Counter()
    for place, (identifier, strength) in enumerate(frontier.items()):
        for member in (identifier,) if distance == 1 else functions_of(snapshot, identifier):
            for edge in snapshot.outgoing(member) if forwards else snapshot.incoming(member):
                other = edge.target if forwards else edge.source
                if edge.kind not in _RANK:
                    continue
                if forwards and edge.kind is EdgeKind.CALLS and edge.confidence < _SURE:
                    meanings[_site(edge)] += 1
                if other in seen or _is_around(snapshot, other, member):
                    continue
                if forwards and qualname_of(other) == MODULE_QUALNAME:
                    continue  # using a module by name says nothing about what of it is used
                reached.setdefault(other, []).append(_Step(edge, member, place, strength))
    following: dict[str, float] = {}
    for other in sorted(reached, key=lambda other: _order(other, reached[other], meanings, forwards)):
        steps = reached[other]
        strength = max(step.edge.confidence * step.strength for step in steps)
        one_of_many = min(_rank(step.edge, meanings) for step in steps) == _RANK_OF_MANY
        neighbour = Candidate(other, distance, round(strength / (distance + 1), 4), _via(steps))
        (late if one_of_many else found).append(neighbour)
        if _leads_on(snapshot, other, steps):
            following[other] = strength
    seen.update(reached)
    return following


def _is_around(snapshot: Snapshot, other: str, member: str) -> bool:
    """Whether `other` is a class that encloses `member`."""
    if not member.startswith(f"{other}."):
        return False
    symbol = snapshot.symbol(other)
    return symbol is not None and symbol.kind is SymbolKind.CLASS


def _leads_on(snapshot: Snapshot, identifier: str, steps: Iterable[_Step]) -> bool:
    symbol = snapshot.symbol(identifier)
    is_class = symbol is not None and symbol.kind is SymbolKind.CLASS
    return not is_class or any(step.edge.kind is not EdgeKind.REFERENCES for step in steps)


def functions_of(snapshot: Snapshot, identifier: str) -> Iterator[str]:
    """`identifier`, and the functions inside it when it is one: what a symbol that was reached stands for."""
    yield identifier
    symbol = snapshot.symbol(identifier)
    if symbol is not None and symbol.kind not in (SymbolKind.CLASS, SymbolKind.MODULE):
        for child in snapshot.children(identifier):
            yield from family(snapshot, child)


def _order(
    other: str, steps: Iterable[_Step], meanings: Mapping[tuple[str, int, int], int], forwards: bool
) -> tuple[int, bool, bool, int, str, int, int, str]:
    """Sort key within one hop: callees by where they are used, callers by where they stand."""
    rank, place, path, line, column = min(
        (
            _rank(step.edge, meanings),
            step.place,
            path_of(step.edge.source),
            step.edge.line,
            step.edge.column,
        )
        for step in steps
    )
    far = not forwards and not any(path_of(step.member) == path_of(other) for step in steps)
    return rank, not forwards and is_test(path_of(other)), far, place, path, line, column, other


def _rank(edge: Edge, meanings: Mapping[tuple[str, int, int], int]) -> int:
    if edge.confidence >= _SURE:
        return _RANK[edge.kind]
    if edge.kind is EdgeKind.CALLS and meanings.get(_site(edge), 0) <= _FEW:
        return _RANK_OF_FEW
    return _RANK_OF_MANY


def _site(edge: Edge) -> tuple[str, int, int]:
    return edge.source, edge.line, edge.column


def is_test(path: str) -> bool:
    """Whether a file holds tests, by its name and where it stands."""
    *folders, name = path.split("/")
    return (
        name.startswith("test_")
        or name.endswith("_test.py")
        or name == "conftest.py"
        or "tests" in folders
        # Deeper, `test` may be what the workspace gives to the tests of others.
        or folders[:1] in (["test"], ["t"])
    )


def _via(steps: Iterable[_Step]) -> tuple[Via, ...]:
    """One edge for each kind and neighbour: the surest, then the first in the source."""
    best: dict[tuple[str, EdgeKind], Edge] = {}
    for step in steps:
        edge = step.edge
        key = (step.member, edge.kind)
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
