"""Patterns that are compiled at first use: the same answers as those of `re.compile`."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import packlens
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


def test_every_pattern_of_the_package_compiles() -> None:
    late = type(late_pattern(""))
    layers = ("text", "syntax", "graph", "store", "session", "views", "cli")
    names = [
        module.name
        for module in pkgutil.walk_packages(packlens.__path__, "packlens.")
        if module.name.split(".")[1] in layers
    ]
    found = [
        value
        for name in names
        for constant in vars(importlib.import_module(name)).values()
        for value in (constant.values() if isinstance(constant, dict) else (constant,))
        if isinstance(value, late)
    ]
    assert len(found) > 100
    for value in found:
        re.compile(value.pattern, value.flags)
