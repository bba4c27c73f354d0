"""Which files a root has, before any setting of ours is looked at.

git says which files there are, by the very rules a person's `git status` follows, when the root lies in a
work tree that does not ignore it. Everywhere else (no repository, no git, a git that refuses) the folder is
walked, and the ignore files are read here.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from packlens.base.regular_file import read_regular_file
from packlens.text import git_files
from packlens.text.git import GitError
from packlens.text.ignore import Rules
from packlens.text.listing import Cause, Skip
from packlens.text.paths import path_of_raw, system_of_raw
from packlens.text.walk import named, pattern_file, user_pattern_file, walk


@dataclass(slots=True)
class Candidates:
    """Raw paths relative to the root.

    top     the folder whose ignore files hold for the root: the root or the work tree around it
    prefix  the root as seen from `top`: "" or a folder that ends in `/`
    """

    top: Path
    prefix: str
    files: list[str] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)
    used_git: bool = False
    notes: list[str] = field(default_factory=list)


def find_candidates(root: Path, only: Sequence[str] = ()) -> Candidates:
    """The files of `root`, a real path; of these alone when `only` names some."""
    around = _work_tree(root)
    if around is None:
        return _walked(root, _Around(root, _nested_rules(root, ())), only)
    try:
        if git_files.is_ignored(root):
            return _ignored_root(root, only)
        return _listed(root, around, only)
    except GitError as error:
        rules = _nested_rules(around, _repository_rules(around))
        prefix = _prefix(around, root)
        if prefix and rules.ignores_folder(prefix[:-1]):
            return _ignored_root(root, only)
        found = _walked(root, _Around(around, rules, prefix, enter_repositories=False), only)
        found.notes.append(f"git did not list the files ({error}); the ignore files were read without it")
        return found


def no_candidates(root: Path) -> Candidates:
    """What holds for the names of `root`, a real path, without looking for any."""
    around = _work_tree(root) or root
    return Candidates(around, _prefix(around, root))


def rule_places(root: Path) -> tuple[list[Path], list[Path]]:
    """What outside the folders of `root`, a real path, decides which files it has.

    First the files whose content does, then the paths of which only that they exist.
    """
    around = _work_tree(root)
    above = [folder / ".git" for folder in root.parents]
    if around is None:
        return [], above
    between = [folder for folder in root.parents if folder.is_relative_to(around)]
    files = [folder / name for folder in between for name in (".gitignore", ".packlensignore")]
    try:
        repository, common = _repository(around)
    except OSError:
        return files, above
    files += [repository / "index", common / "config", common / "info" / "exclude"]
    return [*files, *git_files.settings_files(around)], above


@dataclass(frozen=True, slots=True)
class _Around:
    """The rules that hold for a walk, and the folder they are relative to."""

    top: Path
    rules: Rules
    prefix: str = ""
    enter_repositories: bool = True


def _listed(root: Path, around: Path, only: Sequence[str]) -> Candidates:
    files, repositories = git_files.listed_files(root, only)
    if only:
        ignored = [name for name in only if name not in files and os.path.lexists(root / system_of_raw(name))]
    else:
        ignored = git_files.ignored_entries(root)
    found = Candidates(around, _prefix(around, root), used_git=True)
    found.files = sorted(files)
    found.skips = [
        *(Skip(path_of_raw(name), Cause.IGNORED) for name in ignored),
        *(Skip(path_of_raw(name), Cause.NESTED_REPOSITORY) for name in sorted(repositories)),
    ]
    return found


def _ignored_root(root: Path, only: Sequence[str]) -> Candidates:
    found = _walked(root, _Around(root, Rules()), only)
    found.notes.append(
        f"the repository around {root.name} ignores it; every ignore file of git's is set aside"
    )
    return found


def _walked(root: Path, around: _Around, only: Sequence[str]) -> Candidates:
    if only:
        here = named(root, around.rules, only, around.prefix, enter_repositories=around.enter_repositories)
    else:
        here = walk(root, around.rules, around.prefix, enter_repositories=around.enter_repositories)
    skips = [*here.skips, *(Skip(path_of_raw(name), Cause.IGNORED) for name in here.ignored)]
    return Candidates(around.top, around.prefix, here.files, skips)


def _work_tree(root: Path) -> Path | None:
    """The nearest folder, the root or above it, that says it is a repository."""
    return next((folder for folder in (root, *root.parents) if os.path.lexists(folder / ".git")), None)


def _prefix(top: Path, root: Path) -> str:
    return "" if top == root else f"{root.relative_to(top).as_posix()}/"


def _nested_rules(top: Path, base: Sequence[Path]) -> Rules:
    loaded = [user_pattern_file(place) for place in base]
    return Rules(
        lambda folder: pattern_file(top, folder, ".gitignore"),
        [patterns for patterns in loaded if patterns],
    )


def _repository_rules(work_tree: Path) -> list[Path]:
    """The ignore files that hold for a whole repository, strongest first."""
    try:
        _, common = _repository(work_tree)
    except OSError:
        return [git_files.excludes_file(work_tree)]
    return [common / "info" / "exclude", git_files.excludes_file(work_tree)]


def _repository(work_tree: Path) -> tuple[Path, Path]:
    """Where git keeps what is the work tree's own, and what it shares with other work trees."""
    repository = work_tree / ".git"
    if not repository.is_dir():
        # A worktree or a submodule: `.git` is a file that says where the repository is.
        repository = work_tree / _line(repository).removeprefix("gitdir: ")
    shared = repository / "commondir"
    return repository, repository / _line(shared) if shared.is_file() else repository


def _line(path: Path) -> str:
    return os.fsdecode(read_regular_file(os.fspath(path), 10_000)).strip("\n")
