"""Real git repositories, and what git says of their files: the oracle of discovery."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from packlens.text.paths import path_of_raw


@dataclass(frozen=True)
class Repository:
    """A work tree."""

    root: Path

    @staticmethod
    def new(root: Path) -> Repository:
        root.mkdir(parents=True, exist_ok=True)
        repository = Repository(root)
        repository.git("init", "-q")
        return repository

    def git(self, *arguments: str, folder: str = ".") -> bytes:
        """Plain git, with all its dangers."""
        done = subprocess.run(["git", *arguments], cwd=self.root / folder, capture_output=True)
        assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
        return done.stdout

    def commit(self) -> None:
        """Everything that is not ignored."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "step")

    def add_submodule(self, other: Repository, folder: str) -> None:
        """Another repository as a submodule of this one."""
        self.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.root), folder)

    def python_files(self, folder: str = ".") -> tuple[str, ...]:
        """What `git ls-files -co --exclude-standard` says, Python files that are there alone."""
        answer = self.git("ls-files", "-co", "--exclude-standard", "-z", folder=folder)
        names = {name for name in answer.split(b"\0") if name.endswith((b".py", b".pyi"))}
        there = [name for name in names if os.path.lexists(self.root / folder / os.fsdecode(name))]
        return tuple(sorted(path_of_raw(name.decode("utf-8", "surrogateescape")) for name in there))


def write(root: Path, *paths: str, text: str = "x = 1\n") -> None:
    """Files with the same text."""
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="")
