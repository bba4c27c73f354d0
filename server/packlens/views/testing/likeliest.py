"""In which order tests are worth running: those that the change most likely decides come first.

All tests of the answer reach the change; which of them run it is often decided by a string or a value that the graph
does not follow. The words of a test say much about it: who tests `visit_Include` writes "include" in a template. So a
test counts by the words that it has in common with the change, as BM25 weighs them (Robertson and others, 1994): the
names of what changed, the names around these, and the words of the changed lines. A word that most of these tests have
says nothing. The confidence of the path counts beside it.

A test that is itself changed comes before all others, then those of which a recording says that they executed it. No
test is left out here, and no text is kept.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import MODULE_QUALNAME, path_of, qualname_of
from packlens.syntax.terms import terms_of_word, words
from packlens.text.diff import Diff, FileDiff
from packlens.views.testing.recorded_tests import EXECUTED
from packlens.views.testing.to_run import TestRow

_NAME, _AROUND, _LINE = 1.0, 0.5, 0.3
_PATH = 2.0  # of the logarithm of a path's confidence
_SATURATION, _BY_LENGTH = 1.2, 0.75  # the usual k1 and b of BM25
_DIGITS = 6


def likeliest_first(
    snapshot: Snapshot, rows: Sequence[TestRow], changed: Iterable[str], diff: Diff | None = None
) -> tuple[TestRow, ...]:
    """`rows` in the order in which they are worth running. `changed` are the ids of what changed, by `diff` if any."""
    if len(rows) < 2:
        return tuple(rows)
    tests = {row.id for row in rows if not row.steps}
    asked = _asked(snapshot, [each for each in changed if each not in tests], diff)
    counts, lengths = _counted(snapshot, rows, asked)
    usual = sum(lengths) / len(rows)
    spread = Counter(term for found in counts for term in found)
    rarity = {term: math.log(1 + (len(rows) - n + 0.5) / (n + 0.5)) for term, n in spread.items()}
    order: list[tuple[int, float, str, TestRow]] = []
    for row, found, length in zip(rows, counts, lengths, strict=True):
        room = _SATURATION * (1 - _BY_LENGTH + _BY_LENGTH * length / usual)
        worth = _PATH * math.log(max(row.confidence, 10**-_DIGITS))
        for term, weight in asked.items():
            if count := found.get(term, 0):
                worth += weight * rarity[term] * count * (_SATURATION + 1) / (count + room)
        order.append((_tier(row), -round(worth, _DIGITS), row.nodeid, row))
    return tuple(row for *_, row in sorted(order, key=lambda entry: entry[:3]))


def _tier(row: TestRow) -> int:
    if not row.steps:
        return 0
    return 1 if row.steps[-1].kind == EXECUTED else 2


def _asked(snapshot: Snapshot, changed: Iterable[str], diff: Diff | None) -> dict[str, float]:
    """Term -> how much it says, of the names of what changed and of the changed lines."""
    asked: dict[str, float] = {}

    def add(text: str, weight: float) -> None:
        for match in words(text):
            for term in terms_of_word(match.group()):
                asked[term] = max(asked.get(term, 0.0), weight)

    for identifier in changed:
        qualname = qualname_of(identifier)
        if qualname == MODULE_QUALNAME:
            qualname = path_of(identifier).rpartition("/")[2].removesuffix(".py")
        around, _, name = qualname.rpartition(".")
        add(name, _NAME)
        add(around.rpartition(".")[2], _AROUND)
    for file in diff.files if diff is not None else ():
        if not snapshot.layout.tests.is_file(file.path):
            for text in _changed_lines(file):
                add(text, _LINE)
    return asked


def _changed_lines(file: FileDiff) -> Iterable[str]:
    for hunk in file.hunks:
        if file.old is not None:
            yield file.old.lines.between(hunk.old_first, hunk.old_first + hunk.old_count - 1)
        if file.new is not None:
            yield file.new.lines.between(hunk.new_first, hunk.new_first + hunk.new_count - 1)


def _counted(
    snapshot: Snapshot, rows: Iterable[TestRow], asked: Mapping[str, float]
) -> tuple[list[dict[str, int]], list[int]]:
    """Of each test, the terms that are asked for with their counts, and how many words it has."""
    telling: dict[str, tuple[str, ...]] = {}
    counts: list[dict[str, int]] = []
    lengths: list[int] = []
    for row in rows:
        found: dict[str, int] = {}
        length = 0
        for match in words(_text_of(snapshot, row)):
            word = match.group()
            length += 1
            terms = telling.get(word)
            if terms is None:
                terms = telling[word] = tuple(term for term in terms_of_word(word) if term in asked)
            for term in terms:
                found[term] = found.get(term, 0) + 1
        counts.append(found)
        lengths.append(length)
    return counts, lengths


def _text_of(snapshot: Snapshot, row: TestRow) -> str:
    """The node id of a test, and its lines."""
    symbol = snapshot.symbol(row.id)
    if symbol is None:
        return row.nodeid
    lines = snapshot.documents[symbol.path].lines
    return " ".join([row.nodeid, *(lines.between(*span) for span in symbol.spans)])
