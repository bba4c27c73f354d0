"""The workers: as many threads as processes, each with one of its own, taking units from one source.

A process is started when its thread first has something to ask, and again after one was ended for being late, too large
or gone. What a late site costs is that site: those after it are asked again, of a fresh process.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from packlens.resolve.jedi.process import Process, WorkerGoneError
from packlens.resolve.jedi.unit import Unit, UnitAnswer
from packlens.resolve.jedi.wire import Definition, Setup
from packlens.text.document import Document

_TRIES = 3


@dataclass(frozen=True, slots=True)
class Task:
    """A unit and the texts it is about."""

    unit: Unit
    documents: Mapping[str, Document]


class Pool:
    """Asks Jedi.

    failure   why no process can be had, once that is known
    setup     what the next process to start is told
    take      gives the most urgent task, or `None` when there is none now; called from any of the pool's threads
    answered  hears each task's answer, from the thread that asked
    """

    def __init__(
        self,
        setup: Setup,
        workers: int,
        take: Callable[[], Task | None],
        answered: Callable[[Task, UnitAnswer], None],
    ) -> None:
        self.setup, self._take, self._answered = setup, take, answered
        self._wake = threading.Condition()
        self._closed = False
        self._calls = 0
        self._failed_starts = 0
        self.failure: str | None = None
        self._processes: dict[int, Process] = {}
        self._threads = [
            threading.Thread(target=self._work, args=(number,), name=f"packlens-jedi-{number}", daemon=True)
            for number in range(workers)
        ]
        self._started = False

    def wake(self) -> None:
        """There may be something to take."""
        with self._wake:
            if self._closed:
                return
            self._calls += 1
            self._wake.notify_all()
            if not self._started:
                self._started = True
                for thread in self._threads:
                    thread.start()

    def close(self) -> None:
        """End every process and thread. Answers on their way are lost."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
            processes = list(self._processes.values())
        for process in processes:
            process.end()
        if self._started:
            for thread in self._threads:
                thread.join(timeout=5)

    @property
    def memory(self) -> tuple[int, ...]:
        """Resident bytes of each process, as it last said."""
        return tuple(process.memory for process in list(self._processes.values()))

    def _work(self, number: int) -> None:
        calls = -1
        while True:
            with self._wake:
                while not self._closed and calls == self._calls:
                    self._wake.wait()
                if self._closed:
                    return
                calls = self._calls
            while not self._closed and self.failure is None and (task := self._take()) is not None:
                answer = self._ask(number, task)
                if answer is not None:
                    self._answered(task, answer)

    def _ask(self, number: int, task: Task) -> UnitAnswer | None:
        """The whole answer to a task; `None` when the pool was closed meanwhile."""
        found: dict[int, tuple[Definition, ...]] = {}
        late: set[int] = set()
        loaded: set[str] = set()
        sought: set[str] = set()
        tries = 0
        while not self._closed and self.failure is None:
            rest = tuple(site for site in task.unit.sites if site[0] not in found and site[0] not in late)
            if tries == _TRIES:
                late.update(site for site, _, _ in rest)
                rest = ()
            if not rest:
                return UnitAnswer(found, frozenset(late), frozenset(loaded), frozenset(sought))
            try:
                process = self._process(number)
                if process is None:
                    return None
                answer, usable = process.ask(
                    number, Unit(task.unit.scope, task.unit.path, rest), task.documents
                )
            except WorkerGoneError:
                tries += 1
                self._drop(number)
                continue
            found |= answer.definitions
            late |= answer.timed_out
            loaded |= answer.loaded
            sought |= answer.sought
            if not usable:
                self._drop(number)
        return None

    def _process(self, number: int) -> Process | None:
        known = self._processes.get(number)
        if known is not None:
            return known
        try:
            process = Process(self.setup)
        except (OSError, WorkerGoneError):
            self._failed_starts += 1
            if self._failed_starts >= _TRIES:
                self.failure = "Jedi could not be started: edges are those of static resolution alone"
            raise WorkerGoneError from None
        self._failed_starts = 0
        with self._wake:
            if not self._closed:
                self._processes[number] = process
                return process
        process.end()
        return None

    def _drop(self, number: int) -> None:
        with self._wake:
            process = self._processes.pop(number, None)
        if process is not None:
            process.end()
