"""Files that change on disk, without anyone saying so."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

from packlens.session.session import Session
from packlens.session.watch import _QUIET_MS, watching
from tests.cli.program import git, repository, write
from tests.support.edges import edge_lines

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


def check_soon(session: Session, holds: Callable[[], bool]) -> None:
    """Assert that something comes to hold, without the session being asked to look."""
    deadline = time.monotonic() + 240
    while not holds():
        assert time.monotonic() < deadline, session.snapshot.paths()
        time.sleep(0.02)


def test_written_moved_and_deleted_files_are_seen(tmp_path: Path) -> None:
    root = write(tmp_path / "root", FILES)
    with Session.open(root) as session:
        session.index()
        with watching(session) as watch:
            assert watch.wait(240)
            (root / "pkg/shop.py").write_text("def sell(item):\n    return item\n")
            check_soon(session, lambda: edge_lines(session.snapshot) == [])

            (root / "new").mkdir()
            (root / "new/more.py").write_text("def more(): ...\n")
            check_soon(session, lambda: "new/more.py" in session.snapshot.documents)

            (root / "new").rename(root / "newer")
            check_soon(session, lambda: "newer/more.py" in session.snapshot.documents)
            assert "new/more.py" not in session.settle(240).documents

            shutil.rmtree(root / "newer")
            check_soon(session, lambda: "newer/more.py" not in session.snapshot.documents)
            assert watch.failure is None


def test_a_branch_switch_is_one_burst(tmp_path: Path) -> None:
    root = repository(tmp_path / "root", FILES)
    git(root, "switch", "-q", "-c", "other")
    for number in range(300):
        (root / f"pkg/m{number}.py").write_text(f"def f{number}(): ...\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "many")
    git(root, "switch", "-q", "main")
    with Session.open(root) as session:
        session.index()
        with watching(session) as watch:
            assert watch.wait(240)
            before = session.settle(240).generation
            began = time.monotonic()
            git(root, "switch", "-q", "other")
            check_soon(session, lambda: len(session.snapshot.documents) == 303)
            # Several bursts where the machine pauses in the middle of it, but none without such a pause.
            pauses = (time.monotonic() - began) * 1000 / _QUIET_MS
            assert session.snapshot.generation - before <= 3 + pauses


def test_ignored_folders_are_not_looked_at(tmp_path: Path) -> None:
    root = repository(tmp_path / "root", FILES + "#- .gitignore\nbuild/\n")
    with Session.open(root) as session:
        session.index()
        with watching(session) as watch:
            assert watch.wait(240)
            before = session.settle(240)
            (root / "build").mkdir()
            (root / "build/made.py").write_text("def made(): ...\n")
            (root / "pkg/seen.py").write_text("def seen(): ...\n")
            check_soon(session, lambda: "pkg/seen.py" in session.snapshot.documents)
            assert session.snapshot.documents.keys() - before.documents.keys() == {"pkg/seen.py"}


def test_a_watch_ends_with_its_context(tmp_path: Path) -> None:
    root = write(tmp_path / "root", FILES)
    with Session.open(root) as session:
        session.index()
        with watching(session) as watch:
            assert watch.wait(240)
        (root / "pkg/late.py").write_text("def late(): ...\n")
        assert "pkg/late.py" not in session.settle(1).documents
        assert "pkg/late.py" in session.fresh(240).documents
