"""What each lens says, remembered for as long as nothing that the number was made from has changed.

A price is the token count of exactly the pack that a click copies. What such a pack holds follows from the
symbols around its target, from the texts of their files and from the sites that are only possible. A
fingerprint of these is kept with the price: while it holds after an edit somewhere else, no pack is made.
Where one is made and holds the same code as before, the price stands too: such a pack differs in the hashes
that its header and headings name, and a number that moves by a token or two at every key stroke says nothing.

Called from worker threads; two threads may work out the same number, and either's is right.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from packlens.base.errors import NothingFitsError
from packlens.graph.snapshot import Snapshot
from packlens.lsp.lens_titles import callers_title, context_title
from packlens.lsp.protocol import LensKind
from packlens.symbols.symbol import path_of
from packlens.views.callers import count_callers
from packlens.views.model import Pack
from packlens.views.neighbours import family, neighbours
from packlens.views.pack import pack
from packlens.views.question import PackQuestion

_KEPT = 4000

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class _Price:
    """A price, what it was made from, and the code it is the price of. `None`: not even a name fits."""

    fingerprint: int
    content: int
    tokens: int | None


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
        context = kind is LensKind.CONTEXT
        if snapshot.symbol(target) is None:
            before = self._titles.get((target, kind))
            return (
                before[1] if before is not None else context_title(None) if context else callers_title(None)
            )
        title = context_title(self._price(snapshot, target)) if context else _callers(snapshot, target)
        _keep(self._titles, (target, kind), (snapshot, title))
        return title

    def _price(self, snapshot: Snapshot, target: str) -> int | None:
        question = self._question(target)
        fingerprint = _fingerprint(snapshot, target, question)
        before = self._prices.get(target)
        if before is not None and before.fingerprint == fingerprint:
            return before.tokens
        try:
            made = pack(snapshot, question)
        except NothingFitsError:
            price = _Price(fingerprint, 0, None)
        else:
            content = _content(made)
            same = before is not None and before.content == content
            price = _Price(
                fingerprint, content, before.tokens if before is not None and same else made.tokens
            )
        _keep(self._prices, target, price)
        return price.tokens


def _callers(snapshot: Snapshot, target: str) -> str:
    known = count_callers(snapshot, target)
    return callers_title(known, 0 if known else len(snapshot.possible_callers(target)))


def _fingerprint(snapshot: Snapshot, target: str, question: PackQuestion) -> int:
    """Equal for two generations in which a pack of `target` would hold the same code."""
    near = neighbours(snapshot, (target,), question.direction, question.depth)
    paths = dict.fromkeys([path_of(target), *(path_of(neighbour.id) for neighbour in near)])
    texts = tuple((path, snapshot.documents[path].hash) for path in paths)
    possible = tuple(
        (snapshot.possible_callers(member), snapshot.possible_callees(member))
        for member in family(snapshot, target)
    )
    return hash((near, texts, possible))


def _content(made: Pack) -> int:
    """What a pack shows, whatever the texts around it are: its items, and what it names as left out."""
    items = tuple((item.id, item.level, item.text) for item in made.items)
    omitted = tuple((row.id, row.level, row.tokens) for row in made.omitted)
    return hash((items, omitted, made.omitted_total, len(made.possible), made.frame, made.redactions))


def _keep(memory: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    memory[key] = value
    memory.move_to_end(key)
    while len(memory) > _KEPT:
        try:
            memory.popitem(last=False)
        except KeyError:  # another thread has made room
            return
