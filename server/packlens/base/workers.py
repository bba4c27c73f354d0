"""The threads that answer: few, with room to recurse, and there for the whole conversation.

A thread with a large stack takes longer to start than most questions take to answer, and an interpreter runs one at a
time. So a few are at work, each at one question, first come, first served. A question that waits for somebody else (for
the writer, for Jedi) says so by `resting`, and gives its turn to the next one meanwhile, for which a further thread is
started where there is none. What still waits when the conversation ends is dropped, and what runs is left to end with
the program.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from packlens.base.deep import deep_recursion, start_deep

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_MOST_THREADS = 48

_here = threading.local()


class Workers(Executor):
    """Threads of `start_deep`, started with the first question; `count` questions are worked at at the same time."""

    def __init__(self, count: int, name: str) -> None:
        self._count = count
        self._name = name
        self._waiting: deque[Callable[[], None]] = deque()
        self._lock = threading.Lock()
        self._has_work = threading.Condition(self._lock)
        self._has_turn = threading.Condition(self._lock)
        self._turns = count  # those that nobody has
        self._returning = 0  # threads that want theirs back
        self._idle = 0
        self._threads = 0
        self._started = 0
        self._ended = False

    def submit(
        self, fn: Callable[Asked, Answer], /, *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Future[Answer]:
        """Have `fn` called in one of the threads."""
        future: Future[Answer] = Future()

        def answer() -> None:
            if self._ended:
                future.cancel()
            if not future.set_running_or_notify_cancel():
                return
            try:
                with deep_recursion():
                    result = fn(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        with self._lock:
            self._waiting.append(answer)
            missing = self._missing()
            self._next()
        self._start(missing)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Answer nothing more. Nothing is waited for."""
        with self._lock:
            self._ended = True
            waiting, self._waiting = self._waiting, deque()
            self._has_work.notify_all()
            self._has_turn.notify_all()
        for answer in waiting:
            answer()

    def rest(self) -> None:
        """Give this thread's turn to another one."""
        with self._lock:
            self._turns += 1
            missing = self._missing()
            self._next()
        self._start(missing)

    def go_on(self) -> None:
        """Wait for a turn again. Who has begun comes before who has not."""
        with self._lock:
            self._returning += 1
            self._has_turn.wait_for(lambda: self._turns > 0 or self._ended)
            self._returning -= 1
            self._turns -= 1
            self._next()

    def _missing(self) -> int:
        """How many threads are to be started: some at first, then one for each question that has a turn and no thread.
        To be called with the lock.
        """
        wanted = min(len(self._waiting), self._turns) - self._idle if self._threads else self._count
        missing = max(0, min(wanted, _MOST_THREADS - self._threads))
        self._threads += missing
        self._idle += missing
        return missing

    def _start(self, missing: int) -> None:
        for _ in range(missing):
            with self._lock:
                number, self._started = self._started, self._started + 1
            try:
                start_deep(self._work, f"{self._name}-{number}")
            except RuntimeError:  # the system has no room for one more
                with self._lock:
                    self._threads -= 1
                    self._idle -= 1
                    if not self._threads:
                        raise

    def _next(self) -> None:
        """Wake who has the next turn. To be called with the lock."""
        if self._turns > 0:
            (self._has_turn if self._returning else self._has_work).notify()

    def _work(self) -> None:
        _here.workers = self
        while (answer := self._taken()) is not None:
            answer()
            del answer  # what was answered is not kept until the next question
            if not self._is_wanted():
                return

    def _taken(self) -> Callable[[], None] | None:
        """The next question, with a turn; `None` at the end."""
        with self._lock:
            self._has_work.wait_for(self._may_begin)
            self._idle -= 1
            if self._ended:
                return None
            self._turns -= 1
            answer = self._waiting.popleft()
            self._next()
            return answer

    def _may_begin(self) -> bool:
        return self._ended or (self._turns > 0 and not self._returning and bool(self._waiting))

    def _is_wanted(self) -> bool:
        """Whether a thread that has given its answer waits for the next question: where not enough do so already."""
        with self._lock:
            self._turns += 1
            self._next()
            if self._idle >= self._count:
                self._threads -= 1
                return False
            self._idle += 1
            return True


@contextmanager
def resting() -> Iterator[None]:
    """While the block runs, which waits for somebody else, this thread's turn belongs to another question.

    The block ends once there is a turn again. In a thread that is none of `Workers` it is nothing.
    """
    workers: Workers | None = getattr(_here, "workers", None)
    if workers is None:
        yield
        return
    workers.rest()
    try:
        yield
    finally:
        workers.go_on()
