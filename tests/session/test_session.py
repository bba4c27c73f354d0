"""One root over time. The oracle for every step is a session opened on the same folder from nothing."""

from __future__ import annotations

import gc
import os
import shutil
import threading
from pathlib import Path

import pytest

from packlens.base.errors import CancelledError, NotFoundError, UsageError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.session.session import Session
from packlens.text.listing import Cause
from tests.cli.program import git, repository, write
from tests.support.clock import wait_a_clock_step
from tests.support.edges import edge_lines
from tests.support.facts import differences, facts_of

FILES = """
#- pkg/__init__.py
#- pkg/ledger.py
def append(entry):
    return entry
#- pkg/shop.py
from pkg.ledger import append
def sell(item):
    return append(item)
"""
EDGE = ["pkg/shop.py::sell -calls-> pkg/ledger.py::append"]


def opened(folder: Path) -> Session:
    session = Session.open(folder)
    session.index()
    return session


def check_as_from_nothing(session: Session) -> Snapshot:
    """The session's graph, quiet now, is the one a new session of its folder has."""
    snapshot = session.settle(240)
    with opened(session.root) as other:
        assert snapshot.state == other.snapshot.state
        assert differences(facts_of(snapshot), facts_of(other.snapshot)) == []
    return snapshot


def test_the_first_index_is_the_first_generation(tmp_path: Path) -> None:
    with Session.open(write(tmp_path, FILES)) as session:
        assert (session.indexed, session.snapshot.generation, session.snapshot.paths()) == (False, 0, ())
        snapshot = session.index()
        assert snapshot is session.snapshot
        assert (session.indexed, snapshot.generation) == (True, 1)
        assert snapshot.paths() == ("pkg/__init__.py", "pkg/ledger.py", "pkg/shop.py")
        assert edge_lines(snapshot) == EDGE


def test_indexing_again_changes_nothing(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        before = session.snapshot
        assert session.index() is before


def test_a_buffer_rules_over_the_disk_until_it_is_closed_l5(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        disk = session.snapshot
        session.change("pkg/shop.py", "def sell(item):\n    return item\n")
        edited = session.settle(240)
        assert edited.documents["pkg/shop.py"].unsaved
        assert edge_lines(edited) == []

        session.close("pkg/shop.py")
        closed = check_as_from_nothing(session)
        assert closed.state == disk.state
        assert edge_lines(closed) == EDGE


def test_a_buffer_that_holds_the_files_own_text_is_the_file(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        before = session.snapshot
        session.change("pkg/shop.py", before.documents["pkg/shop.py"].text)
        assert session.settle(240) is before


def test_buffers_that_are_open_before_the_first_index_belong_to_it(tmp_path: Path) -> None:
    with Session.open(write(tmp_path, FILES)) as session:
        session.change("pkg/shop.py", "x = 1\n")
        session.change("pkg/new.py", "from pkg.ledger import append\nappend(1)\n")
        assert session.settle(240).generation == 0
        snapshot = session.index()
        assert snapshot.generation == 1
        assert edge_lines(snapshot) == ["pkg/new.py::<module> -calls-> pkg/ledger.py::append"]


def test_quiet_once_everything_put_is_in_the_snapshot(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        assert session.quiet
        begun, may_end = threading.Event(), threading.Event()
        indexing = threading.Thread(target=session.index, args=(lambda *_: begun.set() or may_end.wait(240),))
        indexing.start()
        assert begun.wait(240)
        session.change("pkg/shop.py", "x = 1\n")
        assert not session.quiet
        may_end.set()
        session.settle(240)
        assert session.quiet
        assert session.snapshot.documents["pkg/shop.py"].text == "x = 1\n"
        indexing.join()


def test_a_new_file_that_was_never_saved_is_gone_when_closed(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        session.change("pkg/draft.py", "def draft(): ...\n")
        assert "pkg/draft.py" in session.settle(240).documents
        session.refresh()
        assert "pkg/draft.py" in session.settle(240).documents
        session.close("pkg/draft.py")
        assert "pkg/draft.py" not in check_as_from_nothing(session).documents


def test_a_new_file_is_gone_when_it_is_closed_while_everything_is_looked_at(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    wait_a_clock_step()
    with opened(folder) as session:
        session.change("pkg/draft.py", "def draft(): ...\n")
        session.settle(240)
        session._line.put(buffers={"pkg/draft.py": None}, everything=True)
        assert "pkg/draft.py" not in check_as_from_nothing(session).documents


def test_a_buffer_of_an_ignored_or_private_file_is_left_out(tmp_path: Path) -> None:
    folder = repository(tmp_path, FILES)
    (folder / ".gitignore").write_text("/build/\n")
    (folder / "packlens.toml").write_text('[privacy]\nneverIndex = ["secret*"]\n')
    (folder / "build").mkdir()
    (folder / "build" / "made.py").write_text("x = 1\n")
    with opened(folder) as session:
        before = session.snapshot
        session.change("build/made.py", "x = 2\n")
        session.change("secret_not_saved.py", "x = 2\n")
        session.change("notes.txt", "x = 2\n")
        assert session.settle(240) is before


def test_named_files_that_changed_came_or_went_on_disk(tmp_path: Path) -> None:
    with opened(repository(tmp_path, FILES)) as session:
        (tmp_path / "pkg/ledger.py").write_text("def extend(entry): ...\n")
        (tmp_path / "pkg/other.py").write_text("from pkg.shop import sell\nsell(1)\n")
        (tmp_path / "pkg/__init__.py").unlink()
        session.refresh(["pkg/ledger.py", "pkg/other.py", "pkg/__init__.py", "README.md"])
        snapshot = check_as_from_nothing(session)
        assert edge_lines(snapshot) == ["pkg/other.py::<module> -calls-> pkg/shop.py::sell"]


def test_a_file_changed_outside_is_seen_by_the_next_question_l4(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        assert len(session.callers("append").sites) == 1
        (tmp_path / "pkg/shop.py").write_text("def sell(item): ...\n")
        assert session.callers("append").sites == ()
        (tmp_path / "pkg/late.py").write_text("import pkg.ledger\npkg.ledger.append(1)\n")
        assert [site.symbol.path for site in session.callers("append").sites] == ["pkg/late.py"]
        (tmp_path / "pkg/late.py").unlink()
        assert session.callers("append").sites == ()
        check_as_from_nothing(session)


def test_what_changes_long_after_the_index_is_seen_by_the_next_question_l4(tmp_path: Path) -> None:
    folder = repository(tmp_path, FILES)
    (folder / "empty").mkdir()
    wait_a_clock_step()
    with opened(folder) as session:
        before = session.snapshot
        assert session.fresh(240) is before
        (folder / "pkg/shop.py").write_text("def sell(item): ...\n")
        assert session.callers("append").sites == ()
        (folder / "empty/late.py").write_text("import pkg.ledger\npkg.ledger.append(1)\n")
        assert [site.symbol.path for site in session.callers("append").sites] == ["empty/late.py"]
        check_as_from_nothing(session)


def test_a_rewrite_of_the_same_size_within_one_tick_of_the_clock_is_seen(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        file = tmp_path / "pkg/ledger.py"
        before = file.stat()
        file.write_text(file.read_text().replace("append", "extend"))
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert "pkg/ledger.py::extend" in {symbol.id for symbol in session.fresh(240).symbols()}


def test_a_file_that_did_not_change_is_not_read_again(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    for file in folder.rglob("*.py"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    with opened(folder) as session:
        before = session.snapshot
        assert session.fresh(240) is before


def test_a_folder_that_was_deleted_or_renamed_is_named_by_one_event(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        (tmp_path / "pkg").rename(tmp_path / "renamed")
        session.refresh(["pkg", "renamed"])
        assert check_as_from_nothing(session).paths() == (
            "renamed/__init__.py",
            "renamed/ledger.py",
            "renamed/shop.py",
        )
        shutil.rmtree(tmp_path / "renamed")
        session.refresh(["renamed"])
        assert check_as_from_nothing(session).paths() == ()


def test_an_ignore_file_that_changed_is_obeyed(tmp_path: Path) -> None:
    with opened(repository(tmp_path, FILES)) as session:
        (tmp_path / ".packlensignore").write_text("shop.py\n")
        session.refresh([".packlensignore"])
        assert check_as_from_nothing(session).paths() == ("pkg/__init__.py", "pkg/ledger.py")
        (tmp_path / ".packlensignore").unlink()
        session.refresh([".packlensignore"])
        assert edge_lines(check_as_from_nothing(session)) == EDGE


def test_switching_to_a_branch_where_a_third_of_the_files_differ_l1(tmp_path: Path) -> None:
    files = "".join(f"\n#- m{n}.py\ndef f{n}(): ...\n" for n in range(300))
    folder = repository(tmp_path, files)
    git(folder, "checkout", "-q", "-b", "other")
    for number in range(0, 300, 3):
        (folder / f"m{number}.py").write_text(f"from m{number + 1} import *\nf{number + 1}()\n")
    (folder / "m1.py").unlink()
    (folder / "extra.py").write_text("import m2\nm2.f2()\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "other")
    with opened(folder) as session:
        there = session.snapshot
        git(folder, "checkout", "-q", "main")
        session.refresh([*(f"m{number}.py" for number in range(0, 300, 3)), "m1.py", "extra.py"])
        assert len(check_as_from_nothing(session).paths()) == 300
        git(folder, "checkout", "-q", "other")
        assert session.fresh(240).state == there.state
        check_as_from_nothing(session)


def test_more_named_files_than_are_worth_naming(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        names = [f"n{number}.py" for number in range(250)]
        for name in names:
            (tmp_path / name).write_text("def f(): ...\n")
        session.refresh(names)
        assert len(check_as_from_nothing(session).paths()) == 253


def test_progress_counts_every_file_once_and_never_goes_back(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    with Session.open(write(tmp_path, FILES)) as session:
        session.index(lambda done, total: heard.append((done, total)))
    assert heard == sorted(heard)
    assert heard[-1] == (3, 3)
    assert {total for _, total in heard} == {3}


def test_an_index_that_is_cancelled_leaves_no_graph_and_can_be_asked_for_again(tmp_path: Path) -> None:
    with Session.open(write(tmp_path, FILES)) as session:
        with pytest.raises(CancelledError):
            session.index(cancelled=lambda: True)
        session.change("pkg/shop.py", "from pkg.ledger import append\nappend(1)\n")
        assert session.settle(240).generation == 0
        assert not session.indexed
        assert edge_lines(session.index()) == ["pkg/shop.py::<module> -calls-> pkg/ledger.py::append"]
        assert session.failure is None


def test_an_index_that_is_cancelled_once_there_is_a_graph_loses_no_edit(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:
        session.change("pkg/shop.py", "x = 1\n")
        with pytest.raises(CancelledError):
            session.index(cancelled=lambda: True)
        session.change("pkg/__init__.py", "y = 1\n")
        assert session.settle(240).documents["pkg/shop.py"].text == "x = 1\n"


def test_a_file_deleted_between_listing_and_reading_is_as_if_it_had_never_been(tmp_path: Path) -> None:
    def delete(done: int, total: int) -> None:
        (tmp_path / "pkg/shop.py").unlink(missing_ok=True)

    with Session.open(write(tmp_path, FILES)) as session:
        session.index(delete)
        assert check_as_from_nothing(session).paths() == ("pkg/__init__.py", "pkg/ledger.py")
        assert session.skipped.count(Cause.UNREADABLE) == 0


def test_a_root_that_vanishes_keeps_its_last_graph_and_says_so(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", FILES)
    with opened(folder) as session:
        folder.rename(tmp_path / "moved")
        assert edge_lines(session.fresh(240)) == EDGE
        assert session.failure is not None
        assert "does not exist" in session.failure
        assert session.status()["failure"] == session.failure
        (tmp_path / "moved").rename(folder)
        (folder / "pkg/shop.py").write_text("x = 1\n")
        assert edge_lines(session.fresh(240)) == []
        assert session.failure is None


def test_a_fault_of_an_update_is_named_and_over_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(*_: object) -> Snapshot:
        raise KeyError(secret)

    secret = "what the source says"
    with opened(write(tmp_path, FILES)) as session:
        with monkeypatch.context() as faulty:
            faulty.setattr(Writer, "update", fault)
            session.change("pkg/shop.py", "x = 1\n")
            assert edge_lines(session.settle(240)) == EDGE
            assert session.status()["failure"] == "Packlens failed at it (KeyError); its log says where"
            assert caplog.messages[0].startswith("a change is not in the graph: KeyError\n")
            assert secret not in caplog.text
        session.change("pkg/ledger.py", "y = 1\n")
        assert edge_lines(session.settle(240)) == []
        assert session.status()["failure"] is None


def test_what_is_skipped_is_counted_by_cause_and_no_more_once_it_can_be_read(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    (folder / "bad.py").write_bytes(b"# caf\xe9\n")
    (folder / "binary.py").write_bytes(b"x\0y")
    (folder / "notes.txt").write_text("text")
    with opened(folder) as session:
        assert dict(session.skipped.counts) == {Cause.UNSUPPORTED: 1, Cause.BINARY: 1, Cause.UNDECODABLE: 1}
        (folder / "bad.py").write_text("# café\n", encoding="utf-8")
        session.refresh(["bad.py"])
        assert "bad.py" in session.settle(240).documents
        (folder / "binary.py").unlink()
        session.fresh(240)
        assert dict(session.skipped.counts) == {Cause.UNSUPPORTED: 1}


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("build/made.py", "build/made.py exists and is not indexed: an ignore rule leaves it out"),
        ("build/made.py::f", "build/made.py exists and is not indexed: an ignore rule leaves it out"),
        ("notes.txt", "notes.txt exists and is not indexed: only .py and .pyi files are"),
        (
            "bad.py:3",
            "bad.py exists and is not indexed: its bytes are not text in the encoding it declares "
            "(not utf-8 at byte 5)",
        ),
    ],
)
def test_a_target_that_exists_and_is_not_indexed_is_told_why_e9(
    tmp_path: Path, target: str, reason: str
) -> None:
    folder = repository(tmp_path, FILES)
    (folder / ".gitignore").write_text("/build/\n")
    (folder / "build").mkdir()
    (folder / "build" / "made.py").write_text("def f(): ...\n")
    (folder / "bad.py").write_bytes(b"# caf\xe9\n")
    (folder / "notes.txt").write_text("text")
    with opened(folder) as session:
        with pytest.raises(NotFoundError) as caught:
            session.callers(target)
        assert str(caught.value) == f"target {target!r}: {reason}"


def test_changes_from_many_threads_end_as_the_last_texts(tmp_path: Path) -> None:
    with opened(write(tmp_path, FILES)) as session:

        def type_into(path: str) -> None:
            for length in range(20):
                session.change(path, "def f(): ...\n" * length)

        threads = [threading.Thread(target=type_into, args=(f"t{n}.py",)) for n in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        snapshot = session.settle(240)
        assert {snapshot.documents[f"t{n}.py"].text for n in range(3)} == {"def f(): ...\n" * 19}


def test_the_collector_is_as_it_was(tmp_path: Path) -> None:
    assert gc.isenabled()
    with opened(write(tmp_path, FILES)):
        assert gc.isenabled()


def test_settings_of_the_workspace_and_of_the_caller(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    (folder / "packlens.toml").write_text('budget = 700\ndepth = "all"\nredact = false\nbudgte = 1\n')
    session = Session.open(folder, {"tokenizer": "cl100k_base"})
    question = session.question(["sell"], format="json", budget=None)
    assert (question.budget, question.depth, question.format, question.tokenizer, question.redact) == (
        *(700, None, "json", "cl100k_base", True),
    )
    assert session.warnings == (
        "packlens.toml: `redact` is ignored in a workspace file; set it in your own settings",
        "packlens.toml: unknown setting `budgte`; did you mean `budget`?",
    )
    with pytest.raises(UsageError):
        Session.open(folder, {"budget": -1})


@pytest.mark.parametrize("private", [".env.py", "secrets/keys.py", "pkg/id_rsa.py", ".env", "server.pem"])
def test_a_private_file_is_never_indexed_and_says_so(tmp_path: Path, private: str) -> None:
    folder = repository(tmp_path, f"{FILES}#- {private}\ndef leak(): ...\n")
    with opened(folder) as session:
        assert private not in session.snapshot.documents
        with pytest.raises(NotFoundError) as error:
            session.pack(private)
        assert f"{private} exists and is not indexed: privacy.neverIndex keeps it out" in str(error.value)
