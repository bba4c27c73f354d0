"""Which lines of two texts differ, as ranges on both sides.

Lines that are unique in both texts and in the same order are held to be the same ones (patience diff, after
Bram Cohen); between them the same is done again, and what has no such line is one hunk. Line ends are no
difference. The time is that of sorting, whatever the texts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from packlens.base.pattern import late_pattern

_LINE_END = late_pattern(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that one state has in place of the other's. First lines are 1-based.

    A side without lines has a count of 0 and, as first line, the line before which they would stand.
    """

    old_first: int
    old_count: int
    new_first: int
    new_count: int


def hunks(old: str | None, new: str | None) -> tuple[Hunk, ...]:
    """The hunks from one text to another, in order; `None` is no file at all."""
    before, after = _lines(old), _lines(new)
    found: list[Hunk] = []
    waiting = [(0, len(before), 0, len(after))]
    while waiting:
        a, a_end, b, b_end = waiting.pop()
        while a < a_end and b < b_end and before[a] == after[b]:
            a, b = a + 1, b + 1
        while a < a_end and b < b_end and before[a_end - 1] == after[b_end - 1]:
            a_end, b_end = a_end - 1, b_end - 1
        if a == a_end and b == b_end:
            continue
        same = _anchors(before[a:a_end], after[b:b_end]) if a < a_end and b < b_end else []
        if not same:
            found.append(Hunk(a + 1, a_end - a, b + 1, b_end - b))
            continue
        stops = [(a + i, b + j) for i, j in same]
        begins = [(a, b), *((i + 1, j + 1) for i, j in stops)]
        ends = [*stops, (a_end, b_end)]
        waiting += [
            (first, last, begin, end)
            for (first, begin), (last, end) in zip(reversed(begins), reversed(ends), strict=True)
        ]
    return tuple(found)


def _lines(text: str | None) -> list[str]:
    if not text:
        return []
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


def _anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of equal lines, unique on both sides: the longest run of them that rises on both."""
    counts_before, counts_after = Counter(before), Counter(after)
    place = {line: number for number, line in enumerate(after) if counts_after[line] == 1}
    pairs = [
        (number, place[line])
        for number, line in enumerate(before)
        if counts_before[line] == 1 and line in place
    ]
    ends: list[int] = []  # the smallest end of a rising run of each length
    last: list[int] = []  # the pair at that end
    previous: list[int] = []
    for number, (_, other) in enumerate(pairs):
        length = bisect_left(ends, other)
        previous.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [other]
        last[length : length + 1] = [number]
    run: list[tuple[int, int]] = []
    at = last[-1] if last else -1
    while at >= 0:
        run.append(pairs[at])
        at = previous[at]
    return run[::-1]
