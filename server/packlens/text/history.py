"""Which two states of a root a diff compares, and what git has of them.

    A..B      the commit A and the commit B; `A..` and `..B` take HEAD for what is left out
    A...B     B and the commit at which it left A, as a pull request compares
    REV       a commit and the working tree
    staged    HEAD and the index
    nothing   HEAD and the working tree

The working tree itself is no business of this module: of it is said only which of its files differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from packlens.base.errors import NotFoundError, UsageError
from packlens.text import git_objects
from packlens.text.git import GitError, run

Answer = TypeVar("Answer")

_HEAD = "HEAD"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The states that a diff compares.

    old     a revision
    new     a revision; `None` for the working tree or the index
    staged  the later state is the index
    merge_base  the earlier state is where `new` left `old`
    """

    old: str = _HEAD
    new: str | None = None
    staged: bool = False
    merge_base: bool = False

    @staticmethod
    def of(revisions: str | None, *, staged: bool = False) -> Comparison:
        """The comparison that was asked for. Raises UsageError for what names no two states."""
        if staged and revisions is not None:
            raise UsageError("a diff is of revisions or of what is staged; give one of them")
        if revisions is None:
            return Comparison(staged=staged)
        dots = "..." if "..." in revisions else ".."
        old, between, new = revisions.partition(dots)
        comparison = Comparison(old or _HEAD, (new or _HEAD) if between else None, merge_base=dots == "...")
        if not old and not new:
            raise UsageError(f"`{revisions}` names no revision; give a commit, or two as A..B")
        for revision in (comparison.old, comparison.new):
            if revision is not None:
                git_objects.check_revision(revision)
                if ".." in revision:
                    raise UsageError(f"`{revisions}` names more than two revisions; give A..B")
        return comparison

    @property
    def text(self) -> str:
        """As a person would write it."""
        if self.staged:
            return "staged"
        if self.new is None:
            return self.old
        return f"{self.old}{'...' if self.merge_base else '..'}{self.new}"

    @property
    def in_objects(self) -> bool:
        """Whether the later state is git's and not the disk's."""
        return self.staged or self.new is not None


@dataclass(frozen=True, slots=True)
class History:
    """What git has of both states below a root, by raw path.

    new     `None` for the working tree
    names   raw paths that differ; for the working tree, of the files that git tracks
    """

    old: Mapping[str, git_objects.Entry]
    new: Mapping[str, git_objects.Entry] | None
    names: tuple[str, ...]


def later_entries(root: Path, comparison: Comparison) -> Mapping[str, git_objects.Entry]:
    """What git has of the later state. Raises NotFoundError for what is not there."""
    if comparison.staged or comparison.new is None:
        return asked_of_git(comparison, lambda: git_objects.index_entries(root))
    revision = comparison.new
    return asked_of_git(comparison, lambda: git_objects.tree_entries(root, _tree(root, comparison, revision)))


def read_history(root: Path, comparison: Comparison) -> History:
    """Both states. Raises NotFoundError for a revision that is not there, and where git cannot be asked."""
    return asked_of_git(comparison, lambda: _read(root, comparison))


# What git says where an object would have to come from elsewhere, which it is told never to ask.
_NOT_FETCHED = "lazy fetching disabled"


def asked_of_git(comparison: Comparison, ask: Callable[[], Answer]) -> Answer:
    """What `ask` says; a failing git is a NotFoundError that names the diff."""
    try:
        return ask()
    except GitError as error:
        reason = str(error).removeprefix("fatal: ").partition(" (or any")[0]
        if reason == "not a git repository":
            reason += "; name a symbol or a file, or choose a folder that git knows"
        elif _NOT_FETCHED in reason:
            reason = "this clone is partial and does not hold all of it; `git fetch --refetch` gets the rest"
        raise NotFoundError(f"diff `{comparison.text}`: {reason}", asked=comparison.text) from None


def _read(root: Path, comparison: Comparison) -> History:
    tree = _old_tree(root, comparison)
    old = git_objects.tree_entries(root, tree) if tree is not None else {}
    if comparison.in_objects:
        new = later_entries(root, comparison)
        names = tuple(sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)))
        return History(old, new, names)
    if tree is None:
        return History({}, None, ())
    return History(old, None, tuple(git_objects.changed_names(root, tree)))


def _old_tree(root: Path, comparison: Comparison) -> str | None:
    """The tree of the earlier state; `None` in a repository without a commit."""
    if comparison.merge_base and comparison.new is not None:
        for revision in (comparison.old, comparison.new):
            _tree(root, comparison, revision)
        base = git_objects.merge_base(root, comparison.old, comparison.new)
        if base is None:
            raise NotFoundError(
                f"diff `{comparison.text}`: the two have no commit in common{_shallow(root)}; try A..B",
                asked=comparison.text,
            )
        return _tree(root, comparison, base)
    if comparison.old == _HEAD and comparison.new is None and git_objects.tree_of(root, _HEAD) is None:
        run(root, "rev-parse", "--git-dir")  # fails where there is no repository
        return None
    return _tree(root, comparison, comparison.old)


def _tree(root: Path, comparison: Comparison, revision: str) -> str:
    tree = git_objects.tree_of(root, revision)
    if tree is None:
        run(root, "rev-parse", "--git-dir")
        known = [name for name in git_objects.references(root) if name.isprintable()]
        names = get_close_matches(revision, known, 5)
        hint = f"did you mean {', '.join(names)}?" if names else "give a commit, a branch or a tag"
        raise NotFoundError(
            f"diff `{comparison.text}`: `{revision}` is no revision of this repository{_shallow(root)}; {hint}",
            asked=revision,
            suggestions=names,
        )
    return tree


def _shallow(root: Path) -> str:
    return (
        ", which is a shallow clone (git fetch --unshallow gets the rest)"
        if git_objects.is_shallow(root)
        else ""
    )
