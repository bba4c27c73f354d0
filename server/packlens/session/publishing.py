"""The writer's room: batches of changes in, generations out.

All of it runs in the writer's thread, the one at the end of the line. A batch that fails is lost, so the one after it
looks at everything: nothing of what was lost stays lost. A store that turns out to be damaged is set aside, and the
graph is made anew.

Before the first index there is no graph: buffers are only noted, and belong to the first generation.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from packlens.base.collector import freeze, freeze_more, resting_collector
from packlens.base.errors import CancelledError, ChangedFileError, DamagedStoreError, PacklensError
from packlens.base.fault import log_fault
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.session.keeping import Keeper
from packlens.session.line import Batch
from packlens.session.texts import Cancelled, Changes, Progress, Texts, half

if TYPE_CHECKING:
    from packlens.session.settling import Settler
    from packlens.session.together import Together
    from packlens.session.tree_state import TreeState

_LOGGER = logging.getLogger(__name__)
_FEWEST_CHARACTERS = 1_000_000  # of text that are worth the start of another process


class Publisher:
    """The one that changes a root's graph.

    writer      makes the generations; another one after the graph was made anew
    keeper      what is kept between runs; `None` when nothing is
    settler     hears of each generation, once Jedi is asked
    heard       called when answers of Jedi have made a generation
    progress    hears (files done, files) of an index
    cancelled   is asked whether to stop an index
    indexed     whether there is a graph
    failure     why the last change could not be applied; `None` when it was
    parsed      how many texts were parsed
    timings_ms  what the last index or update took, by part
    """

    def __init__(self, root: Path, texts: Texts | TreeState, writer: Writer, keeper: Keeper | None) -> None:
        self._root = root
        self._texts = texts
        self.writer = writer
        self.keeper = keeper
        self.settler: Settler | None = None
        self.heard: Callable[[], None] | None = None
        self.progress: Progress | None = None
        self.cancelled: Cancelled | None = None
        self.indexed = False
        self.failure: str | None = None
        self.parsed = 0
        self.timings_ms: dict[str, float] = {}
        self._owed = False

    @property
    def snapshot(self) -> Snapshot:
        """The last generation."""
        return self.writer.snapshot

    def apply(self, batch: Batch) -> None:
        """One batch to one generation."""
        try:
            self._take(batch)
        except BaseException:
            if self.settler is not None:
                self.settler.lost(batch.answers)
            raise
        self._owed = False
        self.failure = None
        if self.settler is not None and self.indexed:
            self.settler.published(self.snapshot, batch.answers, self._texts.buffered)
            if batch.answers and self.heard is not None:
                self.heard()

    def tell(self) -> None:
        """Tell the settler, which is a new one, of the last generation. Called in any thread."""
        snapshot = None
        while self.settler is not None and self.indexed and snapshot is not self.snapshot:
            snapshot = self.snapshot  # the writer's thread may tell it of a later one just now
            self.settler.published(snapshot, (), self._texts.buffered)

    def rest(self) -> None:
        """Save what is not saved yet. A fault of ours costs what it would have saved and no answer."""
        if self.keeper is None or not self.indexed:
            return
        try:
            if self.keeper.owes(self.snapshot) and not self.keeper.save(self.writer):
                return  # nor can the rest be
            self.keeper.save_left(self.snapshot)
            self.keeper.words.save()
        except Exception as error:
            log_fault(_LOGGER, "the graph could not be saved", error)

    def note_failure(self, error: Exception) -> None:
        """A batch is lost."""
        self._texts.forget()
        self._owed = True
        if isinstance(error, CancelledError):
            return
        if isinstance(error, PacklensError):
            self.failure = str(error)
        else:
            log_fault(_LOGGER, "a change is not in the graph", error)
            self.failure = f"Packlens failed at it ({type(error).__name__}); its log says where"

    def _take(self, batch: Batch) -> None:
        try:
            if batch.index:
                self._index(batch)
            elif self.indexed:
                batch.everything |= self._owed
                if batch.texts_may_change:
                    self._publish(batch)
                if batch.answers:
                    self.writer.absorb(batch.answers)
                if batch.complete and self.keeper is not None and not self.writer.is_complete:
                    self._complete(self.keeper)
            else:
                self._texts.hold(batch.buffers)
        except DamagedStoreError as error:
            assert self.keeper is not None  # nobody else knows of a store
            self.keeper.set_aside(error)
            batch.index = batch.anew = True
            self._index(batch)

    def _index(self, batch: Batch) -> None:
        """Publish the graph of every file, from what was kept where that is there and wanted."""
        if batch.anew and self.keeper is not None:
            self.keeper.words.forget()
        with resting_collector():
            if self.indexed or batch.anew or self.keeper is None or not self.keeper.resume(self.writer):
                self._texts.forget()
            self._publish(batch, self.progress, self.cancelled)
            if not self.indexed:
                freeze()
        self.indexed = True

    def _complete(self, keeper: Keeper) -> None:
        """Bring into memory all that was kept, so that nothing rests on files that may change."""
        changed = []
        for path, document in self.snapshot.documents.items():
            try:
                _ = document.text
            except ChangedFileError:
                changed.append(path)
        if changed:
            self._publish(Batch(on_disk=dict.fromkeys(changed)))
        with resting_collector():
            self.writer.complete()
            keeper.let_go()
            self.snapshot.warm()
            freeze_more()

    def _publish(
        self, batch: Batch, progress: Progress | None = None, cancelled: Cancelled | None = None
    ) -> None:
        begin = time.perf_counter()
        writer = self.writer.anew() if batch.anew else self.writer
        known = writer.snapshot.documents
        changes = self._texts.changes(batch, known, half(progress, first=True), cancelled)
        read = time.perf_counter()
        parsed = writer.parsed
        progress = half(progress, first=False)
        with self._together(changes if not known else {}) as together:
            if together is None:
                writer.update(changes, progress, cancelled)
            else:
                texts = {path: document.text for path, document in changes.items() if document is not None}
                facts = together.read(texts, progress, cancelled)
                writer.update(changes, None, cancelled, facts, together.share)
        self.writer = writer
        self.parsed += writer.parsed - parsed
        done = time.perf_counter()
        name = "index" if batch.index else "update"
        self.timings_ms |= {**self._texts.timings_ms, name: (done - begin) * 1000}
        if batch.index:
            self.timings_ms["graph"] = (done - read) * 1000

    def _together(self, changes: Changes) -> AbstractContextManager[Together | None]:
        """The processes that make a first index, where there is so much text that several are of use."""
        characters = sum(len(document.text) for document in changes.values() if document is not None)
        if characters < _FEWEST_CHARACTERS:
            return nullcontext()
        from packlens.session.others import others_here
        from packlens.session.together import Together

        others = others_here()
        return Together(self._root, others) if others > 0 else nullcontext()
