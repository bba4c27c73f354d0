"""What each lens says, remembered for the generation that it was worked out for.

Prices come from `views.pack.price`, which knows what they depend on; counting callers costs next to nothing. Kept
here is the title itself, so that what was resolved once is answered on the event loop, and so that a symbol
whose text does not parse just now keeps the title it had. Jedi's answers make many generations, and each concerns
few lenses: with a title stands what it rests on.

Called from worker threads too; two threads may work out the same title, and either's is right.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from packlens.base.errors import NothingFitsError
from packlens.graph.possible import possible_callers
from packlens.graph.snapshot import Snapshot
from packlens.graph.touched import RestsOn
from packlens.lsp.lens_titles import callers_title, context_title, title_of_tests
from packlens.lsp.protocol import LensKind

if TYPE_CHECKING:
    from packlens.views.pack.price import Prices
    from packlens.views.pack.question import PackQuestion

_KEPT = 8192

TITLES: dict[LensKind, Callable[..., str]] = {
    LensKind.CONTEXT: context_title,
    LensKind.CALLERS: callers_title,
    LensKind.TESTS: title_of_tests,
}
"""What makes the title of each kind of lens; of `None` where there is nothing to count."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A title, the generation it was worked out for, and what it rests on; `None`: on all of that generation."""

    generation: int
    title: str
    rests_on: RestsOn | None

    def holds(self, snapshot: Snapshot) -> bool:
        """Whether it is the title in this generation too."""
        if self.generation == snapshot.generation:
            return True
        return self.rests_on is not None and snapshot.touched.spares(self.rests_on, self.generation)


class LensNumbers:
    """Titles of lenses. `question` says what a click on a symbol's lens asks for."""

    def __init__(self, question: Callable[[str], PackQuestion]) -> None:
        self._question = question
        self._prices: Prices | None = None
        self._titles: OrderedDict[tuple[str, LensKind], Kept] = OrderedDict()
        self._lock = Lock()
        self._forgotten = 0

    def forget(self) -> None:
        """The settings changed: nothing remembered holds."""
        self._prices = None
        with self._lock:
            self._titles.clear()
            self._forgotten += 1

    def take_up(self, snapshot: Snapshot, titles: Iterable[tuple[str, LensKind, str]]) -> None:
        """Titles that an earlier server has worked out for this very generation."""
        with self._lock:
            for target, kind, title in titles:
                self._titles.setdefault((target, kind), Kept(snapshot.generation, title, None))

    def all_known(self) -> Mapping[tuple[str, LensKind], Kept]:
        """All that is remembered just now."""
        with self._lock:
            return dict(self._titles)

    def known(self, snapshot: Snapshot, target: str, kind: LensKind) -> str | None:
        """The title, if it was already worked out and still holds in this generation."""
        kept = self._titles.get((target, kind))
        return kept.title if kept is not None and kept.holds(snapshot) else None

    def title(self, snapshot: Snapshot, target: str, kind: LensKind) -> str:
        """The title in this generation. A symbol whose text does not parse just now keeps the one it had."""
        known = self.known(snapshot, target, kind)
        if known is not None:
            return known
        forgotten = self._forgotten
        if snapshot.symbol(target) is None:
            before = self._titles.get((target, kind))
            return before.title if before is not None else TITLES[kind](None)
        title, rests_on = self._worked_out(snapshot, target, kind)
        with self._lock:
            if forgotten != self._forgotten:  # worked out with settings that no longer count
                return title
            self._titles[target, kind] = Kept(snapshot.generation, title, rests_on)
            self._titles.move_to_end((target, kind))
            while len(self._titles) > _KEPT:
                self._titles.popitem(last=False)
        return title

    def _worked_out(self, snapshot: Snapshot, target: str, kind: LensKind) -> tuple[str, RestsOn | None]:
        if kind is LensKind.CALLERS:
            return _callers(snapshot, target), RestsOn.on(target)
        if kind is LensKind.TESTS:
            return _tests(snapshot, target)
        prices = self._prices
        if prices is None:
            prices = self._prices = _no_prices()
        try:
            price = prices.price(snapshot, target, self._question(target))
        except NothingFitsError:
            return context_title(None), None
        return context_title(price.tokens), price.rests_on


def _no_prices() -> Prices:
    from packlens.views.pack.price import Prices

    return Prices()


def _tests(snapshot: Snapshot, target: str) -> tuple[str, RestsOn]:
    from packlens.views.testing.to_run import count_tests

    pending = len(snapshot.pending_for((target,), inside=False))
    counted, rests_on = count_tests(snapshot, target)
    return title_of_tests(*counted, pending), rests_on


def _callers(snapshot: Snapshot, target: str) -> str:
    from packlens.views.callers import count_callers

    known = count_callers(snapshot, target)
    pending = len(snapshot.pending_for((target,), inside=False))
    return callers_title(known, 0 if known else len(possible_callers(snapshot, target)), pending)
