"""One worker process, as the asking side holds it.

Frames arrive through a thread of their own, so that waiting for one has a limit on every system. A worker that is late,
gone or too large is ended; the next unit starts another.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

from packlens.resolve.jedi.places import is_inside
from packlens.resolve.jedi.unit import NO_ANSWER, Unit, UnitAnswer
from packlens.resolve.jedi.wire import (
    Answer,
    Answered,
    Ask,
    Definition,
    Done,
    Full,
    GivenUp,
    GiveWay,
    Late,
    Ready,
    Setup,
    Texts,
    answers,
    read,
    write,
)
from packlens.text.document import Document

_FRAME_SECONDS = 120.0  # a worker that says nothing for so long, whatever the machine does, is lost


class WorkerGoneError(Exception):
    """The process ended, or never began to answer.

    site   number of the one that it was at; `None` when at none
    begun  what it has said of those before, where that can be used
    """

    def __init__(self, why: str = "", site: int | None = None, begun: UnitAnswer = NO_ANSWER) -> None:
        super().__init__(why)
        self.site, self.begun = site, begun


class UnfitError(WorkerGoneError):
    """No process can ask this Jedi; the message says why."""


class Process:
    """A worker process and the texts it has been told. `begin` comes first, and can be cut short by `end`.

    memory   its resident bytes, as it last said
    usable   whether it can be asked again
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._texts: Mapping[str, Document] = {}
        self._frames: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-m", "packlens.resolve.jedi.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment_outside(setup.folder),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self._child.stdin is not None and self._child.stdout is not None
        self._input: BinaryIO = self._child.stdin  # type: ignore[assignment]
        reader = threading.Thread(target=self._read, args=(self._child.stdout,), daemon=True)
        reader.start()
        self.memory = 0
        self.usable = True
        self._writing = threading.Lock()
        self._can_wait = self._is_to_give_way = False

    def begin(self) -> None:
        """Wait until Jedi is loaded. Raises `UnfitError` when it is one that can not be asked."""
        try:
            write(self._input, self._setup)
        except (OSError, ValueError):
            raise WorkerGoneError from None
        frame = self._frame()
        if not isinstance(frame, Ready):
            raise WorkerGoneError
        if frame.problem is not None:
            raise UnfitError(frame.problem)

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._child.pid

    def ask(
        self, units: Sequence[Unit], documents: Mapping[str, Document], *, can_wait: bool = False
    ) -> Iterator[tuple[Unit, UnitAnswer | None]]:
        """What Jedi says of each unit over `documents`, in the order asked; all are sent before the first is answered.
        `None` for units that `can_wait` and gave way.

        When a site is late the process is ended and `usable` no longer; the site is timed out, and the sites and units
        after it are not answered. Raises `WorkerGoneError` when the process ends otherwise, as when it grows too large.
        """
        self._is_to_give_way, self._can_wait = False, can_wait
        try:
            self._send(units, documents)
            if self._is_to_give_way:
                self.give_way()
            for unit in units:
                yield unit, self._answer(unit)
                if not self.usable:
                    return
        finally:
            self._can_wait = False

    def give_way(self) -> None:
        """Let what is asked now end early, if it can wait. Any thread may call this, and waits for nobody: while
        questions are written, whoever writes them sees to it.
        """
        if not self._can_wait:
            return
        self._is_to_give_way = True
        if self._writing.acquire(blocking=False):
            try:
                if self._can_wait:  # and not what was asked since
                    write(self._input, GiveWay())
            except (OSError, ValueError):
                pass  # it is gone, as whoever asks finds out
            finally:
                self._writing.release()

    def _send(self, units: Sequence[Unit], documents: Mapping[str, Document]) -> None:
        try:
            with self._writing:
                self._tell(documents)
                for number, unit in enumerate(units):
                    write(self._input, Ask(number, unit.path, unit.sites))
        except (OSError, ValueError):  # gone, or ended by another thread
            raise WorkerGoneError from None

    def _answer(self, unit: Unit) -> UnitAnswer | None:
        found: dict[int, tuple[Definition, ...]] = {}
        while True:
            frame = self._frame()
            if isinstance(frame, Answered):
                found[frame.site] = frame.definitions
            elif isinstance(frame, Done):
                self.memory = frame.memory
                return UnitAnswer(found, frozenset(), frozenset(frame.loaded), frozenset(frame.sought))
            elif isinstance(frame, GivenUp):
                return None
            elif isinstance(frame, Late):
                self.usable = False
                late = frozenset({frame.site})
                return UnitAnswer(found, late, frozenset(frame.loaded), frozenset(frame.sought))
            elif isinstance(frame, Full) or frame is None:
                at = next((site for site, _, _ in unit.sites if site not in found), None)
                if frame is None:
                    raise WorkerGoneError(site=at)
                begun = UnitAnswer(found, frozenset(), frozenset(frame.loaded), frozenset(frame.sought))
                raise WorkerGoneError(site=at, begun=begun)

    def end(self) -> None:
        """End the process and wait until it is gone."""
        self._child.kill()
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):  # what was never written to a dead process
                    stream.close()

    def _tell(self, documents: Mapping[str, Document]) -> None:
        known = self._texts
        if documents is known:
            return
        changed: dict[str, str | None] = {
            path: document.text
            for path, document in documents.items()
            if (before := known.get(path)) is not document
            and (before is None or before.text != document.text)
        }
        changed |= dict.fromkeys(path for path in known if path not in documents)
        if changed:
            write(self._input, Texts(changed))
        self._texts = documents

    def _frame(self) -> Answer | None:
        """The next frame; `None` when there will be none."""
        try:
            return self._frames.get(timeout=_FRAME_SECONDS)
        except queue.Empty:
            return None

    def _read(self, stream: BinaryIO) -> None:
        try:
            while (frame := read(stream, answers)) is not None:
                self._frames.put(frame)
        except (OSError, ValueError):
            pass  # the pipe was closed under the reader, or holds what is no frame
        self._frames.put(None)


def environment_outside(folder: str) -> dict[str, str]:
    """This process's environment, in which Python takes no module from the workspace."""
    variables = dict(os.environ)
    entries = variables.pop("PYTHONPATH", "").split(os.pathsep)
    kept = [entry for entry in entries if entry and not is_inside(entry, folder)]
    return variables | ({"PYTHONPATH": os.pathsep.join(kept)} if kept else {})
