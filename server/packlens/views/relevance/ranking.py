"""Units in the order in which they answer a question.

The score of a unit is that of its words, to which are added: what its file as a whole scores, and what the best units
give to those that belong with them (`companions`). A class counts less than a function, since most of what it does
stands in its methods. A module is scored and not ranked, unless modules are asked for.

What the question names outright, and the users of something when it asks for them, come before what only shares words
with it (`seeds`, `users_asked`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from math import inf

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import CALLABLE_KINDS, Symbol, SymbolKind
from packlens.syntax.terms import Field
from packlens.views.pack.model import Reached, Via, Why
from packlens.views.relevance.beside import OF_BESIDE, beside
from packlens.views.relevance.companions import (
    along_edges,
    to_members,
    to_own_callees,
    to_own_init,
    to_twins,
    unit_around,
)
from packlens.views.relevance.index import LexicalIndex
from packlens.views.relevance.places_named import without_colours
from packlens.views.relevance.question_words import QuestionWords, question_words
from packlens.views.relevance.scoring import WEIGHTS, Scores, scores
from packlens.views.relevance.seeds import Seed, seeds_of, seeds_of_values
from packlens.views.relevance.users_asked import Users, users_asked

_WORDS_SHOWN = 5
_LOOKED_AT = 400
_MODULES, _CLASSES = 10, 10  # so many are looked at for messages and settings
# Scores of what the graph says are users; words alone score less than 2.
_USER, _USED = 3.0, 2.9
_FARTHER = 0.0001
# So many of the best units give to what they alone call.
_OF_WHICH_PARTS = 10


@dataclass(frozen=True, slots=True)
class Signals:
    """How much each signal counts; 0 is without it, for `of_names`, `of_class` and `of_beside` 1.

    of_names     what a term of some definition's name counts
    of_beside    what a definition counts that stands beside the code: in a test, an example
    graph_from   how many of the best units give to others
    named        what the text names, and users that are asked for
    """

    fields: Mapping[Field, tuple[float, float]] = field(default_factory=lambda: WEIGHTS)
    file: float = 0.25
    graph: float = 0.05
    graph_from: int = 20
    own_init: float = 0.1
    own_callee: float = 0.3
    twin: float = 0.9
    owner: float = 0.2
    of_class: float = 0.8
    of_names: float = 1.35
    of_beside: float = OF_BESIDE
    named: bool = True


@dataclass(frozen=True, slots=True)
class Ranked:
    """One symbol with its score, and why it is there."""

    symbol: Symbol
    score: float
    why: tuple[Via | Why, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The symbols that answer, best first: those that are worth looking at.

    total    how many answer in all
    read     ids of the symbols whose edges were followed
    modules  ids of the modules whose own lines share most words with it
    """

    rows: tuple[Ranked, ...]
    total: int
    read: tuple[str, ...]
    modules: tuple[str, ...] = ()


STANDARD = Signals()


def rank_text(
    snapshot: Snapshot,
    index: LexicalIndex,
    text: str,
    signals: Signals = STANDARD,
    kind: SymbolKind | None = None,
) -> Ranking:
    """What a text is about: what it names, who uses what it asks the users of, and all that shares words with it.

    A text of one word is about it, also where that says nothing. `kind`: only symbols of it.
    """
    text = without_colours(text)
    ranking = rank(snapshot, index, question_words(text, every=len(text.split(None, 1)) == 1), signals, kind)
    if not signals.named:
        return ranking
    rows: dict[str, Ranked] = {}
    users = users_asked(snapshot, text)
    classes = [row.symbol.id for row in ranking.rows if row.symbol.kind is SymbolKind.CLASS][:_CLASSES]
    named = (*seeds_of(snapshot, text), *seeds_of_values(snapshot, text, ranking.modules, classes))
    for row in (*_users(snapshot, index, users), *_seeds(snapshot, index, named), *ranking.rows):
        if kind not in (None, row.symbol.kind):
            continue
        known = rows.get(row.symbol.id)
        rows[row.symbol.id] = (
            row if known is None else Ranked(row.symbol, max(known.score, row.score), (*known.why, *row.why))
        )
    read = (*(users.of if users is not None else ()), *ranking.read)
    ordered = sorted(rows.values(), key=lambda row: (-row.score, row.symbol.id))
    return Ranking(tuple(ordered), ranking.total + len(rows) - len(ranking.rows), read)


def rank(
    snapshot: Snapshot,
    index: LexicalIndex,
    asked: QuestionWords,
    signals: Signals = STANDARD,
    kind: SymbolKind | None = None,
) -> Ranking:
    """The units that score above zero by their words and by what others give them, best first.

    Those of a `kind`, or all but modules.
    """
    apart = beside(index.files, asked)
    found = scores(index, asked.terms, signals.fields, signals.of_names, apart, signals.of_beside)
    kinds, of_file = index.kinds, index.of_file
    by_file = [signals.file * found.files.get(number, 0.0) for number in range(len(index.files))]
    total = {unit: score + by_file[of_file[unit]] for unit, score in found.units.items()}
    best = [
        unit for unit in _leading(found.units, signals.graph_from) if kinds[unit] is not SymbolKind.MODULE
    ]
    gifts: dict[int, list[str]] = {}
    for weight, given in (
        (signals.graph, along_edges(snapshot, index, best, found.units) if signals.graph else {}),
        (signals.own_init, to_own_init(index, best, found.units) if signals.own_init else {}),
        (
            signals.own_callee,
            to_own_callees(snapshot, index, best[:_OF_WHICH_PARTS], found.units)
            if signals.own_callee
            else {},
        ),
        (signals.owner, to_members(snapshot, index, asked.names) if signals.owner else {}),
    ):
        for unit, (share, giver) in given.items():
            total[unit] = total.get(unit, 0.0) + weight * share
            gifts.setdefault(unit, []).append(giver)
    if signals.twin:
        leading = _leading(total, signals.graph_from)
        for unit, (share, giver) in to_twins(snapshot, index, leading, total).items():
            if signals.twin * share > total.get(unit, 0.0):
                total[unit] = signals.twin * share
                gifts.setdefault(unit, []).append(giver)
    modules = {unit: score for unit, score in found.units.items() if kinds[unit] is SymbolKind.MODULE}
    if kind is None:
        wanted = {unit: score for unit, score in total.items() if kinds[unit] is not SymbolKind.MODULE}
    else:
        wanted = {unit: score for unit, score in total.items() if kinds[unit] is kind}
    for unit in index.classes:
        if unit in wanted:
            wanted[unit] *= signals.of_class
    return Ranking(
        tuple(
            Ranked(index.symbol(unit), wanted[unit], tuple(_why(found, asked, unit, gifts.get(unit, ()))))
            for unit in _leading(wanted, _LOOKED_AT)
        ),
        len(wanted),
        tuple(index.ids[unit] for unit in best),
        tuple(index.ids[unit] for unit in _leading(modules, _MODULES)),
    )


def _leading(scores: Mapping[int, float], most: int) -> list[int]:
    """The units with the highest scores, best first, so many of them."""
    if most <= 0:
        return []
    least = nlargest(most, scores.values())[-1] if len(scores) > most else -inf
    leading = [(-score, unit) for unit, score in scores.items() if score >= least]
    return [unit for _, unit in sorted(leading)[:most]]


def _users(snapshot: Snapshot, index: LexicalIndex, users: Users | None) -> Iterator[Ranked]:
    """The users that a question asks for, the surest first, then what they use."""
    if users is None:
        return
    for place, (identifier, via) in enumerate(users.users.items()):
        symbol = _shown_as(snapshot, index, identifier)
        if symbol is not None:
            yield Ranked(symbol, _USER - place * _FARTHER if place < 900 else _USED, via)
    for place, identifier in enumerate(users.of):
        symbol = _shown_as(snapshot, index, identifier)
        if symbol is not None:
            yield Ranked(symbol, _USED - (1 + place) * _FARTHER, (Why(Reached.NAMED, words=(symbol.name,)),))


def _seeds(snapshot: Snapshot, index: LexicalIndex, seeds: Iterable[Seed]) -> Iterator[Ranked]:
    for seed in seeds:
        symbol = _shown_as(snapshot, index, seed.id)
        if symbol is not None:
            yield Ranked(symbol, seed.score, (Why(Reached.NAMED, words=(seed.word,)),))


def _shown_as(snapshot: Snapshot, index: LexicalIndex, identifier: str) -> Symbol | None:
    """What shows a symbol: itself, or the function around it; `None` for a module, which no pack shows."""
    symbol = snapshot.symbol(identifier)
    if symbol is None or symbol.kind is SymbolKind.MODULE:
        return None
    number = unit_around(snapshot, index.numbers, identifier)
    if number is None or index.kinds[number] not in CALLABLE_KINDS:
        return symbol
    return index.symbol(number)


def _why(found: Scores, asked: QuestionWords, unit: int, givers: Iterable[str]) -> Iterator[Why]:
    written = (word for number in found.telling(unit) for word in asked.terms[number].words[:1])
    words = tuple(dict.fromkeys(written))[:_WORDS_SHOWN]
    if words:
        yield Why(Reached.MATCH, words=words)
    for giver in dict.fromkeys(givers):
        yield Why(Reached.COMPANION, giver)
