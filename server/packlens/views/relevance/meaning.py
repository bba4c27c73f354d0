"""The order of the best by what they mean, beside the words that they share with a question.

Somebody who can compare texts (`Meaning`; the session has one where the settings say so) says how like the question
each of the fifty best definitions is: the beginning of its code, or what it says of itself in names, signature and the
first paragraph of its docstring, whichever is more like it. The order by likeness is fused with the order by words
(reciprocal rank fusion, Cormack et al. 2009): a definition counts 1/(2 + its place) by words and .4 of that by
likeness. What the question names outright stays first, and what comes after the fifty stays after them; the scores go
with the places.

Only texts without secrets are compared. A likeness is rounded before it counts, so that the last bits of a processor's
arithmetic change no order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.syntax.terms import parts, words
from packlens.views.redact import Redactor
from packlens.views.relevance.ranking import Ranking
from packlens.views.relevance.units import outline_of

COMPARED = 50
WEIGHT, _FIRST_PLACE = 0.4, 2
_DIGITS = 2
_BY_WORDS = 2.0  # scores of words alone are less
_MOST_CHARACTERS = 2000  # of one text; a model reads the beginning alone

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


class NoMeaningError(Exception):
    """Texts cannot be compared just now; `str(error)` says why, in a line for a person."""


class Meaning(Protocol):
    """Who compares texts.

    name  the model, and where it is asked; texts of the same name are always compared alike
    """

    @property
    def name(self) -> str: ...

    def likeness(
        self,
        text: str,
        others: Sequence[str],
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Sequence[float]:
        """How like `text` each of the others is, from -1 to 1.

        `progress` hears (texts read, texts). Raises `NoMeaningError`, and `CancelledError` when `cancelled` says so.
        """
        ...


def by_meaning(
    snapshot: Snapshot,
    ranking: Ranking,
    text: str,
    meaning: Meaning,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    weight: float = WEIGHT,
) -> Ranking:
    """`ranking` with its best in the order of words and meaning. Raises as `Meaning.likeness` does."""
    named = sum(row.score >= _BY_WORDS for row in ranking.rows)
    best = ranking.rows[named : named + COMPARED]
    if not best:
        return ranking
    texts = [form(snapshot, row.symbol) for form in (_code, _saying) for row in best]
    found = meaning.likeness(Redactor().text(text)[:_MOST_CHARACTERS], texts, progress, cancelled)
    likeness = list(map(max, found[: len(best)], found[len(best) :]))
    alike = sorted(range(len(best)), key=lambda place: (-round(likeness[place], _DIGITS), place))
    worth = [1 / (_FIRST_PLACE + place) for place in range(len(best))]
    for place, by_likeness in enumerate(alike):
        worth[by_likeness] += weight / (_FIRST_PLACE + place)
    ordered = sorted(range(len(best)), key=lambda place: (-worth[place], place))
    rows = [replace(best[place], score=row.score) for place, row in zip(ordered, best, strict=True)]
    return replace(ranking, rows=(*ranking.rows[:named], *rows, *ranking.rows[named + COMPARED :]))


def _code(snapshot: Snapshot, symbol: Symbol) -> str:
    """The name and the beginning of the code, without secrets: each by itself, so that no text depends on another."""
    document = snapshot.documents[symbol.path]
    redactor = Redactor()
    spans = outline_of(snapshot, symbol) if symbol.kind is SymbolKind.CLASS else symbol.spans
    code = "".join(redactor.lines(document, first, last) for first, last in spans)
    return f"{redactor.text(symbol.qualname)}\n{code}"[:_MOST_CHARACTERS]


def _saying(snapshot: Snapshot, symbol: Symbol) -> str:
    """What a definition says of itself: its path and name in words, what it is for, and its signature."""
    redactor = Redactor()
    names = f"{_in_words(symbol.path.removesuffix('.py'))} {_in_words(symbol.qualname)}"
    purpose = (snapshot.docstring(symbol.id) or "").strip().partition("\n\n")[0]
    said = f"{names}. {purpose} {snapshot.signature(symbol.id)}"
    return redactor.text(said, snapshot.documents[symbol.path])[:_MOST_CHARACTERS]


def _in_words(name: str) -> str:
    return " ".join(part for match in words(name) for part in parts(match.group()))
