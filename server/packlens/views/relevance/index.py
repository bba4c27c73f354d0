"""The lexical index: which terms each unit of a snapshot holds, and in which fields.

An index is an immutable value of one snapshot. It shares with the one before it every file whose text is the same, and
every unit of a changed file whose own text is; so an edit costs the terms of what was edited. It holds terms and
numbers and no text, and no term of what looks like a secret.

`Lexicon` keeps the last index, to share with the next, and takes what was kept of earlier runs. What was read of an
index that was given up belongs to the next one too, so that one can be made in steps. What an index says depends on
its snapshot alone.
"""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from threading import Lock
from typing import Protocol
from weakref import ref

from packlens.base.errors import CancelledError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol, SymbolKind, symbol_id
from packlens.symbols.table import FileTable
from packlens.syntax.terms import Field, Terms, terms_in, terms_of
from packlens.text.document import Document
from packlens.views.relevance.units import Unit, units_of
from packlens.views.relevance.words import COUNT_MASK, FIELD_SHIFT, FIELDS, UnitTerms, Words

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


Look = Callable[[Document], Words | None]


class Kept(Protocol):
    """The terms that are kept between runs."""

    def reading(self) -> AbstractContextManager[Look]:
        """What gives the terms of a document, `None` for those that were not kept."""
        ...

    def made(self, files: Sequence[FileTerms]) -> None:
        """Terms that were not kept, and had to be made."""
        ...


class FileTerms:
    """The terms of one file of a snapshot.

    units   those of its units, to share with a later index; none, where the terms were kept and not made
    totals  a field, how many terms there are, and how many units have any
    """

    __slots__ = ("document", "table", "totals", "units", "words")

    def __init__(
        self, document: Document, table: FileTable, words: Words, units: tuple[UnitTerms, ...] = ()
    ) -> None:
        self.document = document
        self.table = table
        self.words = words
        self.units = units
        self.totals = tuple(
            (sum(words.lengths[field::FIELDS]), sum(map(bool, words.lengths[field::FIELDS])))
            for field in range(FIELDS)
        )

    def is_of(self, snapshot: Snapshot, path: str, table: FileTable) -> bool:
        """Whether they are those of a file of `snapshot`."""
        return self.document is snapshot.documents[path] and self.table is table


class LexicalIndex:
    """The terms of one snapshot, file by file, by path; those of the files `made` were neither shared nor kept."""

    def __init__(self, files: Mapping[str, FileTerms], made: Sequence[FileTerms] = ()) -> None:
        self.files = files
        self.made = made

    @staticmethod
    def of(
        snapshot: Snapshot,
        before: LexicalIndex | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
        look: Look = lambda _: None,
        files: dict[str, FileTerms] | None = None,
        made: list[FileTerms] | None = None,
    ) -> LexicalIndex:
        """The index of `snapshot`, which shares with `before` what has not changed, and has what `look` gives.

        `progress` hears (files done, files). Raises `CancelledError` when `cancelled` says so; `files` and `made` hold
        then what there is of the index.
        """
        known = before.files if before is not None else {}
        files = {} if files is None else files
        made = [] if made is None else made
        paths = snapshot.paths()
        for number, path in enumerate(paths):
            table = snapshot.table(path)
            if table is None:
                continue
            held = known.get(path)
            if held is not None and held.is_of(snapshot, path, table):
                files[path] = held
                continue
            if cancelled is not None and cancelled():
                raise CancelledError("the search index was cancelled")
            if progress is not None:
                progress(number, len(paths))
            words = look(snapshot.documents[path])
            if words is not None:
                files[path] = FileTerms(snapshot.documents[path], table, words)
            else:
                files[path] = _file_terms(snapshot, path, table, held)
                made.append(files[path])
        return LexicalIndex(files, made)

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """How many units come before those of each file."""
        offsets, before = [], 0
        for file in self.files.values():
            offsets.append(before)
            before += len(file.words.names)
        return (*offsets, before)

    def warm(self) -> None:
        """Work out now what a first question would wait for."""
        _ = self.offsets, self.ids, self.kinds, self.numbers, self.averages, self.file_averages

    @property
    def unit_count(self) -> int:
        """How many units there are."""
        return self.offsets[-1]

    def symbol(self, number: int) -> Symbol:
        """The symbol of a unit, by its number. Its file's table comes in where it has not yet."""
        file = self._held[bisect_right(self.offsets, number) - 1]
        return file.table.by_id[self.ids[number]]

    @cached_property
    def _held(self) -> tuple[FileTerms, ...]:
        return tuple(self.files.values())

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of each unit's symbol, by its number."""
        return tuple(symbol_id(path, name) for path, file in self.files.items() for name in file.words.names)

    @cached_property
    def kinds(self) -> tuple[SymbolKind, ...]:
        """What each unit is, by its number."""
        return tuple(kind for file in self.files.values() for kind in file.words.kinds)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Id of its symbol -> number of the unit."""
        return {identifier: number for number, identifier in enumerate(self.ids)}

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
    """The last index, kept so that the next shares with it. Any thread may ask; one at a time works.

    kept   what is kept between runs
    """

    def __init__(self, kept: Kept | None = None) -> None:
        self._kept = kept
        self._snapshot: ref[Snapshot] | None = None  # held by whoever asks for it
        self._last: LexicalIndex | None = None
        self._made: list[FileTerms] = []  # nobody keeps them yet
        self._working = Lock()

    def of(
        self, snapshot: Snapshot, progress: Progress | None = None, cancelled: Cancelled | None = None
    ) -> LexicalIndex:
        """The index of `snapshot`; see `LexicalIndex.of`."""
        with self._working:
            if self._last is not None and self._is_of(snapshot):
                return self._last
            files: dict[str, FileTerms] = {}
            made: list[FileTerms] = []
            try:
                with self._kept.reading() if self._kept is not None else nullcontext(_nothing) as look:
                    self._last = LexicalIndex.of(snapshot, self._last, progress, cancelled, look, files, made)
                self._snapshot = ref(snapshot)
            except CancelledError:
                before = self._last.files if self._last is not None else {}
                self._last, self._snapshot = LexicalIndex({**before, **files}), None
                raise
            finally:
                self._made += made
            if self._kept is not None:
                self._kept.made(self._made)
            self._made = []
            return self._last

    def missing(self, snapshot: Snapshot) -> int:
        """How many files the index of `snapshot` has yet to read."""
        last = self._last
        if last is None:
            return len(snapshot.documents)
        if self._is_of(snapshot):
            return 0
        return sum(
            1
            for path in snapshot.paths()
            if (table := snapshot.table(path)) is not None
            and not ((held := last.files.get(path)) and held.is_of(snapshot, path, table))
        )

    def _is_of(self, snapshot: Snapshot) -> bool:
        return self._snapshot is not None and self._snapshot() is snapshot


def _nothing(_document: Document) -> None:
    """Nothing is kept."""


def _file_terms(snapshot: Snapshot, path: str, table: FileTable, before: FileTerms | None) -> FileTerms:
    known = {unit.digest: unit for unit in before.units} if before is not None else {}
    place = terms_in(" ".join(part for part in _module_parts(path)))
    symbols: list[Symbol] = []
    units: list[UnitTerms] = []
    for unit in units_of(snapshot, path):
        digest = _digest(unit)
        symbols.append(unit.symbol)
        units.append(known.get(digest) or _unit_terms(unit, place, digest))
    return FileTerms(snapshot.documents[path], table, Words.of(symbols, units), tuple(units))


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
