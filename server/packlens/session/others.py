"""Processes beside this one, and work that is divided among them.

This process takes from one end of a list and the others from the other end, until they meet. The others take much at
once while much is left, since each turn costs them the wait for this process, and little at the end, when all wait for
the last. What a process that ended was at is done by another one.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Generic, TypeVar

from packlens.resolve.jedi.process import environment_outside
from packlens.session.beside import receive, send

_MOST_OTHERS = 3
_TURNS = 4  # about how many times one takes from what is left
_PIPE_BYTES = 1 << 20
_STEP_SECONDS = 0.1
_PATIENCE_SECONDS = 20.0  # how long nothing may come from anyone once all else is done

Item = TypeVar("Item")


def others_here() -> int:
    """How many processes beside this one the machine has processors for; no more than are of use."""
    return min(_MOST_OTHERS, _processors() - 1)


class Other:
    """A process of `beside.py`, which takes no module from `folder`. Raises `OSError` where none can be started.

    usable   whether it has answered so far
    """

    def __init__(self, folder: Path) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-m", "packlens.session.beside"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment_outside(str(folder)),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        _widen(self._child.stdin)
        _widen(self._child.stdout)
        self._thread: threading.Thread | None = None
        self._answer: bytes | None = None
        self.usable = True

    def start(self, work: Callable[[Other], None]) -> None:
        """Have a thread that gives it work; the one before has ended."""
        self._thread = threading.Thread(target=work, args=(self,), name="packlens-others", daemon=True)
        self._thread.start()

    def tell(self, kind: bytes, body: bytes) -> None:
        """Send what is not answered."""
        assert self._child.stdin is not None
        try:
            send(self._child.stdin, kind, body)
        except (OSError, ValueError):  # it has ended, or was ended
            self.usable = False

    def ask(self, kind: bytes, body: bytes) -> bytes | None:
        """The answer to a request; `None` when it has ended."""
        assert self._child.stdout is not None
        self.tell(kind, body)
        frame = None
        if self.usable:
            with contextlib.suppress(OSError, ValueError):
                frame = receive(self._child.stdout)
        self.usable = frame is not None
        return frame[1] if frame is not None else None

    def begin(self, kind: bytes, body: bytes) -> None:
        """Ask in its thread; `finish` waits for the answer. The thread before has ended."""

        def ask(other: Other) -> None:
            self._answer = other.ask(kind, body)

        self._answer = None
        self.start(ask)

    def finish(self) -> bytes | None:
        """The answer to what was begun; `None` when it has ended, or is ended since it owes that for too long."""
        assert self._thread is not None
        self._thread.join(_PATIENCE_SECONDS)
        if self._thread.is_alive():
            self.end()
        return self._answer

    def rest(self) -> None:
        """Wait until its thread has no more work for it."""
        if self._thread is not None:
            self._thread.join()

    def end(self) -> None:
        """End it, and wait until it has."""
        self.usable = False
        self._child.kill()
        self.rest()
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):  # what was never written to a dead process
                    stream.close()


@dataclass(frozen=True, slots=True)
class Part(Generic[Item]):
    """Some of the work, with the answer of the one who did it; without one, it is this process's turn to do it."""

    items: tuple[Item, ...]
    other: Other | None = None
    answer: bytes = b""


class Work(Generic[Item]):
    """Pieces that nobody has taken yet, and what others have answered.

    `ask` has another one do its part: it returns the answer, `None` when that one has ended.
    """

    def __init__(
        self,
        pieces: Sequence[tuple[Item, ...]],
        others: Sequence[Other],
        ask: Callable[[Other, tuple[Item, ...]], bytes | None],
    ) -> None:
        self._waiting = deque(pieces)
        self._others = [other for other in others if other.usable]
        self._ask = ask
        self._at_work: set[Other] = set()
        self._answers: deque[Part[Item]] = deque()
        self._news = threading.Condition()

    def parts(self) -> Iterator[Part[Item]]:
        """Every part once, as it comes; an empty one where there is only to wait. What the others owe for too long does
        not come at all.
        """
        for other in self._others:
            other.start(self._share)
        waited = 0.0
        while waited <= _PATIENCE_SECONDS:
            if self._answers:
                yield self._answers.popleft()
            elif (mine := self._take()) is not None:
                yield Part(mine)
            else:
                with self._news:
                    if not self._at_work and not self._answers and not self._waiting:
                        break
                    came = self._news.wait(_STEP_SECONDS)
                if not came:
                    waited += _STEP_SECONDS
                    yield Part(())
                continue
            waited = 0.0
        for other in self._others:
            if other in self._at_work:
                other.end()
            other.rest()

    def _share(self, other: Other) -> None:
        """Give parts to another one until there are no more, or it ends. Runs in a thread of its own."""
        while (items := self._take_for(other)) is not None:
            try:
                answer = self._ask(other, items)
            except ValueError:  # what is to be said nests too deeply to be sent
                answer = None
            with self._news:
                self._at_work.discard(other)
                if answer is None:
                    self._waiting.append(items)
                else:
                    self._answers.append(Part(items, other, answer))
                self._news.notify()
            if answer is None:
                return

    def _take(self) -> tuple[Item, ...] | None:
        """What this process does next, from the front."""
        with self._news:
            return self._waiting.popleft() if self._waiting else None

    def _take_for(self, other: Other) -> tuple[Item, ...] | None:
        """What another one does next, from the back; not the last piece, which is done here sooner than there."""
        with self._news:
            if len(self._waiting) < 2:
                return None
            self._at_work.add(other)
            count = max(1, len(self._waiting) // (_TURNS * (len(self._others) + 1)))
            pieces = [self._waiting.pop() for _ in range(count)]
            return tuple([item for piece in reversed(pieces) for item in piece])


def _widen(pipe: IO[bytes] | None) -> None:
    """Let a pipe hold a whole answer where the system allows it, so that nobody waits for who is to read it."""
    if sys.platform == "linux" and pipe is not None:
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
