"""The releases an evaluation set asks about: graph, lexical index, and the ranking that others are compared with."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from math import log

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import SymbolKind
from packlens.views.pack.candidate import Candidate, Round
from packlens.views.pack.model import Level, Lines, PackTarget
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.source import Source
from packlens.views.relevance.index import LexicalIndex
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.relevance.query_source import LEDGER_PERCENT
from packlens.views.relevance.units import outline_of, units_of
from packlens.views.targets import TargetKind
from tests.bench.edges import snapshot_of
from tests.bench.relevance_set import Shown

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_STOP = frozenset(
    _WORD.findall(
        "a an the of to in on for and or is are be by with when it its this that from as at not no if into i we you"
        " can should do does was which fix add make use"
    )
)


@dataclass(frozen=True)
class Release:
    """One release, read once."""

    snapshot: Snapshot
    index: LexicalIndex

    @cached_property
    def bodies(self) -> Bodies:
        """BM25 over the bodies of its units."""
        return Bodies(self.snapshot)

    def holds_outline(self, identifier: str, ranges: tuple[Lines, ...]) -> bool:
        """Whether all lines of a class that are in none of its methods are in `ranges`."""
        symbol = self.snapshot.symbol(identifier)
        assert symbol is not None
        return all(
            any(start <= first and last <= end for start, end in ranges)
            for first, last in outline_of(self.snapshot, symbol)
        )

    def greedy(self, source: Source, budget: int) -> list[Shown]:
        """The first round packed by the rule of the set: len/4 of the code, what does not fit is skipped."""
        shown: list[Shown] = []
        used = 0
        for candidate in source.rounds[0].candidates:
            symbol = self.snapshot.symbol(candidate.id)
            assert symbol is not None
            lines = self.snapshot.documents[symbol.path].lines
            ranges = candidate.lines or symbol.spans
            cost = max(1, sum(len(lines.between(*span)) for span in ranges) // 4)
            if used + cost <= budget:
                used += cost
                is_full = candidate.levels[0] is Level.FULL
                shown.append(Shown(symbol.path, symbol.qualname.partition("#")[0], is_full))
        return shown


@cache
def release_of(sdist: str, source_root: str) -> Release:
    """The release of an entry."""
    snapshot = snapshot_of(sdist, source_root)
    snapshot.warm()
    return Release(snapshot, Lexicon().of(snapshot))


class Bodies:
    """BM25 (k1 1.5, b .75) over name, module and text of functions and classes, words split and not stemmed."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.symbols = []
        counts = []
        for path in snapshot.paths():
            for unit in units_of(snapshot, path):
                if unit.symbol.kind is not SymbolKind.MODULE:
                    stem = path.rpartition("/")[2].removesuffix(".py")
                    self.symbols.append(unit.symbol)
                    counts.append(Counter(_subtokens(f"{unit.symbol.qualname} {stem} {unit.text}")))
        self.lengths = [sum(count.values()) for count in counts]
        self.mean = sum(self.lengths) / max(1, len(self.lengths))
        self.postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, count in enumerate(counts):
            for token, times in count.items():
                self.postings[token].append((number, times))

    def order(self, query: str) -> list[tuple[int, float]]:
        """Numbers of the units that hold a word of the query with their scores, best first."""
        found: dict[int, float] = defaultdict(float)
        count = len(self.symbols)
        for token in sorted({token for token in _subtokens(query) if token not in _STOP}):
            holders = self.postings.get(token, [])
            rarity = log(1 + (count - len(holders) + 0.5) / (len(holders) + 0.5))
            for number, times in holders:
                length = 1.5 * (0.25 + 0.75 * self.lengths[number] / self.mean)
                found[number] += rarity * times * 2.5 / (times + length)
        return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))


def bodies_source(release: Release, question: PackQuestion) -> Source:
    """What BM25 on bodies finds, packed as the product packs, in one round."""
    assert question.query is not None
    candidates = []
    for number, value in release.bodies.order(question.query)[:400]:
        symbol = release.bodies.symbols[number]
        if symbol.kind is SymbolKind.CLASS:
            outline = outline_of(release.snapshot, symbol)
            candidates.append(Candidate(symbol.id, 0, value, (), (Level.EXCERPT,), outline))
        else:
            candidates.append(Candidate(symbol.id, 0, value, (), (Level.FULL,)))
    target = PackTarget(TargetKind.QUERY, question.query, ())
    rounds = (Round(tuple(candidates), 1.0, 400),)
    return Source(target, (), rounds, attributes=False, ledger_percent=LEDGER_PERCENT, ledger_last=True)


def _subtokens(text: str) -> list[str]:
    found = []
    for word in _WORD.findall(text):
        parts = _PART.findall(word)
        found += [part.lower() for part in parts]
        if len(parts) > 1:
            found.append(word.lower())
    return found
