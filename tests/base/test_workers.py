"""The server's own threads: room to recurse, the same threads again, an end that waits for nothing."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError

import pytest

from packlens.base.workers import Workers


def _depth(levels: int) -> int:
    return 0 if levels == 0 else 1 + _depth(levels - 1)


def test_a_question_has_room_to_recurse_and_the_next_one_is_asked_in_the_same_thread() -> None:
    workers = Workers(1, "worker")
    assert workers.submit(_depth, 50_000).result(240) == 50_000
    threads = {workers.submit(threading.current_thread).result(240) for _ in range(5)}
    assert {(thread.name, thread.daemon) for thread in threads} == {("worker-0", True)}
    assert len(threads) == 1
    workers.shutdown()


def test_what_is_raised_is_the_answer_and_the_thread_goes_on() -> None:
    workers = Workers(1, "worker")
    with pytest.raises(ZeroDivisionError):
        workers.submit(lambda: 1 // 0).result(240)
    assert workers.submit(lambda: 1).result(240) == 1
    workers.shutdown()


def test_what_waits_at_the_end_is_dropped_and_what_runs_is_not_waited_for() -> None:
    workers = Workers(1, "worker")
    begun, may_end = threading.Event(), threading.Event()
    running = workers.submit(lambda: begun.set() or may_end.wait(240))
    waiting = workers.submit(lambda: 1)
    assert begun.wait(240)
    workers.shutdown()
    assert not running.done()
    may_end.set()
    assert running.result(240)
    with pytest.raises(CancelledError):
        waiting.result(240)


def test_what_was_withdrawn_while_it_waited_is_never_asked() -> None:
    workers = Workers(1, "worker")
    begun, may_end = threading.Event(), threading.Event()
    running = workers.submit(lambda: begun.set() or may_end.wait(240))
    asked: list[int] = []
    waiting = workers.submit(lambda: asked.append(1))
    assert begun.wait(240)
    assert waiting.cancel()
    may_end.set()
    assert running.result(240)
    assert workers.submit(lambda: list(asked)).result(240) == []
    workers.shutdown()
