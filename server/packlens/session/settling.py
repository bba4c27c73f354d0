"""Jedi kept at work on what is pending, most urgent first, and the waiting for it.

What is asked follows from the texts alone; here is decided only when. The most urgent are the scopes that somebody
waits for, then those just edited, then the open files, then the rest; stale answers after missing ones. While somebody
types, from the key stroke on, only the first two are asked: what was just edited then waits for no other scope, and the
next key stroke would make stale answers stale again, which stay visible meanwhile. What is at work of the others when
something urgent comes gives way at its next call, and is asked again from its first one.

Answers go back to the one writer, and each time make a generation, at which numbers that were worked out before are
looked at again. So the urgent ones go back at once, or several together where several are waited for; of the others
what a second has brought, or what there is when nothing is left to ask.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

import msgspec

from packlens.base.workers import resting
from packlens.graph.absorb import Answered
from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.jedi.pool import Pool, Task
from packlens.resolve.jedi.unit import Unit, UnitAnswer
from packlens.resolve.jedi.wire import Setup
from packlens.symbols.symbol import path_of
from packlens.symbols.table import same_meaning

SITE_SECONDS = 2.0
_GATHER_SECONDS = 1.0
_SHORT_SECONDS = 0.2
_QUIET_SECONDS = 1.0
# Enough that a worker does not wait for the next scope. Where files are open, what is just edited must not wait long.
_AHEAD = 3
_AHEAD_OF_TYPING = 1
_POLL_SECONDS = 0.1
_WANTED, _EDITED, _OPEN, _MISSING, _STALE = range(5)

Waiting = Callable[[int, int], None]
"""Called with (sites answered, sites in all) while somebody waits."""


class Settler:
    """Asks Jedi about the last snapshot.

    outside  folders of the packages that the workspace imports; `None` for those beside Packlens
    absorb   takes answers to the writer; called from the pool's threads
    """

    def __init__(
        self,
        root: Path,
        hints: tuple[str, ...],
        outside: tuple[str, ...] | None,
        cache: Path,
        workers: int,
        absorb: Callable[[list[Answered]], None],
    ) -> None:
        setup = Setup(root.name, hints, outside, str(cache), SITE_SECONDS, False, str(root))
        self._absorb = absorb
        self._lock = threading.Condition()
        self._snapshot: Snapshot | None = None
        self._queue: list[tuple[int, str]] | None = None
        self._at_work: dict[str, Snapshot] = {}
        self._wanted: set[str] = set()
        self._edited: set[str] = set()
        self._awaited: set[str] = set()  # of both: those that have no answer yet
        self._open: frozenset[str] = frozenset()
        self._all = False
        self._closed = False
        self._gathered: dict[str, Answered] = {}
        self._handed_over = 0.0
        self._quiet_from = 0.0
        self._is_changing = False
        self._alarm: threading.Timer | None = None
        self._pool = Pool(setup, workers, self._take, self._answered)

    @property
    def failure(self) -> str | None:
        """Why Jedi cannot be asked; `None` when it can."""
        return self._pool.failure

    @property
    def memory(self) -> tuple[int, ...]:
        """Resident bytes of each worker."""
        return self._pool.memory

    def ask_all(self) -> None:
        """Ask about all that is pending, and not only about what somebody waits for; let other programs go first."""
        with self._lock:
            self._all, self._queue = True, None
            self._pool.setup = msgspec.structs.replace(self._pool.setup, gentle=True)
        self._pool.wake()

    def changing(self) -> None:
        """A buffer has changed, and its generation is being made: ask about nothing meanwhile that is not urgent.

        Whoever types calls this, and waits for nobody.
        """
        self._is_changing = True
        self._pool.give_way()

    def published(self, snapshot: Snapshot, absorbed: Iterable[Answered], opened: frozenset[str]) -> None:
        """There is a new generation, which holds (or has dropped) the answers of `absorbed`."""
        with self._lock:
            before = self._snapshot
            if before is not None and snapshot.documents is not before.documents:
                self._quiet_from = time.monotonic() + _QUIET_SECONDS
                for path in opened:
                    self._edited.update(_edited(before.shards.get(path), snapshot.shards.get(path)))
            self._snapshot, self._queue, self._open, self._is_changing = snapshot, None, opened, False
            for answered in absorbed:
                self._at_work.pop(answered.unit.scope, None)
            # What is known of an earlier text of these is in the way of asking again.
            answers = self._hand_over() if not self._edited.isdisjoint(self._gathered) else []
            self._lock.notify_all()
        self._absorb(answers)
        self._pool.wake()

    def lost(self, answers: Iterable[Answered]) -> None:
        """These answers did not reach the graph: they are asked for again."""
        with self._lock:
            self._queue, self._is_changing = None, False
            for answered in answers:
                self._at_work.pop(answered.unit.scope, None)
        self._pool.wake()

    def wait(
        self,
        open_sites: Callable[[], Collection[tuple[str, int]]],
        seconds: float | None,
        progress: Waiting | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> bool:
        """Wait until `open_sites` gives none, asking about its scopes first. False when it still gives some.

        Does not wait for what nobody will answer: when Jedi can not be asked, or this was closed.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        most = 0
        while sites := open_sites():
            if self._closed or self.failure is not None or (cancelled is not None and cancelled()):
                return False
            most = max(most, len(sites))
            if progress is not None:
                progress(most - len(sites), most)
            with self._lock:
                before = self._snapshot
                wanted = {scope for scope, _ in sites}
                answers = []
                is_new = not wanted <= self._wanted
                if is_new:
                    self._wanted |= wanted
                    self._queue = None
                    answers = self._hand_over() if not wanted.isdisjoint(self._gathered) else []
                left = _POLL_SECONDS if deadline is None else min(_POLL_SECONDS, deadline - time.monotonic())
                if left <= 0:
                    self._wanted -= wanted
                    self._awaited -= wanted
            self._absorb(answers)
            if left <= 0:
                return False
            if is_new and wanted.isdisjoint(self._at_work):
                self._pool.give_way()
            self._pool.wake()
            with resting(), self._lock:
                self._lock.wait_for(lambda before=before: self._snapshot is not before, left)  # type: ignore[misc]
        return True

    def close(self) -> None:
        """End the workers. Answers on their way are lost."""
        with self._lock:
            self._closed = True
            if self._alarm is not None:
                self._alarm.cancel()
            self._lock.notify_all()
        self._pool.close()

    def _take(self) -> list[Task]:
        """The next tasks: one that is urgent, else several, so that no worker waits for the next."""
        tasks: list[Task] = []
        with self._lock:
            snapshot = self._snapshot
            is_held = self._is_changing and not self._wanted and not self._edited
            if snapshot is not None and self._queue is None and not is_held:
                self._queue = self._ordered(snapshot)
            most = _AHEAD_OF_TYPING if self._open and self._all else _AHEAD
            while snapshot is not None and self._queue and len(tasks) < most:
                urgency, scope = self._queue[-1]
                if self._is_changing and urgency > _EDITED:
                    break
                self._queue.pop()
                if scope in self._at_work:
                    continue
                self._at_work[scope] = snapshot
                tasks.append(Task(_unit(snapshot, scope), snapshot.documents, urgency > _EDITED))
                if urgency == _EDITED:
                    break
            answers = [] if tasks or self._is_changing else self._hand_over()
        self._absorb(answers)
        return tasks

    def _quiet(self) -> bool:
        """Whether nobody types. Where somebody does, the pool is woken when that may be over."""
        left = self._quiet_from - time.monotonic()
        if left > 0 and self._alarm is None and not self._closed:
            self._alarm = threading.Timer(left, self._look_again)
            self._alarm.daemon = True
            self._alarm.start()
        return left <= 0

    def _look_again(self) -> None:
        with self._lock:
            self._alarm = self._queue = None
        self._pool.wake()

    def _ordered(self, snapshot: Snapshot) -> list[tuple[int, str]]:
        """(urgency, scope) of all that is to be asked now and not at work, the most urgent last."""
        found: list[tuple[int, str]] = []
        quiet = self._quiet()
        wanted, self._wanted = self._wanted, set()
        edited, self._edited = self._edited, set()
        # What nobody waits for is not even looked at where it is not to be asked: a shard that was kept would come in.
        for path in snapshot.shards if self._all else {path_of(scope) for scope in wanted}:
            shard = snapshot.shards.get(path)
            if shard is None:
                continue
            for scope in shard.pending:
                if scope in wanted:
                    self._wanted.add(scope)
                    urgency = _WANTED
                elif scope in edited and self._all:
                    self._edited.add(scope)
                    urgency = _EDITED
                elif not (self._all and quiet):
                    continue
                elif path in self._open:
                    urgency = _OPEN
                else:
                    urgency = _STALE if scope in shard.settled else _MISSING
                if scope not in self._at_work:
                    found.append((urgency, scope))
        self._awaited = (self._wanted | self._edited).difference(self._gathered)
        found.sort(reverse=True)
        return found

    def _answered(self, task: Task, answer: UnitAnswer | None) -> None:
        scope = task.unit.scope
        with self._lock:
            if answer is None:
                del self._at_work[scope]
                self._queue = None
                return
            self._gathered[scope] = Answered(self._at_work[scope], task.unit, answer)
            self._awaited.discard(scope)
            answers = self._hand_over() if self._is_time() else []
        self._absorb(answers)

    def _is_time(self) -> bool:
        """Whether what is gathered goes to the writer now, and nothing more is waited for."""
        passed = time.monotonic() - self._handed_over
        urgent = self._gathered.keys() & self._wanted or self._gathered.keys() & self._edited
        if not urgent:
            return passed >= _GATHER_SECONDS
        return not self._awaited or passed >= _SHORT_SECONDS

    def _hand_over(self) -> list[Answered]:
        answers, self._gathered = list(self._gathered.values()), {}
        self._handed_over = time.monotonic()
        return answers


def _edited(before: Shard | None, now: Shard | None) -> list[str]:
    """The scopes of a file that have no answer because they were written or have changed."""
    if now is None or before is now:
        return []
    return [
        scope
        for scope in now.pending
        if scope not in now.settled and (before is None or not same_meaning(before.table, now.table, scope))
    ]


def _unit(snapshot: Snapshot, scope: str) -> Unit:
    path = path_of(scope)
    shard = snapshot.shards[path]
    sites = [(number, *shard.site(scope, number)) for number in shard.open[scope]]
    return Unit(scope, path, tuple(sorted(sites, key=lambda site: (site[1], site[2], site[0]))))
