"""The threads that answer: few, with room to recurse, and there for the whole conversation.

A thread with a large stack takes longer to start than most questions take to answer. What still waits when
the conversation ends is dropped, and what runs is left to end with the program.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import ParamSpec, TypeVar

from packlens.base.deep import deep_recursion, start_deep

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Workers(Executor):
    """Threads of `start_deep`, started with the first question."""

    def __init__(self, count: int, name: str) -> None:
        self._count = count
        self._name = name
        self._waiting: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._started = False
        self._ended = False

    def submit(
        self, fn: Callable[Asked, Answer], /, *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Future[Answer]:
        """Have `fn` called in one of the threads. To be called from one thread."""
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

        self._waiting.put(answer)
        if not self._started:
            self._started = True
            for number in range(self._count):
                start_deep(self._work, f"{self._name}-{number}")
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Answer nothing more. Nothing is waited for."""
        self._ended = True
        for _ in range(self._count):
            self._waiting.put(None)

    def _work(self) -> None:
        while (answer := self._waiting.get()) is not None:
            answer()
            del answer  # what was answered is not kept until the next question
