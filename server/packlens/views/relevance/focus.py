"""Files that somebody has in view, as a reason to think that their code is meant.

Of two definitions that answer a question about as well, the one in view comes first; nothing comes that the question
does not ask for, and what it names outright stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from packlens.base.errors import NotFoundError
from packlens.graph.snapshot import Snapshot
from packlens.views.nearest import nearest
from packlens.views.redact import visible
from packlens.views.relevance.ranking import Ranking

IN_VIEW = 1.1
"""What the score of a definition in a focus file counts."""

_BY_WORDS = 2.0  # scores of words alone are less


def with_focus(snapshot: Snapshot, ranking: Ranking, focus: Sequence[str]) -> Ranking:
    """`ranking` for who has the files `focus` in view. Raises `NotFoundError` for one that is not indexed."""
    paths = focus_in(snapshot, focus)
    if not paths:
        return ranking
    rows = [
        replace(row, score=min(row.score * IN_VIEW, _BY_WORDS))
        if row.symbol.path in paths and row.score < _BY_WORDS
        else row
        for row in ranking.rows
    ]
    rows.sort(key=lambda row: -row.score)  # among equals the order is that of the ranking
    return replace(ranking, rows=tuple(rows))


def focus_in(snapshot: Snapshot, focus: Sequence[str]) -> frozenset[str]:
    """The paths of `focus`. Raises `NotFoundError` for one that is not indexed."""
    for path in focus:
        if path not in snapshot.documents:
            raise NotFoundError(
                f"focus {visible(path)!r}: no such file in the index; give a path relative to the root",
                asked=path,
                suggestions=nearest(path, snapshot.paths()),
            )
    return frozenset(focus)
