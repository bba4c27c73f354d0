"""How a root is asked: one view of one generation.

A question takes the last generation and asks one view of it; nothing here knows what a view says. Where calls that Jedi
has yet to settle could change the answer it can be waited for; the view is then asked again, of the generation in which
they are settled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from packlens.base.deep import run_deep
from packlens.base.errors import ChangedFileError, DamagedStoreError, NotFoundError
from packlens.graph.snapshot import Snapshot
from packlens.session.absent import why_absent
from packlens.session.engine import Engine
from packlens.session.texts import Cancelled

if TYPE_CHECKING:
    from packlens.session.settling import Waiting

_MOST_RETRIES = 3

Answer = TypeVar("Answer")


class Waiter(Protocol):
    """An answer that some sites could still change."""

    @property
    def open_sites(self) -> frozenset[tuple[str, int]]: ...


Waits = TypeVar("Waits", bound=Waiter)


class Asking(Engine):
    """An open root that is asked."""

    def ask(self, view: Callable[[Snapshot], Answer]) -> Answer:
        """What `view` says of the last generation, computed with room to recurse.

        A target that is not there is refused with the reason, where that is known: its file is not indexed, or
        no file is.
        """
        try:
            return self._asked(view)
        except NotFoundError as error:
            reason = why_absent(self.root, self.config, self.skipped, error.asked)
            if reason is None and self.nothing_there is not None:
                raise NotFoundError(self.nothing_there, asked=error.asked) from None
            if reason is None:
                raise
            raise NotFoundError(f"target {error.asked!r}: {reason}", asked=error.asked) from None

    def _asked(self, view: Callable[[Snapshot], Answer]) -> Answer:
        """What `view` says of the last generation. What was kept is read meanwhile, and may turn out to be no use: a
        file has changed since, or the store is damaged. The next generation does not rest on it.
        """
        for _ in range(_MOST_RETRIES):
            snapshot = self.snapshot
            try:
                return run_deep(lambda snapshot=snapshot: view(snapshot))  # type: ignore[misc]
            except ChangedFileError:
                self.fresh()
            except DamagedStoreError as error:
                if self.keeper is not None and snapshot is self.snapshot:
                    self.keeper.set_aside(error)
                    self.index(anew=True)
        snapshot = self.snapshot
        return run_deep(lambda: view(snapshot))

    def settled(
        self,
        view: Callable[[Snapshot], Waits],
        seconds: float | None = None,
        progress: Waiting | None = None,
        cancelled: Cancelled | None = None,
    ) -> Waits:
        """As `ask`, once Jedi has settled what can change the answer, or `seconds` have passed.

        Without a limit it waits for all of it. `progress` hears (sites settled, sites in all).
        """
        asked = self.snapshot  # before it is asked: what comes in meanwhile is asked again
        answer = self.ask(view)
        settler = self._settler() if answer.open_sites else None
        if settler is None:
            return answer

        def open_sites() -> frozenset[tuple[str, int]]:
            nonlocal answer, asked
            still = answer.open_sites
            if self.snapshot is not asked:
                still = self.snapshot.still_pending(still)
                if not still:  # to ask anew at each generation would keep others waiting
                    asked = self.snapshot
                    answer = self.ask(view)
                    still = answer.open_sites
            return still

        if not settler.wait(open_sites, seconds, progress, cancelled) and self.snapshot is not asked:
            answer = self.ask(view)
        return answer

    def settle_all(self, seconds: float | None = None, progress: Waiting | None = None) -> Snapshot:
        """The snapshot in which nothing is pending; an older one after `seconds`."""
        settler = self._settler() if self.snapshot.pending else None
        if settler is not None:
            settler.wait(lambda: self.snapshot.all_pending, seconds, progress)
        return self.snapshot
