"""The map: the files of a workspace that matter most, and what stands in them, within a budget of tokens.

Files are ranked (`views.map.file_graph`) for a reader who begins anywhere, or rather where the question says
(`views.map.question`). Each file can be shown in four tiers of detail (`views.map.lines`), and those that say most
for a token are taken in (`views.map.draft`). The prices of lines only guide: the finished string is counted, and gives
back lines or takes more of them until it is as full as it can be and not over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from packlens.base.errors import NothingFitsError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import path_of
from packlens.views.budget import Budget
from packlens.views.map.as_text import Map, MapFacts, header
from packlens.views.map.draft import MapDraft
from packlens.views.map.file_graph import DECIMALS, FileGraph, file_graph
from packlens.views.map.lines import Sheet
from packlens.views.map.question import MapInputs, MapQuestion, begin, within
from packlens.views.pack.model import Frame
from packlens.views.redact import Redactor, visible
from packlens.views.relevance.beside import OF_BESIDE, beside
from packlens.views.relevance.question_words import question_words
from packlens.views.relevance.ranking import rank_text
from packlens.views.tokens import count_in_parts

# The header may take one part in this many of the budget; else it shrinks.
_HEADER_PART = 4
_ROUNDS = 8
_LEAST_LINE = 3
_MOST_HITS = 50
_NOTHING = "no Python file here; choose a folder that holds .py or .pyi files"


_NO_INPUTS = MapInputs()


def map_view(snapshot: Snapshot, question: MapQuestion, inputs: MapInputs = _NO_INPUTS) -> Map:
    """The answer to `question`.

    Raises `NotFoundError` for a focus file or a prefix that is not there, and `NothingFitsError` when the budget
    holds not one path.
    """
    paths = within(snapshot, question.path_prefix)
    asked = _asked(snapshot, question, inputs)
    start = begin(snapshot, question, asked, inputs)
    budget = Budget(question.budget, question.tokenizer)
    if not paths:
        return _Mapper(snapshot, budget, question, (), ()).empty(inputs.nothing or _NOTHING)
    graph = file_graph(snapshot)
    apart = beside(
        (path for path in graph.paths if path not in question.focus), question_words(question.query)
    )
    ranks = _ranks(graph, start, apart)
    # More files than these could not be shown even by path.
    best = sorted(paths, key=lambda path: (-ranks[path], path))[: question.budget // _LEAST_LINE + 1]
    asked_in: dict[str, dict[str, float]] = {}
    for identifier, score in asked.items():
        asked_in.setdefault(path_of(identifier), {})[identifier] = score
    sheets = tuple(Sheet(snapshot, budget, path, graph, asked_in.get(path, {})) for path in best)
    mapper = _Mapper(snapshot, budget, question, sheets, tuple(ranks[path] for path in best), len(paths))
    return mapper.map()


def _ranks(graph: FileGraph, start: Sequence[float] | None, apart: Mapping[str, int]) -> dict[str, float]:
    """Path -> its rank, of 1 in all, where files that stand `apart` from the code count less."""
    counted = {
        path: rank * OF_BESIDE ** apart.get(path, 0)
        for path, rank in zip(graph.paths, graph.plain if start is None else graph.ranks(start), strict=True)
    }
    whole = fsum(counted.values())
    return {path: round(rank / whole, DECIMALS) for path, rank in counted.items()}


def _asked(snapshot: Snapshot, question: MapQuestion, inputs: MapInputs) -> Mapping[str, float]:
    """Symbol id -> how well it fits the query, for those that fit best; nothing where nothing fits."""
    if not question.query.strip():
        return {}
    ranking = rank_text(snapshot, inputs.lexicon.of(snapshot), question.query)
    return {row.symbol.id: row.score for row in ranking.rows[:_MOST_HITS]}


@dataclass(frozen=True, slots=True)
class _Mapper:
    snapshot: Snapshot
    budget: Budget
    question: MapQuestion
    sheets: tuple[Sheet, ...]
    ranks: tuple[float, ...]
    total: int = 0

    def map(self) -> Map:
        for frame in self._frames():
            finished = self._filled(frame)
            if finished is not None:
                return finished
        raise NothingFitsError(
            f"budget {self.budget.limit}: holds not one path of the map; "
            f"{min(sheet.price(0) for sheet in self.sheets)} tokens are the least"
        )

    def empty(self, reason: str) -> Map:
        """The map of nothing: why it is, in a line."""
        for frame in Frame:
            finished, over = self._finish((), frame, reason)
            if not over:
                return finished
        raise NothingFitsError(
            f"budget {self.budget.limit}: does not hold the answer, which is: {visible(reason)}"
        )

    def _frames(self) -> list[Frame]:
        """The frames that leave room for a map, the largest first."""
        share = self.budget.limit // _HEADER_PART
        return [frame for frame in Frame if self._header_price(frame) <= share]

    def _header_price(self, frame: Frame) -> int:
        return self.budget.price_of(header(self._facts(len(self.sheets), 0), self.budget.limit, frame))

    def _filled(self, frame: Frame) -> Map | None:
        """The fullest map with this frame; `None` when not one path fits beside it."""
        draft = MapDraft(self.sheets, self.ranks)
        limit = self.budget.limit
        room = limit - self._header_price(frame)
        best: Map | None = None
        draft.fill(room)
        for _ in range(_ROUNDS):
            if not draft.total:
                break
            answer, over = self._finish(self._files(draft), frame, None)
            if over:
                draft.give_back(over)
                continue
            best = answer if best is None or answer.tokens > best.tokens else best
            if not draft.fill(draft.total + limit - answer.tokens):
                break
        return best

    def _files(self, draft: MapDraft) -> tuple[tuple[Sheet, float, int], ...]:
        """The files of a draft, best first: each with its rank and its steps."""
        every = zip(self.sheets, self.ranks, draft.taken, strict=True)
        return tuple((sheet, rank, steps) for sheet, rank, steps in every if steps)

    def _finish(
        self, chosen: tuple[tuple[Sheet, float, int], ...], frame: Frame, note: str | None
    ) -> tuple[Map, int]:
        """The map of the chosen files, and by how many tokens it is over the budget."""
        redactor = Redactor(enabled=self.question.redact)
        files = tuple(sheet.shown(steps, rank, redactor) for sheet, rank, steps in chosen)
        body = "".join(file.text for file in files) if note is None else f"{visible(note)}\n"
        facts = self._facts(len(files), redactor.replaced)
        text, tokens = self._settled(facts, frame, body)
        snapshot = self.snapshot
        answer = Map(
            self.question,
            snapshot.root_name,
            snapshot.state,
            snapshot.generation,
            files,
            self.total,
            tokens,
            facts.redactions,
            note,
            text,
        )
        return answer, max(0, tokens - self.budget.limit)

    def _settled(self, facts: MapFacts, frame: Frame, body: str) -> tuple[str, int]:
        """The whole string, whose header states the tokens of the whole string, and these tokens."""
        used = self.budget.limit
        for _ in range(_ROUNDS):
            text = header(facts, used, frame) + body
            tokens = count_in_parts(text, self.budget.tokenizer)
            if tokens == used or frame is Frame.NONE:
                break
            used = tokens
        else:  # no number is its own: two sizes take turns, and the header would not be true
            return self._settled(facts, Frame.NONE, body)
        return text, tokens

    def _facts(self, shown: int, replaced: int) -> MapFacts:
        question, snapshot = self.question, self.snapshot
        redactions = replaced if question.redact else None
        return MapFacts(snapshot.root_name, snapshot.state, question, shown, self.total, redactions)
