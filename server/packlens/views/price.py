"""What a pack around one symbol costs: the tokens of exactly what asking for it would give.

A price is kept with a fingerprint of what the pack was made from: the symbols around the target, the texts of
their files, the sites that are only possible. While no text of the workspace changes it is only looked up;
after an edit it stands if the fingerprint does, since such a pack differs in nothing but the state that its
header names.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import path_of
from packlens.views.neighbours import family, neighbours
from packlens.views.pack import pack
from packlens.views.question import Format, PackQuestion
from packlens.views.render import render
from packlens.views.tokens import count_once

_KEPT = 4096


def price(snapshot: Snapshot, identifier: str, question: PackQuestion) -> int:
    """Tokens of the string that asking `question` about `identifier` gives. Raises what `pack` raises."""
    answer = pack(snapshot, replace(question, targets=(identifier,)))
    if question.format is Format.JSON:
        return count_once(render(answer), question.tokenizer)
    return answer.tokens


class Prices:
    """Prices by symbol and question; the longest unused are forgotten. Any thread may ask."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, PackQuestion], _Kept] = OrderedDict()
        self._lock = Lock()

    def price(self, snapshot: Snapshot, identifier: str, question: PackQuestion) -> int:
        """As `price`."""
        key = (identifier, replace(question, targets=(identifier,)))
        with self._lock:
            known = self._known.get(key)
        if known is not None and known.state == snapshot.state:
            return known.tokens
        fingerprint = _fingerprint(snapshot, identifier, question)
        if known is not None and known.fingerprint == fingerprint:
            tokens = known.tokens
        else:
            tokens = price(snapshot, identifier, question)
        with self._lock:
            self._known[key] = _Kept(snapshot.state, fingerprint, tokens)
            self._known.move_to_end(key)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return tokens


@dataclass(frozen=True, slots=True)
class _Kept:
    state: str
    fingerprint: object
    tokens: int


def _fingerprint(snapshot: Snapshot, identifier: str, question: PackQuestion) -> object:
    near = neighbours(snapshot, (identifier,), question.direction, question.depth)
    paths = dict.fromkeys([path_of(identifier), *(path_of(neighbour.id) for neighbour in near)])
    texts = tuple((path, snapshot.documents[path].hash, snapshot.documents[path].unsaved) for path in paths)
    possible = tuple(
        (snapshot.possible_callers(member), snapshot.possible_callees(member))
        for member in family(snapshot, identifier)
    )
    return near, texts, possible
