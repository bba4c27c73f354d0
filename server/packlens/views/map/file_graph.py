"""Which files use which, how strongly, and what that makes of each file and symbol.

The weight with which a file uses a symbol is, kind by kind, the sum of kind weight x confidence over the places,
divided by the root of their number: the tenth call says less than the first. The weight between two files is the sum
over the symbols; a used file gives 0.3 of it back, so that what uses much is near to what is used. Files are ranked
by PageRank (Page and others, 1999) over these weights, personalised by where a reader is likely to be.

Only static resolution is looked at. So a rank is a function of the texts alone, nothing it depends on is ever
pending, and an answer of Jedi moves nothing. Sums are `math.fsum`, which is exact before it rounds: neither the order
of files nor the interpreter, whose `sum` differs between versions, can show in a bit of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum, sqrt
from operator import itemgetter, mul
from typing import Any
from weakref import WeakKeyDictionary

from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.symbol import Symbol, path_of
from packlens.views.tokens import Tokenizer

_WEIGHTS = {
    EdgeKind.EXTENDS: 1.5,
    EdgeKind.CALLS: 1.0,
    EdgeKind.REFERENCES: 0.7,
    EdgeKind.DECORATES: 0.7,
    EdgeKind.IMPORTS: 0.5,
    EdgeKind.TESTS: 0.3,
}
_BACKWARDS = 0.3
_DAMPING = 0.85
# Fixed numbers, so that the result does not hang on when a difference falls below a bound. After the first the largest
# relative change in a round is about a thousandth on django; a reader who begins somewhere else is counted from there.
_ROUNDS = 24
_FURTHER_ROUNDS = 12
DECIMALS = 12
"""Of a rank."""

# What one file's rows say never changes; nor does what one generation says.
_uses: WeakKeyDictionary[Shard, Mapping[str, float]] = WeakKeyDictionary()
_graphs: WeakKeyDictionary[Snapshot, FileGraph] = WeakKeyDictionary()

Pick = Callable[[Sequence[float]], Any]


@dataclass(eq=False)
class FileGraph:
    """The files of one generation.

    paths   sorted; files are meant by their number in it
    used    symbol id -> the weight with which other files use it
    drawn   for each file: how to pick the ranks of the files that give it something, and the share it gets of each
    ends    the files that give nothing to any
    orders  path -> its symbols, most telling first, once somebody has asked for them
    public  path -> how many of these are public, likewise
    prices  (tokenizer, symbol id) -> tokens of its line, likewise
    """

    paths: tuple[str, ...]
    used: Mapping[str, float]
    drawn: tuple[tuple[Pick, tuple[float, ...]], ...]
    ends: tuple[int, ...]
    orders: dict[str, tuple[Symbol, ...]] = field(default_factory=dict)
    public: dict[str, int] = field(default_factory=dict)
    prices: dict[tuple[Tokenizer, str], int] = field(default_factory=dict)

    def ranks(self, start: Sequence[float]) -> tuple[float, ...]:
        """The rank of each file, of 1 in all, for a reader who begins at each file with the chance in `start`."""
        return self._ranks(start, self.plain, _FURTHER_ROUNDS)

    def _ranks(self, start: Sequence[float], ranks: Sequence[float], rounds: int) -> tuple[float, ...]:
        each = 1 / len(self.paths)
        for _ in range(rounds):
            lost = fsum(ranks[index] for index in self.ends) * each
            ranks = [
                (1 - _DAMPING) * chance + _DAMPING * (fsum(map(mul, pick(ranks), shares)) + lost)
                for chance, (pick, shares) in zip(start, self.drawn, strict=True)
            ]
        return tuple(round(rank, DECIMALS) for rank in ranks)

    @cached_property
    def plain(self) -> tuple[float, ...]:
        """The ranks for a reader who may begin anywhere."""
        even = [1 / len(self.paths)] * len(self.paths) if self.paths else []
        return self._ranks(even, even, _ROUNDS) if even else ()


def file_graph(snapshot: Snapshot) -> FileGraph:
    """The files of `snapshot` and what they use of each other."""
    known = _graphs.get(snapshot)
    if known is None:
        known = _graphs[snapshot] = _build(snapshot)
    return known


def _build(snapshot: Snapshot) -> FileGraph:
    paths = snapshot.paths()
    numbers = {path: number for number, path in enumerate(paths)}
    used: dict[str, list[float]] = {}
    given: list[dict[int, float]] = [{} for _ in paths]
    for number, path in enumerate(paths):
        by_file: dict[int, list[float]] = {}
        for target, weight in _uses_of(snapshot.shards[path]).items():
            other = numbers.get(path_of(target))
            if other is not None:
                used.setdefault(target, []).append(weight)
                by_file.setdefault(other, []).append(weight)
        for other, weights in by_file.items():
            total = fsum(weights)
            given[number][other] = given[number].get(other, 0.0) + total
            given[other][number] = given[other].get(number, 0.0) + _BACKWARDS * total
    drawn: list[list[tuple[int, float]]] = [[] for _ in paths]
    for number, others in enumerate(given):
        whole = fsum(others.values())
        for other, weight in others.items():
            drawn[other].append((number, weight / whole))
    return FileGraph(
        paths,
        {target: fsum(weights) for target, weights in used.items()},
        tuple((_picker(shares), tuple(share for _, share in shares)) for shares in drawn),
        tuple(number for number, others in enumerate(given) if not others),
    )


def _uses_of(shard: Shard) -> Mapping[str, float]:
    """Symbol of another file -> the weight with which this file uses it."""
    known = _uses.get(shard)
    if known is not None:
        return known
    path = shard.table.path
    places: dict[tuple[str, EdgeKind], list[float]] = {}
    for rows in shard.static.values():
        for row in rows.edges:
            if row.kind in _WEIGHTS and path_of(row.target) != path:
                places.setdefault((row.target, row.kind), []).append(row.confidence)
    weights: dict[str, list[float]] = {}
    for (target, kind), confidences in places.items():
        weight = _WEIGHTS[kind] * fsum(confidences) / sqrt(len(confidences))
        weights.setdefault(target, []).append(weight)
    found = _uses[shard] = {target: fsum(parts) for target, parts in weights.items()}
    return found


def _picker(shares: Sequence[tuple[int, float]]) -> Pick:
    """Picks what stands at the numbers in `shares`, as a tuple."""
    if not shares:
        return lambda _: ()
    if len(shares) == 1:
        only = shares[0][0]
        return lambda ranks: (ranks[only],)
    return itemgetter(*(number for number, _ in shares))
