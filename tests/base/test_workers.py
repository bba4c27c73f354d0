"""The server's own threads: room to recurse, the same threads again, turns, an end that waits for nothing."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError

import pytest

from packlens.base.workers import Workers, resting


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


def test_while_a_question_rests_the_next_one_is_answered() -> None:
    workers = Workers(1, "worker")
    may_end = threading.Event()

    def waits() -> int:
        with resting():
            may_end.wait(240)
        return 1

    resters = [workers.submit(waits) for _ in range(20)]
    assert workers.submit(lambda: 2).result(240) == 2
    assert not any(rester.done() for rester in resters)
    may_end.set()
    assert [rester.result(240) for rester in resters] == [1] * 20
    workers.shutdown()


def test_no_more_are_at_work_than_there_are_turns() -> None:
    workers = Workers(2, "worker")
    at_work: list[int] = []
    most: list[int] = []
    lock = threading.Lock()

    def works() -> None:
        with lock:
            at_work.append(1)
            most.append(len(at_work))
        _depth(200)
        with lock:
            at_work.pop()

    def question() -> None:
        for _ in range(5):
            works()
            with resting():
                _depth(100)

    for asked in [workers.submit(question) for _ in range(60)]:
        asked.result(240)
    assert len(most) == 300
    assert max(most) <= 2
    workers.shutdown()


def test_threads_that_were_started_for_those_that_rested_end() -> None:
    workers = Workers(1, "worker")
    all_rest = threading.Barrier(5)

    def waits() -> threading.Thread:
        with resting():
            all_rest.wait(240)
        return threading.current_thread()

    threads = [asked.result(240) for asked in [workers.submit(waits) for _ in range(5)]]
    kept = workers.submit(threading.current_thread).result(240)
    for thread in threads:
        if thread is not kept:
            thread.join(240)
            assert not thread.is_alive()
    workers.shutdown()


def test_a_question_that_rests_at_the_end_of_all_is_let_go_on() -> None:
    workers = Workers(1, "worker")
    rests, may_end = threading.Event(), threading.Event()

    def waits() -> int:
        with resting():
            rests.set()
            may_end.wait(240)
        return 1

    asked = workers.submit(waits)
    assert rests.wait(240)
    workers.shutdown()
    may_end.set()
    assert asked.result(240) == 1


def test_what_rests_outside_of_them_just_waits() -> None:
    with resting():
        pass
