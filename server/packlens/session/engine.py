"""One root: what it was opened with, and the line of changes to its graph.

Changes go in from any thread and return at once; the writer's thread turns them into generations (`publishing.py`).
`settle` waits for what was put before it; `fresh` also looks for files that changed behind our back, which is what a
question from outside an editor needs. How a generation is asked is in `asking.py`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from packlens.base.config import Config, load_config
from packlens.graph.absorb import Answered
from packlens.graph.snapshot import Snapshot
from packlens.session.absent import no_files
from packlens.session.line import Line
from packlens.session.parts import Parts
from packlens.session.publishing import Publisher
from packlens.session.roots import current_folder, find_root
from packlens.session.texts import Cancelled, Progress, Texts
from packlens.text.listing import Skipped

if TYPE_CHECKING:
    from packlens.session.settling import Settler
    from packlens.session.tree_state import TreeState


class Engine:
    """One open root.

    root      the resolved folder
    config    the settings, as they were when the session was opened
    warnings  what was wrong with the settings, one line each
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
        self._texts = Texts(root, config) if texts is None else texts
        self._parts = Parts.of(root, config, self._texts)
        self.keeper = self._parts.keeper(self._texts, lambda: self._line.put()) if keeps else None
        self._publisher = Publisher(root, self._texts, self._parts.writer(), self.keeper)
        self._line = Line(self._publisher.apply, self._publisher.note_failure, self._publisher.rest)
        self._indexing = threading.Lock()
        self._settling = threading.Lock()
        self._stopped = False

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
        with self._settling:
            self._stopped = True
        if self._publisher.settler is not None:
            self._publisher.settler.close()
        if self.indexed:
            self._line.wait_for_end(seconds)
        if self.keeper is not None and not self._line.working:
            self.keeper.close()

    @property
    def snapshot(self) -> Snapshot:
        """The last generation; the empty one before the first index."""
        return self._publisher.snapshot

    @property
    def indexed(self) -> bool:
        """Whether there is a graph."""
        return self._publisher.indexed

    @property
    def was_kept(self) -> bool:
        """Whether an earlier process has left what may be a graph of it."""
        return self.keeper is not None and self.keeper.exists

    @property
    def failure(self) -> str | None:
        """Why the last change could not be applied; `None` when it was."""
        return self._publisher.failure

    @property
    def parsed(self) -> int:
        """How many texts were parsed since the session was opened."""
        return self._publisher.parsed

    @property
    def timings_ms(self) -> Mapping[str, float]:
        """What the last index or update took, by part, in milliseconds."""
        return self._publisher.timings_ms

    @property
    def jedi_failure(self) -> str | None:
        """Why Jedi cannot be asked; `None` when it can, or is not to be."""
        settler = self._publisher.settler
        return settler.failure if settler is not None else None

    @property
    def worker_bytes(self) -> tuple[int, ...]:
        """Resident bytes of each process that asks Jedi, as it last said."""
        settler = self._publisher.settler
        return settler.memory if settler is not None else ()

    @property
    def skipped(self) -> Skipped:
        """The files that are not indexed, by cause."""
        return self._texts.skipped

    @property
    def listing_notes(self) -> tuple[str, ...]:
        """What a person should know about how the files were found, one line each."""
        return self._texts.listing.notes

    @property
    def store_notes(self) -> tuple[str, ...]:
        """What a person should know about what is kept between runs, one line each."""
        return self.keeper.notes if self.keeper is not None else ()

    @property
    def hindrance(self) -> str | None:
        """Why the graph cannot be kept just now; one of the notes."""
        return self.keeper.hindrance if self.keeper is not None else None

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
            self._publisher.progress, self._publisher.cancelled = progress, cancelled
            try:
                applied = self._line.put(index=True, anew=anew)
                self._line.wait(applied)
                applied.result()
            finally:
                self._publisher.progress = self._publisher.cancelled = None
        return self.snapshot

    def hold(self) -> None:
        """Save nothing before `stay`: the first answers come first."""
        self._line.hold(True)

    def stay(self) -> None:
        """Make ready for many questions, once there is a graph: work out now what is worked out once, and where the
        graph was kept, bring it into memory behind the first answers. Then nothing rests on files that may change.
        """
        self._line.hold(False)
        if self._publisher.writer.is_complete:
            self.snapshot.warm()
        else:
            self._line.put(complete=True)

    def left(self, name: str, snapshot: Snapshot) -> bytes | None:
        """What an earlier process left under a name beside this very generation; `None` where nothing was left, or the
        generation is another one than was kept.
        """
        return self.keeper.left(name, snapshot) if self.keeper is not None else None

    def leave(self, name: str, made: Callable[[Snapshot], bytes]) -> None:
        """Keep under a name, beside the graph, what `made` says of the generation that is kept, and of each later one
        that is. Returns at once; `made` is called in the writer's thread when that rests.
        """
        if self.keeper is not None:
            self.keeper.leave(name, made)
            self._line.put()

    def computed_anew(self, snapshot: Snapshot, progress: Progress | None = None) -> Snapshot:
        """A generation made from nothing of the texts of `snapshot`, beside the graph."""
        return self._publisher.writer.anew().update(snapshot.documents, progress)

    def change(self, path: str, text: str) -> None:
        """An open buffer holds `text`: it was opened or edited. Returns at once."""
        if self._publisher.settler is not None:
            self._publisher.settler.changing()
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

    def settle_in_background(self, heard: Callable[[], None]) -> None:
        """From now on ask Jedi about all that is pending, and not only about what somebody waits for.

        `heard` is called from the writer's thread when answers have made a generation.
        """
        self._publisher.heard = heard
        settler = self._settler()
        if settler is not None:
            settler.ask_all()

    def _settler(self) -> Settler | None:
        """The one that asks Jedi, made when it is first wanted; `None` where Jedi is not to be asked."""
        with self._settling:
            settler = self._publisher.settler
            if settler is None and not self._stopped:
                settler = self._publisher.settler = self._parts.settler(self._absorb)
                self._publisher.tell()
            return settler

    def _absorb(self, answers: list[Answered]) -> None:
        """Jedi's answers, on their way to the writer. Returns at once."""
        if answers:
            self._line.put(answers=answers)
