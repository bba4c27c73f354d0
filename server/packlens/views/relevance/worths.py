"""What each term of an index is worth to each unit and each file that holds it, whatever the question.

It depends on the index and the weights of the fields alone, and most of the work of a question is in the terms that
half of the code holds, which come again in the next one. So it is kept as long as the index is, for the terms asked
for last: twelve bytes for a unit or file of each.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from weakref import WeakKeyDictionary

from packlens.syntax.terms import Field
from packlens.views.relevance.index import LexicalIndex
from packlens.views.relevance.words import COUNT_MASK, FIELD_SHIFT, FIELDS, UNIT_SHIFT

Weights = Mapping[Field, tuple[float, float]]
SATURATION = 2.5

_FIELD_MASK = (1 << (UNIT_SHIFT - FIELD_SHIFT)) - 1
_NAMES = 1 << Field.NAME | 1 << Field.MEMBERS
_KEPT = 400_000  # units and files of terms, in all


@dataclass(frozen=True, slots=True)
class Worth:
    """What one term is worth, saturated.

    units     numbers of the units that hold it, ascending
    of_units  what it is worth to each
    files     numbers of the files that hold it, ascending
    of_files  what it is worth to each
    naming    numbers of the files in which it stands in the name of a definition
    """

    units: array[int]
    of_units: array[float]
    files: array[int]
    of_files: array[float]
    naming: tuple[int, ...]


class Worths:
    """What the terms of one index are worth by some weights. Any thread may ask."""

    def __init__(self, index: LexicalIndex, weights: Weights) -> None:
        self._files = tuple(index.files.values())
        self._offsets = index.offsets
        self._of_units = _divisors(weights, index.averages)
        self._of_files = _divisors(weights, index.file_averages)
        self._known: OrderedDict[str, Worth] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def of(self, term: str) -> Worth:
        """What `term` is worth."""
        with self._lock:
            known = self._known.get(term)
            if known is not None:
                self._known.move_to_end(term)
                return known
        made = self._worked_out(term)
        with self._lock:
            if term not in self._known:
                self._known[term] = made
                self._size += _size(made)
            while self._size > _KEPT:
                self._size -= _size(self._known.popitem(last=False)[1])
        return made

    def _worked_out(self, term: str) -> Worth:
        units, of_units, files, of_files = array("I"), array("d"), array("I"), array("d")
        naming: list[int] = []
        by_unit, by_file = self._of_units, self._of_files
        for place, file in enumerate(self._files):
            words = file.words
            if term not in words.postings:
                continue
            entries = words.entries_of(term)
            offset, lengths, totals = self._offsets[place], words.lengths, file.totals
            last, worth, whole = -1, 0.0, 0.0
            fields = 0
            for entry in entries:  # a unit's entries stand together
                unit, field, count = (
                    entry >> UNIT_SHIFT,
                    entry >> FIELD_SHIFT & _FIELD_MASK,
                    entry & COUNT_MASK,
                )
                fields |= 1 << field
                fixed, growing = by_unit[field]
                if fixed is None:
                    continue
                if unit != last:
                    if last >= 0:
                        units.append(offset + last)
                        of_units.append(_saturated(worth))
                    last, worth = unit, 0.0
                worth += count / (fixed + growing * lengths[unit * FIELDS + field])
                fixed, growing = by_file[field]
                if fixed is not None:
                    whole += count / (fixed + growing * totals[field])
            if last >= 0:
                units.append(offset + last)
                of_units.append(_saturated(worth))
            files.append(place)
            of_files.append(_saturated(whole))
            if fields & _NAMES:
                naming.append(place)
        return Worth(units, of_units, files, of_files, tuple(naming))


_worths: WeakKeyDictionary[LexicalIndex, dict[tuple[tuple[Field, tuple[float, float]], ...], Worths]] = (
    WeakKeyDictionary()
)


def worths_of(index: LexicalIndex, weights: Weights) -> Worths:
    """What the terms of `index` are worth by `weights`."""
    known = _worths.setdefault(index, {})
    key = tuple(weights.items())
    made = known.get(key)
    if made is None:
        made = known[key] = Worths(index, weights)
    return made


def _divisors(weights: Weights, averages: Sequence[float]) -> list[tuple[float | None, float]]:
    """For each field, what a count is divided by: a fixed part, and one for each term of the field."""
    divisors: list[tuple[float | None, float]] = []
    for field in Field:
        weight, part = weights.get(field, (0.0, 0.0))
        divisors.append(((1 - part) / weight, part / (averages[field] * weight)) if weight else (None, 0.0))
    return divisors


def _saturated(worth: float) -> float:
    return (SATURATION + 1) * worth / (worth + SATURATION)


def _size(worth: Worth) -> int:
    return len(worth.units) + len(worth.files)
