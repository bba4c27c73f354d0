"""Counted nouns."""

from __future__ import annotations

import re
from pathlib import Path

import packlens
from packlens.base.counted import counted, plural


def test_one_and_every_other_number() -> None:
    assert [counted(count, "file") for count in (0, 1, 2, 1234)] == [
        "0 files",
        "1 file",
        "2 files",
        "1,234 files",
    ]
    assert [counted(count, "match is", "matches are") for count in (1, 2)] == ["1 match is", "2 matches are"]
    assert [counted(count, "caller", open_end=True) for count in (0, 1, 4)] == [
        "0+ callers",
        "1+ callers",
        "4+ callers",
    ]
    assert [plural(count, "is", "are") for count in (0, 1, 2)] == ["are", "is", "are"]


# A number and a noun in the plural, in a text for people. The list has what is no number, or more than one by the
# condition above it.
_COUNTED = re.compile(
    r"\{[^{}]+\} (?:more )?(?:symbols|files|callers|tests|sites|calls|edges|items|changes|rows|lines|places|matches|"
    r"arguments|characters|functions|methods|definitions|packs|servers|folders)\b"
)
_KNOWN = {
    "{len(ids)} symbols",
    "{len(target.ids)} symbols",
    "{wanted} matches",
}


def test_no_text_counts_by_itself() -> None:
    files = Path(packlens.__file__).parent.rglob("*.py")
    found = {match[0] for file in files for match in _COUNTED.finditer(file.read_text(encoding="utf-8"))}
    assert found == _KNOWN
