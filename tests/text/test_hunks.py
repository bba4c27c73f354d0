"""Hunks turn the one text into the other, whatever the texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from packlens.text.hunks import Hunk, hunks

LINES = st.lists(st.sampled_from(["a", "b", "c", "d", "", "    x"]), max_size=12)
DISTINCT = st.lists(st.integers(0, 30).map(str), max_size=25, unique=True)


def patched(before: list[str], after: list[str], found: tuple[Hunk, ...]) -> list[str]:
    """`before` with the lines of each hunk exchanged for those of `after`."""
    result: list[str] = []
    at = 0
    for hunk in found:
        result += before[at : hunk.old_first - 1]
        result += after[hunk.new_first - 1 : hunk.new_first - 1 + hunk.new_count]
        at = hunk.old_first - 1 + hunk.old_count
    return result + before[at:]


@given(LINES | DISTINCT, LINES | DISTINCT)
def test_the_hunks_are_the_difference(before: list[str], after: list[str]) -> None:
    found = hunks("".join(f"{line}\n" for line in before), "".join(f"{line}\n" for line in after))
    assert patched(before, after, found) == after
    assert all(hunk.old_count or hunk.new_count for hunk in found)
    assert list(found) == sorted(found, key=lambda hunk: (hunk.old_first, hunk.new_first))


@given(LINES)
def test_a_text_does_not_differ_from_itself_whatever_its_line_ends(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    assert hunks(text, text.replace("\n", "\r\n")) == ()


def check_hunks(before: str | None, after: str | None, *expected: tuple[int, int, int, int]) -> None:
    assert hunks(before, after) == tuple(Hunk(*each) for each in expected)


def test_hunks_by_example() -> None:
    check_hunks(None, "a\nb\n", (1, 0, 1, 2))
    check_hunks("a\nb", None, (1, 2, 1, 0))
    check_hunks("a\nb\nc\n", "a\nx\nc\n", (2, 1, 2, 1))
    check_hunks("a\nb\nc\nd\n", "b\nc\nd\ne\n", (1, 1, 1, 0), (5, 0, 4, 1))
    check_hunks(
        "def f():\n    return 1\n", "def f():\n    return 1\n\n\ndef g():\n    return 1\n", (3, 0, 3, 4)
    )
    check_hunks("a\n" * 3, "a\n" * 5, (4, 0, 4, 2))


def test_a_long_text_of_equal_lines_takes_no_time_to_speak_of() -> None:
    expected = ((1, 100_000, 1, 0), (100_002, 0, 2, 100_000))
    check_hunks("x\n" * 100_000 + "y\n", "y\n" + "x\n" * 100_000, *expected)
