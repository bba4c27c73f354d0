"""What the graph cannot say of a change: calls that nothing settles, files and changes that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from packlens.graph.possible import possible_callers
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import path_of, simple_name
from packlens.text.diff import NOT_PYTHON, Diff
from packlens.views.affected import is_module
from packlens.views.impact.model import Unknown
from packlens.views.impact.other_files import why_it_matters
from packlens.views.possible import PossibleUse


def possible_users(snapshot: Snapshot, seeds: Iterable[str]) -> tuple[PossibleUse, ...]:
    """The calls that nothing settles and that could mean one of these symbols."""
    found = {
        PossibleUse(use.source, path_of(use.source), use.line, use.name)
        for identifier in seeds
        for use in possible_callers(snapshot, identifier)
    }
    return tuple(sorted(found, key=lambda use: (use.path, use.line, use.name, use.id)))


def unreadable_users(
    snapshot: Snapshot, seeds: Iterable[str], unread: Mapping[str, str]
) -> Iterable[Unknown]:
    """Files that may use what changed and that nobody can read, whole or in part."""
    names = sorted({simple_name(each) for each in seeds if not is_module(each)})
    if not names:
        return
    for path, reason in unread.items():
        yield Unknown(path, reason)
    written = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for problem in snapshot.problems:
        found = written.search(snapshot.documents[problem.path].text)
        if found is not None:
            yield Unknown(
                problem.path, f"cannot be read whole (line {problem.line}), and names {found.group()}"
            )


def changed_beside(snapshot: Snapshot, diff: Diff) -> Mapping[str, str]:
    """The changed files that are not Python -> why their change may matter to Python code, "" where nothing says so."""
    return why_it_matters(snapshot, (file.path for file in diff.files if file.unread == NOT_PYTHON))


def unreadable_changes(snapshot: Snapshot, diff: Diff) -> Iterator[Unknown]:
    """The changed files of Python whose change cannot be read, whole or in part."""
    for file in diff.files:
        if file.unread and file.unread != NOT_PYTHON:
            yield Unknown(file.path, f"changed, and {file.unread}")
    paths = {file.path for file in diff.files}
    for problem in snapshot.problems:
        if problem.path in paths:
            yield Unknown(problem.path, f"changed, and cannot be read whole (line {problem.line})")
