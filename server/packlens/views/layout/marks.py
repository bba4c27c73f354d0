"""Code of a file that a diff changes, as the written forms show it: a sign before each line, as in a unified diff.

    + a line that is new    - a line that stood there before    a blank: a line that is as it was

An empty line that is as it was stays empty. `unmarked` takes the signs away again, and with them what stood there
before, so that such a pack can be compared with the files as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from packlens.views.pack.model import Lines, Mark, Piece

OLD = "-"
"""The sign of a line that stood there before."""

NEW = "+"
"""The sign of a line that is new."""

_SAME = " "


def marked(pieces: Sequence[Piece], marks: Sequence[Mark]) -> str:
    """The text of an item, an empty line where lines are left out between two pieces."""
    return "\n".join(_marked(piece, marks) for piece in pieces)


def unmarked(code: str) -> str | None:
    """The code of the later state; `None` for a text that no pack would hold."""
    lines: list[str] = []
    for line in code.split("\n"):
        if line[:1] in ("", NEW, _SAME):
            lines.append(line[1:])
        elif line[0] != OLD:
            return None
    return "\n".join(lines)


def shown_marks(marks: Sequence[Mark] | None, pieces: Sequence[Piece]) -> tuple[Mark, ...] | None:
    """Those of `marks` that some line of the pieces shows."""
    if marks is None:
        return None
    ranges = [piece.lines for piece in pieces if piece.lines is not None]
    return tuple(mark for mark in marks if any(_touches(mark, lines) for lines in ranges))


def removed(text: str) -> str:
    """Lines of the earlier state."""
    return "".join(f"{OLD}{line}\n" for line in _lines(text))


def _marked(piece: Piece, marks: Sequence[Mark]) -> str:
    lines = _lines(piece.text)
    if piece.lines is None:
        return "".join(f"{_same(line)}\n" for line in lines)
    first, last = piece.lines
    new: set[int] = set()
    old: dict[int, str] = {}
    for mark in marks:
        if _touches(mark, piece.lines):
            new.update(range(max(mark.first, first), min(mark.first + mark.count, last + 1)))
            at = max(mark.first, first)
            old[at] = old.get(at, "") + mark.old
    rows: list[str] = []
    for number, line in enumerate(lines, first):
        rows.append(removed(old.pop(number, "")))
        rows.append(f"{NEW}{line}\n" if number in new else f"{_same(line)}\n")
    rows.append(removed(old.pop(last + 1, "")))
    return "".join(rows)


def _touches(mark: Mark, lines: Lines) -> bool:
    first, last = lines
    if not mark.count:
        return first <= mark.first <= last + 1
    return mark.first <= last and mark.first + mark.count > first


def _same(line: str) -> str:
    return _SAME + line if line else ""


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []
