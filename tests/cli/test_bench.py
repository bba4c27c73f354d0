"""`packlens bench`: figures of three ways on a real folder, and one line where there is nothing to compare."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.program import packlens, write

_FILES = """
#- a.py
from b import helper
def run(): return helper()
#- b.py
def helper(): return 2
"""


def test_three_ways_are_compared(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", _FILES)
    answer = json.loads(packlens("bench", "--json", "--budget", "500", cwd=folder).text)
    assert (answer["files"], answer["budget"], answer["symbols"]) == (2, 500, ["a.py::run", "b.py::helper"])
    assert [row["way"] for row in answer["ways"]] == ["find and cat", "grep -rnw -C 10", "packlens pack"]
    assert answer["ways"][0]["bytes"] == sum(path.stat().st_size for path in folder.glob("*.py"))
    assert packlens("bench", cwd=folder).text.startswith(
        "root: 2 files; medians over 2 symbols; budget 8,000 "
    )


def test_nothing_to_compare(tmp_path: Path) -> None:
    empty = packlens("bench", cwd=write(tmp_path / "empty", "#- notes.txt\nx\n"))
    assert (empty.code, empty.text) == (1, "")
    lone = packlens("bench", cwd=write(tmp_path / "lone", "#- a.py\nx = 1\n"))
    assert (lone.code, lone.text) == (1, "")
    assert lone.err == "packlens: nothing to compare in lone: no function here uses another or is used\n"
    small = packlens("bench", "--budget", "1", cwd=write(tmp_path / "root", _FILES))
    assert (small.code, small.text) == (3, "")
