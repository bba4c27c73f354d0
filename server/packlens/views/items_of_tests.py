"""Which functions of a workspace are tests, and the node ids that pytest has for them.

The rules are pytest's, with the names that its settings give. By default a file `test_*.py` or `*_test.py` holds tests;
in it functions `test*`, and methods `test*` of classes `Test*` that have no `__init__`. A subclass of
`unittest.TestCase` counts in every file, under every name, and its methods are `test*` whatever the settings say. A
class also has the tests that it inherits: each is an item of its own there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import MODULE_QUALNAME, Symbol, SymbolKind, path_of, qualname_of, symbol_id

_FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})
_TEST_CASE = re.compile(r"\b\w*TestCase\b")
_NUMBER = re.compile(r"#\d+")

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
    """One test: the function that is its code, the class it is collected in (`None` for none), its node id."""

    function: str
    holder: str | None
    nodeid: str

    @property
    def path(self) -> str:
        """The file it is collected in."""
        return path_of(self.holder or self.function)


class Items:
    """The tests of one snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._names = snapshot.layout.tests
        self._bases: dict[str, bool] = {}

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
        """Id of a class -> the items collected in it."""
        return _grouped((item.holder, item) for item in self.all if item.holder is not None)

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
        if not path.endswith(".py"):
            return
        is_test_file = self._names.is_file(path)
        for identifier in self.snapshot.children(symbol_id(path, MODULE_QUALNAME)):
            symbol = self.snapshot.symbol(identifier)
            if symbol is None:
                continue
            if symbol.kind in _FUNCTIONS:
                if is_test_file and self._names.is_function(symbol.name) and not is_fixture(symbol):
                    yield Item(identifier, None, _nodeid(identifier))
            elif symbol.kind is SymbolKind.CLASS:
                yield from self._in_class(symbol, is_test_file)

    def _in_class(self, symbol: Symbol, is_test_file: bool) -> Iterator[Item]:
        is_case = self._is_case(symbol.id, frozenset())
        if not is_case and not (is_test_file and self._names.is_class(symbol.name)):
            return
        methods = self._methods(symbol.id, frozenset())
        if not is_case and "__init__" in methods:
            return
        for name, method in methods.items():
            if name.startswith("test") if is_case else self._names.is_function(name):
                yield Item(method, symbol.id, f"{_nodeid(symbol.id)}::{name}")
        for child in self.snapshot.children(symbol.id):
            inner = self.snapshot.symbol(child)
            if inner is not None and inner.kind is SymbolKind.CLASS:
                yield from self._in_class(inner, is_test_file)

    def _methods(self, identifier: str, seen: frozenset[str]) -> dict[str, str]:
        """Name -> the method that a class has by it: its own first, then those of its bases."""
        found: dict[str, str] = {}
        if identifier in seen:
            return found
        for child in self.snapshot.children(identifier):
            symbol = self.snapshot.symbol(child)
            if symbol is not None and symbol.kind in _FUNCTIONS and not is_fixture(symbol):
                found[symbol.name] = child
        for base in sorted(self.snapshot.bases(identifier)):
            for name, method in self._methods(base, seen | {identifier}).items():
                found.setdefault(name, method)
        return found

    def _is_case(self, identifier: str, seen: frozenset[str]) -> bool:
        """Whether a class is a `unittest.TestCase`, as far as the names of its bases say."""
        known = self._bases.get(identifier)
        if known is None:
            known = self._names_test_case(identifier) or any(
                self._is_case(base, seen | {identifier})
                for base in self.snapshot.bases(identifier)
                if base not in seen
            )
            self._bases[identifier] = known
        return known

    def _names_test_case(self, identifier: str) -> bool:
        document = self.snapshot.documents.get(path_of(identifier))
        if document is None or "TestCase" not in document.text:
            return False
        header = self.snapshot.signature(identifier).rpartition("class ")[2].partition("(")[2]
        return _TEST_CASE.search(header) is not None


def is_fixture(symbol: Symbol) -> bool:
    """Whether a function is a fixture of pytest."""
    return any(name.rpartition(".")[2] in ("fixture", "yield_fixture") for name in symbol.decorators)


def _nodeid(identifier: str) -> str:
    return f"{path_of(identifier)}::{_NUMBER.sub('', qualname_of(identifier)).replace('.', '::')}"


def _grouped(pairs: Iterator[tuple[str, Item]]) -> dict[str, tuple[Item, ...]]:
    groups: dict[str, list[Item]] = {}
    for key, item in pairs:
        groups.setdefault(key, []).append(item)
    return {key: tuple(items) for key, items in groups.items()}
