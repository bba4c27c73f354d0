"""The one place that runs git, and the only program Packlens starts inside a workspace.

A repository is a stranger's: its configuration may name programs for git to run (a file system monitor,
hooks, diff and text conversion drivers, clean filters, transports for missing objects). Each is switched
off by what stands on our command line or in our environment, which a repository cannot override. git itself
is looked up in the absolute folders of PATH that lie outside the work tree it is asked about, so that a program called
`git` in the current folder, or in an environment inside the workspace, is never started.

Bytes in and out, always `-z`, C locale. A failing git is a GitError. What is asked of it stands in `git_files.py` (the
folder on disk) and `git_objects.py` (commits and the index).
"""
# ruff: noqa: PTH113, PTH117, PTH118
# File names are bytes of the system here.

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

_TIMEOUT = 60.0

_SAFE = (
    "--no-pager",
    "--no-optional-locks",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.quotePath=false"),
    *("-c", "diff.external="),
    *("-c", "safe.bareRepository=explicit"),
)
_DRIVERS = r"^filter\..*\.(clean|smudge|process|required)$"

# Which configuration is the user's own is the user's to say. Everything else named GIT_ belongs to some other
# git that may have started us, such as the one whose hook we run in.
_KEPT = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT")
_KEPT_FAMILIES = ("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_", "GIT_CEILING_DIRECTORIES")


class GitError(Exception):
    """git is absent, too slow, or failed; the message is one line of why."""


def run(folder: Path, *arguments: str, accepted: Sequence[int] = (0,), given: bytes = b"") -> bytes:
    """What `git ARGUMENTS`, `given` these bytes, prints in `folder`, with nothing of the repository's own running."""
    try:
        done = subprocess.run(
            [_program(folder), *_SAFE, *arguments],
            cwd=folder,
            env=_environment(),
            input=given,
            capture_output=True,
            timeout=_TIMEOUT,
        )
    except subprocess.TimeoutExpired:
        raise GitError(f"git took more than {_TIMEOUT:.0f} seconds") from None
    except (OSError, ValueError) as error:
        raise GitError(f"git did not start: {error}") from None
    if done.returncode not in accepted:
        lines = done.stderr.decode("utf-8", "replace").splitlines() or [f"exit code {done.returncode}"]
        raise GitError("".join(character for character in lines[0] if character.isprintable()))
    return done.stdout


def without_drivers(folder: Path) -> list[str]:
    """Options that empty each content filter the repository configures; git has no one switch for it."""
    answer = run(folder, "config", "-z", "--name-only", "--get-regexp", _DRIVERS, accepted=(0, 1))
    options = []
    for name in sorted(set(names_in(answer))):
        if "=" in name or "\n" in name:
            raise GitError(
                "the repository configures a content filter with a name that cannot be switched off"
            )
        options += ["-c", f"{name}={'false' if name.endswith('.required') else ''}"]
    return options


def names_in(answer: bytes) -> list[str]:
    """The raw paths of an answer asked for with `-z`."""
    return answer.decode("utf-8", "surrogateescape").split("\0")[:-1]


def _program(asked_about: Path) -> str:
    name = "git.exe" if os.name == "nt" else "git"
    here = Path(os.path.realpath(asked_about))
    workspace = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
    for folder in os.get_exec_path():
        candidate = os.path.join(folder, name)
        if not os.path.isabs(folder) or Path(os.path.realpath(folder)).is_relative_to(workspace):
            continue
        if os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    raise GitError("git is not installed")


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in _KEPT or name.startswith(_KEPT_FAMILIES)
    }
    return kept | {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        # A partial clone fetches what it lacks, by whatever transport the repository names.
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "LC_ALL": "C",
    }
