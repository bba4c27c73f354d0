"""What units give to others that belong with them, whatever words these share with the question.

What ranks high is rarely all that a task needs. It gives a share of its score to what it calls and to what calls it; to
the `__init__` of its class; and to those parts of it that hardly anybody else calls. A class that the question names
gives to its members. Where a function has a twin, one of them async, a task is about both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.symbol import MODULE_QUALNAME, SymbolKind, path_of, qualname_of, symbol_id
from packlens.symbols.table import whole
from packlens.views.relevance.index import LexicalIndex

Gifts = dict[int, tuple[float, str]]
"""Number of a unit -> what it is given, and the id of who gives most of it."""

_FOLLOWED = frozenset({EdgeKind.CALLS, EdgeKind.EXTENDS})
# A part of its callers is what no more than so many units call, by edges at least so sure.
_FEW, _SURE = 2, 0.5


def unit_around(snapshot: Snapshot, numbers: Mapping[str, int], identifier: str) -> int | None:
    """The number of the unit that holds a symbol; `None` for what is in none but a module."""
    current: str | None = identifier
    while current is not None:
        number = numbers.get(current)
        if number is not None:
            return number
        symbol = snapshot.symbol(current)
        current = symbol.parent if symbol is not None else None
    return None


def along_edges(
    snapshot: Snapshot, index: LexicalIndex, best: Sequence[int], base: Mapping[int, float]
) -> Gifts:
    """What the best units give to those one edge away, 1 for the one that gets most."""
    numbers = index.numbers
    given: dict[int, float] = {}
    givers: dict[int, tuple[float, str]] = {}
    for unit in best:
        identifier = index.ids[unit]
        for ends in (_targets(snapshot, identifier), _sources(snapshot, identifier)):
            strengths: dict[int, float] = {}
            for other, confidence in ends:
                number = unit_around(snapshot, numbers, other)
                if number is not None and number != unit:
                    strengths[number] = max(strengths.get(number, 0.0), confidence)
            whole = max(1.0, sum(strengths.values()))
            for number, strength in strengths.items():
                share = base[unit] * strength / whole
                given[number] = given.get(number, 0.0) + share
                if share > givers.get(number, (0.0, ""))[0]:
                    givers[number] = (share, identifier)
    most = max(given.values(), default=0.0)
    return {number: (value / most, givers[number][1]) for number, value in given.items()} if most else {}


def to_own_init(index: LexicalIndex, best: Iterable[int], base: Mapping[int, float]) -> Gifts:
    """What the best methods give to the `__init__` of their class: it makes what they work on."""
    given: Gifts = {}
    for unit in best:
        symbol = index.symbol(unit)
        init = index.numbers.get(f"{symbol.parent}.__init__")
        if init is not None and init != unit and base[unit] > given.get(init, (0.0, ""))[0]:
            given[init] = (base[unit], symbol.id)
    return given


def to_members(snapshot: Snapshot, index: LexicalIndex, names: frozenset[str]) -> Gifts:
    """What classes that the question names give to their members, less for each namesake."""
    numbers = index.numbers
    given: Gifts = {}
    for name in sorted(names):
        symbols = [identifier for identifier in snapshot.named(name) if identifier in numbers]
        for identifier in symbols:
            if qualname_of(identifier) == MODULE_QUALNAME:
                continue
            for child in snapshot.children(identifier):
                number = numbers.get(child)
                share = len(symbols) ** -0.5
                if number is not None and share > given.get(number, (0.0, ""))[0]:
                    given[number] = (share, identifier)
    return given


def to_own_callees(
    snapshot: Snapshot, index: LexicalIndex, best: Iterable[int], base: Mapping[int, float]
) -> Gifts:
    """What the best units give to what they call and hardly anybody else does: it could be a part of them."""
    given: Gifts = {}
    for unit in best:
        identifier = index.ids[unit]
        for edge in snapshot.outgoing(identifier):
            if edge.kind is not EdgeKind.CALLS or edge.confidence < _SURE:
                continue
            number = unit_around(snapshot, index.numbers, edge.target)
            share = base[unit] * edge.confidence
            if number is None or number == unit or share <= given.get(number, (0.0, ""))[0]:
                continue
            if _has_few_callers(snapshot, index, number):
                given[number] = (share, identifier)
    return given


def to_twins(
    snapshot: Snapshot, index: LexicalIndex, best: Iterable[int], scores: Mapping[int, float]
) -> Gifts:
    """What the best units give to their twins: the async form of a function, and what an async one is the form of.

    Not where one of the two is made of the other, by a call or by handing it on.
    """
    given: Gifts = {}
    for unit in best:
        if index.kinds[unit] is SymbolKind.CLASS:
            continue
        for twin in _twins(index.ids[unit]):
            number = index.numbers.get(twin)
            if number is None or scores[unit] <= given.get(number, (0.0, ""))[0]:
                continue
            if not (_uses(snapshot, index.ids[unit], twin) or _uses(snapshot, twin, index.ids[unit])):
                given[number] = (scores[unit], index.ids[unit])
    return given


def _uses(snapshot: Snapshot, identifier: str, other: str) -> bool:
    return any(edge.target == other for edge in snapshot.outgoing(identifier))


def _has_few_callers(snapshot: Snapshot, index: LexicalIndex, unit: int) -> bool:
    identifier = index.ids[unit]
    callers: set[int | None] = set()
    for scope in snapshot.inbound.get(path_of(identifier), {}).get(identifier, ()):
        uses = snapshot.shards[path_of(scope)].uses(scope, identifier)
        if any(row.kind is EdgeKind.CALLS for row in uses):
            callers.add(unit_around(snapshot, index.numbers, whole(scope)))
            if len(callers - {unit}) > _FEW:
                return False  # what everybody calls has hundreds: they are not looked at
    return True


def _twins(identifier: str) -> Iterator[str]:
    """The ids that a twin may have: `send` and `asend`, `__enter__` and `__aenter__`, in `Client` and `AsyncClient`."""
    path = path_of(identifier)
    owner, dot, name = qualname_of(identifier).rpartition(".")
    around, inner, last = owner.rpartition(".")
    for names, owners in (
        (_marked(name, "a", "async_"), _marked(last, "Async") if last else ()),
        (_unmarked(name, "a", "async_"), _unmarked(last, "Async")),
    ):
        for each in (last, *owners):
            for twin in (name, *names):
                if (each, twin) != (last, name):
                    yield symbol_id(path, f"{around}{inner}{each}{dot}{twin}")


def _marked(name: str, *marks: str) -> tuple[str, ...]:
    """A name with each of the marks after its underscores."""
    bare = name.lstrip("_")
    return tuple(f"{name[: len(name) - len(bare)]}{mark}{bare}" for mark in marks)


def _unmarked(name: str, *marks: str) -> tuple[str, ...]:
    """A name without the mark after its underscores, for each of the marks that is there."""
    bare = name.lstrip("_")
    lead = name[: len(name) - len(bare)]
    return tuple(
        f"{lead}{bare.removeprefix(mark)}" for mark in marks if bare.startswith(mark) and bare != mark
    )


def _targets(snapshot: Snapshot, identifier: str) -> Iterator[tuple[str, float]]:
    return ((e.target, e.confidence) for e in snapshot.outgoing(identifier) if e.kind in _FOLLOWED)


def _sources(snapshot: Snapshot, identifier: str) -> Iterator[tuple[str, float]]:
    return ((e.source, e.confidence) for e in snapshot.incoming(identifier) if e.kind in _FOLLOWED)
