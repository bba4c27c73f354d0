"""A map while it is put together: how many steps of each file are taken, and what they cost by their prices.

First whole tiers, the one that says most for a token first. What a tier says is worth the rank of its file times a
weight of the tier. Its price is not known before its lines are made, so a tier waits in the queue under the least
that it can cost, and is priced when its turn comes. Then, with what no tier fits into, single steps in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from packlens.views.map.lines import Sheet

_WORTH = (1.0, 2.5, 1.5, 0.5)
_LEAST_STEP = 5
# After this many in a row that did not fit, the rest is not looked at.
_PATIENCE = 64
_UNKNOWN = -1


@dataclass(slots=True)
class MapDraft:
    """The steps taken.

    sheets  the files that may be shown, best first
    ranks   the rank of each
    taken   for each of `sheets`, how many of its steps
    total   tokens of the steps, by their prices
    """

    sheets: Sequence[Sheet]
    ranks: Sequence[float]
    taken: list[int] = field(default_factory=list)
    total: int = 0
    _log: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.taken = [0] * len(self.sheets)

    def fill(self, limit: int) -> bool:
        """Take in what fits `limit`. Says whether that was anything."""
        before = len(self._log)
        waiting = [self._offer(number, None) for number in range(len(self.sheets)) if self._has_more(number)]
        heapify(waiting)
        too_large: list[int] = []
        while waiting and self.total < limit and len(too_large) < _PATIENCE:
            _, price, number = heappop(waiting)
            room = limit - self.total
            if price == _UNKNOWN:
                price = self._price(number, room)
                if price <= room:
                    heappush(waiting, self._offer(number, price))
                    continue
            if price > room:
                too_large.append(number)
                continue
            self._take(number, self._end(number))
            if self._has_more(number):
                heappush(waiting, self._offer(number, None))
        for number in too_large:
            self._take_single(number, limit)
        return len(self._log) > before

    def give_back(self, tokens: int) -> bool:
        """Drop the last steps until `tokens` fewer are taken. Says whether any step is left."""
        goal = self.total - tokens
        while self._log and self.total > goal:
            number = self._log.pop()
            self.taken[number] -= 1
            self.total -= self.sheets[number].price(self.taken[number])
        return bool(self._log)

    def _offer(self, number: int, price: int | None) -> tuple[float, int, int]:
        """The next tier of a file as the queue sorts it: what it says for a token, its price, the file."""
        steps = self._end(number) - self.taken[number]
        tier = self.sheets[number].tiers.index(self._end(number)) if self.taken[number] else 0
        cost = steps * _LEAST_STEP if price is None else max(price, 1)
        return -_WORTH[tier] * self.ranks[number] / cost, _UNKNOWN if price is None else price, number

    def _has_more(self, number: int) -> bool:
        return self.taken[number] == 0 or self.taken[number] < self.sheets[number].steps

    def _end(self, number: int) -> int:
        """The number of steps up to the end of the next tier."""
        taken = self.taken[number]
        return next(end for end in self.sheets[number].tiers if end > taken) if taken else 1

    def _price(self, number: int, room: int) -> int:
        """Tokens of the next tier; of a first part of it that is over `room`, where it is."""
        price = 0
        for step in range(self.taken[number], self._end(number)):
            price += self.sheets[number].price(step)
            if price > room:
                break
        return price

    def _take(self, number: int, end: int) -> None:
        for step in range(self.taken[number], end):
            self.total += self.sheets[number].price(step)
            self._log.append(number)
        self.taken[number] = end

    def _take_single(self, number: int, limit: int) -> None:
        """Take the steps of a file one by one while they fit."""
        sheet = self.sheets[number]
        while self._has_more(number) and self.total + sheet.price(self.taken[number]) <= limit:
            self._take(number, self.taken[number] + 1)
