"""The one place that runs git, and the only program Packlens starts inside a workspace.

A repository is a stranger's: its configuration may name programs for git to run (a file system monitor,
hooks, diff and text conversion drivers, clean filters, transports for missing objects). Each is switched
off by what stands on our command line or in our environment, which a repository cannot override. git itself
is looked up in the absolute folders of PATH only, so that a program called `git` in the current folder is
never started.

Bytes in and out, always `-z`, C locale. A failing git is a GitError, which callers answer by walking the
folder.
"""
# ruff: noqa: PTH111, PTH113, PTH117, PTH118
# File names are bytes of the system here.

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from packlens.base.errors import UsageError
from packlens.text.paths import system_of_raw

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
SUBMODULE = "160000"
SYMLINK = "120000"
_DRIVERS = r"^filter\..*\.(clean|smudge|process|required)$"

# Which configuration is the user's own is the user's to say. Everything else named GIT_ belongs to some other
# git that may have started us, such as the one whose hook we run in.
_KEPT = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT")
_KEPT_FAMILIES = ("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_", "GIT_CEILING_DIRECTORIES")


class GitError(Exception):
    """git is absent, too slow, or failed; the message is one line of why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One name of a tree or of the index: its mode, as git writes it, and the id of its content.

    unmerged   a merge has left several contents, of which `blob` is the first
    """

    mode: str
    blob: str
    unmerged: bool = False


def listed_files(folder: Path, only: Sequence[str] = ()) -> tuple[set[str], set[str]]:
    """Raw paths, relative to `folder`, of what git tracks or would add below it, or of `only` these.

    The second set holds the folders that are repositories of their own, submodules among them.
    """
    command = ("--literal-pathspecs", "ls-files", "-t", "--stage", "--others", "--exclude-standard", "-z")
    files: set[str] = set()
    repositories: set[str] = set()
    for entry in _names(run(folder, *command, "--", *map(system_of_raw, only))):
        # "? name" for what is not tracked, "H mode object stage<TAB>name" for what is.
        if entry.startswith("? "):
            name, is_repository = entry[2:], entry.endswith("/")
        else:
            stage, _, name = entry.partition("\t")
            is_repository = stage.split()[1] == SUBMODULE
        (repositories if is_repository else files).add(name.removesuffix("/"))
    return files, repositories


def ignored_entries(folder: Path) -> list[str]:
    """Raw paths below `folder` that git ignores; a folder ignored as a whole is one entry, ending in `/`."""
    command = ("ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
    return _names(run(folder, *command))


def is_ignored(folder: Path) -> bool:
    """Whether the repository around `folder` ignores the folder itself."""
    if run(folder, "rev-parse", "--show-prefix").strip() == b"":
        # The top of a work tree: "." would match a pattern such as `*`, which speaks of what is inside.
        return False
    return run(folder, "check-ignore", "--", ".", accepted=(0, 1)) != b""


def excludes_file(folder: Path) -> Path:
    """The user's own ignore file, as configured outside of any repository."""
    try:
        answer = run(folder, "config", "--global", "-z", "--type=path", "--get", "core.excludesFile")
    except GitError:
        home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
        return Path(home) / "git" / "ignore"
    return Path(os.fsdecode(answer.rstrip(b"\0")))


def settings_files(folder: Path) -> list[Path]:
    """The user's own configuration, and the ignore files that any configuration names, there or not."""
    home = Path(os.path.expanduser("~"))
    xdg = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git"
    named = os.environ.get("GIT_CONFIG_GLOBAL")
    files = [Path(named)] if named else [home / ".gitconfig", xdg / "config"]
    try:
        answer = run(folder, "config", "-z", "--type=path", "--get-all", "core.excludesFile")
    except GitError:  # none is named
        return [*files, xdg / "ignore"]
    return [*files, *(folder / os.fsdecode(place) for place in answer.split(b"\0")[:-1])]


def diff(work_tree: Path, *revisions: str, context: int = 0, paths: Sequence[str] = ()) -> bytes:
    """A unified diff, of the working tree against one revision or between two. Renames are an add and a
    delete.

    Raises UsageError for a revision that git would take for an option.
    """
    for revision in revisions:
        check_revision(revision)
    return run(
        work_tree,
        *_without_drivers(work_tree),
        "--literal-pathspecs",
        "diff",
        *("--no-ext-diff", "--no-textconv", "--no-renames", "--no-color", "--ignore-submodules=all"),
        *("--src-prefix=a/", "--dst-prefix=b/", f"--unified={context}"),
        *revisions,
        "--",
        *map(system_of_raw, paths),
    )


def tree_of(folder: Path, revision: str) -> str | None:
    """The id of the tree that a revision names; `None` when it names none. Raises UsageError."""
    return _object_of(folder, revision, "tree")


def merge_base(folder: Path, one: str, other: str) -> str | None:
    """The id of the newest commit that both revisions come from; `None` without one. Raises UsageError."""
    commits = [_object_of(folder, revision, "commit") for revision in (one, other)]
    known = [commit for commit in commits if commit is not None]
    if len(known) < 2:
        return None
    return run(folder, "merge-base", *known, accepted=(0, 1)).decode().strip() or None


def references(folder: Path) -> list[str]:
    """The short names of branches and tags."""
    answer = run(folder, "for-each-ref", "--format=%(refname:short)%00")
    return [name.strip("\n") for name in _names(answer)]


def is_shallow(folder: Path) -> bool:
    """Whether the repository holds only the newest part of its history."""
    return run(folder, "rev-parse", "--is-shallow-repository").strip() == b"true"


def tree_entries(folder: Path, tree: str) -> dict[str, Entry]:
    """What a tree of the whole repository holds below `folder`, by raw path relative to it."""
    entries: dict[str, Entry] = {}
    for line in _names(run(folder, "ls-tree", "-r", "-z", tree)):
        mode_kind_blob, _, name = line.partition("\t")
        mode, _, blob = mode_kind_blob.split(" ")
        entries[name] = Entry(mode, blob)
    return entries


def index_entries(folder: Path) -> dict[str, Entry]:
    """What the index holds below `folder`, by raw path relative to it."""
    entries: dict[str, Entry] = {}
    for line in _names(run(folder, "ls-files", "--stage", "-z")):
        mode_blob_stage, _, name = line.partition("\t")
        mode, blob, stage = mode_blob_stage.split(" ")
        entries.setdefault(name, Entry(mode, blob, unmerged=stage != "0"))
    return entries


def changed_names(folder: Path, tree: str) -> list[str]:
    """Raw paths, relative to `folder`, of tracked files in which the disk differs from `tree`."""
    return _names(
        run(
            folder,
            *_without_drivers(folder),
            *("diff", "--name-only", "-z", "--relative", "--no-renames"),
            *("--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all"),
            tree,
            "--",
        )
    )


def touched(folder: Path, commits: int) -> list[list[str]]:
    """Raw paths, relative to `folder`, that each of the last commits touched below it, the latest first.

    Merges are left out. The order is that in which commits follow one another, whatever their clocks say.
    """
    answer = run(
        folder,
        *("log", "--topo-order", "--no-merges", f"--max-count={commits}", "--format=%x01"),
        *("--name-only", "-z", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv"),
        *("HEAD", "--", "."),
    )
    return [_names(names) for names in answer.split(b"\x01\0\n")[1:]]


def blobs(folder: Path, ids: Iterable[str], max_bytes: int) -> dict[str, bytes | int]:
    """The content of each id, as git keeps it; its size alone, in bytes, for one over `max_bytes`.

    Raises GitError for what this clone does not hold.
    """
    asked = sorted(set(ids))
    sizes = run(folder, "cat-file", "--batch-check", given=_lines(asked)).decode().splitlines()
    size: dict[str, int] = {}
    for blob, line in zip(asked, sizes, strict=True):
        if not line.rpartition(" ")[2].isdigit():
            raise GitError("this clone does not hold the content of every file; fetch it first")
        size[blob] = int(line.rpartition(" ")[2])
    small = [blob for blob in asked if size[blob] <= max_bytes]
    answer = run(folder, "cat-file", "--batch", given=_lines(small)) if small else b""
    found: dict[str, bytes | int] = dict(size)
    at = 0
    for blob in small:
        at += len(f"{blob} blob {size[blob]}\n")
        found[blob] = answer[at : at + size[blob]]
        at += size[blob] + 1
    return found


def check_revision(revision: str) -> None:
    """Refuses, with a UsageError that names it, what is no revision but an option or nothing at all."""
    if not revision or revision.startswith("-") or not revision.isprintable() or " " in revision:
        shown = "".join(character if character.isprintable() else "?" for character in revision)
        raise UsageError(f"`{shown}` is not a revision; give a commit, a branch or a tag")


def run(folder: Path, *arguments: str, accepted: Sequence[int] = (0,), given: bytes = b"") -> bytes:
    """What `git ARGUMENTS`, `given` these bytes, prints in `folder`, with nothing of the repository's own running."""
    try:
        done = subprocess.run(
            [_program(), *_SAFE, *arguments],
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


def _program() -> str:
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.get_exec_path():
        candidate = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
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


def _without_drivers(folder: Path) -> list[str]:
    """Options that empty each content filter the repository configures; git has no one switch for it."""
    answer = run(folder, "config", "-z", "--name-only", "--get-regexp", _DRIVERS, accepted=(0, 1))
    options = []
    for name in sorted(set(_names(answer))):
        if "=" in name or "\n" in name:
            raise GitError(
                "the repository configures a content filter with a name that cannot be switched off"
            )
        options += ["-c", f"{name}={'false' if name.endswith('.required') else ''}"]
    return options


def _object_of(folder: Path, revision: str, kind: str) -> str | None:
    check_revision(revision)
    arguments = ("rev-parse", "--verify", "--quiet", f"{revision}^{{{kind}}}")
    # 128 is said of a name that git cannot even read, as `HEAD@{x`.
    return run(folder, *arguments, accepted=(0, 1, 128)).decode().strip() or None


def _lines(ids: Iterable[str]) -> bytes:
    return "".join(f"{each}\n" for each in ids).encode()


def _names(answer: bytes) -> list[str]:
    return answer.decode("utf-8", "surrogateescape").split("\0")[:-1]
