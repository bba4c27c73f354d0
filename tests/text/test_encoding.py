"""Cases X1 to X3: columns in three encodings, and edits made in them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.text.encoding import PositionEncoding, apply_change, from_units, to_units

UTF8, UTF16, UTF32 = PositionEncoding.UTF8, PositionEncoding.UTF16, PositionEncoding.UTF32
encodings = st.sampled_from(PositionEncoding)
texts = st.text(alphabet="ab\n\r\f\v\x85\u2028\0é\u0800\uffff\U0001f40d\ud800", max_size=30)


def units(text: str, encoding: PositionEncoding) -> int:
    """The length of a text, by encoding it whole."""
    size = {UTF8: 1, UTF16: 2, UTF32: 4}[encoding]
    name = {UTF8: "utf-8", UTF16: "utf-16-le", UTF32: "utf-32-le"}[encoding]
    return sum(len(character.encode(name, "surrogatepass")) for character in text) // size


def lines_of(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def offset_of(text: str, line: int, character: int, encoding: PositionEncoding) -> int:
    """Where a position is, by counting on from the start."""
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z|\Z", text)
    if line >= len(lines_of(text)):
        return len(text)
    before = sum(map(len, lines[:line]))
    content = lines_of(text)[line]
    column = 0
    while column < len(content) and units(content[: column + 1], encoding) <= character:
        column += 1
    return before + column


@given(texts, encodings)
def test_units_of_every_column(text: str, encoding: PositionEncoding) -> None:
    content = lines_of(text)[0]
    for end in ("", "\n", "\r\n", "\r"):
        for column in range(len(content) + 3):
            expected = units(content[:column], encoding)
            assert to_units(content + end, column, encoding) == expected
            assert from_units(content + end, expected, encoding) == min(column, len(content))


@given(texts, encodings, st.integers(-2, 60))
def test_a_unit_inside_a_character_is_its_start(text: str, encoding: PositionEncoding, count: int) -> None:
    content = lines_of(text)[0]
    assert from_units(content, count, encoding) == offset_of(content, 0, count, encoding)


@given(
    texts,
    encodings,
    st.lists(
        st.tuples(
            st.tuples(st.integers(0, 6), st.integers(0, 12)),
            st.tuples(st.integers(0, 6), st.integers(0, 12)),
            texts,
        ),
        min_size=1,
        max_size=8,
    ),
)
def test_edits_equal_the_full_text(
    text: str, encoding: PositionEncoding, edits: list[tuple[tuple[int, int], tuple[int, int], str]]
) -> None:
    patched = whole = text
    for start, end, new in edits:
        patched = apply_change(patched, start, end, new, encoding)
        places = sorted((offset_of(whole, *start, encoding), offset_of(whole, *end, encoding)))
        whole = whole[: places[0]] + new + whole[places[1] :]
        assert patched == whole


def test_x1_a_utf8_client_inserts_after_an_umlaut() -> None:
    assert apply_change("x = 'ö'\n", (0, 7), (0, 7), "!", UTF8) == "x = 'ö!'\n"


@pytest.mark.parametrize(("encoding", "character"), [(UTF8, 10), (UTF16, 6), (UTF32, 4)])
def test_x2_edits_after_two_astral_characters(encoding: PositionEncoding, character: int) -> None:
    text = "'🐍🐍'  # x\n"
    assert apply_change(text, (0, character), (0, character), ".lower()", encoding) == "'🐍🐍'.lower()  # x\n"
    assert apply_change(text, (0, character - 1), (0, character), "", encoding) == "'🐍🐍  # x\n"


@pytest.mark.parametrize("encoding", PositionEncoding)
def test_x3_lines_end_where_the_protocol_says(encoding: PositionEncoding) -> None:
    text = "a\fb\x85c\u2028d\r\ne\rf\n\0g"
    assert apply_change(text, (1, 0), (1, 1), "E", encoding) == "a\fb\x85c\u2028d\r\nE\rf\n\0g"
    assert apply_change(text, (2, 1), (2, 1), "!", encoding) == "a\fb\x85c\u2028d\r\ne\rf!\n\0g"
    assert apply_change(text, (3, 1), (3, 2), "G", encoding) == "a\fb\x85c\u2028d\r\ne\rf\n\0G"
    assert apply_change(text, (0, 99), (1, 0), " ", encoding) == "a\fb\x85c\u2028d e\rf\n\0g"


@pytest.mark.parametrize("encoding", PositionEncoding)
def test_positions_past_an_end_are_that_end(encoding: PositionEncoding) -> None:
    assert apply_change("ab\ncd", (0, 99), (0, 99), "!", encoding) == "ab!\ncd"
    assert apply_change("ab\r\ncd", (0, 3), (0, 3), "!", encoding) == "ab!\r\ncd"
    assert apply_change("ab\ncd", (1, 99), (9, 9), "!", encoding) == "ab\ncd!"
    assert apply_change("ab\n", (1, 0), (1, 0), "!", encoding) == "ab\n!"
    assert apply_change("ab\n", (0, 0), (2**31 - 1, 2**31 - 1), "new", encoding) == "new"
    assert apply_change("ab", (0, 2), (0, 0), "!", encoding) == "!"
    assert apply_change("", (0, 0), (0, 0), "!", encoding) == "!"
