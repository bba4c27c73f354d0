"""How well each unit answers a question, by its words alone.

BM25F (Robertson, Zaragoza, Taylor 2004): a term's count in a field is weighted, and divided by how long that field of
the unit is; the sum over the fields saturates once. The same sum over whole files says which file the question is
about. What one term comes to is no matter of the question (`worths`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from packlens.syntax.terms import Field
from packlens.views.relevance.index import LexicalIndex
from packlens.views.relevance.question_words import Asked
from packlens.views.relevance.worths import Weights, worths_of

NOWHERE: Mapping[str, int] = {}
WEIGHTS: Weights = {
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
    weights: Weights = WEIGHTS,
    of_names: float = 1.0,
    beside: Mapping[str, int] = NOWHERE,
    of_beside: float = 1.0,
) -> Scores:
    """The scores of every unit and file that holds a term of `asked`.

    `of_names`: how much more a term counts that stands in any name of a definition. `of_beside`: what the score of a
    file of `beside` and of its units counts a step, where names are no such names.
    """
    units: dict[int, float] = {}
    every: list[dict[int, float]] = []
    files: dict[int, float] = {}
    apart = [beside.get(path, 0) for path in index.files]
    worths = worths_of(index, weights)
    for each in asked:
        worth = worths.of(each.term)
        if not worth.units:
            every.append({})
            continue
        is_of_names = any(not apart[place] for place in worth.naming)
        weight = each.weight * (of_names if is_of_names else 1.0)
        rarity = weight * _rarity(index.unit_count, len(worth.units))
        added = {key: rarity * saturated for key, saturated in zip(worth.units, worth.of_units, strict=True)}
        every.append(added)
        for key, value in added.items():
            units[key] = units.get(key, 0.0) + value
        rarity = weight * _rarity(len(apart), len(worth.files))
        for place, saturated in zip(worth.files, worth.of_files, strict=True):
            files[place] = files.get(place, 0.0) + rarity * saturated
    offsets = index.offsets
    for place, steps in enumerate(apart):
        if steps:
            counted = of_beside**steps
            if place in files:
                files[place] *= counted
            for key in range(offsets[place], offsets[place + 1]):
                if key in units:
                    units[key] *= counted
    return Scores(_scaled(units), _scaled(files), every)


def _rarity(all_of_them: int, holders: int) -> float:
    return log(1 + (all_of_them - holders + 0.5) / (holders + 0.5))


def _scaled(found: dict[int, float]) -> dict[int, float]:
    best = max(found.values(), default=0.0)
    return {key: value / best for key, value in found.items()} if best > 0 else {}
