"""What each lens says, remembered for as long as nothing that the number was made from has changed.

A price is the token count of exactly the pack that a click copies. A pack depends on the texts of the files
it shows or names, and on the edges of every symbol it considered; a fingerprint of both is kept with the
price, and while it holds after an edit somewhere else the pack is the same but for the state in its header,
so that only its count is taken again. A pack that considered more symbols than it names is made again in
each generation.

Called from worker threads; two threads may work out the same number, and either's is right.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from packlens.base.errors import NothingFitsError
from packlens.graph.snapshot import Snapshot
from packlens.lsp.lens_titles import callers_title, context_title
from packlens.lsp.protocol import LensKind
from packlens.resolve.edge import Edge
from packlens.symbols.symbol import path_of
from packlens.views.callers import callers
from packlens.views.model import Pack
from packlens.views.pack import pack
from packlens.views.question import PackQuestion
from packlens.views.tokens import count_once

_KEPT = 500
_KEPT_TEXT = 100_000

Key = TypeVar("Key")
Value = TypeVar("Value")
_Fingerprint = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Price:
    """A price, and what it holds for. `basis` is `None` where it holds for its own generation only."""

    state: str
    tokens: int
    text: str
    ids: tuple[str, ...]
    paths: tuple[str, ...]
    basis: _Fingerprint | None


class LensNumbers:
    """Titles of lenses. `question` says what a click on a symbol's lens asks for."""

    def __init__(self, question: Callable[[str], PackQuestion]) -> None:
        self._question = question
        self._titles: OrderedDict[tuple[str, LensKind], tuple[Snapshot, str]] = OrderedDict()
        self._prices: OrderedDict[str, _Price] = OrderedDict()

    def forget(self) -> None:
        """The settings changed: nothing remembered holds."""
        self._titles.clear()
        self._prices.clear()

    def known(self, snapshot: Snapshot, target: str, kind: LensKind) -> str | None:
        """The title, if it was already worked out for this very generation."""
        entry = self._titles.get((target, kind))
        return entry[1] if entry is not None and entry[0] is snapshot else None

    def title(self, snapshot: Snapshot, target: str, kind: LensKind) -> str:
        """The title in this generation. A symbol whose text does not parse just now keeps the one it had."""
        known = self.known(snapshot, target, kind)
        if known is not None:
            return known
        if snapshot.symbol(target) is None:
            before = self._titles.get((target, kind))
            if before is not None:
                return before[1]
            return context_title(None) if kind is LensKind.CONTEXT else callers_title(None)
        if kind is LensKind.CONTEXT:
            title = context_title(self._tokens(snapshot, target))
        else:
            answer = callers(snapshot, target)
            sources = {row.id for row in answer.callers}
            title = callers_title(len(sources), len(answer.possible), answer.pending)
        _keep(self._titles, (target, kind), (snapshot, title), 4 * _KEPT)
        return title

    def _tokens(self, snapshot: Snapshot, target: str) -> int | None:
        question = self._question(target)
        price = self._prices.get(target)
        if price is not None and price.basis is not None:
            if price.basis == _fingerprint(snapshot, price.ids, price.paths, target):
                text = price.text.replace(price.state, snapshot.state, 1)
                tokens = count_once(text, question.tokenizer)
                if tokens <= question.budget:
                    return tokens
        try:
            made = pack(snapshot, question)
        except NothingFitsError:
            return None
        _keep(self._prices, target, _priced(snapshot, made, target), _KEPT)
        return made.tokens


def _priced(snapshot: Snapshot, made: Pack, target: str) -> _Price:
    ids = tuple(dict.fromkeys([item.id for item in made.items] + [entry.id for entry in made.omitted]))
    paths = tuple(dict.fromkeys([row.path for row in made.manifest] + [path_of(id) for id in ids]))
    whole = made.omitted_total <= len(made.omitted) and len(made.text) <= _KEPT_TEXT
    basis = _fingerprint(snapshot, ids, paths, target) if whole else None
    return _Price(made.state, made.tokens, made.text if whole else "", ids, paths, basis)


def _fingerprint(snapshot: Snapshot, ids: Iterable[str], paths: Iterable[str], target: str) -> _Fingerprint:
    texts = tuple(document.hash if (document := snapshot.documents.get(path)) else b"" for path in paths)
    edges = tuple(
        (tuple(map(_end, snapshot.outgoing(id))), tuple(map(_end, snapshot.incoming(id)))) for id in ids
    )
    return texts, edges, snapshot.possible_callers(target), snapshot.possible_callees(target)


def _end(edge: Edge) -> tuple[object, ...]:
    return edge.source, edge.target, edge.kind, edge.confidence, edge.through


def _keep(memory: OrderedDict[Key, Value], key: Key, value: Value, most: int) -> None:
    memory[key] = value
    memory.move_to_end(key)
    while len(memory) > most:
        try:
            memory.popitem(last=False)
        except KeyError:  # another thread has made room
            return
