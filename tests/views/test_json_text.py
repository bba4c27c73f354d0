"""JSON as all doors write it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from packlens.views.json_text import json_text
from packlens.views.visible import visible_code

_ODD = st.text(st.sampled_from("a\x7f\x00\n\u2028\u202e\ufe0f\U0001f600é\U000e0041")) | st.text()


@given(st.dictionaries(_ODD, st.lists(_ODD)))
def test_what_cannot_be_seen_is_escaped_and_reads_back(value: dict[str, list[str]]) -> None:
    text = json_text({"value": value})

    assert json.loads(text) == {"value": value}
    assert visible_code(text) == text


def test_what_cannot_be_seen_is_escaped_in_a_plain_line_and_in_another() -> None:
    assert json_text({"a": "\x7f", "b": ["é\u202e", "\x7fé"]}) == (
        '{\n  "a": "\\u007f",\n  "b": [\n    "é\\u202e",\n    "\\u007fé"\n  ]\n}\n'
    )
