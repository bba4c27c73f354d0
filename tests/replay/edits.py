"""From one release to the next as a sequence of edits: what a person types, file by file, hunk by hunk.

Each changed file goes through its hunks in order; in the middle of every third one stands a text that a
keyboard would have produced: the new lines cut off inside a statement. Deleted files go at the end.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """One step: the text of `path` afterwards, or `None` for a file that is deleted. `last` of its file."""

    path: str
    text: str | None
    last: bool


def edits(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Edit]:
    """The edits that lead from one set of texts to another, in path order, deletions last."""
    for path in sorted(after):
        if before.get(path) != after[path]:
            steps = list(_hunks(before.get(path, ""), after[path]))
            for index, text in enumerate(steps):
                yield Edit(path, text, index == len(steps) - 1)
    for path in sorted(before.keys() - after.keys()):
        yield Edit(path, None, True)


def _hunks(before: str, after: str) -> Iterator[str]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    done: list[str] = []
    blocks = [block for block in matcher.get_opcodes() if block[0] != "equal"]
    previous = 0
    for number, (_, old_begin, old_end, new_begin, new_end) in enumerate(blocks):
        done += old[previous:old_begin]
        typed = "".join(new[new_begin:new_end])
        if number % 3 == 0 and len(typed) > 20:
            yield "".join([*done, typed[: len(typed) * 2 // 3], "\n", *old[old_end:]])
        done += new[new_begin:new_end]
        previous = old_end
        yield "".join([*done, *old[old_end:]])
