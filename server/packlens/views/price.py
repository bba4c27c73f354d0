"""What a pack around one symbol costs: the tokens of exactly what asking for it would give.

A price is kept with the state of the workspace it was computed from: while no text changes it is looked up,
not computed.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from packlens.graph.snapshot import Snapshot
from packlens.views.pack import pack
from packlens.views.question import Format, PackQuestion
from packlens.views.render import render
from packlens.views.tokens import count_once

_KEPT = 4096


class Prices:
    """Prices by state, symbol and question; the oldest are forgotten. Any thread may ask."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, PackQuestion], int] = OrderedDict()
        self._lock = Lock()

    def price(self, snapshot: Snapshot, identifier: str, question: PackQuestion) -> int:
        """Tokens of the answer to `question` with `identifier` as its target. Raises what `pack` raises."""
        asked = replace(question, targets=(identifier,))
        key = (snapshot.state, asked)
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
                return known
        found = price(snapshot, identifier, question)
        with self._lock:
            self._known[key] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return found


def price(snapshot: Snapshot, identifier: str, question: PackQuestion) -> int:
    """Tokens of the string that asking `question` about `identifier` gives."""
    answer = pack(snapshot, replace(question, targets=(identifier,)))
    if question.format is Format.JSON:
        return count_once(render(answer), question.tokenizer)
    return answer.tokens
