"""The terms of one file of a snapshot, as an index holds them.

They are made unit by unit, so that an edit costs the terms of what was edited. There is no text in them, and no term of
what looks like a secret.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol, symbol_id
from packlens.syntax.terms import Field, Terms, terms_in, terms_of
from packlens.views.relevance.units import Unit, units_of
from packlens.views.relevance.words import COUNT_MASK, FIELD_SHIFT, FIELDS, UnitTerms, Words


class FileTerms:
    """The terms of one file of a snapshot.

    units   those of its units, to share with a later index; none, where the terms were kept and not made
    totals  a field, how many terms there are
    sums    of each field the terms, then of each how many units have any, then of each 1 where the file has any
    """

    __slots__ = ("_ids", "_path", "document", "sums", "table", "totals", "units", "words")

    def __init__(
        self, snapshot: Snapshot, path: str, words: Words, units: tuple[UnitTerms, ...] = ()
    ) -> None:
        self.document = snapshot.documents[path]
        self.table = snapshot.shards[path].table
        self.words = words
        self.units = units
        self._path = path
        self._ids: tuple[str, ...] | None = None
        self.totals = tuple(sum(words.lengths[field::FIELDS]) for field in range(FIELDS))
        holders = (sum(map(bool, words.lengths[field::FIELDS])) for field in range(FIELDS))
        self.sums = (*self.totals, *holders, *(min(total, 1) for total in self.totals))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its units' symbols, made when they are first asked for."""
        if self._ids is None:
            self._ids = tuple(symbol_id(self._path, name) for name in self.words.names)
        return self._ids

    def is_of(self, snapshot: Snapshot, path: str) -> bool:
        """Whether they are those of a file of `snapshot`."""
        return self.document is snapshot.documents[path] and self.table is snapshot.shards[path].table


def read_terms(snapshot: Snapshot, path: str, before: FileTerms | None) -> FileTerms:
    """The terms of a file of `snapshot`, which share with those of its text `before` what has not changed."""
    known = {unit.digest: unit for unit in before.units} if before is not None else {}
    place = terms_in(" ".join(_module_parts(path)))
    symbols: list[Symbol] = []
    units: list[UnitTerms] = []
    for unit in units_of(snapshot, path):
        digest = _digest(unit)
        symbols.append(unit.symbol)
        units.append(known.get(digest) or _unit_terms(unit, place, digest))
    return FileTerms(snapshot, path, Words.of(symbols, units), tuple(units))


def _module_parts(path: str) -> Iterator[str]:
    *folders, name = path.split("/")
    yield from folders
    stem = name.partition(".")[0]
    if stem != "__init__":
        yield stem


def _digest(unit: Unit) -> bytes:
    """What the terms of a unit depend on."""
    content = "\0".join((unit.symbol.id, str(unit.head), *unit.members, unit.text))
    return hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _unit_terms(unit: Unit, place: Terms, digest: bytes) -> UnitTerms:
    symbol = unit.symbol
    owner, _, name = symbol.qualname.rpartition(".")
    fields: dict[Field, Terms] = {Field.PATH: place, **terms_of(unit.text, unit.head)}
    if symbol.parent is not None:
        fields |= {Field.NAME: terms_in(name), Field.OWNER: terms_in(owner)}
    fields[Field.MEMBERS] = terms_in(" ".join(unit.members))
    terms: list[str] = []
    entries = array("H")
    lengths = [0] * FIELDS
    for field, counts in fields.items():
        tag = field << FIELD_SHIFT
        for term, count in counts.items():
            terms.append(term)
            entries.append(tag | min(count, COUNT_MASK))
            lengths[field] += count
    return UnitTerms(digest, tuple(terms), entries, tuple(lengths))
