"""The lexical index: which terms each unit of a snapshot holds, and in which fields.

It is an immutable value of one snapshot, and holds terms and numbers and no text. `Lexicon` makes it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property

from packlens.symbols.symbol import Symbol, SymbolKind, symbol_id
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
    def ids(self) -> tuple[str, ...]:
        """The id of each unit's symbol, by its number."""
        return tuple(symbol_id(path, name) for path, file in self.files.items() for name in file.words.names)

    @cached_property
    def kinds(self) -> tuple[SymbolKind, ...]:
        """What each unit is, by its number."""
        return tuple(kind for file in self.files.values() for kind in file.words.kinds)

    @cached_property
    def of_file(self) -> tuple[int, ...]:
        """The number of the file of each unit, by its number."""
        return tuple(place for place, file in enumerate(self._held) for _ in file.words.names)

    @cached_property
    def classes(self) -> tuple[int, ...]:
        """The numbers of the units that are classes."""
        return tuple(number for number, kind in enumerate(self.kinds) if kind is SymbolKind.CLASS)

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


def _averages(totals: list[tuple[tuple[int, int], ...]]) -> tuple[float, ...]:
    means = []
    for field in range(FIELDS):
        length = sum(each[field][0] for each in totals)
        means.append(length / max(1, sum(each[field][1] for each in totals)) or 1.0)
    return tuple(means)
