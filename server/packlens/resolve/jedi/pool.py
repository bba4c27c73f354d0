"""The workers: as many threads as processes, each with one of its own, taking units from one source.

A process is started when its thread first has something to ask, and again after one was ended for being late, too large
or gone. What a late site costs is that site: those after it are asked again, of a fresh process. A site that three
processes were at when they grew too large or went counts as late.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from packlens.base.fault import log_fault
from packlens.resolve.jedi.process import Process, UnfitError, WorkerGoneError
from packlens.resolve.jedi.unit import NO_ANSWER, Unit, UnitAnswer
from packlens.resolve.jedi.wire import Setup
from packlens.text.document import Document

_TRIES = 3
_MOST_LOST = 9  # processes, for one unit
_LOGGER = logging.getLogger(__name__)
_STATIC_ALONE = "edges are those of static resolution alone"


@dataclass(frozen=True, slots=True)
class Task:
    """A unit and the texts it is about; whether it `can_wait` when something urgent comes."""

    unit: Unit
    documents: Mapping[str, Document]
    can_wait: bool = False


class Pool:
    """Asks Jedi.

    failure   why no process can be had, once that is known
    setup     what the next process to start is told
    take      gives the most urgent tasks, none when there is nothing to ask now; called from any of the pool's threads
    answered  hears each task's answer, from the thread that asked; `None` for one that could wait and gave way
    """

    def __init__(
        self,
        setup: Setup,
        workers: int,
        take: Callable[[], Sequence[Task]],
        answered: Callable[[Task, UnitAnswer | None], None],
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

    def give_way(self) -> None:
        """Something urgent comes: let the tasks at work that can wait end early. Waits for nobody."""
        for process in list(self._processes.values()):
            process.give_way()

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
            while not self._closed and self.failure is None and (tasks := self._take()):
                for _, together in groupby(tasks, key=lambda task: (id(task.documents), task.can_wait)):
                    self._ask_all(number, {task.unit: task for task in together})

    def _ask_all(self, number: int, waiting: dict[Unit, Task]) -> None:
        """Ask about tasks over the same texts. A fault of ours costs those that were not yet answered their answer."""
        try:
            self._ask_together(number, waiting)
        except Exception as error:
            log_fault(_LOGGER, "calls could not be settled", error)
            self._drop(number)
            for unit, task in waiting.items():
                late = frozenset(site for site, _, _ in unit.sites)
                self._answered(task, UnitAnswer({}, late, frozenset({unit.path}), frozenset()))

    def _ask_together(self, number: int, waiting: dict[Unit, Task]) -> None:
        """Ask and take what is answered out of `waiting`; what a lost process leaves is asked again, one by one."""
        first = next(iter(waiting.values()))
        process = None
        try:
            process = self._process(number)
            units = list(waiting)
            for unit, answer in (
                process.ask(units, first.documents, can_wait=first.can_wait) if process is not None else ()
            ):
                task = waiting.pop(unit)
                if answer is not None and answer.timed_out:
                    rest = self._ask(number, task, answer)
                    if rest is not None:
                        self._answered(task, rest)
                else:
                    self._answered(task, answer)
        except WorkerGoneError:
            self._drop(number)
        if process is not None and (not process.usable or process.memory > self.setup.most):
            self._drop(number)
        for unit, task in list(waiting.items()):
            whole = self._ask(number, task, NO_ANSWER)
            del waiting[unit]
            if whole is not None:
                self._answered(task, whole)

    def _ask(self, number: int, task: Task, begun: UnitAnswer) -> UnitAnswer | None:
        """The whole answer to a task of which `begun` is known; `None` when the pool was closed meanwhile."""
        found, late = dict(begun.definitions), set(begun.timed_out)
        loaded, sought = {task.unit.path, *begun.loaded}, set(begun.sought)
        lost: Counter[int | None] = Counter()  # processes, by the site that they were at
        while not self._closed and self.failure is None:
            rest = tuple(site for site in task.unit.sites if site[0] not in found and site[0] not in late)
            if lost[None] == _TRIES or lost.total() == _MOST_LOST:
                late.update(site for site, _, _ in rest)
                rest = ()
            if not rest:
                return UnitAnswer(found, frozenset(late), frozenset(loaded), frozenset(sought))
            try:
                process = self._process(number)
                if process is None:
                    return None
                unit = Unit(task.unit.scope, task.unit.path, rest)
                ((_, answer),) = process.ask([unit], task.documents)
                assert answer is not None  # this one can not wait
            except WorkerGoneError as gone:
                self._drop(number)
                lost[gone.site] += 1
                answer = gone.begun
                if gone.site is not None and lost[gone.site] == _TRIES:
                    late.add(gone.site)
            found |= answer.definitions
            late |= answer.timed_out
            loaded |= answer.loaded
            sought |= answer.sought
        return None

    def _process(self, number: int) -> Process | None:
        known = self._processes.get(number)
        if known is not None:
            if known.usable:
                return known
            self._drop(number)
        try:
            process = Process(self.setup)
            with self._wake:
                closed = self._closed
                self._processes[number] = process
            if closed:
                self._drop(number)
                return None
            process.begin()
        except UnfitError as error:
            self.failure = f"{error}: {_STATIC_ALONE}; install the release that Packlens asks for"
            raise
        except (OSError, WorkerGoneError):
            self._drop(number)
            self._failed_starts += 1
            if self._failed_starts >= _TRIES and not self._closed:
                self.failure = f"Jedi could not be started: {_STATIC_ALONE}; install Packlens anew"
            raise WorkerGoneError from None
        self._failed_starts = 0
        return process

    def _drop(self, number: int) -> None:
        with self._wake:
            process = self._processes.pop(number, None)
        if process is not None:
            process.end()
