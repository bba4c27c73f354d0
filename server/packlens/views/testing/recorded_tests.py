"""Tests to run, told by a recording of a test run where it can tell.

The walk backwards goes on until it meets a function that the recording knows: the tests that executed it are those of
the recording, and nobody else is sought beyond it. What is no function (a constant, a class, a fixture in a file that
is not measured) is followed as without a recording, up to the functions that read it.

Three kinds of tests are still those of the graph alone: such as the recording does not know, since they are new; such
as depend on what ran outside of any test, when a module was imported; and those of a fixture that is set up once for
several, since only the first of them has executed what it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from packlens.resolve.edge import EdgeKind
from packlens.symbols.symbol import Symbol, qualname_of
from packlens.views.affected import Backwards, Hop, Step
from packlens.views.testing.items import EACH_OF_MODULE, ONCE_FOR_CLASS, Item, is_fixture
from packlens.views.testing.recorded import Recorded, Seen
from packlens.views.testing.to_run import RUNS, Runs, TestRow, Walk, runs_of

EXECUTED = "executed"
"""The kind of a step to a test that a recording says."""


def recorded_tests(
    backwards: Backwards,
    seeds: Mapping[str, bool],
    given: Iterable[Step],
    min_confidence: float,
    recorded: Recorded,
    before: Mapping[str, str],
) -> tuple[TestRow, ...]:
    """The tests that reach any of `seeds`, by node id. `before` has the earlier id of a seed that had another one."""
    runs = runs_of(backwards.snapshot)
    given = tuple(given)
    static = Walk(backwards, runs)
    static.follow(seeds, given, min_confidence)
    names = _Names(runs, recorded.recording.tests)
    told = _ToldWalk(backwards, runs, recorded, names, before)
    told.follow(seeds, given, min_confidence)
    shared = _shared(static, told.setups, min_confidence)
    more = [
        item
        for item in static.found
        if item not in told.found and (item not in names.known or item in shared)
    ]
    return tuple(sorted((*told.rows(told.found), *static.rows(more)), key=lambda row: row.nodeid))


class _ToldWalk(Walk):
    """A walk that ends at what the recording knows."""

    def __init__(
        self, backwards: Backwards, runs: Runs, recorded: Recorded, names: _Names, before: Mapping[str, str]
    ) -> None:
        super().__init__(backwards, runs)
        self.setups: set[Item] = set()
        self._recorded = recorded
        self._names = names
        self._before = before
        self._known: dict[str, Seen | None] = {}

    def started(self, identifier: str) -> Iterable[Item]:
        seen = self._seen(identifier)
        if seen is None:
            return super().started(identifier)
        self.setups.update(self._names.items(seen.setups))
        return self._names.items(seen.tests)

    def hops(self, identifier: str, contract: bool) -> Iterator[Hop]:
        seen = self._seen(identifier)
        if seen is not None and not seen.outside:
            return
        for hop in super().hops(identifier, contract):
            caller = self._seen(hop.source) if seen is not None and hop.kind == EdgeKind.CALLS else None
            if caller is None or caller.outside:
                yield hop

    def last_kind(self, last: str) -> str:
        return RUNS if self._seen(last) is None else EXECUTED

    def _seen(self, identifier: str) -> Seen | None:
        if identifier not in self._known:
            self._known[identifier] = self._recorded.of(self._before.get(identifier, identifier))
        return self._known[identifier]


class _Names:
    """The tests of the graph by the names that a recording has for them.

    pytest-cov writes node ids. coverage alone writes `module.Class.function`, the module as it was imported.
    """

    def __init__(self, runs: Runs, names: frozenset[str]) -> None:
        self._runs = runs
        self._names = names

    def items(self, names: Iterable[str]) -> Iterator[Item]:
        """The tests that go by any of these names."""
        for name in sorted(names):
            yield from self._by_name.get(name, ())

    @cached_property
    def known(self) -> frozenset[Item]:
        """The tests that the recording knows."""
        return frozenset(item for items in self._by_name.values() for item in items)

    @cached_property
    def _by_name(self) -> dict[str, list[Item]]:
        found: dict[str, list[Item]] = {}
        for item in self._runs.items.all:
            for name in _spellings(item):
                if name in self._names:
                    found.setdefault(name, []).append(item)
                    break
        return found


def _spellings(item: Item) -> Iterator[str]:
    """The names that a recording may have for a test, the longest first."""
    path, _, rest = item.nodeid.partition("::")
    parts = path.split("/")
    for start in range(len(parts)):
        yield f"{'/'.join(parts[start:])}::{rest}"
    module = [*parts[:-1], parts[-1].removesuffix(".py")]
    for start in range(len(module)):
        yield ".".join([*module[start:], rest.replace("::", ".")])
        yield ".".join([*module[start:], qualname_of(item.function)])


def _shared(static: Walk, setups: set[Item], min_confidence: float) -> set[Item]:
    """The tests of what is set up once for several, where one of them executed what changed in its set-up."""
    found: set[Item] = set()
    if not setups:
        return found
    for identifier in static.came:
        symbol = static.backwards.snapshot.symbol(identifier)
        if symbol is not None and _is_shared(static, symbol):
            users = Walk(static.backwards, static.runs).follow({identifier: False}, (), min_confidence)
            if not setups.isdisjoint(users):
                found.update(users)
    return found


def _is_shared(walk: Walk, symbol: Symbol) -> bool:
    """Whether something is set up once for several tests."""
    if symbol.name in EACH_OF_MODULE or symbol.name in ONCE_FOR_CLASS:
        return True
    return is_fixture(symbol) and "scope=" in walk.backwards.snapshot.signature(symbol.id)
