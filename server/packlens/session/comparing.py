"""What is asked of two states of a root: their diff, and what a change reaches.

The later state of a diff is always that of a graph. Of one that git holds it is the graph of another session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Self

from packlens.base.deep import run_deep
from packlens.session.ahead import Ahead
from packlens.session.texts import Cancelled, Progress, half
from packlens.text.listing import Cause

if TYPE_CHECKING:
    from packlens.graph.snapshot import Snapshot
    from packlens.session.earlier import Earlier
    from packlens.text.diff import Diff
    from packlens.text.history import Comparison
    from packlens.views.impact.model import Impact


class Comparing(Ahead):
    """An open root whose states are compared."""

    @contextmanager
    def later(self, comparison: Comparison) -> Iterator[Self]:
        """The session whose graph is the later state of a diff: this one, for a diff of the working tree.

        For a state that git holds it is another one, which still is to be indexed, and which is stopped at the end.
        Raises NotFoundError for a revision that is not there.
        """
        from packlens.session.tree_state import TreeState

        if not comparison.in_objects:
            yield self
            return
        texts = TreeState(self.root, self.config, comparison)
        with type(self)(self.root, self.config, self.warnings, texts) as session:
            yield session

    def diff(self, comparison: Comparison) -> Diff:
        """The diff whose later texts are those of this session's graph; see `later`.

        Raises NotFoundError for a revision that is not there, and where git cannot be asked.
        """
        from packlens.session.diffs import read_diff

        self.fresh()
        return read_diff(self.root, self.config, comparison, self.snapshot.documents)

    def impact(
        self,
        *targets: str,
        comparison: Comparison | None = None,
        depth: int | None = None,
        min_confidence: float | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Impact:
        """What a change of the targets reaches, or what the changes between two states of the root reach.

        Jedi is waited for as `settled` says. `progress` hears (files done, files) of what a diff needs besides the
        graph: an index of a later state that git holds, and the earlier state. Raises `CancelledError` when `cancelled`
        said so.
        """
        if comparison is None:
            self.fresh()
            return self.settled(self.impact_view(targets, None, depth, min_confidence), seconds)
        with self.later(comparison) as later:
            if not later.indexed:
                later.index(half(progress, first=True), cancelled)
                progress = half(progress, first=False)
            view = later.impact_view((), comparison, depth, min_confidence, progress, cancelled)
            return later.settled(view, seconds)

    def impact_view(
        self,
        targets: Sequence[str],
        comparison: Comparison | None,
        depth: int | None = None,
        min_confidence: float | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Callable[[Snapshot], Impact]:
        """The view that answers for targets, or for a comparison whose `later` session this is.

        What git and the disk have to say is read now, and the earlier state, where it has something to say: `progress`
        and `cancelled` are about that. Raises as `diff` does.
        """
        from packlens.session.recording import open_recording
        from packlens.views.affected import MIN_CONFIDENCE
        from packlens.views.impact import impact as views
        from packlens.views.impact.model import ImpactInputs

        hops = views.DEPTH if depth is None else depth
        least = MIN_CONFIDENCE if min_confidence is None else min_confidence
        blind = {
            skip.path: f"not indexed: {cause.replace('_', ' ')}"
            for cause in (Cause.TOO_LARGE, Cause.UNDECODABLE, Cause.UNREADABLE)
            for skip in self.skipped.named.get(cause, ())
        }
        if comparison is None:
            recording, without = open_recording(self.root, self.snapshot.paths())
            inputs = ImpactInputs(None, blind, recording, without)
            return lambda snapshot: views.impact_of_targets(snapshot, targets, hops, least, inputs)
        diff = self.diff(comparison)
        gone = (file.before for file in diff.files if file.before is not None)
        recording, without = open_recording(self.root, [*self.snapshot.paths(), *gone])
        earlier = None
        if self.ask(lambda snapshot: views.needs_earlier(snapshot, diff)):
            documents = self.snapshot.documents
            earlier = run_deep(lambda: self._earlier.graph(documents, diff, progress, cancelled))
        inputs = ImpactInputs(earlier, blind, recording, without)
        return lambda snapshot: views.impact_of_diff(snapshot, diff, hops, least, inputs)

    @cached_property
    def _earlier(self) -> Earlier:
        from packlens.session.earlier import Earlier

        return Earlier(self.root.name, self._texts.import_hints())
