"""Sessions with Jedi: what is waited for, what follows an edit, and what is left when they end."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import psutil
import pytest

from packlens.graph.absorb import Answered
from packlens.graph.counts import by_confidence, by_resolver
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.session.session import Session
from packlens.views.callers import callees, callers
from tests.cli.program import write
from tests.resolve.jedi.test_pool import worker_pids

JOBS = """
#- packlens.toml
[jedi]
scope = "all"
#- job.py
class Job:
    def run(self): ...
#- make.py
import job
def make():
    return job.Job()
#- use.py
from make import make
def go():
    make().run()
#- other.py
from make import make
def there():
    make().run()
"""
TARGET = "job.py::Job.run"

OPEN = """
#- job.py
class Job:
    def run(self): ...
    def stop(self): ...
#- use.py
import job
def go():
    min(job.Job(), job.Job()).run()
def end():
    job.Job().stop()
"""
"""With no settings: Jedi alone knows who calls `TARGET`, and nothing is open about `Job.stop`."""


def opened(folder: Path, **jedi: object) -> Session:
    session = Session.open(write(folder, JOBS), {"jedi": jedi})
    session.index()
    return session


def found(session: Session, seconds: float | None = None) -> tuple[list[tuple[str, float]], int]:
    """The callers of the target with their confidence, and how many sites could change that."""
    answer = session.settled(lambda snapshot: callers(snapshot, TARGET), seconds)
    return [(site.symbol.id, site.edge.confidence) for site in answer.sites], answer.pending


def test_an_answer_is_waited_for(tmp_path: Path) -> None:
    with opened(tmp_path) as session:
        assert found(session, 0) == ([("other.py::there", 0.8), ("use.py::go", 0.8)], 2)
        assert found(session) == ([("other.py::there", 1.0), ("use.py::go", 1.0)], 0)
    assert worker_pids() == set()


def test_only_what_is_waited_for_is_asked_about(tmp_path: Path) -> None:
    with opened(tmp_path) as session:
        answer = session.settled(lambda snapshot: callers(snapshot, "use.go"))
        assert (answer.pending, session.snapshot.pending) == (0, 5)
    with opened(tmp_path) as session:
        assert session.settle_all().pending == 0


def test_by_default_it_is_asked_about_what_is_left_open_and_started_for_nothing_else(tmp_path: Path) -> None:
    with Session.open(write(tmp_path, OPEN)) as session:
        session.index()
        stops = session.settled(lambda snapshot: callers(snapshot, "job.py::Job.stop"))
        assert [(site.symbol.id, site.edge.confidence) for site in stops.sites] == [("use.py::end", 0.8)]
        assert (stops.pending, session.snapshot.pending, worker_pids()) == (0, 1, set())
        assert found(session, 0) == ([], 1)
        assert found(session) == ([("use.py::go", 1.0)], 0)
    assert worker_pids() == set()


def test_a_session_that_was_stopped_starts_no_worker(tmp_path: Path) -> None:
    session = Session.open(write(tmp_path, OPEN))
    session.index()
    session.stop()
    assert found(session) == ([], 1)
    assert (session.settle_all().pending, worker_pids()) == (1, set())


@pytest.mark.parametrize(
    ("edited", "pending"),
    [
        ("# once more\n\nclass Job:\n    def run(self): ...  # now\n    def stop(self): ...\n", 0),
        ("class Job:\n    def run(self): return 1\n    def stop(self): ...\n", 1),
    ],
    ids=["comments", "code"],
)
def test_over_a_restart_a_change_of_comments_makes_no_answer_stale(
    tmp_path: Path, edited: str, pending: int
) -> None:
    root = write(tmp_path, OPEN)
    with Session.open(root) as session:
        session.index()
        session.settle_all()
    (root / "job.py").write_text(edited)
    with Session.open(root) as session:
        assert (session.index().pending, session.parsed) == (pending, 1)
        assert found(session, 0) == ([("use.py::go", 1.0)], pending)


def test_without_jedi_nothing_is_pending_and_no_process_starts(tmp_path: Path) -> None:
    with opened(tmp_path, enabled=False) as session:
        assert found(session) == ([("other.py::there", 0.8), ("use.py::go", 0.8)], 0)
        assert (session.settle_all().pending, worker_pids()) == (0, set())


def test_every_call_is_asked_about_when_the_settings_say_so(tmp_path: Path) -> None:
    with opened(tmp_path, scope="all") as session:
        assert session.snapshot.pending == 5
        assert by_confidence(session.settle_all()) == {"0.9": 3, "1.0": 5}


def test_an_edit_is_settled_in_the_background_and_heard_of(tmp_path: Path) -> None:
    with opened(tmp_path) as session:
        heard = threading.Event()
        session.settle_in_background(heard.set)
        wait_for_all(session, heard)
        session.change("use.py", "from make import make\ndef went():\n    make().run()\n")
        session.settle(240)
        assert found(session, 0)[0] == [("other.py::there", 1.0), ("use.py::went", 0.8)]
        wait_for_all(session, heard)
        assert found(session, 0) == ([("other.py::there", 1.0), ("use.py::went", 1.0)], 0)


def test_stale_answers_are_asked_again_once_nobody_types(tmp_path: Path) -> None:
    with opened(tmp_path) as session:
        heard = threading.Event()
        session.settle_in_background(heard.set)
        wait_for_all(session, heard)
        settled = session.snapshot.pending
        session.change("job.py", "class Base:\n    def run(self): ...\nclass Job(Base): ...\n")
        session.settle(240)
        assert (settled, session.snapshot.pending > 0) == (0, True)
        wait_for_all(session, heard)
        assert [edge.source for edge in session.snapshot.incoming("job.py::Base.run")] == [
            "other.py::there",
            "use.py::go",
        ]


def test_unsaved_text_is_what_jedi_sees(tmp_path: Path) -> None:
    with opened(tmp_path) as session:
        session.change("job.py", "class Base:\n    def run(self): ...\nclass Job(Base): ...\n")
        session.settle(240)
        session.settle_all()
        edges = session.snapshot.incoming("job.py::Base.run")
        assert [(edge.source, edge.confidence) for edge in edges] == [
            ("other.py::there", 1.0),
            ("use.py::go", 1.0),
        ]
        session.close("job.py")
        session.settle(240)
        assert found(session) == ([("other.py::there", 1.0), ("use.py::go", 1.0)], 0)


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    with opened(tmp_path, workers=1) as session:
        assert found(session)[1] == 0
        for pid in worker_pids():
            os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        psutil.wait_procs(psutil.Process().children(recursive=True), timeout=240)
        session.change("use.py", "from make import make\ndef went():\n    make().run()\n")
        session.settle(240)
        assert found(session) == ([("other.py::there", 1.0), ("use.py::went", 1.0)], 0)


def test_answers_that_a_failed_change_takes_along_are_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path) as session:
        absorb = Writer.absorb
        failed: list[object] = []

        def fail_once(writer: Writer, answers: list[Answered]) -> Snapshot:
            if not failed:
                failed.append(answers)
                raise OSError("the disk is gone")
            return absorb(writer, answers)

        monkeypatch.setattr(Writer, "absorb", fail_once)
        assert found(session, 240) == ([("other.py::there", 1.0), ("use.py::go", 1.0)], 0)
        assert failed


def test_nobody_waits_for_a_session_that_was_stopped(tmp_path: Path) -> None:
    session = opened(tmp_path)
    waited = threading.Thread(target=found, args=(session,), daemon=True)
    waited.start()
    session.stop()
    waited.join(240)
    assert not waited.is_alive()
    assert worker_pids() == set()
    assert found(session)[1] == 2


FAR = """
#- job.py
class Job:
    def run(self): ...
#- use.py
import job
class User:
    def go(self):
        min(job.Job(), job.Job()).run()
def far():
    User().go()
def farther():
    far()
"""


@pytest.mark.parametrize(
    ("target", "options", "open_sites"),
    [
        ("use.py::User", {}, 1),
        ("use.py::User.go", {}, 1),
        ("use.py::far", {}, 1),
        ("use.py::far", {"depth": 1}, 0),
        ("use.py::farther", {}, 0),
        ("job.py::Job.run", {}, 1),
        ("job.py::Job.run", {"direction": "callees"}, 0),
        ("use.py::User", {"direction": "callers"}, 0),
    ],
)
def test_a_pack_waits_for_what_is_open_where_its_walk_looks(
    tmp_path: Path, target: str, options: dict[str, object], open_sites: int
) -> None:
    """What a class or a function stands for is looked into; what is at the last hop leads no farther."""
    with Session.open(write(tmp_path, FAR), keeps=False) as session:
        session.index()
        pack = session.ask(session.pack_view(session.question((target,), **options)))
        assert len(pack.open_sites) == open_sites


MANY = 40
CALLS = "from make import make\n" + "".join(
    f"def go{n}():\n    min(make(), make()).run()\n" for n in range(MANY)
)


def busy(folder: Path) -> Session:
    """A root with many calls to settle, a scope each, in two files, one of them open."""
    root = write(folder, JOBS)
    (root / "packlens.toml").unlink()
    for name in ("first.py", "second.py"):
        (root / name).write_text(CALLS)
    session = Session.open(root, {"jedi": {"workers": 1}}, keeps=False)
    session.index()
    session.change("first.py", CALLS)
    session.settle(240)
    return session


def wait_for_all(session: Session, heard: threading.Event) -> None:
    while session.snapshot.pending:
        assert heard.wait(240)
        heard.clear()


def test_answers_that_nobody_waits_for_make_a_generation_a_second_at_most(tmp_path: Path) -> None:
    with busy(tmp_path) as session:
        heard, before, begin = threading.Event(), session.snapshot.generation, time.monotonic()
        session.settle_in_background(heard.set)
        wait_for_all(session, heard)
        assert session.snapshot.generation - before <= time.monotonic() - begin + 2
        assert by_resolver(session.snapshot)["jedi"] == 2 * MANY


def test_answers_are_published_when_somebody_waits_or_has_typed_or_none_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the others are gathered."""
    monkeypatch.setattr("packlens.session.settling._GATHER_SECONDS", 3600)
    with busy(tmp_path) as session:
        heard = threading.Event()
        session.settle_in_background(heard.set)
        for number in range(MANY - 1, 0, -8):
            go = f"first.py::go{number}"
            answer = session.settled(lambda snapshot, go=go: callees(snapshot, go), 240)
            assert ("jedi", "job.py::Job.run") in [(s.edge.resolver, s.edge.target) for s in answer.sites]
        typed = CALLS.replace("def go0():\n", "def go0():\n    typed = 1\n")
        for text in (typed, CALLS, typed):
            session.change("first.py", text)
            session.settle(240)
            while "first.py::go0" in session.snapshot.shards["first.py"].pending:
                assert heard.wait(240)
                heard.clear()
        wait_for_all(session, heard)
        assert by_resolver(session.snapshot)["jedi"] == 2 * MANY


def test_what_gave_way_to_somebody_who_types_or_waits_is_settled_in_the_end(tmp_path: Path) -> None:
    """However often it does: one scope has many calls, and gives way before each of them."""
    with busy(tmp_path) as session:
        long = "def long():\n" + "    min(make(), make()).run()\n" * MANY
        session.change("long.py", f"from make import make\n{long}")
        session.settle(240)
        heard = threading.Event()
        session.settle_in_background(heard.set)
        for number in range(8):
            typed = CALLS.replace(f"def go{number}():\n", f"def go{number}():\n    typed = 1\n")
            session.change("first.py", typed)
            session.settle(240)
            while f"first.py::go{number}" in session.snapshot.shards["first.py"].pending:
                assert heard.wait(240)
                heard.clear()
            go = f"second.py::go{number}"
            answer = session.settled(lambda snapshot, go=go: callees(snapshot, go), 240)
            assert ("jedi", "job.py::Job.run") in [(s.edge.resolver, s.edge.target) for s in answer.sites]
        wait_for_all(session, heard)
        assert by_resolver(session.snapshot)["jedi"] == 3 * MANY


def test_a_question_of_what_was_kept_brings_in_what_it_waits_for_alone(tmp_path: Path) -> None:
    root = write(tmp_path, OPEN)
    (root / "far.py").write_text("def far(): nobody().knows()\n")
    with Session.open(root) as session:
        session.index()
    with Session.open(root) as session:
        session.index()
        assert found(session) == ([("use.py::go", 1.0)], 0)
        assert "rows" not in session.snapshot.shards["far.py"].__dict__
        assert session.snapshot.pending == 1


def test_a_key_stroke_that_changes_nothing_or_fails_stops_no_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with busy(tmp_path) as session:
        heard = threading.Event()
        session.settle_in_background(heard.set)
        session.change("first.py", CALLS)
        with monkeypatch.context() as patch:
            patch.setattr(Writer, "update", None)
            session.change("second.py", f"{CALLS}\n")
            session.settle(240)
            assert session.failure is not None
        wait_for_all(session, heard)
        assert by_resolver(session.snapshot)["jedi"] == 2 * MANY
