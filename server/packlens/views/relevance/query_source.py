"""A pack for a question in words: what ranks high, in full while it fits, then signatures of what comes next.

What the question names, or leads, and is too long comes as its signature before what only shares words with it. A
class comes as an excerpt without its methods, which are ranked for themselves.
"""

from __future__ import annotations

from dataclasses import replace

from packlens.base.errors import NotFoundError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import SymbolKind
from packlens.text.secrets import blanked
from packlens.views.nearest import nearest
from packlens.views.pack.candidate import Candidate, Round
from packlens.views.pack.model import Level, Lines, PackTarget, Reached, Why
from packlens.views.pack.neighbours import Reads
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.source import Source
from packlens.views.redact import Redactor, visible
from packlens.views.relevance.brief import brief_forms, brief_lines
from packlens.views.relevance.excerpt import telling_part
from packlens.views.relevance.focus import with_focus
from packlens.views.relevance.index import LexicalIndex
from packlens.views.relevance.meaning import Meaning, NoMeaningError, by_meaning
from packlens.views.relevance.question_words import question_words
from packlens.views.relevance.ranking import STANDARD, Ranked, Signals, rank_text
from packlens.views.relevance.units import outline_of
from packlens.views.targets import TargetKind
from packlens.views.tokens import count

# From this budget on, a twentieth of it goes to signatures of what did not fit, up to so many tokens.
_ROOMY = 2000
_SIGNATURE_PERCENT, _MOST_OF_SIGNATURES = 5, 200
LEDGER_PERCENT = 3  # of the budget, and only of what is left over: code says more than a list of prices
_SIGNATURES = 5
# So many of the best lead: they come at least as their signature. So do a few more that score nearly as much.
_LEADING, _MOST_LEADING, _NEARLY = 3, 8, 0.65
# Where the best answer does not fit in full, an excerpt of it may take one part in so many of the budget.
_PART_OF_BEST = 6
# It comes without the tail of its docstring instead where that takes no more than one part in so many.
_PART_OF_BRIEF_BEST = 2
_CHARACTERS_OF_TOKEN = 4
# So many of the best units are tried in full, and so many of those left as signatures; with those after them a pack
# would only be filled up. After so many in a row that found no room, the others are only counted.
_TRIED, _TRIED_AS_SIGNATURES, _PATIENCE = 300, 100, 80


def source_of_query(
    snapshot: Snapshot,
    question: PackQuestion,
    index: LexicalIndex,
    signals: Signals = STANDARD,
    meaning: Meaning | None = None,
) -> Source:
    """What answers the query of `question`. Raises `NotFoundError`, with the nearest names, when nothing does.

    Where the question names the model of `meaning` that has a say in the order; where it cannot be asked, the words
    alone have, and the source warns.
    """
    assert question.query is not None
    # A secret that was pasted along says nothing of the code, and does not leave with it.
    query = Redactor().text(question.query) if question.redact else question.query
    ranking = rank_text(snapshot, index, blanked(question.query), signals)
    semantic = ""
    warnings: tuple[str, ...] = ()
    if meaning is not None and question.semantic == meaning.name:
        try:
            ranking = by_meaning(snapshot, ranking, question.query, meaning)
            semantic = meaning.name
        except NoMeaningError as error:
            warnings = (f"semantic: {error}; the order is that of words alone",)
    ranking = with_focus(snapshot, ranking, question.focus)
    if not ranking.rows:
        raise no_match(snapshot, query)
    rows = ranking.rows[:_TRIED]
    best, *others = rows
    near = best.score * _NEARLY
    briefs = brief_forms(snapshot, [row.symbol for row in rows], question.budget * _CHARACTERS_OF_TOKEN)
    code = (
        _best(snapshot, question, best),
        *(
            _candidate(
                snapshot,
                row,
                leads=place < (_MOST_LEADING if row.score >= near else _LEADING),
                brief=briefs.get(row.symbol.id, ()),
            )
            for place, row in enumerate(others, 1)
        ),
    )
    roomy = question.budget >= _ROOMY
    signatures = tuple(
        Candidate(row.symbol.id, 0, round(row.score, 4), row.why, (Level.SIGNATURE,))
        for row in rows[: _TRIED_AS_SIGNATURES if roomy else _SIGNATURES]
    )
    return Source(
        PackTarget(TargetKind.QUERY, query, ()),
        (),
        (
            Round(code, _code_share(question.budget) if roomy else 1.0, _PATIENCE),
            Round(signatures, 1.0, _PATIENCE),
        ),
        (),
        Reads.of(ranking.read),
        attributes=False,
        ledger_percent=LEDGER_PERCENT,
        ledger_last=True,
        semantic=semantic,
        warnings=warnings,
    )


def no_match(snapshot: Snapshot, text: str, kind: SymbolKind | None = None) -> NotFoundError:
    """What is said of a text that nothing, or nothing of a kind, answers."""
    line = " ".join(text.split())
    shown = visible(line if len(line) <= 60 else f"{line[:59]}…")
    names = [symbol.id for symbol in snapshot.symbols() if kind in (None, symbol.kind)]
    words = line.split()[:8] if " " not in line or question_words(text).terms else ()  # no name is like "how"
    suggestions = tuple(dict.fromkeys(name for word in words for name in nearest(word, names, 2)))[:5]
    hint = ", ".join(visible(name) for name in suggestions)
    hint = f"the nearest names are {hint}" if hint else "ask with words that the code or its comments use"
    wanted = "nothing" if kind is None else f"no {kind.value.replace('_', ' ')}"
    return NotFoundError(f"query {shown!r}: {wanted} matches; {hint}", asked=text, suggestions=suggestions)


def _best(snapshot: Snapshot, question: PackQuestion, row: Ranked) -> Candidate:
    """The best answer, which comes in any case: of a function too long for the budget the part that is asked about."""
    candidate = _candidate(snapshot, row)
    if row.symbol.kind is SymbolKind.CLASS:
        return replace(candidate, levels=(*candidate.levels, Level.SIGNATURE))
    assert question.query is not None
    source = snapshot.documents[row.symbol.path].lines
    brief = brief_lines(row.symbol, source)
    code = "".join(source.between(*part) for part in brief)
    if brief and count(code, question.tokenizer) <= question.budget // _PART_OF_BRIEF_BEST:
        return replace(candidate, levels=(Level.FULL, Level.EXCERPT, Level.SIGNATURE), lines=brief)
    weights = {asked.term: asked.weight for asked in question_words(question.query).terms}
    room = question.budget // _PART_OF_BEST
    lines = telling_part(snapshot, row.symbol, weights, room, lambda text: count(text, question.tokenizer))
    excerpt = (Level.EXCERPT,) if lines else ()
    return replace(candidate, levels=(Level.FULL, *excerpt, Level.SIGNATURE), lines=lines)


def _code_share(budget: int) -> float:
    return 1 - min(budget * _SIGNATURE_PERCENT // 100, _MOST_OF_SIGNATURES) / budget


def _candidate(
    snapshot: Snapshot, row: Ranked, *, leads: bool = True, brief: tuple[Lines, ...] = ()
) -> Candidate:
    symbol = row.symbol
    score = round(row.score, 4)
    if symbol.kind is not SymbolKind.CLASS:
        is_named = any(isinstance(each, Why) and each.kind is Reached.NAMED for each in row.why)
        levels = (Level.FULL, Level.SIGNATURE) if leads or is_named else (Level.FULL,)
        if brief and not is_named:
            levels = (Level.FULL, Level.EXCERPT, *levels[1:])
            return Candidate(symbol.id, 0, score, row.why, levels, brief, brief=True)
        return Candidate(symbol.id, 0, score, row.why, levels)
    return Candidate(symbol.id, 0, score, row.why, (Level.EXCERPT,), outline_of(snapshot, symbol))
