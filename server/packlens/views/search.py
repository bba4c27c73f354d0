"""Symbols that a text in words is about, best first.

What the text names exactly comes before what only shares words with it. Functions and classes are found by all that
is written in them; a module by what it holds besides; a variable or a constant by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from packlens.base.errors import UsageError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import CALLABLE_KINDS, Symbol, SymbolKind, qualname_of
from packlens.syntax.terms import terms_of_word
from packlens.views.json_text import json_text
from packlens.views.pack.question import refuse_blank
from packlens.views.redact import Redactor, visible
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.relevance.query_source import no_match
from packlens.views.relevance.question_words import QuestionWords, question_words
from packlens.views.relevance.ranking import rank_text

_SCHEMA = "packlens.search/1"
_EXACT = 2.0


@dataclass(frozen=True, slots=True)
class Hit:
    """One symbol.

    score      how well it answers; only good for comparing the hits of one search
    signature  in normal form, without secrets; `""` where it has none
    """

    symbol: Symbol
    score: float
    signature: str


@dataclass(frozen=True, slots=True)
class Search:
    """The best `len(hits)` of `total`.

    open_sites  none: what is called by whom decides little here, and is not waited for
    """

    query: str
    hits: tuple[Hit, ...]
    total: int
    open_sites: frozenset[tuple[str, int]] = frozenset()


def search(
    snapshot: Snapshot, lexicon: Lexicon, text: str, limit: int = 10, kind: SymbolKind | None = None
) -> Search:
    """The symbols that `text` is about.

    Raises `UsageError` for a blank text, and `NotFoundError`, with the nearest names, when there is none.
    """
    refuse_blank("query", text)
    ranking = rank_text(snapshot, lexicon.of(snapshot), text, kind=kind)
    found = {row.symbol.id: row.score for row in ranking.rows}
    if kind is not None and kind not in CALLABLE_KINDS | {SymbolKind.CLASS, SymbolKind.MODULE}:
        found |= _by_name(snapshot, question_words(text), kind)
    for identifier, value in _exact(snapshot, text, kind).items():
        found[identifier] = found.get(identifier, 0.0) + value
    if not found:
        raise no_match(snapshot, text, kind)
    best = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
    redactor = Redactor()
    hits = []
    for identifier, value in best:
        symbol = snapshot.symbol(identifier)
        assert symbol is not None
        signature = redactor.text(snapshot.signature(identifier), snapshot.documents[symbol.path])
        hits.append(Hit(symbol, round(value, 4), signature.strip("\n")))
    return Search(text, tuple(hits), ranking.total + len(found) - len(ranking.rows))


def kind_of(name: str | None) -> SymbolKind | None:
    """The kind of a name. Raises `UsageError` for one that does not exist."""
    try:
        return None if name is None else SymbolKind(name)
    except ValueError:
        known = ", ".join(kind.value for kind in SymbolKind)
        raise UsageError(f"kind {name!r}: unknown; choose one of {known}") from None


def to_json(answer: Search) -> str:
    """`packlens.search/1`."""
    return json_text(
        {
            "schema": _SCHEMA,
            "query": answer.query,
            "total": answer.total,
            "results": [
                {
                    "id": hit.symbol.id,
                    "path": hit.symbol.path,
                    "qualname": hit.symbol.qualname,
                    "kind": hit.symbol.kind.value,
                    "start_line": hit.symbol.start_line,
                    "end_line": hit.symbol.end_line,
                    "score": hit.score,
                    "signature": hit.signature,
                }
                for hit in answer.hits
            ],
        }
    )


def to_text(answer: Search) -> str:
    """A line a symbol, and its signature below it."""
    lines = []
    for hit in answer.hits:
        symbol = hit.symbol
        place = f"{visible(symbol.path)}:{symbol.start_line}-{symbol.end_line}"
        lines.append(f"{place} {visible(symbol.qualname)} {symbol.kind.value} {hit.score:.2f}")
        lines.extend(f"    {line}" for line in _head(hit.signature))
    if answer.total > len(answer.hits):
        lines.append(f"the best {len(answer.hits)} of {answer.total}")
    return "".join(f"{line}\n" for line in lines)


def _head(signature: str) -> list[str]:
    """The lines of a signature but for its decorators."""
    lines = signature.split("\n") if signature else []
    start = next((place for place, line in enumerate(lines) if not line.lstrip().startswith("@")), 0)
    return [line.strip() for line in lines[start:]]


def _exact(snapshot: Snapshot, text: str, kind: SymbolKind | None) -> Mapping[str, float]:
    """Symbols that the whole text names, whatever their kind."""
    name = text.strip()
    found = [
        identifier
        for identifier in snapshot.named(name.rpartition("::")[2].rpartition(".")[2])
        if identifier == name or f".{qualname_of(identifier)}".endswith(f".{name}")
    ]
    of_kind = [each for each in found if kind is None or ((it := snapshot.symbol(each)) and it.kind is kind)]
    return dict.fromkeys(of_kind, _EXACT)


def _by_name(snapshot: Snapshot, asked: QuestionWords, kind: SymbolKind) -> Mapping[str, float]:
    """Symbols of a kind whose names share terms with the question; 1 for one whose name holds all of them."""
    weights = {each.term: each.weight for each in asked.terms}
    whole = sum(weights.values())
    found: dict[str, float] = {}
    for symbol in snapshot.symbols():
        if symbol.kind is kind:
            shared = sum(weights.get(term, 0.0) for term in dict.fromkeys(terms_of_word(symbol.name)))
            if shared:
                found[symbol.id] = shared / whole
    return found
