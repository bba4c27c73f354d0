"""Programs that are killed at any point: the next start works, and nothing of theirs is left in the way.

PACKLENS_KILLS=100 pytest tests/session/test_killed.py --timeout 0
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from packlens.session.session import Session
from tests.cli.program import PROGRAM
from tests.support.facts import differences, facts_of
from tests.support.rpc import RpcClient

KILLS = int(os.environ.get("PACKLENS_KILLS", "2"))
FILE_COUNT = 60
FILES_WITH_OPEN_CALLS = 3  # calls that Jedi settles
pytestmark = [
    pytest.mark.timeout(600 if KILLS < 10 else 0),
    pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX"),
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Files that use one another, enough for an index to take a while."""
    folder = tmp_path / "root"
    for number in range(FILE_COUNT):
        write_file(folder, number, 0)
    return folder


def write_file(folder: Path, number: int, version: int) -> None:
    folder.mkdir(exist_ok=True)
    other = (number * 7 + version) % FILE_COUNT
    methods = "".join(f"    def go{at}(self): return f{other}().go{at}()\n" for at in range(20))
    text = f"from m{other} import A{other} as f{other}\nclass A{number}:\n{methods}VERSION = {version}\n"
    if number < FILES_WITH_OPEN_CALLS:
        text += f"def best(): min(A{number}(), A{number}()).go0()\n"
    (folder / f"m{number}.py").write_text(text)


def check_next_start(root: Path) -> int:
    """The next session has the graph of the texts, saves it and leaves a store that the one after finds whole, with
    what Jedi says of it. How many texts the first of them parsed.
    """
    with Session.open(root, keeps=False) as other:
        other.index()
        expected = facts_of(other.settle_all())
    parsed = []
    for _ in range(2):
        with Session.open(root) as session:
            session.index()
            assert differences(facts_of(session.settle_all()), expected) == []
            assert session.store_notes == ()
            parsed.append(session.parsed)
            assert session.keeper is not None
            store = session.keeper.place
        assert session.store_notes == ()
    assert parsed[1] == 0
    assert not list(store.parent.glob(f"{store.stem}.damaged"))
    return parsed[0]


def test_an_index_that_is_killed(root: Path) -> None:
    chance = random.Random(KILLS)
    for number in range(KILLS):
        write_file(root, number % FILE_COUNT, number + 1)
        command = [*PROGRAM, "index", str(root), *(["--full"] if number % 2 else [])]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            running.wait(chance.uniform(0.1, 2.5))
        except subprocess.TimeoutExpired:
            started = children_of(running.pid)
            running.kill()
            check_ended(started)
        running.wait()
        check_next_start(root)


def children_of(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def check_ended(processes: list[psutil.Process]) -> None:
    """Those that a killed program had started end by themselves."""
    assert psutil.wait_procs(processes, timeout=300)[1] == []


def wait_until_saved(root: Path, path: str) -> None:
    """Wait until the store holds the present text of a file, for any process that starts now."""
    wanted = hashlib.sha256((root / path).read_bytes()).hexdigest()
    deadline = time.monotonic() + 240
    while kept_digest(root, path) != wanted:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def kept_digest(root: Path, path: str) -> str | None:
    """The digest of a file's text in the graph that is kept; `None` where none is."""
    with Session.open(root) as other:
        if other.keeper is None or not other.keeper.resume(other._publisher.writer):
            return None
        return other.snapshot.documents[path].sha256


def test_a_server_that_is_killed_has_lost_no_more_than_its_last_two_seconds(root: Path) -> None:
    chance = random.Random(KILLS)
    for number in range(KILLS):
        with RpcClient([*PROGRAM, "lsp"], headers=True, cwd=root) as server:
            server.request(
                "initialize",
                {"processId": os.getpid(), "rootUri": root.as_uri(), "capabilities": {}},
            )
            server.notify("initialized", {})
            status = {"command": "packlens.server.status", "arguments": [{}]}
            server.request("workspace/executeCommand", status)
            write_file(root, number % FILE_COUNT, number + 1)
            changed = {"uri": (root / f"m{number % FILE_COUNT}.py").as_uri(), "type": 2}
            server.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
            if number % 2:
                time.sleep(chance.uniform(0, 1.5))
            else:
                wait_until_saved(root, f"m{number % FILE_COUNT}.py")
            started = children_of(server.pid)
        check_ended(started)
        lost = check_next_start(root)
        assert lost <= (1 if number % 2 and number > 1 else FILE_COUNT if number == 1 else 0)
