"""Workers that are late, killed or gone: what they cost, and what is left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from packlens.resolve.jedi.pool import Pool, Task
from packlens.resolve.jedi.process import Process, WorkerGoneError
from packlens.resolve.jedi.unit import Unit, UnitAnswer
from packlens.resolve.jedi.wire import MOST_BYTES, Setup
from packlens.text.document import Document
from tests.support.fixture import parse
from tests.support.settling import worker

JOBS = parse(
    """
    #- a.py
    def run(): ...
    #- b.py
    import a
    a.run()
    a.run()
    """
).documents()
JOB = Unit("b.py::<module>", "b.py", ((0, 2, 2), (1, 3, 2)))


def jobs(count: int) -> list[Task]:
    return [Task(replace(JOB, scope=f"b.py::{number}"), JOBS) for number in range(count)]


class Source:
    """Tasks to take, and the answers. `heard` is called with how many there are, by the thread that has one more."""

    def __init__(self, tasks: list[Task], heard: Callable[[int], None] = lambda _: None) -> None:
        self.tasks = tasks
        self.heard = heard
        self.answers: list[UnitAnswer] = []
        self.done = threading.Event()
        self._wanted = len(tasks)

    def take(self) -> list[Task]:
        taken, self.tasks = self.tasks[:3], self.tasks[3:]
        return taken

    def answered(self, task: Task, answer: UnitAnswer | None) -> None:
        assert answer is not None
        self.answers.append(answer)
        self.heard(len(self.answers))
        if len(self.answers) == self._wanted:
            self.done.set()


def pool(
    source: Source, cache: Path, workers: int = 1, seconds: float = 20.0, most: int = MOST_BYTES
) -> Pool:
    setup = Setup("workspace", (), (), str(cache), seconds, False, most=most)
    return Pool(setup, workers, source.take, source.answered)


def worker_pids() -> set[int]:
    found: set[int] = set()
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):  # it has just ended
            if any("packlens.resolve.jedi.worker" in part for part in child.cmdline()):
                found.add(child.pid)
    return found


def called(answer: UnitAnswer) -> list[list[str]]:
    return [[f"{d.path}:{d.line}" for d in answer.definitions[site]] for site in sorted(answer.definitions)]


def test_every_task_is_answered_and_nothing_is_left(tmp_path: Path) -> None:
    source = Source(jobs(8))
    workers = pool(source, tmp_path, workers=2)
    workers.wake()
    assert source.done.wait(240)
    workers.close()
    assert [called(answer) for answer in source.answers] == [[["a.py:1"], ["a.py:1"]]] * 8
    assert worker_pids() == set()


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    killed: set[int] = set()

    def kill(answers: int) -> None:
        for pid in worker_pids() - killed if answers in (1, 20) else ():
            os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            killed.add(pid)

    source = Source(jobs(40), kill)
    workers = pool(source, tmp_path)
    workers.wake()
    assert source.done.wait(240)
    workers.close()
    assert len(killed) == 2
    assert [called(answer) for answer in source.answers] == [[["a.py:1"], ["a.py:1"]]] * 40
    assert worker_pids() == set()


def slow(doubled: int, *last: str) -> tuple[Document, int]:
    """A text in which what `x` is takes Jedi long, and `s` a lot of memory, with its number of lines."""
    classes = "".join(f"class C{n}(C{n - 1}):\n    def m{n}(self): return self\n" for n in range(1, 800))
    steps = "".join(f"x = x.m{n}() if x else C{n}()\n" for n in range(1, 800))
    strings = "s0 = '12345678'\n" + "".join(f"s{n + 1} = s{n} + s{n}\n" for n in range(doubled))
    text = f"import a\nclass C0: ...\n{classes}x = C0()\n{steps}{strings}s = s{doubled}\n" + "\n".join(last)
    return Document.of_text("b.py", text), text.count("\n") + 1


def test_a_late_site_is_timed_out_and_those_after_it_are_answered(tmp_path: Path) -> None:
    document, last = slow(0, "x.m7()", "a.run()")
    unit = Unit("b.py::<module>", "b.py", ((0, last - 1, 2), (1, last, 2)))
    source = Source([Task(unit, {**JOBS, "b.py": document})])
    workers = pool(source, tmp_path, seconds=0.1)
    workers.wake()
    assert source.done.wait(240)
    workers.close()
    (answer,) = source.answers
    assert answer.timed_out == {0}
    assert called(answer) == [["a.py:1"]]


def test_a_site_that_takes_too_much_memory_is_timed_out_and_all_others_are_answered(tmp_path: Path) -> None:
    document, last = slow(24, "a.run()", "(s and x).m7()", "a.run()")
    unit = Unit("b.py::<module>", "b.py", ((0, last - 2, 2), (1, last - 1, 10), (2, last, 2)))
    source = Source([Task(unit, {**JOBS, "b.py": document}), *jobs(1)])
    workers = pool(source, tmp_path, most=200_000_000)
    workers.wake()
    assert source.done.wait(240)
    workers.close()
    assert [answer.timed_out for answer in source.answers] == [{1}, set()]
    assert [called(answer) for answer in source.answers] == [[["a.py:1"], ["a.py:1"]]] * 2
    assert source.answers[0].loaded == {"a.py", "b.py"}
    assert worker_pids() == set()


def test_a_fault_of_ours_costs_the_answer_and_nothing_hangs(tmp_path: Path) -> None:
    broken = Task(replace(JOB, scope="b.py::broken"), {"b.py": object()})  # type: ignore[dict-item]
    source = Source([broken, *jobs(2)])
    workers = pool(source, tmp_path)
    workers.wake()
    assert source.done.wait(240)
    workers.close()
    assert [sorted(answer.timed_out) for answer in source.answers] == [[0, 1], [], []]
    assert source.answers[0].loaded == {"b.py"}


LONG = 500
LONG_TEXT = "import a\n" + "a.run()\n" * LONG
LONG_UNIT = Unit("b.py::<module>", "b.py", tuple((n, n + 2, 2) for n in range(LONG)))


def test_what_can_wait_gives_way_and_is_answered_whole_when_it_is_asked_again() -> None:
    documents = {**JOBS, "b.py": Document.of_text("b.py", LONG_TEXT)}
    short = replace(LONG_UNIT, sites=LONG_UNIT.sites[:2])
    answers: list[UnitAnswer | None] = []
    with worker() as process:

        def ask(*units: Unit, can_wait: bool) -> None:
            answers.extend(answer for _, answer in process.ask(units, documents, can_wait=can_wait))

        ask(LONG_UNIT, can_wait=False)
        asking = threading.Thread(target=ask, args=(LONG_UNIT, short), kwargs={"can_wait": True})
        asking.start()
        while asking.is_alive():
            process.give_way()
            asking.join(0.001)
        ask(short, can_wait=True)
        ask(LONG_UNIT, can_wait=False)
    whole, *given_up, beginning, again = answers
    assert given_up == [None, None]
    assert whole is not None and beginning is not None
    assert (again, called(beginning)) == (whole, [["a.py:1"], ["a.py:1"]])


def test_what_can_not_wait_gives_no_way() -> None:
    with worker() as process:
        answers = []
        asking = threading.Thread(target=lambda: answers.extend(process.ask([JOB], JOBS)))
        asking.start()
        while asking.is_alive():
            process.give_way()
            asking.join(0.001)
    assert [called(answer) if answer else None for _, answer in answers] == [[["a.py:1"], ["a.py:1"]]]


def test_half_a_surrogate_pair_moves_nothing(tmp_path: Path) -> None:
    documents = {**JOBS, "b.py": Document.of_text("b.py", 'import a\nx = "\ud800\udc80"; a.run()\n')}
    with worker() as process:
        ((_, answer),) = process.ask([Unit("b.py::<module>", "b.py", ((0, 2, 12),))], documents)
    assert answer is not None
    assert called(answer) == [["a.py:1"]]


OUTSIDE = Document.of_text("b.py", "import textwrap\ntextwrap.dedent('')\n")
OUTSIDE_UNIT = Unit("b.py::<module>", "b.py", ((0, 2, 9),))


def outside_names(cache: Path) -> list[str]:
    process = Process(Setup("workspace", (), (), str(cache), 20.0, False))
    try:
        process.begin()
        ((_, answer),) = process.ask([OUTSIDE_UNIT], {"b.py": OUTSIDE})
    finally:
        process.end()
    assert answer is not None
    return [definition.name for definition in answer.definitions[0]]


def test_a_damaged_or_impossible_cache_changes_no_answer(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert outside_names(cache) == ["dedent"]
    kept = list(cache.rglob("*.pkl"))
    assert kept
    for path in kept:
        path.write_bytes(path.read_bytes()[:1000])
    assert outside_names(cache) == ["dedent"]
    assert all(path.stat().st_size > 1000 for path in kept)
    (tmp_path / "file").write_text("")
    assert outside_names(tmp_path / "file" / "cache") == ["dedent"]


def test_nothing_of_the_workspace_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "ran"
    for name in ("jedi", "typing", "psutil"):
        (tmp_path / f"{name}.py").write_text(f"open({str(mark)!r}, 'w')\nraise SystemExit")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    process = Process(Setup("workspace", (), None, str(tmp_path / "cache"), 20.0, False, str(tmp_path)))
    try:
        process.begin()
        ((_, answer),) = process.ask([JOB], JOBS)
    finally:
        process.end()
    assert answer is not None
    assert called(answer) == [["a.py:1"], ["a.py:1"]]
    assert not mark.exists()


def test_jedi_that_cannot_be_loaded_is_named_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "jedi.py").write_text("raise ImportError")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    source = Source(jobs(3))
    workers = pool(source, tmp_path)
    workers.wake()
    deadline = time.monotonic() + 240
    while workers.failure is None and time.monotonic() < deadline:
        time.sleep(0.01)
    workers.close()
    assert workers.failure == (
        "Jedi could not be started: edges are those of static resolution alone; install Packlens anew"
    )
    assert (source.answers, worker_pids()) == ([], set())


def test_a_worker_ends_with_its_input() -> None:
    with worker() as process:
        child = psutil.Process(process.pid)
        process._input.close()
        assert child.wait(240) is not None


def test_a_worker_ends_with_its_input_in_the_midst_of_a_call() -> None:
    document, last = slow(0, "x.m7()")
    answers: list[object] = []
    with worker(seconds=3600) as process:
        child = psutil.Process(process.pid)

        def ask() -> None:
            unit = Unit("b.py::<module>", "b.py", ((0, last, 2),))
            with contextlib.suppress(WorkerGoneError):
                answers.extend(process.ask([unit], {**JOBS, "b.py": document}))

        before = sum(child.cpu_times()[:2])
        asking = threading.Thread(target=ask)
        asking.start()
        while asking.is_alive() and sum(child.cpu_times()[:2]) < before + 0.1:
            time.sleep(0.01)
        process._input.close()
        child.wait(240)
        asking.join()
    assert answers == []
