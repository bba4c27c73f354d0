"""The rows of a pack of a diff: what was removed, what goes by another name, and the files of which there is no text.

None of it stands in the code of the later state. The rows take a quarter of the budget, or nearly all of it where
nothing else is left. Each is a name at first; then as many as there is room for are raised, to signatures and then
whole, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from packlens.views.budget import Budget
from packlens.views.layout.common import ChangeRows, Layout
from packlens.views.pack.changes import Changes, Gone
from packlens.views.pack.model import ChangeRow, Level
from packlens.views.redact import Redactor

_PART = 4
_PERCENT_OF_ALL = 90


@dataclass(frozen=True, slots=True)
class ChosenRows:
    """The rows that a pack has room for.

    gone    what was removed, each at its level
    others  the other rows
    more    how many there is no room for
    """

    gone: tuple[tuple[Gone, Level], ...]
    others: tuple[ChangeRow, ...]
    more: int

    def full(self, redactor: Redactor) -> ChangeRows:
        """The rows as they may leave."""
        removed = (gone.row(level, redactor) for gone, level in self.gone)
        return ChangeRows((*removed, *self.others), self.more)

    def counted(self) -> ChangeRows:
        """How many there are."""
        return ChangeRows((), len(self.gone) + len(self.others) + self.more)


def choose_rows(
    changes: Changes | None, gone: Sequence[Gone], layout: Layout, budget: Budget, *, alone: bool
) -> ChosenRows | None:
    """The rows that there is room for; `None` where there are none. `alone`: nothing else is in the pack."""
    if changes is None or not (gone or changes.others):
        return None
    room = budget.limit * _PERCENT_OF_ALL // 100 if alone else budget.limit // _PART
    return _Choice(layout, budget, room).of(gone, changes.others)


@dataclass(frozen=True, slots=True)
class _Choice:
    layout: Layout
    budget: Budget
    room: int

    def of(self, gone: Sequence[Gone], others: Sequence[ChangeRow]) -> ChosenRows:
        names = [*(each.name for each in gone), *others]
        low, high = 0, len(names)
        while low < high:
            middle = (low + high + 1) // 2
            if self._price(names[:middle], len(names) - middle) <= self.room:
                low = middle
            else:
                high = middle - 1
        left = self.room - self._price(names[:low], len(names) - low)
        chosen = [(each, Level.NAME) for each in gone[:low]]
        redactor = Redactor()
        for level in (Level.SIGNATURE, Level.FULL):
            for place, (each, now) in enumerate(chosen):
                if level not in each.levels or left <= 0:
                    continue
                cost = self._price([each.row(level, redactor)], 0) - self._price([each.row(now, redactor)], 0)
                if cost <= left:
                    chosen[place] = (each, level)
                    left -= cost
        return ChosenRows(tuple(chosen), tuple(others[: max(0, low - len(gone))]), len(names) - low)

    def _price(self, rows: Sequence[ChangeRow], more: int) -> int:
        return self.budget.price_of(self.layout.changes(ChangeRows(tuple(rows), more)))
