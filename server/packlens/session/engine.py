"""One root: its settings, its texts, its writer, its line of changes.

Changes go in from any thread and return at once; the writer's thread turns them into generations. A
question takes one snapshot and asks one view of it; nothing here knows what a view says. `settle` waits
for what was put before it; `fresh` also looks for files that changed behind our back, which is what a
question from outside an editor needs.

Before `index` has run there is no graph: buffers are only noted, and belong to the first generation.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from packlens.base.collector import resting_collector
from packlens.base.config import Config, load_config
from packlens.base.deep import run_deep
from packlens.base.errors import (
    CancelledError,
    ChangedFileError,
    DamagedStoreError,
    NotFoundError,
    PacklensError,
)
from packlens.base.fault import log_fault
from packlens.graph.absorb import Answered
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.resolve.merge import Asks
from packlens.session.absent import no_files, why_absent
from packlens.session.caches import cache_folder
from packlens.session.environment import outside_packages, packages_state
from packlens.session.keeping import Keeper
from packlens.session.line import Batch, Line
from packlens.session.roots import current_folder, find_root
from packlens.session.texts import Cancelled, Changes, Progress, Texts
from packlens.syntax.facts import FileFacts
from packlens.text.listing import Skipped

if TYPE_CHECKING:
    from packlens.session.settling import Settler, Waiting
    from packlens.session.tree_state import TreeState

_LOGGER = logging.getLogger(__name__)
_MOST_RETRIES = 3
_FEWEST_FILES = 300  # that are worth the start of another process to read them

Answer = TypeVar("Answer")


class Waiter(Protocol):
    """An answer that some sites could still change."""

    @property
    def open_sites(self) -> frozenset[tuple[str, int]]: ...


Waits = TypeVar("Waits", bound=Waiter)


class Engine:
    """One open root.

    root      the resolved folder
    config    the settings, as they were when the session was opened
    warnings  what was wrong with the settings, one line each
    indexed   whether there is a graph
    failure   why the last change could not be applied; `None` when it was
    parsed    how many texts were parsed since the session was opened
    keeper    what it keeps between runs; `None` when nothing is kept

    `texts` are those of a state that git holds, for the engine of one; else the disk's, with open buffers.
    """

    def __init__(
        self,
        root: Path,
        config: Config,
        warnings: tuple[str, ...] = (),
        texts: Texts | TreeState | None = None,
        *,
        keeps: bool = True,
    ) -> None:
        self.root = root
        self.config = config
        self.warnings = warnings
        self.indexed = False
        self.failure: str | None = None
        self._owed = False
        self._heard: Callable[[], None] | None = None
        self.parsed = 0
        self.timings_ms: dict[str, float] = {}
        self._texts = Texts(root, config) if texts is None else texts
        hints = self._texts.import_hints()
        asks = Asks(config.jedi.scope) if config.jedi.enabled else Asks.NOTHING
        outside = outside_packages(root, config.jedi.environment_path) if config.jedi.enabled else None
        packages = packages_state(outside) if config.jedi.enabled else ""
        self._writer = Writer(root.name, hints, asks=asks)
        self.keeper = (
            Keeper(
                cache_folder("store"),
                root,
                f"{hints}\0{asks}\0{packages}",
                self._texts,
                lambda: self._line.put(),
            )
            if keeps and isinstance(self._texts, Texts)
            else None
        )
        self._settler = self._settler_for(hints, outside) if config.jedi.enabled else None
        self._line = Line(self._apply, self._note_failure, self._rest)
        self._indexing = threading.Lock()
        self._progress: Progress | None = None
        self._cancelled: Cancelled | None = None

    def _settler_for(self, hints: tuple[str, ...], outside: tuple[str, ...] | None) -> Settler:
        from packlens.session.settling import Settler  # what starts workers is needed where Jedi is asked

        workers = _workers(self.config)
        return Settler(self.root, tuple(hints), outside, cache_folder("jedi"), workers, self._absorb)

    @classmethod
    def open(
        cls,
        root: str | os.PathLike[str] | None = None,
        overrides: Mapping[str, Any] = {},
        client: Mapping[str, Any] = {},
        *,
        keeps: bool = True,
    ) -> Self:
        """The engine of `root` (the enclosing work tree, else the current folder, when `None`).

        `overrides` are command line options or API arguments, `client` an editor's settings, both by their
        names in `[tool.packlens]`; `keeps` whether the graph is kept between runs. Nothing is read yet. Raises
        `UsageError` for a root that is no readable folder and for a wrong value in `overrides`.
        """
        absolute = root is not None and Path(root).is_absolute()
        folder = find_root(root, Path(root or "") if absolute else current_folder())
        config, warnings = load_config(folder, overrides, client)
        return cls(folder, config, warnings, keeps=keeps)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self, seconds: float | None = None) -> None:
        """Take no more changes, and save what is not saved, if that takes no more than `seconds`. The last snapshot
        stays readable.
        """
        self._line.close()
        if self._settler is not None:
            self._settler.close()
        if self.indexed:
            self._line.wait_for_end(seconds)
        if self.keeper is not None and not self._line.working:
            self.keeper.close()

    @property
    def snapshot(self) -> Snapshot:
        """The last generation; the empty one before the first index."""
        return self._writer.snapshot

    @property
    def jedi_failure(self) -> str | None:
        """Why Jedi cannot be asked; `None` when it can, or is not to be."""
        return self._settler.failure if self._settler is not None else None

    @property
    def worker_bytes(self) -> tuple[int, ...]:
        """Resident bytes of each process that asks Jedi, as it last said."""
        return self._settler.memory if self._settler is not None else ()

    @property
    def skipped(self) -> Skipped:
        """The files that are not indexed, by cause."""
        return self._texts.skipped

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about how the files were found and what was kept of them, one line each."""
        return (*self._texts.listing.notes, *self.store_notes)

    @property
    def store_notes(self) -> tuple[str, ...]:
        """What a person should know about what is kept between runs, one line each."""
        note = self.keeper.note if self.keeper is not None else None
        return (note,) if note is not None else ()

    @property
    def store(self) -> str:
        """Name of the file in which the graph is kept between runs; "none" when it is not."""
        return self.keeper.place.name if self.keeper is not None else "none"

    @property
    def nothing_there(self) -> str | None:
        """Why nothing can be found, when the root holds no Python; `None` when it does."""
        return None if self.snapshot.documents else no_files(self.root, self.skipped)

    def index(
        self, progress: Progress | None = None, cancelled: Cancelled | None = None, *, anew: bool = False
    ) -> Snapshot:
        """Publish the graph of every file. What was kept of an earlier run is used where it still holds, and nothing
        of it when it is to be made `anew`.

        `progress` hears (files done, files) and `cancelled` is asked whether to stop, both in the writer's
        thread. Raises `CancelledError` when it said so; there is no graph then until the next call.
        """
        with self._indexing:
            self._progress, self._cancelled = progress, cancelled
            try:
                applied = self._line.put(index=True, anew=anew)
                self._line.wait(applied)
                applied.result()
            finally:
                self._progress = self._cancelled = None
        return self.snapshot

    def stay(self) -> None:
        """Make ready for many questions, once there is a graph: work out now what is worked out once, and where the
        graph was kept, bring it into memory behind the first answers. Then nothing rests on files that may change.
        """
        if self._writer.is_complete:
            self.snapshot.warm()
        else:
            self._line.put(complete=True)

    def computed_anew(self, snapshot: Snapshot, progress: Progress | None = None) -> Snapshot:
        """A generation made from nothing of the texts of `snapshot`, beside the graph."""
        return self._writer.anew().update(snapshot.documents, progress)

    def change(self, path: str, text: str) -> None:
        """An open buffer holds `text`: it was opened or edited. Returns at once."""
        self._line.put(buffers={path: text})

    def close(self, path: str) -> None:
        """A buffer was closed: the disk's text rules again. Returns at once."""
        self._line.put(buffers={path: None})

    def refresh(self, paths: Iterable[str] | None = None) -> None:
        """These files (every file, when `None`) may have changed on disk, come or gone. Returns at once."""
        if paths is None:
            self._line.put(everything=True)
        else:
            self._line.put(on_disk=paths)

    @property
    def quiet(self) -> bool:
        """Whether the snapshot holds every change put so far, so that there is nothing to settle."""
        return self.caught_up(0)

    def caught_up(self, timeout: float | None = None) -> bool:
        """Wait for every change put so far. False when `timeout` seconds were not enough."""
        return self._line.settle(timeout)

    def settle(self, timeout: float | None = None) -> Snapshot:
        """The snapshot that holds every change put so far; an older one after `timeout` seconds."""
        self._line.settle(timeout)
        return self.snapshot

    def fresh(self, timeout: float | None = None) -> Snapshot:
        """As `settle`, and what changed on disk without anyone saying so is in it too."""
        self.refresh()
        return self.settle(timeout)

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
        if self._settler is None or not answer.open_sites:
            return answer

        def open_sites() -> frozenset[tuple[str, int]]:
            nonlocal answer, asked
            if self.snapshot is not asked:
                asked = self.snapshot
                answer = self.ask(view)
            return answer.open_sites

        self._settler.wait(open_sites, seconds, progress, cancelled)
        return answer

    def settle_in_background(self, heard: Callable[[], None]) -> None:
        """From now on ask Jedi about all that is pending, and not only about what somebody waits for.

        `heard` is called from the writer's thread when answers have made a generation.
        """
        self._heard = heard
        if self._settler is not None:
            self._settler.ask_all()

    def settle_all(self, seconds: float | None = None, progress: Waiting | None = None) -> Snapshot:
        """The snapshot in which nothing is pending; an older one after `seconds`."""
        if self._settler is not None:
            self._settler.wait(lambda: self.snapshot.all_pending, seconds, progress)
        return self.snapshot

    def _apply(self, batch: Batch) -> None:
        """One batch to one generation. Runs in the writer's thread alone."""
        try:
            self._take(batch)
        except BaseException:
            if self._settler is not None:
                self._settler.lost(batch.answers)
            raise
        self._owed = False
        self.failure = None
        if self._settler is not None and self.indexed:
            self._settler.published(self.snapshot, batch.answers, self._texts.buffered)
            if batch.answers and self._heard is not None:
                self._heard()

    def _take(self, batch: Batch) -> None:
        try:
            if batch.index:
                self._index(batch)
            elif self.indexed:
                batch.everything |= self._owed
                if batch.texts_may_change:
                    self._publish(batch)
                if batch.answers:
                    self._writer.absorb(batch.answers)
                if batch.complete and self.keeper is not None and not self._writer.is_complete:
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
        with resting_collector(freeze=not self.indexed):
            if self.indexed or batch.anew or self.keeper is None or not self.keeper.resume(self._writer):
                self._texts.forget()
            self._publish(batch, self._progress, self._cancelled)
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
        self._writer.complete()
        keeper.let_go()
        self.snapshot.warm()

    def _rest(self) -> None:
        """Save what is not saved yet. A fault of ours costs what it would have saved and no answer."""
        if self.keeper is None or not self.indexed:
            return
        try:
            if self.keeper.owes(self.snapshot):
                self.keeper.save(self._writer)
            self.keeper.words.save()
        except Exception as error:
            log_fault(_LOGGER, "the graph could not be saved", error)

    def _publish(
        self, batch: Batch, progress: Progress | None = None, cancelled: Cancelled | None = None
    ) -> None:
        begin = time.perf_counter()
        writer = self._writer.anew() if batch.anew else self._writer
        known = writer.snapshot.documents
        changes = self._texts.changes(batch, known, _half(progress, first=True), cancelled)
        read = time.perf_counter()
        parsed = writer.parsed
        progress = _half(progress, first=False)
        facts = self._read_ahead(changes, progress, cancelled)
        writer.update(changes, None if facts else progress, cancelled, facts)
        self._writer = writer
        self.parsed += writer.parsed - parsed
        done = time.perf_counter()
        name = "index" if batch.index else "update"
        self.timings_ms |= {**self._texts.timings_ms, name: (done - begin) * 1000}
        if batch.index:
            self.timings_ms["graph"] = (done - read) * 1000

    def _read_ahead(
        self, changes: Changes, progress: Progress | None, cancelled: Cancelled | None
    ) -> dict[str, FileFacts]:
        """The facts of the files of a first index, where these are so many that several processes read them."""
        if len(changes) < _FEWEST_FILES or self.snapshot.documents:
            return {}
        from packlens.session.reading import read_many, readers_here

        readers = readers_here()
        if readers < 1:
            return {}
        texts = {path: document.text for path, document in changes.items() if document is not None}
        return read_many(texts, self.root, readers, progress, cancelled)

    def _absorb(self, answers: list[Answered]) -> None:
        """Jedi's answers, on their way to the writer. Returns at once."""
        if answers:
            self._line.put(answers=answers)

    def _note_failure(self, error: Exception) -> None:
        """A batch is lost: the next one looks at everything, so that nothing of it stays lost."""
        self._texts.forget()
        self._owed = True
        if isinstance(error, CancelledError):
            return
        if isinstance(error, PacklensError):
            self.failure = str(error)
        else:
            log_fault(_LOGGER, "a change is not in the graph", error)
            self.failure = f"Packlens failed at it ({type(error).__name__}); its log says where"


def _half(progress: Progress | None, *, first: bool) -> Progress | None:
    """Reading is the first half of each file's way into the graph, resolving is the second."""
    if progress is None:
        return None

    def report(done: int, total: int) -> None:
        progress((done if first else total + done) // 2, total)

    return report


def _workers(config: Config) -> int:
    """How many processes ask Jedi: as the settings say, else one for each core but one, from one to four."""
    return config.jedi.workers or min(4, max(1, (os.cpu_count() or 1) - 1))
