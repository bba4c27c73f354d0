"""Which functions of a workspace are tests, and the node ids that pytest has for them.

The rules are pytest's, with the names that its settings give. By default a file `test_*.py` or `*_test.py` holds tests;
in it functions `test*`, and methods `test*` of classes `Test*` that have no constructor of their own. A subclass of
`unittest.TestCase` counts in every file, under every name, and its methods are `test*` whatever the settings say. A
class also has the tests that it inherits, with the classes in it: each is an item of its own there. What a file of
tests imports by name or by a star is collected in it too.

A node id that pytest does not find keeps it from running any test. So what it is told (`run_as`) is the file where a
test may not be there when it looks: under a condition, or in a module that may be skipped as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.symbol import MODULE_QUALNAME, Symbol, SymbolKind, path_of, symbol_id
from packlens.symbols.table import FileTable, whole
from packlens.views.reexports import brought
from packlens.views.testing.seen_by_pytest import argument, is_taken_out, made, may_be_skipped

_FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})
_TEST_CASE = re.compile(r"\b\w*TestCase\b")
_NO_TEST = "__test__"
_GIVES_INIT = frozenset({"dataclass", "define", "frozen", "mutable", "s", "attrs"})

EACH_OF_CLASS = frozenset(
    {
        *("setUp", "setUpClass", "asyncSetUp", "tearDown", "tearDownClass", "asyncTearDown", "addCleanup"),
        *("setup_method", "setup_class", "teardown_method", "teardown_class", "setup", "teardown"),
    }
)
"""Methods that run for each test of their class."""
ONCE_FOR_CLASS = frozenset({"setUpClass", "tearDownClass", "setup_class", "teardown_class"})
"""Those of them that run once for all of its tests."""
EACH_OF_MODULE = frozenset(
    {
        *("setUpModule", "tearDownModule", "setup_module", "teardown_module"),
        *("setup_function", "teardown_function"),
    }
)
"""Functions that run for each test of their module."""


@dataclass(frozen=True, slots=True)
class Item:
    """One test.

    function  the id of its code
    holders   the classes it is collected in, from the outermost; none for a function of a module
    nodeid    as pytest has it
    run_as    an argument by which pytest runs it, whatever there is when it looks
    """

    function: str
    holders: tuple[str, ...]
    nodeid: str
    run_as: str

    @property
    def path(self) -> str:
        """The file it is collected in."""
        return self.nodeid.partition("::")[0]


class _Place(NamedTuple):
    """Where pytest finds something: its node id, whether it may not be there, whether in a file of tests."""

    nodeid: str
    perhaps: bool
    in_test_file: bool


class Items:
    """The tests of one snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._names = snapshot.layout.tests
        self._skipping: dict[str, bool] = {}

    @cached_property
    def all(self) -> tuple[Item, ...]:
        """Every test, by file and source order."""
        return tuple(item for path in self.snapshot.paths() for item in self._in_file(path))

    @cached_property
    def of_function(self) -> dict[str, tuple[Item, ...]]:
        """Id of a function -> the items whose code it is."""
        return _grouped((item.function, item) for item in self.all)

    @cached_property
    def of_class(self) -> dict[str, tuple[Item, ...]]:
        """Id of a class -> the items collected in it, and in the classes in it."""
        return _grouped((holder, item) for item in self.all for holder in item.holders)

    @cached_property
    def of_file(self) -> dict[str, tuple[Item, ...]]:
        """Path -> the items collected in the file."""
        return _grouped((item.path, item) for item in self.all)

    def below(self, folder: str) -> Iterator[Item]:
        """The items of all files below a folder; "" is the root."""
        prefix = f"{folder}/" if folder else ""
        for path, items in self.of_file.items():
            if path.startswith(prefix):
                yield from items

    def _in_file(self, path: str) -> Iterator[Item]:
        table = self.snapshot.table(path)
        if not path.endswith(".py") or table is None:
            return
        is_test_file = self._names.is_file(path)
        if is_test_file:
            yield from self._imported(path)
        elif path not in self._files_of_cases:
            return  # most files: none of their definitions is looked at
        for identifier in self.snapshot.children(symbol_id(path, MODULE_QUALNAME)):
            symbol = self.snapshot.symbol(identifier)
            if symbol is None:
                continue
            perhaps = all(binding[-1] for _, binding in table.bindings.get(symbol.name, ()))
            place = _Place(f"{path}::{symbol.name}", perhaps, is_test_file)
            if symbol.kind in _FUNCTIONS:
                is_test = is_test_file and self._names.is_function(symbol.name) and not is_fixture(symbol)
                if is_test and not is_taken_out(self.snapshot, path, symbol.name):
                    yield self._item(identifier, (), place)
            elif symbol.kind is SymbolKind.VARIABLE:
                is_named = is_test_file and self._names.is_function(symbol.name)
                function = made(self.snapshot, path, symbol.name) if is_named else ""
                if function:
                    yield self._item(function, (), place)
            elif symbol.kind is SymbolKind.CLASS and not is_taken_out(self.snapshot, path, symbol.name):
                yield from self._in_class(symbol, (), place)

    def _imported(self, path: str) -> Iterator[Item]:
        """The tests that a file of tests imports."""
        for name, target, perhaps in brought(self.snapshot, path):
            symbol = self.snapshot.symbol(target)
            if symbol is None or is_taken_out(self.snapshot, path, name):
                continue
            place = _Place(f"{path}::{name}", perhaps, True)
            if symbol.kind is SymbolKind.FUNCTION:
                if self._names.is_function(name) and not is_fixture(symbol):
                    yield self._item(target, (), place)
            elif symbol.kind is SymbolKind.CLASS:
                yield from self._in_class(symbol, (), place, name)

    def _in_class(
        self, symbol: Symbol, around: tuple[str, ...], place: _Place, name: str = ""
    ) -> Iterator[Item]:
        """The tests of a class that is found at a place, there under another name than its own if one is given."""
        is_case = self._is_case(symbol.id)
        if not is_case and not (place.in_test_file and self._names.is_class(name or symbol.name)):
            return
        members = self._members(symbol.id, frozenset())
        if _NO_TEST in members and members[_NO_TEST] is None:
            return
        if not is_case and (not {"__init__", "__new__"}.isdisjoint(members) or _is_given_init(symbol)):
            return
        holders = (*around, symbol.id)
        methods = {
            each: member
            for each, member in members.items()
            if member is not None and (each.startswith("test") if is_case else self._names.is_function(each))
        }
        alone = members.get("runTest")
        if is_case and not methods and alone is not None:
            methods = {"runTest": alone}
        for each, member in members.items():
            inner = self.snapshot.symbol(member) if member is not None else None
            if inner is None or member is None:
                continue
            there = _Place(
                f"{place.nodeid}::{each}", place.perhaps or self._perhaps(member), place.in_test_file
            )
            if inner.kind is SymbolKind.CLASS:
                yield from self._in_class(inner, holders, there)
            elif each in methods:
                yield self._item(member, holders, there)

    def _item(self, function: str, holders: tuple[str, ...], place: _Place) -> Item:
        path = place.nodeid.partition("::")[0]
        run_as = path if place.perhaps or self._may_be_skipped(path) else place.nodeid
        return Item(function, holders, place.nodeid, argument(run_as))

    def _members(self, identifier: str, seen: frozenset[str]) -> dict[str, str | None]:
        """Name -> the method or class that a class has by it, its own first; `None` for what is neither."""
        found: dict[str, str | None] = {}
        if identifier in seen:
            return found
        for child in self.snapshot.children(identifier):
            symbol = self.snapshot.symbol(child)
            if symbol is None:
                continue
            is_code = symbol.kind in _FUNCTIONS and not is_fixture(symbol)
            if is_code or symbol.kind is SymbolKind.CLASS:
                found[symbol.name] = child
            elif symbol.name != _NO_TEST or "False" in self.snapshot.source(child):
                found.setdefault(symbol.name, None)
            else:
                found[symbol.name] = child
        for base in sorted(self.snapshot.bases(identifier)):
            for name, member in self._members(base, seen | {identifier}).items():
                found.setdefault(name, member)
        return found

    def _perhaps(self, member: str) -> bool:
        """Whether a member of a class is defined under a condition alone."""
        symbol = self.snapshot.symbol(member)
        table = self.snapshot.table(path_of(member))
        holder = table.scopes.get(symbol.parent or "") if symbol is not None and table is not None else None
        bound = (
            holder.scope.bindings.get(symbol.name, ()) if symbol is not None and holder is not None else ()
        )
        return bool(bound) and all(binding[-1] for binding in bound)

    def _may_be_skipped(self, path: str) -> bool:
        known = self._skipping.get(path)
        if known is None:
            known = self._skipping[path] = may_be_skipped(self.snapshot, path)
        return known

    def _is_case(self, identifier: str) -> bool:
        """Whether a class is a `unittest.TestCase`, as far as the names of its bases say."""
        return identifier in self._cases

    @cached_property
    def _cases(self) -> frozenset[str]:
        """Ids of the classes that name a `TestCase` as their base, and of those that inherit from them."""
        found: set[str] = set()
        waiting = [each for path in self.snapshot.paths() for each in _naming_test_case(self.snapshot, path)]
        while waiting:
            current = waiting.pop()
            if current not in found:
                found.add(current)
                waiting += extended_by(self.snapshot, current)
        return frozenset(found)

    @cached_property
    def _files_of_cases(self) -> frozenset[str]:
        return frozenset(path_of(identifier) for identifier in self._cases)


_named: WeakKeyDictionary[FileTable, tuple[str, ...]] = WeakKeyDictionary()


def _naming_test_case(snapshot: Snapshot, path: str) -> tuple[str, ...]:
    """Ids of the classes of a file that name a `TestCase` as their base. Kept with what was read of its text."""
    table = snapshot.table(path)
    known = _named.get(table) if table is not None else ()
    if table is not None and known is None:
        symbols = table.symbols if "TestCase" in snapshot.documents[path].text else ()
        known = _named[table] = tuple(
            symbol.id
            for symbol in symbols
            if symbol.kind is SymbolKind.CLASS and _TEST_CASE.search(_bases_written(snapshot, symbol.id))
        )
    return known or ()


def _bases_written(snapshot: Snapshot, identifier: str) -> str:
    return snapshot.signature(identifier).rpartition("class ")[2].partition("(")[2]


def extended_by(snapshot: Snapshot, identifier: str) -> Iterator[str]:
    """Ids of the classes that extend a class."""
    for scope in snapshot.inbound.get(path_of(identifier), {}).get(identifier, ()):
        uses = snapshot.shards[path_of(scope)].uses(scope, identifier)
        if any(row.kind is EdgeKind.EXTENDS for row in uses):
            yield whole(scope)


def is_fixture(symbol: Symbol) -> bool:
    """Whether a function is a fixture of pytest."""
    return any(name.rpartition(".")[2] in ("fixture", "yield_fixture") for name in symbol.decorators)


def _is_given_init(symbol: Symbol) -> bool:
    """Whether a decorator gives a class a constructor, which pytest takes none with."""
    return any(name.rpartition(".")[2] in _GIVES_INIT for name in symbol.decorators)


def _grouped(pairs: Iterator[tuple[str, Item]]) -> dict[str, tuple[Item, ...]]:
    groups: dict[str, list[Item]] = {}
    for key, item in pairs:
        groups.setdefault(key, []).append(item)
    return {key: tuple(items) for key, items in groups.items()}
