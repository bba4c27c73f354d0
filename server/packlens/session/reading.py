"""The first reading of a large root, by several processes.

In: the texts of files that no graph knows yet. Out: their facts by path. Facts are a function of a text, so it never
shows who read it. This process reads from one end of the list and the others from the other end, a bundle of files at
a time, until they meet; what a process that ended was reading is read by another one. A file that cannot be read is
left out, for the writer to find out why.

The processes live as long as the reading. A small root, or a machine with one processor, never starts one.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path

from packlens.base.deep import deep_recursion
from packlens.base.errors import CancelledError, DamagedStoreError
from packlens.resolve.jedi.process import environment_outside
from packlens.session.reader import ANSWERS, BUNDLES, receive, send
from packlens.syntax.facts import FileFacts
from packlens.syntax.parse import read_file

_MOST_READERS = 3
_BUNDLE_CHARACTERS = 200_000
_STEP_SECONDS = 0.1
_PATIENCE_SECONDS = 20.0  # how long nothing may come from anyone once all else is read

Bundle = tuple[str, ...]


def readers_here() -> int:
    """How many processes beside this one the machine has processors for; no more than are of use."""
    return min(_MOST_READERS, _processors() - 1)


def read_many(
    texts: Mapping[str, str],
    folder: Path,
    readers: int,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> dict[str, FileFacts]:
    """Facts of `texts` by path, read here and by `readers` processes, which take no module from `folder`.

    Raises `CancelledError` when `cancelled` says so.
    """
    reading = _Reading(texts)
    children = [child for _ in range(readers) if (child := _start(folder)) is not None]
    threads = [
        threading.Thread(target=reading.share, args=(child,), name="packlens-readers", daemon=True)
        for child in children
    ]
    try:
        for thread in threads:
            thread.start()
        with deep_recursion():
            return reading.finish(progress or _silent, cancelled or _never)
    finally:
        for child in children:
            child.kill()
        for thread in threads:
            thread.join()
        for child in children:
            _close(child)


class _Reading:
    """The bundles that nobody has taken yet, those that others are at, and what they have answered."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._waiting: deque[Bundle] = deque(_bundles(texts))
        self._taken = 0
        self._answers: deque[tuple[Bundle, bytes]] = deque()
        self._news = threading.Condition()

    def share(self, child: subprocess.Popen[bytes]) -> None:
        """Give bundles to a process until there are no more, or it ends. Runs in a thread of its own."""
        assert child.stdin is not None and child.stdout is not None
        while (bundle := self._take(last=True)) is not None:
            answer: bytes | None = None
            with contextlib.suppress(OSError, ValueError):  # it has ended, or was ended
                send(child.stdin, BUNDLES.encode(tuple([self._texts[path] for path in bundle])))
                answer = receive(child.stdout)
            with self._news:
                self._taken -= 1
                if answer is None:
                    self._waiting.append(bundle)
                else:
                    self._answers.append((bundle, answer))
                self._news.notify()
            if answer is None:
                return

    def finish(
        self, progress: Callable[[int, int], None], cancelled: Callable[[], bool]
    ) -> dict[str, FileFacts]:
        """Read what is left, take what others have read, until all is there."""
        facts: dict[str, FileFacts] = {}
        done, waited = 0, 0.0
        while True:
            if cancelled():
                raise CancelledError("indexing was cancelled; ask again to start over")
            progress(done, len(self._texts))
            if self._answers:
                bundle, answer = self._answers.popleft()
                facts |= _understood(bundle, answer)
            elif (found := self._take(last=False)) is not None:
                bundle = found
                facts |= {path: one for path in bundle if (one := _facts(self._texts[path])) is not None}
            else:
                with self._news:
                    if not self._taken and not self._answers and not self._waiting:
                        return facts
                    if self._news.wait(_STEP_SECONDS):
                        waited = 0.0
                        continue
                waited += _STEP_SECONDS
                if waited > _PATIENCE_SECONDS:
                    return facts  # the writer reads what is missing
                continue
            done += len(bundle)
            waited = 0.0

    def _take(self, *, last: bool) -> Bundle | None:
        with self._news:
            if not self._waiting:
                return None
            if last:
                self._taken += 1
                return self._waiting.pop()
            return self._waiting.popleft()


def _bundles(texts: Mapping[str, str]) -> list[Bundle]:
    """Paths in order, in bundles of about the same length of text."""
    bundles: list[Bundle] = []
    bundle: list[str] = []
    size = 0
    for path in sorted(texts):
        bundle.append(path)
        size += len(texts[path])
        if size >= _BUNDLE_CHARACTERS:
            bundles.append(tuple(bundle))
            bundle, size = [], 0
    return [*bundles, tuple(bundle)] if bundle else bundles


def _understood(bundle: Bundle, answer: bytes) -> dict[str, FileFacts]:
    try:
        facts = ANSWERS.decode(answer)
    except DamagedStoreError:
        return {}
    return {path: one for path, one in zip(bundle, facts, strict=True) if one is not None}


def _facts(text: str) -> FileFacts | None:
    try:
        return read_file(text)
    except Exception:  # the writer reads it again, and tells of it
        return None


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start(folder: Path) -> subprocess.Popen[bytes] | None:
    """A process that reads; `None` where none can be started."""
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "packlens.session.reader"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment_outside(str(folder)),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, ValueError):
        return None


def _close(child: subprocess.Popen[bytes]) -> None:
    child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):  # what was never written to a dead process
                stream.close()


def _silent(done: int, total: int) -> None:
    pass


def _never() -> bool:
    return False
