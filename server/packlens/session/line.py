"""The one line to the one writer.

Everything that can change the graph is put here, from any thread, and taken away by a single thread: the
only one that touches the texts and the graph's writer. Putting returns at once. While a batch is at work
the next one gathers, and of several texts for one file only the last is kept, so a burst of key strokes is
one update.

`settle` is the barrier: it waits until everything that was put before it has become a generation. A batch
that fails is told to those who wait for it and to `failed`; the thread goes on with the next one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field

from packlens.base.deep import deep_recursion, start_deep
from packlens.base.workers import resting
from packlens.graph.absorb import Answered

_POLL_SECONDS = 0.1
_QUIET_SECONDS = 1.0
_LONGEST_SECONDS = 2.0


@dataclass(slots=True)
class Batch:
    """What is known to have changed and has not been looked at yet.

    buffers      path -> the text of an open buffer; `None` where the buffer was closed
    on_disk      paths whose file may have changed, in the order they were named
    everything   look at every file again, and for new ones
    index        the graph is wanted from now on: part of a look at everything
    anew         nothing that is known already is to be used for it
    complete     all that was kept is wanted in memory
    answers      what Jedi said of the texts
    applied      done when the batch has become a generation, or has failed
    """

    buffers: dict[str, str | None] = field(default_factory=dict)
    on_disk: dict[str, None] = field(default_factory=dict)
    everything: bool = False
    index: bool = False
    anew: bool = False
    complete: bool = False
    answers: list[Answered] = field(default_factory=list)
    applied: Future[None] = field(default_factory=Future)

    @property
    def texts_may_change(self) -> bool:
        """Whether there is more in it than answers: what a question must wait for."""
        return bool(self.buffers or self.on_disk or self.everything)


class Line:
    """A queue of changes and the thread at its end, which starts with the first change."""

    def __init__(
        self,
        apply: Callable[[Batch], None],
        failed: Callable[[Exception], None],
        rest: Callable[[], None] = lambda: None,
    ) -> None:
        """`rest` is called in the thread when nothing has come for a while, now and then while much comes, and at
        the end.
        """
        self._apply = apply
        self._failed = failed
        self._rest = rest
        self._changed = threading.Condition()
        self._waiting: Batch | None = None
        self._last: Future[None] | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._held = False

    def put(
        self,
        *,
        buffers: Mapping[str, str | None] | None = None,
        on_disk: Iterable[str] = (),
        everything: bool = False,
        index: bool = False,
        anew: bool = False,
        complete: bool = False,
        answers: Iterable[Answered] = (),
    ) -> Future[None]:
        """Add to the batch that waits. The result is done when that batch is."""
        with self._changed:
            batch = self._waiting or Batch()
            batch.buffers.update(buffers or {})
            batch.on_disk.update(dict.fromkeys(on_disk))
            batch.everything |= everything or index
            batch.index |= index
            batch.anew |= anew
            batch.complete |= complete
            batch.answers.extend(answers)
            if self._closed:
                batch.applied.cancel()
                return batch.applied
            self._waiting = batch
            if batch.texts_may_change:
                self._last = batch.applied
            if self._thread is None:
                self._thread = start_deep(self._work, "packlens-writer")
            self._changed.notify()
            return batch.applied

    def settle(self, timeout: float | None = None) -> bool:
        """Wait for everything put so far. False when `timeout` seconds were not enough."""
        return self._last is None or self.wait(self._last, timeout)

    @staticmethod
    def wait(applied: Future[None], timeout: float | None = None) -> bool:
        """Wait until a batch is applied or has failed. False when `timeout` seconds were not enough."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not applied.done():
            # In short steps, so that Ctrl-C reaches the waiting thread on every system.
            left = _POLL_SECONDS if deadline is None else min(_POLL_SECONDS, deadline - time.monotonic())
            if left <= 0:
                return False
            try:
                with resting():
                    applied.exception(left)
            except (TimeoutError, CancelledError):
                continue
        return True

    def hold(self, held: bool) -> None:
        """Do not rest while `held`, but for the last rest of a line that is closed."""
        with self._changed:
            self._held = held
            self._changed.notify()

    def close(self) -> None:
        """Take no more changes. The thread ends after the batch it is at and a last rest."""
        with self._changed:
            self._closed = True
            if self._waiting is not None:
                self._waiting.applied.cancel()
                self._waiting = None
            self._changed.notify()

    @property
    def working(self) -> bool:
        """Whether the thread has begun and not ended."""
        return self._thread is not None and self._thread.is_alive()

    def wait_for_end(self, timeout: float | None = None) -> None:
        """Wait until the thread of a closed line has ended, or for `timeout` seconds."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def _work(self) -> None:
        with deep_recursion():
            tired_since: float | None = None
            while True:
                with self._changed:
                    if self._waiting is None and not self._closed:
                        tired = tired_since is not None and not self._held
                        self._changed.wait(_QUIET_SECONDS if tired else None)
                    batch, self._waiting, closed = self._waiting, None, self._closed
                    held = self._held
                now = time.monotonic()
                tired = closed or (tired_since is not None and not held)
                if tired and (batch is None or now - (tired_since or now) > _LONGEST_SECONDS):
                    self._rest()
                    tired_since = None
                if batch is not None:
                    self._do(batch)
                    tired_since = tired_since or now
                elif closed:
                    return

    def _do(self, batch: Batch) -> None:
        try:
            self._apply(batch)
        except Exception as error:
            self._failed(error)
            batch.applied.set_exception(error)
        else:
            batch.applied.set_result(None)
