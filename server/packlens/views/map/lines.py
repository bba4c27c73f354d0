"""What a map can say of one file, line by line, most telling first.

First the path; then the symbols, each a line with its range and its signature: the public ones before the private
ones, each in the order of how much other files use them; then the first line of each docstring. A step adds one of
these. The four tiers of a map are places in this order: the path; three symbols; all public ones; everything. What a
function defines for itself is no part of a map.

The text of a step is made when it is first asked for: a signature is read from the source, and most are never shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import fsum

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import CALLABLE_KINDS, MODULE_QUALNAME, Symbol, SymbolKind, symbol_id
from packlens.views.budget import Budget
from packlens.views.map.file_graph import FileGraph
from packlens.views.redact import Redactor, visible

_TOP = 3
_LONGEST_SIGNATURE = 160
_LONGEST_DOC = 120
_CONSTRUCTORS = frozenset({"__init__", "__new__", "__call__"})
_CONSTANTS = frozenset({SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.TYPE_ALIAS})
# Among symbols that no other file uses: what a file is about before what belongs to something in it.
_PRIOR = {SymbolKind.CLASS: 0.3, SymbolKind.FUNCTION: 0.2, SymbolKind.METHOD: 0.1, SymbolKind.PROPERTY: 0.05}
_HEADER = re.compile(r"^(?:async def|def|class) ", re.MULTILINE)
_BODY = ": ..."
# A call of a class is a use of the class already; and what is used of a class tells of the class.
_OF_CONSTRUCTOR = 0.2
_OF_MEMBER = 0.5


@dataclass(frozen=True, slots=True)
class MapSymbol:
    """One symbol of a map. Texts are without secrets.

    signature  on one line, without decorators but that of a property; cut short by `…` where it is very long
    doc        the first line of its docstring, when the map has room for it
    depth      how many of the symbols around it are shown: how far its line is indented
    """

    qualname: str
    kind: SymbolKind
    signature: str
    start_line: int
    end_line: int
    doc: str | None
    depth: int

    @property
    def line(self) -> str:
        """` 12-40 def run(self)`, with its line end."""
        lines = f"{self.start_line}-{self.end_line}" if self.start_line != self.end_line else self.start_line
        return f"{' ' * (self.depth + 1)}{lines} {self.signature}{_comment(self.doc)}\n"


@dataclass(frozen=True, slots=True)
class MapFile:
    """One file of a map.

    rank     its share of the attention of a reader, of 1 over all files
    doc      the first line of the module's docstring, when the map has room for it
    symbols  those shown, in source order
    total    how many there are
    """

    path: str
    rank: float
    doc: str | None
    symbols: tuple[MapSymbol, ...]
    total: int

    @property
    def text(self) -> str:
        """Its lines."""
        return f"{visible(self.path)}{_comment(self.doc)}\n" + "".join(symbol.line for symbol in self.symbols)


class Sheet:
    """All that can be said of the file at `path`, and what each step of it costs.

    graph  how much other files use each symbol; what is worked out of it is kept there for the next question
    asked  symbol of the file -> how well it fits the question; what fits comes first, private or not
    """

    def __init__(
        self,
        snapshot: Snapshot,
        budget: Budget,
        path: str,
        graph: FileGraph,
        asked: Mapping[str, float],
    ) -> None:
        self.path = path
        self._snapshot = snapshot
        self._budget = budget
        self._graph = graph
        self._asked = asked
        self._prices: dict[int, int] = {}

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols, most telling first."""
        orders = self._graph.orders
        known = orders.get(self.path)
        if known is None:
            found = _outer_symbols(self._snapshot, self.path)
            known = orders[self.path] = tuple(sorted(found, key=self._importance))
        return tuple(sorted(known, key=self._fit)) if self._asked else known

    @cached_property
    def tiers(self) -> tuple[int, int, int, int]:
        """The number of steps up to the end of each tier."""
        symbols, kept = self.symbols, self._graph.public
        public = kept.get(self.path)
        if public is None:
            public = kept[self.path] = sum(map(is_public, symbols))
        if self._asked:
            public += sum(symbol.id in self._asked and not is_public(symbol) for symbol in symbols)
        return 1, 1 + min(_TOP, public), 1 + public, self.steps

    @property
    def steps(self) -> int:
        """How many steps there are: path, symbols, docstrings, that of the module first."""
        return 2 + 2 * len(self.symbols)

    def price(self, step: int) -> int:
        """Tokens that the step adds, at most a few more than it will."""
        if 0 < step <= len(self.symbols):
            key = self._budget.tokenizer, self.symbols[step - 1].id
            kept = self._graph.prices.get(key)
            if kept is None:
                kept = self._graph.prices[key] = self._budget.price_of(self._text(step))
            return kept
        known = self._prices.get(step)
        if known is None:
            known = self._prices[step] = self._budget.price_of(self._text(step))
        return known

    def shown(self, steps: int, rank: float, redactor: Redactor) -> MapFile:
        """The file as it stands after `steps`, at least one of them."""
        count = min(steps - 1, len(self.symbols))
        documented = max(0, steps - 1 - len(self.symbols))
        chosen = self.symbols[:count]
        with_doc = {symbol.id for symbol in self.symbols[: max(0, documented - 1)]}
        document = self._snapshot.documents[self.path]
        module_doc = self._doc(symbol_id(self.path, MODULE_QUALNAME)) if documented else None
        doc = redactor.text(module_doc, document) if module_doc else None
        depths: dict[str, int] = {}
        rows: list[MapSymbol] = []
        for symbol in sorted(chosen, key=lambda each: (each.start_line, each.name_line, each.name_column)):
            around = depths.get(symbol.parent or "")
            depths[symbol.id] = 0 if around is None else around + 1
            signature = _signature(self._snapshot, symbol, symbol.qualname if around is None else symbol.name)
            text = self._doc(symbol.id) if symbol.id in with_doc else None
            rows.append(
                MapSymbol(
                    symbol.qualname,
                    symbol.kind,
                    redactor.text(signature, document),
                    symbol.start_line,
                    symbol.end_line,
                    redactor.text(text, document) if text else None,
                    depths[symbol.id],
                )
            )
        return MapFile(self.path, rank, doc, tuple(rows), len(self.symbols))

    def _text(self, step: int) -> str:
        symbols = self.symbols
        if step == 0:
            return f"{visible(self.path)}\n"
        if step <= len(symbols):
            symbol = symbols[step - 1]
            signature = _signature(self._snapshot, symbol, symbol.qualname)
            depth = symbol.qualname.count(".")
            return MapSymbol(
                *(symbol.qualname, symbol.kind, signature, symbol.start_line, symbol.end_line, None, depth)
            ).line
        of = step - len(symbols) - 2
        return _comment(self._doc(symbols[of].id if of >= 0 else symbol_id(self.path, MODULE_QUALNAME)))

    def _doc(self, identifier: str) -> str | None:
        lines = (self._snapshot.docstring(identifier) or "").strip().splitlines()
        return _short(visible(lines[0].strip()), _LONGEST_DOC) if lines else None

    def _is_in_front(self, symbol: Symbol) -> bool:
        return symbol.id in self._asked or is_public(symbol)

    def _fit(self, symbol: Symbol) -> tuple[bool, float]:
        return not self._is_in_front(symbol), -self._asked.get(symbol.id, 0.0)

    def _importance(self, symbol: Symbol) -> tuple[bool, float, int, int, str]:
        used = self._graph.used
        weight = used.get(symbol.id, 0.0)
        if symbol.kind is SymbolKind.CLASS:
            members = self._snapshot.children(symbol.id)
            weight += _OF_MEMBER * fsum(used.get(member, 0.0) for member in members)
        elif symbol.name in _CONSTRUCTORS:
            weight *= _OF_CONSTRUCTOR
        weight += _PRIOR.get(symbol.kind, 0.0)
        return not is_public(symbol), -weight, symbol.start_line, symbol.name_column, symbol.id


def is_public(symbol: Symbol) -> bool:
    """Whether neither its name nor one around it begins with `_`; what makes an instance counts as public."""
    name = symbol.qualname
    if not name.startswith("_") and "._" not in name:
        return True
    return all(not part.startswith("_") or part in _CONSTRUCTORS for part in name.split("."))


def _outer_symbols(snapshot: Snapshot, path: str) -> list[Symbol]:
    """The symbols of a file but those inside functions."""
    found: list[Symbol] = []
    inner: set[str] = set()
    for symbol in snapshot.symbols_in(path):
        if symbol.parent in inner or symbol.name.startswith("<lambda>"):
            inner.add(symbol.id)
        elif symbol.kind is not SymbolKind.MODULE:
            found.append(symbol)
            if symbol.kind in CALLABLE_KINDS:
                inner.add(symbol.id)
    return found


def _signature(snapshot: Snapshot, symbol: Symbol, label: str) -> str:
    """The first signature of `symbol` on one line, under the name `label`, without its body."""
    text = snapshot.signature(symbol.id)
    if symbol.kind in _CONSTANTS:
        if text.startswith(symbol.name):
            text = label + text.removeprefix(symbol.name)
        return _short(visible(text), _LONGEST_SIGNATURE)
    header = _HEADER.search(text)
    keyword = header.group() if header is not None else ""
    rest = text[header.end() :] if header is not None else text
    end = rest.find(_BODY + "\n")
    rest = rest[:end] if end >= 0 else rest.removesuffix(_BODY)
    rest = rest.removeprefix(symbol.name)
    property_mark = "@property " if symbol.kind is SymbolKind.PROPERTY else ""
    return _short(visible(f"{property_mark}{keyword}{label}{rest}"), _LONGEST_SIGNATURE)


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _comment(doc: str | None) -> str:
    return f"  # {doc}" if doc else ""
