"""What a pack around one symbol costs: the tokens of exactly what asking for it would give.

A price is kept with a fingerprint of what the pack was made from: the symbols around the target, the texts of
their files, the sites that are only possible, whether any is pending. While the graph does not change it is only
looked up, and where Jedi's answers have touched no edge of these symbols; after another change it stands if the
fingerprint does. Where a pack is made again and shows the same code as before, its price stands too: the two differ
in the hashes, line numbers and pending sites that they name, and a number that moves by a token or two at every key
stroke, or with every answer, says nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from threading import Lock

from packlens.graph.snapshot import Snapshot
from packlens.graph.touched import RestsOn
from packlens.symbols.symbol import path_of, simple_name
from packlens.views.layout.render import render
from packlens.views.pack.model import Pack
from packlens.views.pack.neighbours import family, functions_of
from packlens.views.pack.pack import pack, pack_from
from packlens.views.pack.question import Format, PackQuestion
from packlens.views.pack.source import Source, source_of_targets
from packlens.views.tokens import count_in_parts

_KEPT = 4096

Fingerprint = tuple[int, bool]
"""Equal where packs are made from the same things: a hash of them, and whether any site is pending."""


def price(snapshot: Snapshot, identifier: str, question: PackQuestion) -> int:
    """Tokens of the string that asking `question` about `identifier` gives. Raises what `pack` raises."""
    return _tokens(pack(snapshot, replace(question, targets=(identifier,))))


@dataclass(frozen=True, slots=True)
class Price:
    """The tokens of a pack, and what they rest on."""

    tokens: int
    rests_on: RestsOn


class Prices:
    """Prices by symbol and question; the longest unused are forgotten. Any thread may ask."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, PackQuestion], _Kept] = OrderedDict()
        self._lock = Lock()

    def price(self, snapshot: Snapshot, identifier: str, question: PackQuestion) -> Price:
        """As `price`."""
        key = (identifier, replace(question, targets=(identifier,)))
        with self._lock:
            known = self._known.get(key)
        if known is not None and snapshot.touched.spares(known.price.rests_on, known.generation):
            return known.price
        source = source_of_targets(snapshot, key[1])
        fingerprint, rests_on = fingerprint_of(snapshot, identifier, source)
        if known is not None and known.fingerprint == fingerprint:
            kept = _Kept(snapshot.generation, fingerprint, known.content, Price(known.price.tokens, rests_on))
        else:
            made = pack_from(snapshot, key[1], source)
            content = _content(made)
            same = known is not None and known.content == content
            tokens = known.price.tokens if known is not None and same else _tokens(made)
            kept = _Kept(snapshot.generation, fingerprint, content, Price(tokens, rests_on))
        with self._lock:
            self._known[key] = kept
            self._known.move_to_end(key)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return kept.price


@dataclass(frozen=True, slots=True)
class _Kept:
    """A price, with hashes of what it was made from and of the code it is the price of."""

    generation: int
    fingerprint: Fingerprint
    content: int
    price: Price


def _tokens(made: Pack) -> int:
    """Tokens of the string that the pack is handed over as."""
    if made.question.format is Format.JSON:
        return count_in_parts(render(made), made.question.tokenizer)
    return made.tokens


def fingerprint_of(snapshot: Snapshot, identifier: str, source: Source) -> tuple[Fingerprint, RestsOn]:
    """What a pack of `identifier`, from that source, is made from in this generation: its fingerprint, and what it
    rests on.

    Whether a site is pending is in the fingerprint alone: it is looked at again once none is pending anywhere.
    """
    near, reads = source.candidates, source.read
    paths = dict.fromkeys([path_of(identifier), *(path_of(neighbour.id) for neighbour in near)])
    texts = tuple((path, snapshot.documents[path].hash, snapshot.documents[path].unsaved) for path in paths)
    is_pending = bool(snapshot.pending_for(_members(snapshot, identifier, (each.id for each in near))))
    looked_at = dict.fromkeys(_members(snapshot, identifier, reads.uses | reads.users))
    names = dict.fromkeys(simple_name(member) for member in family(snapshot, identifier))
    return (hash((near, texts, source.possible)), is_pending), RestsOn((*looked_at, *names), open_calls=False)


def _members(snapshot: Snapshot, identifier: str, near: Iterable[str]) -> Iterator[str]:
    """All that the target and its neighbours stand for."""
    yield from family(snapshot, identifier)
    for neighbour in near:
        yield from functions_of(snapshot, neighbour)


def _content(made: Pack) -> int:
    """What a pack shows, whatever the texts around it are: its items, and what it names as left out."""
    items = tuple((item.id, item.level, item.text) for item in made.items)
    omitted = tuple((row.id, row.level, row.tokens) for row in made.omitted)
    return hash((items, omitted, made.omitted_total, len(made.possible), made.frame, made.redactions))
