"""Units in the order in which they answer a question.

The score of a unit is that of its words, to which are added: what its file as a whole scores; what the best units give
to those that they call and that call them; and, where the question names a class, something for its members. A class
counts less than a function, since most of what it does stands in its methods. A module is scored and never ranked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nsmallest

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.syntax.terms import Field
from packlens.views.relevance.index import LexicalIndex
from packlens.views.relevance.question_words import QuestionWords, question_words
from packlens.views.relevance.scoring import WEIGHTS, Scores, scores

_WORDS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Signals:
    """How much each signal counts; 0 is without it."""

    fields: Mapping[Field, tuple[float, float]] = field(default_factory=lambda: WEIGHTS)
    file: float = 0.25
    graph: float = 0.1
    graph_from: int = 10
    owner: float = 0.2
    of_class: float = 0.8


@dataclass(frozen=True, slots=True)
class Ranked:
    """One unit with its score, and the words of the question that it was found by, the most telling first."""

    symbol: Symbol
    score: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The units that answer, best first.

    read   ids of the symbols whose edges were followed
    """

    rows: tuple[Ranked, ...]
    read: tuple[str, ...]


STANDARD = Signals()


def rank_text(
    snapshot: Snapshot,
    index: LexicalIndex,
    text: str,
    signals: Signals = STANDARD,
    *,
    modules: bool = False,
) -> Ranking:
    """The units that a text is about, as `rank`. Where nothing else matches, words that say nothing count too."""
    ranking = rank(snapshot, index, question_words(text), signals, modules=modules)
    if ranking.rows:
        return ranking
    return rank(snapshot, index, question_words(text, every=True), signals, modules=modules)


def rank(
    snapshot: Snapshot,
    index: LexicalIndex,
    asked: QuestionWords,
    signals: Signals = STANDARD,
    *,
    modules: bool = False,
) -> Ranking:
    """Every unit that scores above zero, best first; modules among them only when they are asked for."""
    found = scores(index, asked.terms, signals.fields)
    of_file = [number for number, file in enumerate(index.files.values()) for _ in file.units]
    total = {
        unit: score + signals.file * found.files.get(of_file[unit], 0.0)
        for unit, score in found.units.items()
    }
    best = nsmallest(signals.graph_from, found.units, key=lambda unit: (-found.units[unit], unit))
    if signals.graph:
        for unit, given in _given_by(snapshot, index, best, found.units).items():
            total[unit] = total.get(unit, 0.0) + signals.graph * given
    if signals.owner:
        for unit, given in _named_owners(snapshot, index, asked.names).items():
            total[unit] = total.get(unit, 0.0) + signals.owner * given
    symbols = index.symbols
    rows = [
        (score * (signals.of_class if symbols[unit].kind is SymbolKind.CLASS else 1.0), unit)
        for unit, score in total.items()
        if modules or symbols[unit].kind is not SymbolKind.MODULE
    ]
    rows.sort(key=lambda row: (-row[0], row[1]))
    return Ranking(
        tuple(Ranked(symbols[unit], score, _words(found, asked, unit)) for score, unit in rows),
        tuple(symbols[unit].id for unit in best),
    )


def unit_around(snapshot: Snapshot, numbers: Mapping[str, int], identifier: str) -> int | None:
    """The number of the unit that holds a symbol; `None` for what is in none but a module."""
    current: str | None = identifier
    while current is not None:
        number = numbers.get(current)
        if number is not None:
            return number
        symbol = snapshot.symbol(current)
        current = symbol.parent if symbol is not None else None
    return None


def _given_by(
    snapshot: Snapshot, index: LexicalIndex, best: list[int], base: Mapping[int, float]
) -> dict[int, float]:
    """What the best units give to those one edge away, 1 for the one that gets most."""
    numbers = index.numbers
    given: dict[int, float] = {}
    for unit in best:
        identifier = index.symbols[unit].id
        if index.symbols[unit].kind is SymbolKind.MODULE:
            continue
        for ends in (_targets(snapshot, identifier), _sources(snapshot, identifier)):
            strengths: dict[int, float] = {}
            for other, confidence in ends:
                number = unit_around(snapshot, numbers, other)
                if number is not None and number != unit:
                    strengths[number] = max(strengths.get(number, 0.0), confidence)
            whole = max(1.0, sum(strengths.values()))
            for number, strength in strengths.items():
                given[number] = given.get(number, 0.0) + base[unit] * strength / whole
    most = max(given.values(), default=0.0)
    return {number: value / most for number, value in given.items()} if most else {}


_FOLLOWED = frozenset({EdgeKind.CALLS, EdgeKind.EXTENDS})


def _targets(snapshot: Snapshot, identifier: str) -> Iterator[tuple[str, float]]:
    return ((e.target, e.confidence) for e in snapshot.outgoing(identifier) if e.kind in _FOLLOWED)


def _sources(snapshot: Snapshot, identifier: str) -> Iterator[tuple[str, float]]:
    return ((e.source, e.confidence) for e in snapshot.incoming(identifier) if e.kind in _FOLLOWED)


def _named_owners(snapshot: Snapshot, index: LexicalIndex, names: frozenset[str]) -> dict[int, float]:
    """Members of the classes that the question names, less for each namesake."""
    numbers = index.numbers
    found: dict[int, float] = {}
    for name in sorted(names):
        symbols = [identifier for identifier in snapshot.named(name) if identifier in numbers]
        for identifier in symbols:
            for child in snapshot.children(identifier):
                number = numbers.get(child)
                if number is not None:
                    found[number] = max(found.get(number, 0.0), len(symbols) ** -0.5)
    return found


def _words(found: Scores, asked: QuestionWords, unit: int) -> tuple[str, ...]:
    telling = sorted(found.reasons.get(unit, ()), key=lambda reason: (-reason[0], reason[1]))
    written = (word for _, number in telling for word in asked.terms[number].words[:1])
    return tuple(dict.fromkeys(written))[:_WORDS_SHOWN]
