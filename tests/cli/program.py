"""Runs the command line on a real folder, in this process or as a person's shell would.

`packlens` is the whole command line from its arguments to its exit code, on streams, in a folder and with an
environment of its own, without the cost of starting an interpreter. `process` starts the program; it is for
what only a process can show: its exit code as the system sees it, encodings of the real streams, signals, hash
seeds, what is loaded. `test_entry.py` holds that the two say the same.

Both leave Jedi out (`--no-jedi`) unless a test is about it: `with_jedi=True`.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from packlens.cli.app import run
from tests.support.fixture import parse

PROGRAM = (sys.executable, "-m", "packlens")
_SETTLING = frozenset({"pack", "callers", "callees", "symbol", "graph", "impact", "index", "doctor"})
_TREE = Path(__file__).parents[2]


def hears_ctrl_c() -> None:
    """Before a program starts: let it hear Ctrl-C, which a shell keeps from what it runs in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one command: exit code, the bytes on stdout, the text on stderr."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode("utf-8")


def environment(changes: Mapping[str, str] = {}) -> dict[str, str]:
    """This process's environment, without a person's git settings."""
    return os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"} | dict(changes)


def packlens(
    *arguments: str | Path,
    cwd: Path,
    env: Mapping[str, str] = {},
    stdin: bytes = b"",
    with_jedi: bool = False,
) -> Outcome:
    """What `packlens ARGUMENTS` in `cwd` comes to, run in this process."""
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = _stream(), _stream()
    with chdir(cwd), patch.dict(os.environ, environment(env)):
        sys.stdin, sys.stdout, sys.stderr = _stream(stdin), out, err
        try:
            code = run(_written(arguments, with_jedi))
        finally:
            sys.stdin, sys.stdout, sys.stderr = before
    return Outcome(code, _bytes(out), _bytes(err).decode("utf-8"))


def process(
    *arguments: str | Path,
    cwd: Path,
    env: Mapping[str, str] = {},
    stdin: bytes = b"",
    prepare: Callable[[], None] | None = None,
    with_jedi: bool = False,
) -> Outcome:
    """The same in a process of its own."""
    finished = subprocess.run(
        [*PROGRAM, *_written(arguments, with_jedi)],
        cwd=cwd,
        env=environment(env),
        input=stdin,
        capture_output=True,
        timeout=240,
        preexec_fn=prepare,
        check=False,
    )
    return Outcome(finished.returncode, finished.stdout, finished.stderr.decode("utf-8"))


def in_turn(commands: Sequence[Sequence[str]], cwd: Path, env: Mapping[str, str] = {}) -> list[Outcome]:
    """What each command comes to, all of them in one process of its own."""
    script = """
import json, sys
from pathlib import Path
from tests.cli.program import packlens
commands, cwd = json.load(sys.stdin), Path.cwd()
outcomes = [packlens(*command, cwd=cwd) for command in commands]
json.dump([(outcome.code, list(outcome.out), outcome.err) for outcome in outcomes], sys.stdout)
"""
    finished = subprocess.run(
        [sys.executable, "-c", script],
        cwd=cwd,
        env=environment(env) | {"PYTHONPATH": str(_TREE)},
        input=json.dumps(commands).encode(),
        capture_output=True,
        timeout=240,
        check=True,
    )
    return [Outcome(code, bytes(out), err) for code, out, err in json.loads(finished.stdout)]


def _written(arguments: Sequence[str | Path], with_jedi: bool) -> list[str]:
    """The arguments as text, with `--no-jedi` behind the command where it knows it."""
    written = [str(argument) for argument in arguments]
    for number, argument in enumerate(written):
        if argument in _SETTLING and not with_jedi:
            return [*written[: number + 1], "--no-jedi", *written[number + 1 :]]
    return written


def _stream(content: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", errors="backslashreplace", newline="")


def _bytes(stream: io.TextIOWrapper) -> bytes:
    """What was written to a stream."""
    stream.flush()
    stream.seek(0)
    return stream.buffer.read()


def write(folder: Path, fixture: str) -> Path:
    """The fixture's files below `folder`, which is created."""
    folder.mkdir(parents=True, exist_ok=True)
    parse(fixture).write_to(folder)
    return folder


def git(folder: Path, *arguments: str) -> bytes:
    """What `git ARGUMENTS` prints in `folder`."""
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    command = ["git", *identity, *arguments]
    return subprocess.run(command, cwd=folder, env=environment(), capture_output=True, check=True).stdout


def repository(folder: Path, fixture: str) -> Path:
    """The fixture's files in a new git repository, committed."""
    write(folder, fixture)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "files")
    return folder
