"""Patterns that are compiled at first use: the same answers as those of `re.compile`."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.base.pattern import late_pattern


@given(st.text("ab\n\u00e9", max_size=12))
def test_it_finds_what_the_compiled_pattern_finds(text: str) -> None:
    for source, flags in ((r"a+(b)?", 0), (r"^b$", re.MULTILINE), ("A.", re.IGNORECASE | re.DOTALL)):
        late, compiled = late_pattern(source, flags), re.compile(source, flags)
        assert [match.span() for match in late.finditer(text)] == [
            match.span() for match in compiled.finditer(text)
        ]
        assert late.sub("-", text) == compiled.sub("-", text)
        assert (late.match(text) is None) == (compiled.match(text) is None)
        assert (late.pattern, late.flags) == (compiled.pattern, compiled.flags)


def test_bytes_are_searched_by_patterns_of_bytes() -> None:
    found = late_pattern(rb"b+").search(b"abb")
    assert found is not None
    assert found.group() == b"bb"


def test_what_is_wrong_with_a_pattern_is_said_at_first_use() -> None:
    wrong = late_pattern("(")
    with pytest.raises(re.error):
        wrong.match("")
