"""What git holds: revisions, and the entries of a tree or of the index with their contents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from packlens.base.errors import UsageError
from packlens.text.git import GitError, names_in, run, without_drivers

SUBMODULE = "160000"
SYMLINK = "120000"


@dataclass(frozen=True, slots=True)
class Entry:
    """One name of a tree or of the index: its mode, as git writes it, and the id of its content.

    unmerged   a merge has left several contents, of which `blob` is the first
    """

    mode: str
    blob: str
    unmerged: bool = False


def check_revision(revision: str) -> None:
    """Refuses, with a UsageError that names it, what is no revision but an option or nothing at all."""
    if not revision or revision.startswith("-") or not revision.isprintable() or " " in revision:
        shown = "".join(character if character.isprintable() else "?" for character in revision)
        raise UsageError(f"`{shown}` is not a revision; give a commit, a branch or a tag")


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
    return [name.strip("\n") for name in names_in(answer)]


def is_shallow(folder: Path) -> bool:
    """Whether the repository holds only the newest part of its history."""
    return run(folder, "rev-parse", "--is-shallow-repository").strip() == b"true"


def tree_entries(folder: Path, tree: str) -> dict[str, Entry]:
    """What a tree of the whole repository holds below `folder`, by raw path relative to it."""
    entries: dict[str, Entry] = {}
    for line in names_in(run(folder, "ls-tree", "-r", "-z", tree)):
        mode_kind_blob, _, name = line.partition("\t")
        mode, _, blob = mode_kind_blob.split(" ")
        entries[name] = Entry(mode, blob)
    return entries


def index_entries(folder: Path) -> dict[str, Entry]:
    """What the index holds below `folder`, by raw path relative to it."""
    entries: dict[str, Entry] = {}
    for line in names_in(run(folder, "ls-files", "--stage", "-z")):
        mode_blob_stage, _, name = line.partition("\t")
        mode, blob, stage = mode_blob_stage.split(" ")
        entries.setdefault(name, Entry(mode, blob, unmerged=stage != "0"))
    return entries


def changed_names(folder: Path, tree: str) -> list[str]:
    """Raw paths, relative to `folder`, of tracked files in which the disk differs from `tree`."""
    return names_in(
        run(
            folder,
            *without_drivers(folder),
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
    return [names_in(names) for names in answer.split(b"\x01\0\n")[1:]]


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


def _object_of(folder: Path, revision: str, kind: str) -> str | None:
    check_revision(revision)
    arguments = ("rev-parse", "--verify", "--quiet", f"{revision}^{{{kind}}}")
    # 128 is said of a name that git cannot even read, as `HEAD@{x`.
    return run(folder, *arguments, accepted=(0, 1, 128)).decode().strip() or None


def _lines(ids: Iterable[str]) -> bytes:
    return "".join(f"{each}\n" for each in ids).encode()
