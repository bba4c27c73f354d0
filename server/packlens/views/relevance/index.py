"""The lexical index: which terms each unit of a snapshot holds, and in which fields.

An index is an immutable value of one snapshot. It shares with the one before it every file whose text is the same, and
every unit of a changed file whose own text is; so an edit costs the terms of what was edited. It holds terms and
numbers and no text, and no term of what looks like a secret.

`Lexicon` keeps the last index, to share with the next. What an index says depends on its snapshot alone.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from weakref import ref

from packlens.base.errors import CancelledError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol
from packlens.symbols.table import FileTable
from packlens.syntax.terms import Field, Terms, terms_in, terms_of
from packlens.text.document import Document
from packlens.views.relevance.units import Unit, units_of

FIELDS = len(Field)
UNIT_SHIFT, FIELD_SHIFT, COUNT_MASK = 16, 12, 0xFFF
_SPAN_SHIFT = 20  # of a posting: where its entries begin, and how many there are
_SPAN_MASK = (1 << _SPAN_SHIFT) - 1

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class UnitTerms:
    """The terms of one unit; `entries` holds field and count of each, `lengths` the number of terms a field."""

    digest: bytes
    terms: tuple[str, ...]
    entries: array[int]
    lengths: tuple[int, ...]


class FileTerms:
    """The terms of one file.

    units     its units, in source order
    entries   unit, field and count, packed, grouped by term
    postings  term -> where its entries are
    lengths   of each unit, the number of terms a field
    """

    __slots__ = ("document", "entries", "lengths", "postings", "symbols", "table", "totals", "units")

    def __init__(
        self, document: Document, table: FileTable, symbols: tuple[Symbol, ...], units: tuple[UnitTerms, ...]
    ) -> None:
        self.document = document
        self.table = table
        self.symbols = symbols
        self.units = units
        grouped: dict[str, list[int]] = {}
        for number, unit in enumerate(units):
            base = number << UNIT_SHIFT
            for term, entry in zip(unit.terms, unit.entries, strict=True):
                known = grouped.get(term)
                if known is None:
                    grouped[term] = [base | entry]
                else:
                    known.append(base | entry)
        self.entries = array("Q")
        self.postings: dict[str, int] = {}
        for term, entries in grouped.items():
            self.postings[term] = len(self.entries) << _SPAN_SHIFT | len(entries)
            self.entries.extend(entries)
        self.lengths = array("I", [length for unit in units for length in unit.lengths])
        self.totals = tuple(
            (sum(self.lengths[field::FIELDS]), sum(map(bool, self.lengths[field::FIELDS])))
            for field in range(FIELDS)
        )

    def entries_of(self, term: str) -> array[int]:
        """The entries of a term; empty where the file does not hold it."""
        place = self.postings.get(term)
        if place is None:
            return _NOTHING
        start = place >> _SPAN_SHIFT
        return self.entries[start : start + (place & _SPAN_MASK)]


_NOTHING: array[int] = array("Q")


class LexicalIndex:
    """The terms of one snapshot, file by file, by path."""

    def __init__(self, files: Mapping[str, FileTerms]) -> None:
        self.files = files

    @staticmethod
    def of(
        snapshot: Snapshot,
        before: LexicalIndex | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> LexicalIndex:
        """The index of `snapshot`, which shares with `before` what has not changed.

        `progress` hears (files done, files). Raises `CancelledError` when `cancelled` says so.
        """
        known = before.files if before is not None else {}
        files: dict[str, FileTerms] = {}
        paths = snapshot.paths()
        for number, path in enumerate(paths):
            table = snapshot.table(path)
            if table is None:
                continue
            held = known.get(path)
            if held is not None and held.document is snapshot.documents[path] and held.table is table:
                files[path] = held
                continue
            if cancelled is not None and cancelled():
                raise CancelledError("the search index was cancelled")
            if progress is not None:
                progress(number, len(paths))
            files[path] = _file_terms(snapshot, path, table, held)
        return LexicalIndex(files)

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """How many units come before those of each file."""
        offsets, before = [], 0
        for file in self.files.values():
            offsets.append(before)
            before += len(file.units)
        return (*offsets, before)

    @property
    def unit_count(self) -> int:
        """How many units there are."""
        return self.offsets[-1]

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbol of each unit, by its number."""
        return tuple(symbol for file in self.files.values() for symbol in file.symbols)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Id of its symbol -> number of the unit."""
        return {symbol.id: number for number, symbol in enumerate(self.symbols)}

    @cached_property
    def averages(self) -> tuple[float, ...]:
        """The mean number of terms a field, over the units that have any there."""
        return _averages([file.totals for file in self.files.values()])

    @cached_property
    def file_averages(self) -> tuple[float, ...]:
        """The same over files."""
        return _averages(
            [tuple((total, min(total, 1)) for total, _ in file.totals) for file in self.files.values()]
        )


class Lexicon:
    """The last index, kept so that the next shares with it. Any thread may ask; one at a time works."""

    def __init__(self) -> None:
        self._snapshot: ref[Snapshot] | None = None  # held by whoever asks for it
        self._last: LexicalIndex | None = None
        self._working = Lock()

    def of(
        self, snapshot: Snapshot, progress: Progress | None = None, cancelled: Cancelled | None = None
    ) -> LexicalIndex:
        """The index of `snapshot`; see `LexicalIndex.of`."""
        with self._working:
            if self._last is not None and self._snapshot is not None and self._snapshot() is snapshot:
                return self._last
            self._last = LexicalIndex.of(snapshot, self._last, progress, cancelled)
            self._snapshot = ref(snapshot)
            return self._last


def _file_terms(snapshot: Snapshot, path: str, table: FileTable, before: FileTerms | None) -> FileTerms:
    known = {unit.digest: unit for unit in before.units} if before is not None else {}
    place = terms_in(" ".join(part for part in _module_parts(path)))
    symbols: list[Symbol] = []
    units: list[UnitTerms] = []
    for unit in units_of(snapshot, path):
        digest = _digest(unit)
        symbols.append(unit.symbol)
        units.append(known.get(digest) or _unit_terms(unit, place, digest))
    return FileTerms(snapshot.documents[path], table, tuple(symbols), tuple(units))


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


def _averages(totals: list[tuple[tuple[int, int], ...]]) -> tuple[float, ...]:
    means = []
    for field in range(FIELDS):
        length = sum(each[field][0] for each in totals)
        means.append(length / max(1, sum(each[field][1] for each in totals)) or 1.0)
    return tuple(means)
