"""Which tests prove a change: those that reach a changed symbol, however far, with the path that says how.

The same walk as for impact, to any depth, and through what pytest and unittest run without being called: fixtures that
a test names are edges of the graph; those that apply by themselves (`autouse`), set-up methods and the code of a test
module or conftest reach every test that they are run for.

Far away is not doubtful: a step of at least `SURE` costs nothing, so that only guesses (one overrider of many, two
resolvers who disagree) add up, and a test is left out when they come to less than `min_confidence`. A call that nothing
settles is followed where its name has one definition alone, and a method that nothing is known to call (a visitor, a
special method) runs for whoever uses its class, one that is registered (`@app.route`) for whoever uses what it is
registered with: to run a test too many is cheap, to miss one is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import count

from packlens.graph.possible import sole_callers
from packlens.graph.snapshot import Snapshot
from packlens.graph.touched import RestsOn
from packlens.resolve.edge import EdgeKind, Through
from packlens.symbols.symbol import Symbol, SymbolKind, path_of
from packlens.symbols.table import whole
from packlens.views.affected import MIN_CONFIDENCE, Backwards, Hop, Step, backwards_of, is_module
from packlens.views.pack.neighbours import family
from packlens.views.testing.items import EACH_OF_CLASS, EACH_OF_MODULE, Item, Items, extended_by

SURE = 0.8
RUNS = "runs"
"""The kind of a step to a test from what pytest or unittest runs for it."""
POSSIBLE = "possible"
"""The kind of a step that no resolver settled, along the one definition of a name."""

IMPLICIT = "implicit"
"""The kind of a step to what may make a function run: the class of a method that nothing is known to call, or what a
function is registered with."""

_MOST_KEYS = 256
"""Symbols reached by one walk that are remembered with a count; one that reaches more rests on every edge."""

_ONE_DEFINITION = 0.5
_NO_CALLER = 0.6  # twice in a path is not yet too doubtful: one visitor works for another
_MEMBERS = frozenset({SymbolKind.METHOD, SymbolKind.PROPERTY})
_FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.PROPERTY})


@dataclass(frozen=True, slots=True)
class TestRow:
    """One test that reaches the change, by `steps` from a changed symbol; none for a test that is itself changed.

    run_as  the argument by which pytest runs it: its node id, or its file where that may not be found
    """

    id: str
    nodeid: str
    confidence: float
    steps: tuple[Step, ...]
    run_as: str


def tests_to_run(
    backwards: Backwards, seeds: Mapping[str, bool], given: Iterable[Step], min_confidence: float
) -> tuple[TestRow, ...]:
    """The tests that reach any of `seeds`, by node id. `given` are hops that the graph does not show."""
    runs = runs_of(backwards.snapshot)
    if not runs.items.all:
        return ()
    walk = Walk(backwards, runs)
    walk.follow(seeds, given, min_confidence)
    return walk.rows(walk.found)


def count_tests(snapshot: Snapshot, identifier: str) -> tuple[tuple[int, int], RestsOn]:
    """How many tests reach a symbol or what it encloses, and how many only may: all, or none at all surely.

    One of both is 0: where the way to a single test is sure, those by a guess are tests to run like the others.
    Beside it, what that rests on, with the calls by the symbol's name that are still open.
    """
    runs = runs_of(snapshot)
    if not runs.items.all:
        return (0, 0), RestsOn.on(identifier)
    walk = Walk(backwards_of(snapshot), runs)
    count = len(walk.follow(dict.fromkeys(family(snapshot, identifier), True), (), MIN_CONFIDENCE))
    if len(walk.came) > _MOST_KEYS:
        rests_on = RestsOn.on(identifier, every_edge=True)
    else:
        rests_on = RestsOn.on(identifier, walked=walk.came)
    return ((count, 0) if walk.any_sure else (0, count)), rests_on


class Runs:
    """What is run for a test without the test naming it."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.items = Items(snapshot)

    def started_by(self, identifier: str) -> Iterator[Item]:
        """The tests that a symbol is run for, or is the code of."""
        yield from self.items.of_function.get(identifier, ())
        path = path_of(identifier)
        symbol = self.snapshot.symbol(identifier)
        if symbol is None:
            return
        if is_module(identifier):
            yield from self._of_place(path)
        elif symbol.kind is SymbolKind.CLASS:
            yield from self.items.of_class.get(identifier, ())
        elif symbol.kind in _FUNCTIONS and symbol.parent is not None:
            at_top = is_module(symbol.parent)
            if identifier in self.autouse or symbol.name in (EACH_OF_MODULE if at_top else EACH_OF_CLASS):
                yield from self._of_place(path) if at_top else self._of_class(symbol.parent)
            elif at_top and symbol.name.startswith("pytest_") and path.endswith("conftest.py"):
                yield from self._of_place(path)

    @cached_property
    def autouse(self) -> frozenset[str]:
        """Ids of the fixtures that apply by themselves."""
        return frozenset(
            symbol.id
            for symbol in self.snapshot.symbols()
            if any(name.rpartition(".")[2] == "fixture" for name in symbol.decorators)
            and "autouse=True" in self.snapshot.signature(symbol.id)
        )

    def _of_place(self, path: str) -> Iterable[Item]:
        folder, _, name = path.rpartition("/")
        if name == "conftest.py":
            return self.items.below(folder)
        return self.items.of_file.get(path, ())

    def _of_class(self, identifier: str) -> Iterator[Item]:
        """The tests of a class and of those that inherit from it."""
        seen: set[str] = set()
        waiting = [identifier]
        while waiting:
            current = waiting.pop()
            if current in seen:
                continue
            seen.add(current)
            yield from self.items.of_class.get(current, ())
            waiting += extended_by(self.snapshot, current)


def runs_of(snapshot: Snapshot) -> Runs:
    """What is run for the tests of a snapshot: the same object until one of other texts is asked about.

    Jedi's answers add calls alone. Which functions are tests is read off texts, imports and bases.
    """
    global _runs
    known = _runs
    if known is None or not _same_texts(known.snapshot, snapshot):
        known = _runs = Runs(snapshot)
    return known


_runs: Runs | None = None


def _same_texts(one: Snapshot, other: Snapshot) -> bool:
    return one.documents is other.documents and one.layout is other.layout


class Walk:
    """One search, the least doubtful way first.

    came   what was reached -> what it was reached from, and by which hop; `None` for a seed
    found  test -> the symbol that starts it, and the confidence of the way there
    any_sure  whether the way to one of them is without a guess
    """

    def __init__(self, backwards: Backwards, runs: Runs) -> None:
        self.backwards = backwards
        self.runs = runs
        self.came: dict[str, tuple[str, Hop | Step] | None] = {}
        self.found: dict[Item, tuple[str, float]] = {}
        self.any_sure = False

    def rows(self, items: Iterable[Item]) -> tuple[TestRow, ...]:
        """The rows of tests that were found."""
        rows = [self._row(item, *self.found[item]) for item in items]
        return tuple(sorted(rows, key=lambda row: row.nodeid))

    def follow(
        self, seeds: Mapping[str, bool], given: Iterable[Step], min_confidence: float
    ) -> Mapping[Item, tuple[str, float]]:
        """Search from `seeds` and `given`; gives `found`."""
        # (doubt, confidence) of the best way so far, both negative so that the heap gives the best first; of equal
        # ways the one from the first target, and from that the one that was found first.
        queue: list[tuple[float, float, str, bool, str, int, tuple[str, Hop | Step] | None]] = []
        number = count()
        for identifier, contract in seeds.items():
            heappush(queue, (-1.0, -1.0, identifier, contract, "", next(number), None))
        for step in given:
            doubt, came = -_doubt(step.confidence), (step.target, step)
            heappush(queue, (doubt, -step.confidence, step.source, False, step.target, next(number), came))
        while queue:
            doubt, confidence, identifier, contract, _, _, reached = heappop(queue)
            if identifier in self.came:
                continue
            self.came[identifier] = reached
            for item in self.started(identifier):
                self.found.setdefault(item, (identifier, -confidence))
                self.any_sure |= doubt == -1.0
            if reached is not None and not self.backwards.leads_on(identifier, reached[1].kind):
                continue
            for hop in self.hops(identifier, contract):
                now = doubt * _doubt(hop.confidence)
                if hop.source not in self.came and -now >= min_confidence:
                    inherits = contract and hop.kind == EdgeKind.OVERRIDES
                    so_far = confidence * hop.confidence
                    entry = (now, so_far, hop.source, inherits, identifier, next(number), (identifier, hop))
                    heappush(queue, entry)
        return self.found

    def started(self, identifier: str) -> Iterable[Item]:
        """The tests that a symbol is run for."""
        return self.runs.started_by(identifier)

    def hops(self, identifier: str, contract: bool) -> Iterator[Hop]:
        """Where the search goes on from a symbol. An import alone runs nothing, and is no way to what it stands in."""
        snapshot = self.backwards.snapshot
        hops = (*self.backwards.all_hops(identifier, contract=contract), *possible_hops(snapshot, identifier))
        yield from (hop for hop in hops if hop.kind != EdgeKind.IMPORTS)
        symbol = snapshot.symbol(identifier)
        if symbol is not None:
            yield from registered_hops(snapshot, symbol)
        if hops or symbol is None or symbol.kind not in _MEMBERS or symbol.parent is None:
            return
        if next(iter(self.runs.started_by(identifier)), None) is None:
            yield Hop(symbol.parent, IMPLICIT, _NO_CALLER, Through.DIRECT, symbol.parent, None)

    def last_kind(self, last: str) -> str:
        """The kind of the step from `last` to a test whose code it is not."""
        return RUNS

    def _row(self, item: Item, last: str, confidence: float) -> TestRow:
        steps: list[Step] = []
        if last != item.function:
            steps.append(Step(item.function, last, self.last_kind(last), 1.0))
        current = last
        while (came := self.came[current]) is not None:
            target, hop = came
            steps.append(hop if isinstance(hop, Step) else self.backwards.step(target, hop))
            current = target
            if current not in self.came:
                break
        return TestRow(item.function, item.nodeid, round(confidence, 4), tuple(reversed(steps)), item.run_as)


def possible_hops(snapshot: Snapshot, identifier: str) -> Iterator[Hop]:
    """The unsettled calls that could mean a symbol alone: no other of the workspace has its name."""
    for scope, site in sole_callers(snapshot, identifier):
        yield Hop(whole(scope), POSSIBLE, _ONE_DEFINITION, Through.DIRECT, scope, site)


def registered_hops(snapshot: Snapshot, symbol: Symbol) -> Iterator[Hop]:
    """What a function is registered with by a decorator, and may be run by: `app` of `@app.route("/")`."""
    holders = {name.split(".")[-2] for name in symbol.decorators if "." in name}
    if not holders or symbol.kind is not SymbolKind.FUNCTION:
        return
    for edge in snapshot.outgoing(symbol.id):
        if edge.kind is EdgeKind.REFERENCES and edge.line < symbol.body_line:
            holder = snapshot.symbol(edge.target)
            if holder is not None and holder.name in holders and not is_module(edge.target):
                yield Hop(edge.target, IMPLICIT, _NO_CALLER, Through.DIRECT, symbol.id, None)


def _doubt(confidence: float) -> float:
    return 1.0 if confidence >= SURE else confidence
