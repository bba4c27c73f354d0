"""How well each unit answers a question, by its words alone.

BM25F (Robertson, Zaragoza, Taylor 2004): a term's count in a field is weighted, and divided by how long that field of
the unit is; the sum over the fields saturates once. The same sum over whole files says which file the question is
about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from packlens.syntax.terms import Field
from packlens.views.relevance.index import LexicalIndex
from packlens.views.relevance.question_words import Asked
from packlens.views.relevance.words import COUNT_MASK, FIELD_SHIFT, FIELDS, UNIT_SHIFT

_FIELD_MASK = (1 << (UNIT_SHIFT - FIELD_SHIFT)) - 1
SATURATION = 2.5
NOWHERE: Mapping[str, int] = {}
WEIGHTS: Mapping[Field, tuple[float, float]] = {
    Field.NAME: (4.0, 0.75),
    Field.OWNER: (2.0, 0.75),
    Field.PATH: (2.0, 0.0),
    Field.PARAMS: (0.5, 0.75),
    Field.DOC: (0.75, 0.75),
    Field.COMMENT: (1.0, 0.2),
    Field.STRING: (1.0, 0.3),
    Field.IDENT: (1.0, 0.75),
    Field.CALLEE: (0.5, 0.75),
    Field.MEMBERS: (1.0, 0.75),
}
"""Field -> how much a count there is worth, and how much a long field takes from it."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores of the units and files that hold a term of the question.

    units    number of the unit -> score, 1 for the best
    files    number of the file -> score, 1 for the best
    added    for each term, number of the unit -> what it adds
    """

    units: dict[int, float]
    files: dict[int, float]
    added: list[dict[int, float]]

    def telling(self, unit: int) -> list[int]:
        """Numbers of the terms that a unit was found by, the most telling first."""
        found = [(-each[unit], number) for number, each in enumerate(self.added) if unit in each]
        return [number for _, number in sorted(found)]


def scores(
    index: LexicalIndex,
    asked: Sequence[Asked],
    weights: Mapping[Field, tuple[float, float]] = WEIGHTS,
    of_names: float = 1.0,
    beside: Mapping[str, int] = NOWHERE,
    of_beside: float = 1.0,
) -> Scores:
    """The scores of every unit and file that holds a term of `asked`.

    `of_names`: how much more a term counts that stands in any name of a definition. `of_beside`: what the score of a
    file of `beside` and of its units counts a step, where names are no such names.
    """
    of_units = _divisors(weights, index.averages)
    of_files = _divisors(weights, index.file_averages)
    units: dict[int, float] = {}
    every: list[dict[int, float]] = []
    files: dict[int, float] = {}
    offsets, held = index.offsets, list(index.files.values())
    apart = [beside.get(path, 0) for path in index.files]
    names = (int(Field.NAME), int(Field.MEMBERS))  # an enum costs too much in the innermost loop
    for each in asked:
        in_units: dict[int, float] = {}
        in_files: dict[int, float] = {}
        is_of_names = False
        for place, file in enumerate(held):
            if each.term not in file.words.postings:
                continue
            offset, lengths, totals = offsets[place], file.words.lengths, file.totals
            whole = 0.0
            for entry in file.words.entries_of(each.term):
                unit, field, count = (
                    entry >> UNIT_SHIFT,
                    entry >> FIELD_SHIFT & _FIELD_MASK,
                    entry & COUNT_MASK,
                )
                is_of_names = is_of_names or (field in names and not apart[place])
                fixed, growing = of_units[field]
                if fixed is None:
                    continue
                worth = count / (fixed + growing * lengths[unit * FIELDS + field])
                key = offset + unit
                in_units[key] = in_units.get(key, 0.0) + worth
                fixed, growing = of_files[field]
                if fixed is not None:
                    whole += count / (fixed + growing * totals[field][0])
            in_files[place] = whole
        every.append(in_units)
        if not in_units:
            continue
        weight = each.weight * (of_names if is_of_names else 1.0)
        rarity = weight * _rarity(index.unit_count, len(in_units))
        for key, worth in in_units.items():
            added = in_units[key] = rarity * _saturated(worth)
            units[key] = units.get(key, 0.0) + added
        rarity = weight * _rarity(len(held), len(in_files))
        for place, worth in in_files.items():
            files[place] = files.get(place, 0.0) + rarity * _saturated(worth)
    for place, steps in enumerate(apart):
        if steps:
            counted = of_beside**steps
            if place in files:
                files[place] *= counted
            for key in range(offsets[place], offsets[place + 1]):
                if key in units:
                    units[key] *= counted
    return Scores(_scaled(units), _scaled(files), every)


def _divisors(
    weights: Mapping[Field, tuple[float, float]], averages: Sequence[float]
) -> list[tuple[float | None, float]]:
    """For each field, what a count is divided by: a fixed part, and one for each term of the field."""
    divisors: list[tuple[float | None, float]] = []
    for field in Field:
        weight, part = weights.get(field, (0.0, 0.0))
        divisors.append(((1 - part) / weight, part / (averages[field] * weight)) if weight else (None, 0.0))
    return divisors


def _rarity(all_of_them: int, holders: int) -> float:
    return log(1 + (all_of_them - holders + 0.5) / (holders + 0.5))


def _saturated(worth: float) -> float:
    return (SATURATION + 1) * worth / (worth + SATURATION)


def _scaled(found: dict[int, float]) -> dict[int, float]:
    best = max(found.values(), default=0.0)
    return {key: value / best for key, value in found.items()} if best > 0 else {}
