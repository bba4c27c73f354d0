"""Runs the real program on a real folder, as a person's shell would."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support.fixture import parse

PROGRAM = (sys.executable, "-m", "packlens")


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
    prepare: Callable[[], None] | None = None,
) -> Outcome:
    """Run `packlens ARGUMENTS` in `cwd` to its end."""
    finished = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        cwd=cwd,
        env=environment(env),
        input=stdin,
        capture_output=True,
        timeout=60,
        preexec_fn=prepare,
        check=False,
    )
    return Outcome(finished.returncode, finished.stdout, finished.stderr.decode("utf-8"))


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
