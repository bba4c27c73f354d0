"""The lexical index: which terms each unit of a snapshot holds, and in which fields.

It is an immutable value of one snapshot, and holds terms and numbers and no text. `Lexicon` makes it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property

from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.views.relevance.file_terms import FileTerms
from packlens.views.relevance.words import FIELDS


class LexicalIndex:
    """The terms of one snapshot, file by file, by path. A unit's number is its place among those of all files."""

    def __init__(self, files: Mapping[str, FileTerms]) -> None:
        self.files = files

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
        _ = self.of_file, self.classes

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
    def ids(self) -> Sequence[str]:
        """The id of each unit's symbol, by its number."""
        ids: list[str] = []
        for file in self._held:
            ids.extend(file.ids)
        return ids

    @cached_property
    def kinds(self) -> Sequence[SymbolKind]:
        """What each unit is, by its number."""
        kinds: list[SymbolKind] = []
        for file in self._held:
            kinds.extend(file.words.kinds)
        return kinds

    @cached_property
    def of_file(self) -> Sequence[int]:
        """The number of the file of each unit, by its number."""
        numbers: list[int] = []
        for place, file in enumerate(self._held):
            numbers.extend([place] * len(file.words.names))
        return numbers

    @cached_property
    def classes(self) -> Sequence[int]:
        """The numbers of the units that are classes."""
        return [number for number, kind in enumerate(self.kinds) if kind is SymbolKind.CLASS]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Id of its symbol -> number of the unit."""
        return dict(zip(self.ids, range(len(self.ids)), strict=True))

    @cached_property
    def averages(self) -> tuple[float, ...]:
        """The mean number of terms a field, over the units that have any there."""
        return _averages(self._sums[:FIELDS], self._sums[FIELDS : 2 * FIELDS])

    @cached_property
    def file_averages(self) -> tuple[float, ...]:
        """The same over files."""
        return _averages(self._sums[:FIELDS], self._sums[2 * FIELDS :])

    @cached_property
    def _sums(self) -> Sequence[int]:
        """Of each field the terms, then of each the units that have any, then of each the files that have any."""
        sums = [sum(column) for column in zip(*(file.sums for file in self._held), strict=True)]
        return sums or [0] * (3 * FIELDS)


def _averages(lengths: Sequence[int], holders: Sequence[int]) -> tuple[float, ...]:
    return tuple(length / max(1, some) or 1.0 for length, some in zip(lengths, holders, strict=True))
