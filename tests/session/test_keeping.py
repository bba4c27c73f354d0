"""What a root keeps between runs. The oracle is a session that keeps nothing."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from packlens.session.session import Session
from packlens.text.ground import CLOCK_STEP_NS
from packlens.views.callers import callers
from tests.cli.program import write
from tests.support.facts import differences, facts_of

FILES = """
#- pkg/__init__.py
#- pkg/ledger.py
def append(entry):
    return entry
class Book:
    def add(self, entry):
        return append(entry)
#- pkg/shop.py
from pkg.ledger import Book, append
def sell(item):
    Book().add(item)
    return append(item)
#- café/ü.py
from pkg.shop import sell
sell(1)
"""
FILE_COUNT = 4


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The files, as they are some time after they were written."""
    folder = write(tmp_path / "root", FILES)
    age(folder)
    return folder


def age(folder: Path) -> None:
    """Let everything below a folder be older than a step of the clock that times are told by."""
    then = time.time_ns() - 2 * CLOCK_STEP_NS
    for place in (folder, *folder.rglob("*")):
        os.utime(place, ns=(then, then))


@contextmanager
def opened(root: Path, **settings: object) -> Iterator[Session]:
    with Session.open(root, settings) as session:
        session.index()
        yield session


def check_as_from_nothing(session: Session) -> None:
    """The session's graph is the one of a session that keeps nothing."""
    with Session.open(session.root, keeps=False) as other:
        other.index()
        assert differences(facts_of(session.fresh(240)), facts_of(other.snapshot)) == []


def not_kept(why: str, folder: Path) -> str:
    """What a person reads where nothing can be kept."""
    return (
        f"the index is not kept between runs: {why}; see that you alone can write to {folder}, "
        "that its disk has room and that no other program holds its files"
    )


def place_of(root: Path) -> Path:
    """The store of a root, which exists."""
    with Session.open(root) as session:
        assert session.keeper is not None
        assert session.keeper.place.exists()
        return session.keeper.place


def test_the_second_start_parses_nothing_s1(root: Path) -> None:
    with opened(root) as session:
        assert session.parsed == FILE_COUNT
    with opened(root) as session:
        assert session.parsed == 0
        check_as_from_nothing(session)
        assert session.parsed == 0
        assert session.store_notes == ()


def test_one_question_reads_what_it_touches(root: Path) -> None:
    with opened(root):
        pass
    with opened(root) as session:
        answer = session.ask(lambda snapshot: callers(snapshot, "pkg/shop.py::sell"))
        assert [site.symbol.id for site in answer.sites] == ["café/ü.py::<module>"]
        loaded = {path for path, shard in session.snapshot.shards.items() if "blocks" in vars(shard.table)}
        assert loaded == {"pkg/shop.py", "café/ü.py"}
        read = {path for path, document in session.snapshot.documents.items() if document.has_text}
        assert read == {"café/ü.py"}


Change = Callable[[Path], object]
CHANGES: dict[str, tuple[Change, int]] = {
    "a body": (lambda root: (root / "pkg/ledger.py").write_text("def append(entry): return None\n"), 1),
    "a new file": (lambda root: (root / "pkg/new.py").write_text("from pkg.shop import sell\nsell(2)\n"), 1),
    "a file that is gone": (lambda root: (root / "pkg/ledger.py").unlink(), 0),
    "a file that moved": (lambda root: (root / "pkg/ledger.py").rename(root / "pkg/book.py"), 0),
    "a touch": (lambda root: (root / "pkg/ledger.py").touch(), 0),
    "a package that is none any more": (lambda root: (root / "pkg/__init__.py").unlink(), 0),
    "a stub beside a module": (lambda root: (root / "pkg/ledger.pyi").write_text("class Book: ...\n"), 1),
    "bytes that are no text": (lambda root: (root / "pkg/ledger.py").write_bytes(b"\xff\xfe\xfa"), 0),
    "an ignore file": (lambda root: (root / ".packlensignore").write_text("pkg/shop.py\n"), 0),
    "a file of the same size and time": (lambda root: _same_stamp(root / "pkg/shop.py"), 1),
}


def _same_stamp(file: Path) -> None:
    status = file.stat()
    file.write_bytes(file.read_bytes().replace(b"item", b"best"))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.parametrize("what", CHANGES)
def test_what_changed_between_two_runs_is_found(root: Path, what: str) -> None:
    change, parsed = CHANGES[what]
    with opened(root):
        pass
    change(root)
    for expected in (parsed, 0):
        with opened(root) as session:
            assert session.parsed == expected
            check_as_from_nothing(session)


def test_settings_that_choose_files_hold_at_the_next_start(root: Path) -> None:
    with opened(root):
        pass
    with opened(root, index={"exclude": ["pkg/shop.py"]}) as session:
        assert session.snapshot.paths() == ("café/ü.py", "pkg/__init__.py", "pkg/ledger.py")
    with opened(root) as session:
        check_as_from_nothing(session)


def test_a_text_that_comes_back_is_not_parsed_again(root: Path) -> None:
    with opened(root):
        pass
    first = (root / "pkg/shop.py").read_text()
    (root / "pkg/shop.py").write_text("def sell(item): ...\n")
    with opened(root) as session:
        assert session.parsed == 1
    (root / "pkg/shop.py").write_text(first)
    with opened(root) as session:
        assert session.parsed == 0
        check_as_from_nothing(session)


def test_an_unsaved_buffer_is_never_kept(root: Path) -> None:
    with opened(root) as session:
        session.change("pkg/shop.py", "def unsaved(): ...\n")
        session.settle(240)
    assert not place_of_or_none(root)
    with opened(root):
        pass
    with opened(root) as session:
        session.change("pkg/shop.py", "def unsaved(): ...\n")
        assert session.settle(240).symbol("pkg/shop.py::unsaved") is not None
    with opened(root) as session:
        assert session.parsed == 0
        check_as_from_nothing(session)


def place_of_or_none(root: Path) -> bool:
    with Session.open(root) as session:
        return session.keeper is not None and session.keeper.place.exists()


def test_a_session_that_stays_saves_soon_after_a_change(root: Path) -> None:
    with opened(root) as session:
        (root / "pkg/shop.py").write_text("def soon(): ...\n")
        session.fresh(240)
        wait_until(lambda: saved_symbols(root, "pkg/shop.py") == {"<module>", "soon"})


def saved_symbols(root: Path, path: str) -> set[str]:
    """The symbols of a file in a graph that another process would find."""
    with Session.open(root) as other:
        if other.keeper is None or not other.keeper.resume(other._publisher.writer):
            return set()
        return {symbol.qualname for symbol in other.snapshot.symbols_in(path)}


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 240
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_text_that_changes_before_it_is_read_is_answered_with_the_next_generation(root: Path) -> None:
    with opened(root):
        pass
    with opened(root) as session:
        (root / "café/ü.py").write_text("# one line more\nfrom pkg.shop import sell\nsell(1)\n")
        answer = session.ask(lambda snapshot: callers(snapshot, "pkg/shop.py::sell"))
        assert [(site.edge.line, site.source_line) for site in answer.sites] == [(3, "sell(1)\n")]


def test_all_comes_into_memory_for_a_session_that_stays(root: Path) -> None:
    with opened(root):
        pass
    with opened(root) as session:
        session.stay()
        wait_until(lambda: session._publisher.writer.is_complete)
        (root / "pkg/ledger.py").unlink()
        assert all(document.has_text for document in session.snapshot.documents.values())
        check_as_from_nothing(session)


def test_a_question_in_flight_is_answered_when_all_has_come_in_meanwhile(root: Path) -> None:
    """An earlier generation reads on what it needs, and with it goes the last hold on the file."""
    with opened(root):
        pass
    with opened(root) as session:
        assert session.keeper is not None
        kept = weakref.ref(session.keeper._store._loaded or session)
        asked = session.snapshot
        (root / "pkg/shop.py").write_text("from pkg.ledger import append\n")
        session.fresh(240)
        session.stay()
        wait_until(lambda: session._publisher.writer.is_complete)
        assert [edge.target for edge in asked.outgoing("pkg/shop.py::sell")] == [
            "pkg/ledger.py::Book",
            "pkg/ledger.py::Book.add",
            "pkg/ledger.py::append",
        ]
        assert session.store_notes == ()
        assert kept() is not None
        del asked
        wait_until(lambda: kept() is None)


# ---------------------------------------------------------------------- damage


def _overwritten(store: Path, at: float) -> None:
    raw = bytearray(store.read_bytes())
    begin = int(len(raw) * at)
    raw[begin : begin + 2000] = os.urandom(len(raw[begin : begin + 2000]))
    store.write_bytes(bytes(raw))


def _blob(store: Path, change: str) -> None:
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute(change)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "text": lambda store: store.write_text("hello\n"),
    "nothing": lambda store: store.write_bytes(b""),
    "zeros": lambda store: store.write_bytes(bytes(store.stat().st_size)),
    "half of it": lambda store: store.write_bytes(store.read_bytes()[: store.stat().st_size // 2]),
    "its head": lambda store: _overwritten(store, 0),
    "its middle": lambda store: _overwritten(store, 0.4),
    "its end": lambda store: _overwritten(store, 0.9),
    "facts": lambda store: _blob(store, "UPDATE facts SET facts = x'00'"),
    "rows": lambda store: _blob(store, "UPDATE files SET static = substr(static, 1, 20)"),
    "users": lambda store: _blob(store, "UPDATE files SET inbound = x'789c'"),
    "answers": lambda store: _blob(store, "UPDATE answers SET answers = x'61'"),
    "the world": lambda store: _blob(store, "DELETE FROM meta WHERE name = 'world'"),
    "how texts were found": lambda store: _blob(store, "UPDATE meta SET value = x'00' WHERE name = 'texts'"),
    "another database": lambda store: _another(store),
    "a folder": lambda store: (store.unlink(), (store / "inside").mkdir(parents=True)),
    "a symlink": lambda store: (store.rename(store.parent / "real"), store.symlink_to(store.parent / "real")),
    "a symlink to nothing": lambda store: (store.unlink(), store.symlink_to(store.parent / "nowhere")),
    "a folder in place of the log": lambda store: Path(f"{store}-wal").mkdir(),
    "missing facts": lambda store: _blob(store, "DELETE FROM facts"),
}


def _another(store: Path) -> None:
    store.unlink()
    _blob(store, "CREATE TABLE mine (x)")


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_store_is_set_aside_and_made_anew(root: Path, what: str) -> None:
    with opened(root):
        pass
    store = place_of(root)
    DAMAGE[what](store)
    (root / "pkg/shop.py").write_text("from pkg.ledger import append\ndef sell(item): return append(item)\n")
    with opened(root) as session:
        check_as_from_nothing(session)
        notes = session.store_notes
        assert notes == () or (
            notes[0].startswith(
                f"the saved index of this workspace was set aside as {store.stem}.damaged and is"
            )
            and len(notes) == 1
        )
    with opened(root) as session:
        assert session.parsed == 0
        assert session.store_notes == ()
        check_as_from_nothing(session)


def test_a_store_that_was_made_and_never_saved_in_is_not_damaged(root: Path) -> None:
    """As it is for a while beside a process that makes it, and after one that was killed before it had saved."""
    with opened(root):
        pass
    store = place_of(root)
    for table in ("meta", "files", "said", "answers"):
        _blob(store, f"DELETE FROM {table}")
    with Session.open(root) as session:
        assert session.keeper is not None
        assert session.keeper.check() is None
    for parsed in (FILE_COUNT, 0):
        with opened(root) as session:
            assert (session.parsed, session.store_notes) == (parsed, ())
            check_as_from_nothing(session)
    assert not store.with_suffix(".damaged").exists()


# ---------------------------------------------------------------------- several processes, and where it lies


def test_two_sessions_share_a_store_and_one_writes(root: Path) -> None:
    with opened(root) as first:
        wait_until(lambda: saved_symbols(root, "pkg/shop.py") != set())
        with opened(root) as second:
            assert second.parsed == 0
            (root / "pkg/shop.py").write_text("def second(): ...\n")
            second.fresh(240)
        assert second.store_notes == ()
        assert saved_symbols(root, "pkg/shop.py") == {"<module>", "sell"}, "the first one is the writer"
        first.fresh(240)
    assert saved_symbols(root, "pkg/shop.py") == {"<module>", "second"}


def test_a_session_that_comes_to_write_after_another_one_writes_everything(root: Path) -> None:
    with opened(root):
        pass
    with opened(root) as slow:
        (root / "pkg/shop.py").write_text("def other(): ...\n")
        with opened(root) as other:
            assert other.parsed == 1
        (root / "pkg/ledger.py").write_text("def append(entry): ...\n")
        slow.fresh(240)
    with opened(root) as session:
        assert session.parsed == 0
        check_as_from_nothing(session)


@pytest.mark.skipif(os.name == "nt", reason="no modes")
def test_nobody_else_can_read_it(root: Path) -> None:
    with opened(root) as session:
        wait_until(lambda: saved_symbols(root, "pkg/shop.py") != set())
        store = place_of(root)
        assert stat.S_IMODE(store.parent.stat().st_mode) == 0o700
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in store.parent.glob(f"{store.stem}*")}
        assert set(modes.values()) == {0o600}, modes
        del session


def test_a_folder_that_others_can_write_to_is_not_used(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "cache/packlens/store"
    folder.mkdir(parents=True)
    with opened(root):
        pass
    kept = set(folder.iterdir())
    folder.chmod(0o777)
    with opened(root) as session:
        assert session.parsed == FILE_COUNT
    assert session.store_notes == (not_kept("other people can write to its folder", folder),)
    assert set(folder.iterdir()) == kept


def test_a_cache_that_cannot_be_written_costs_no_answer(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file\n")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with opened(root) as session:
        check_as_from_nothing(session)
    folder = tmp_path / "cache/packlens/store"
    assert session.store_notes == (not_kept("Not a directory", folder),)


def test_two_worktrees_have_stores_of_their_own(root: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other" / "root", FILES)
    with opened(root), opened(other):
        pass
    assert place_of(root) != place_of(other)


def test_what_is_left_stands_beside_each_generation_that_is_kept(root: Path) -> None:
    with opened(root) as session:
        session.leave("note", lambda snapshot: str(len(snapshot.documents)).encode())
    with opened(root) as session:
        assert session.left("note", session.snapshot) == b"4"
        session.leave("note", lambda snapshot: str(len(snapshot.documents)).encode())
        write(root, "#- more.py\nmore = 1\n")
        age(root)
        session.refresh(["more.py"])
        session.settle()
        assert session.left("note", session.snapshot) is None
    with opened(root) as session:
        assert session.left("note", session.snapshot) == b"5"
