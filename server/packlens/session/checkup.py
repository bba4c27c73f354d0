"""Whether what a root keeps between runs is sound, and says what a graph made from nothing says.

In: an open session that has not been indexed yet. Out: a finding for each thing that was looked at, in that order. The
comparison reads every file and computes the whole graph a second time, in memory; nothing is changed but what an index
changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from packlens.base.counted import counted
from packlens.base.deep import run_deep
from packlens.base.errors import DamagedStoreError
from packlens.graph.compare import differing
from packlens.views.relevance.lexicon import Lexicon

if TYPE_CHECKING:
    from packlens.session.engine import Engine
    from packlens.session.texts import Progress
    from packlens.views.relevance.words import Words

Shown = Callable[[str], "AbstractContextManager[Progress | None]"]
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `good` when it is as it should be."""

    good: bool
    line: str


def examine(session: Engine, shown: Shown) -> tuple[Finding, ...]:
    """Look at everything. `shown` is asked, for each stage of the work, by its name, for what hears of it."""
    return (*_file(session), *_graph(session, shown), *_words(session, shown))


def kept(session: Engine) -> tuple[Finding, ...]:
    """Whether what a session made could be kept, once it has ended; nothing where it could."""
    return (Finding(False, session.hindrance),) if session.hindrance is not None else ()


def _file(session: Engine) -> list[Finding]:
    keeper = session.keeper
    if keeper is None:
        return [Finding(True, "nothing is kept of this workspace")]
    if not keeper.exists:
        return [Finding(True, "nothing is kept of this workspace yet")]
    size = keeper.place.lstat().st_size / 1_000_000
    found = [Finding(True, f"store {keeper.place}, {size:.1f} MB")]
    problem = keeper.check()
    if problem is not None:
        found.append(Finding(False, f"the file is damaged: {problem}"))
    return found


def _graph(session: Engine, shown: Shown) -> list[Finding]:
    before = session.parsed
    with shown("indexing") as report:
        snapshot = session.index(report)
    parsed, total = session.parsed - before, len(snapshot.documents)
    found = [Finding(False, line) for line in session.store_notes]
    if found:
        return found
    try:
        with shown("comparing") as report:
            wrong = run_deep(lambda: differing(snapshot, session.computed_anew(snapshot, report)))
    except DamagedStoreError as error:
        return [Finding(False, f"a part of the saved graph cannot be read: {error}")]
    found.append(Finding(True, f"{counted(total, 'file')}, {total - parsed:,} of them as they were kept"))
    if not wrong:
        found.append(Finding(True, "the graph is the one that is made from nothing"))
    else:
        found.append(Finding(False, f"the graph differs from one made from nothing in {_named(wrong)}"))
    return found


def _words(session: Engine, shown: Shown) -> list[Finding]:
    """The search terms of every file whose terms are kept, against those of its text."""
    keeper, snapshot = session.keeper, session.snapshot
    if keeper is None:
        return []
    kept: dict[str, Words] = {}
    wrong: list[str] = []
    with keeper.words.believing() as look:
        for path, document in snapshot.documents.items():
            try:
                words = look(document)
            except DamagedStoreError:
                wrong.append(path)
            else:
                if words is not None:
                    kept[path] = words
    if kept:
        with shown("reading words") as report:
            made = run_deep(lambda: Lexicon().of(snapshot, report))
        wrong += [path for path, words in kept.items() if made.files[path].words != words]
    if wrong:
        return [Finding(False, f"the search terms are not those of the text of {_named(sorted(wrong))}")]
    return (
        [Finding(True, f"search terms of {counted(len(kept), 'file')}, those of their texts")] if kept else []
    )


def _named(paths: Sequence[str]) -> str:
    more = f" and {counted(len(paths) - _NAMED, 'file')} more" if len(paths) > _NAMED else ""
    return f"{', '.join(paths[:_NAMED])}{more}"
