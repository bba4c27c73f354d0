"""The difference between two states of a root: what git has of the earlier one, and the texts of a graph.

The later texts are those that a snapshot was computed from, so that a diff and the graph it is asked of never say
different things: with a working tree the open buffers are in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from packlens.base.config import Config
from packlens.text.diff import NOT_PYTHON, Diff, diff
from packlens.text.discovery import judge_names
from packlens.text.disk import Tree
from packlens.text.document import Document
from packlens.text.git_tree import read_entries
from packlens.text.history import Comparison, History, asked_of_git, read_history
from packlens.text.listing import Cause, Skip
from packlens.text.paths import path_of_raw, raw_of_path

_NO_TEXT = {
    Cause.UNSUPPORTED: NOT_PYTHON,
    Cause.NESTED_REPOSITORY: "a submodule",
    Cause.TOO_LARGE: "larger than index.maxFileBytes",
    Cause.BINARY: "binary",
    Cause.UNDECODABLE: "not text in the encoding it declares",
    Cause.IGNORED: "left out by the settings",
    Cause.NEVER_INDEX: "kept out by privacy.neverIndex",
}


def read_diff(root: Path, config: Config, comparison: Comparison, later: Mapping[str, Document]) -> Diff:
    """The diff of `comparison`, whose later texts are `later`: every indexed file of that state.

    Raises NotFoundError for a revision that is not there, and where git cannot be asked.
    """
    history = read_history(root, comparison)
    names = {*history.names, *_beside_git(history, later)}
    read = asked_of_git(comparison, lambda: read_entries(root, config, history.old, names))
    unread = {skip.path: _reason(skip) for skip in read.skips}
    hidden = [raw for raw in sorted(names) if (path := path_of_raw(raw)) not in later and path not in unread]
    unread |= {skip.path: _reason(skip) for skip in _without_text(root, config, comparison, history, hidden)}
    return diff(comparison.text, map(path_of_raw, names), read.documents, later, unread)


def _beside_git(history: History, later: Mapping[str, Document]) -> list[str]:
    """Raw paths of a working tree that may differ though git says nothing of them: new files and open buffers."""
    if history.new is not None:
        return []
    raws = {path: raw_of_path(path) for path in later}
    return [raw for path, raw in raws.items() if raw not in history.old or later[path].unsaved]


def _without_text(
    root: Path, config: Config, comparison: Comparison, history: History, raws: list[str]
) -> Iterable[Skip]:
    """Why the later state, where it has files of these names, gives no text of them."""
    if history.new is not None:
        entries = history.new
        return asked_of_git(comparison, lambda: read_entries(root, config, entries, raws)).skips
    judge, tree = judge_names(root, config), Tree(root)
    found: list[Skip] = []
    for raw in raws:
        there = tree.read(path_of_raw(raw), config.index.max_file_bytes)
        if not isinstance(there, Skip):
            found.append(judge(raw) or Skip(there.path, Cause.UNREADABLE))
        elif there.cause is not Cause.MISSING:
            found.append(judge(raw) or there)
    return found


def _reason(skip: Skip) -> str:
    return _NO_TEXT.get(skip.cause, "not readable")
