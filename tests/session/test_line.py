"""One writer, one line to it: order, merging, the barrier, and failures that stop nothing."""

from __future__ import annotations

import threading

import pytest

from packlens.session.line import Batch, Line


class Recorder:
    """Keeps the batches it is given; waits at `gate` before the first one."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []
        self.failures: list[Exception] = []
        self.threads: set[str] = set()
        self.begun = threading.Event()
        self.gate = threading.Event()

    def apply(self, batch: Batch) -> None:
        self.begun.set()
        assert self.gate.wait(240)
        self.threads.add(threading.current_thread().name)
        self.batches.append(batch)
        if "bad.py" in batch.on_disk:
            raise ValueError("bad.py")


def line_of(recorder: Recorder) -> Line:
    return Line(recorder.apply, recorder.failures.append)


def test_changes_that_gather_while_one_is_at_work_become_one_batch_with_the_last_text() -> None:
    recorder = Recorder()
    line = line_of(recorder)
    line.put(buffers={"a.py": "first"})
    assert recorder.begun.wait(240)
    for text in ("second", "third", "fourth"):
        line.put(buffers={"a.py": text})
    line.put(buffers={"b.py": None}, on_disk=["c.py"])
    line.put(on_disk=["d.py", "c.py"])
    recorder.gate.set()

    assert line.settle(240)
    assert [(batch.buffers, list(batch.on_disk)) for batch in recorder.batches] == [
        ({"a.py": "first"}, []),
        ({"a.py": "fourth", "b.py": None}, ["c.py", "d.py"]),
    ]


def test_settle_gives_up_after_its_timeout_and_waits_for_nothing_when_nothing_was_put() -> None:
    recorder = Recorder()
    line = line_of(recorder)
    assert line.settle(0)
    line.put(everything=True)
    assert not line.settle(0.05)
    recorder.gate.set()
    assert line.settle(240)


def test_a_batch_that_fails_is_told_to_who_waits_for_it_and_the_next_one_is_applied() -> None:
    recorder = Recorder()
    recorder.gate.set()
    line = line_of(recorder)
    bad = line.put(on_disk=["bad.py"])
    assert line.settle(240)
    good = line.put(on_disk=["good.py"])
    assert line.settle(240)

    with pytest.raises(ValueError, match=r"bad\.py"):
        bad.result(0)
    assert good.result(0) is None
    assert [str(failure) for failure in recorder.failures] == ["bad.py"]


def test_every_batch_is_applied_by_the_same_thread() -> None:
    recorder = Recorder()
    recorder.gate.set()
    line = line_of(recorder)

    def put_many() -> None:
        for number in range(50):
            line.put(buffers={f"{threading.get_ident()}.py": str(number)})

    threads = [threading.Thread(target=put_many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert line.settle(240)
    assert recorder.threads == {"packlens-writer"}
    last: dict[str, str | None] = {}
    for batch in recorder.batches:
        last |= batch.buffers
    assert set(last.values()) == {"49"}


def test_after_close_nothing_is_taken_and_nobody_waits() -> None:
    recorder = Recorder()
    line = line_of(recorder)
    at_work = line.put(on_disk=["a.py"])
    assert recorder.begun.wait(240)
    waiting = line.put(on_disk=["b.py"])
    line.close()
    recorder.gate.set()

    assert line.settle(240)
    assert at_work.result(240) is None
    assert waiting.cancelled()
    assert line.put(on_disk=["c.py"]).cancelled()
    assert [list(batch.on_disk) for batch in recorder.batches] == [["a.py"]]
