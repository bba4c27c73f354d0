"""The line table against a plain reference: a line ends at LF, CR LF or CR and nowhere else."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from packlens.text.position import LineTable

texts = st.text(alphabet="ab\n\r\f\v\x85\u2028\x1c\0é\U0001f40d", max_size=40)


def reference(text: str) -> list[str]:
    """The lines with their ends, by a pattern that says what a line is."""
    return [*re.findall(r"[^\r\n]*(?:\r\n|\r|\n)", text), re.split(r"[\r\n]", text)[-1]]


@given(texts)
def test_lines(text: str) -> None:
    table = LineTable(text)
    lines = reference(text)
    assert [table.line(number) for number in range(1, len(table) + 1)] == lines
    assert "".join(lines) == text
    assert table.line(len(table) + 1) == ""
    for first in range(1, len(lines) + 1):
        for last in range(first - 1, len(lines) + 2):
            assert table.between(first, last) == "".join(lines[first - 1 : last])


@given(texts)
def test_offsets_and_positions_are_inverse(text: str) -> None:
    table = LineTable(text)
    places = [
        (number, column) for number, line in enumerate(reference(text), 1) for column in range(len(line))
    ]
    assert [table.position(offset) for offset in range(len(text))] == places
    assert [table.offset(*place) for place in places] == list(range(len(text)))
    assert table.offset(len(table) + 7, 3) == len(text)
    assert table.position(len(text)) == (len(table), len(reference(text)[-1]))


def test_x3_odd_characters_end_no_line() -> None:
    text = "\ufeffa\fb\vc\x85d\u2028e\x1cf\0g\r\nh\ri\n"
    assert LineTable(text).starts == [0, 16, 18, 20]
    assert LineTable("").starts == [0]
    assert LineTable("a\r").starts == [0, 2]
