"""Counted nouns in texts for people: the one place that knows singular from plural."""

from __future__ import annotations


def counted(count: int, one: str, many: str = "", *, open_end: bool = False) -> str:
    """`1 file`, `2 files`, `1,234 files`.

    many      the words for every other number than one: `one` and an s, where not given
    open_end  there may be more: `1+ files`
    """
    return f"{count:,}{'+' if open_end else ''} {plural(2 if open_end else count, one, many)}"


def plural(count: int, one: str, many: str = "") -> str:
    """`one` for one thing, else `many`."""
    return one if count == 1 else many or f"{one}s"
