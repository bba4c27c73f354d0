"""The terms of one file as they are kept: what is worked out of its text and path, without text or graph."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from packlens.symbols.symbol import Symbol, SymbolKind, qualname_of
from packlens.syntax.terms import Field

FIELDS = len(Field)
UNIT_SHIFT, FIELD_SHIFT, COUNT_MASK = 16, 12, 0xFFF
_SPAN_SHIFT = 20  # of a posting: where its entries begin, and how many there are
_SPAN_MASK = (1 << _SPAN_SHIFT) - 1
_NOTHING: array[int] = array("Q")


@dataclass(frozen=True, slots=True)
class UnitTerms:
    """The terms of one unit; `entries` holds field and count of each, `lengths` the number of terms a field."""

    digest: bytes
    terms: tuple[str, ...]
    entries: array[int]
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The terms of one file, by its units in source order.

    names     of each unit, the name part of its symbol's id
    kinds     of each unit, what it is
    postings  term -> where its entries are
    entries   unit, field and count, packed, grouped by term
    lengths   of each unit, the number of terms a field
    """

    names: tuple[str, ...]
    kinds: tuple[SymbolKind, ...]
    postings: dict[str, int]
    entries: array[int]
    lengths: array[int]

    @staticmethod
    def of(symbols: Iterable[Symbol], units: Iterable[UnitTerms]) -> Words:
        """The words of units, whose symbols are given in the same order."""
        grouped: dict[str, list[int]] = {}
        lengths = array("I")
        for number, unit in enumerate(units):
            base = number << UNIT_SHIFT
            lengths.extend(unit.lengths)
            for term, entry in zip(unit.terms, unit.entries, strict=True):
                known = grouped.get(term)
                if known is None:
                    grouped[term] = [base | entry]
                else:
                    known.append(base | entry)
        entries = array("Q")
        postings: dict[str, int] = {}
        for term, found in grouped.items():
            postings[term] = len(entries) << _SPAN_SHIFT | len(found)
            entries.extend(found)
        names, kinds = [], []
        for symbol in symbols:
            names.append(qualname_of(symbol.id))
            kinds.append(symbol.kind)
        return Words(tuple(names), tuple(kinds), postings, entries, lengths)

    def entries_of(self, term: str) -> array[int]:
        """The entries of a term; empty where the file does not hold it."""
        place = self.postings.get(term)
        if place is None:
            return _NOTHING
        start = place >> _SPAN_SHIFT
        return self.entries[start : start + (place & _SPAN_MASK)]
