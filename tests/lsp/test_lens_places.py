"""Lenses stay with their definitions while the text around them changes and does not parse."""

from __future__ import annotations

import re

from packlens.lsp.lens_places import LensPlace, after_edit, after_parse
from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.text.position import LineTable

TWO = "def a():\n    pass\ndef b():\n    pass\n"


def places_in(text: str) -> tuple[LensPlace, ...]:
    """A place for each `def` and `class` of a text, its name as its id."""
    found = []
    for match in re.finditer(r"\b(def|class) +(\w+)", text):
        line, column = LineTable(text).position(match.start(2))
        found.append(LensPlace(match[2], match[2], line, column, match[1] == "class"))
    return tuple(found)


def check_edit(before: str, after: str, expected: dict[str, tuple[int, int]]) -> None:
    moved = after_edit(places_in(before), before, after)
    assert {place.id: (place.line, place.column) for place in moved} == expected


def test_an_edit_below_moves_nothing() -> None:
    check_edit(TWO, TWO + "x = 1\n", {"a": (1, 4), "b": (3, 4)})


def test_a_line_above_moves_everything_down() -> None:
    check_edit(TWO, "x = 1\n" + TWO, {"a": (2, 4), "b": (4, 4)})
    check_edit(TWO, "\n" + TWO, {"a": (2, 4), "b": (4, 4)})


def test_a_line_between_moves_what_follows() -> None:
    check_edit(TWO, TWO.replace("pass\ndef", "pass\n    more(\ndef"), {"a": (1, 4), "b": (4, 4)})


def test_a_deleted_definition_loses_its_lens() -> None:
    check_edit(TWO, "def b():\n    pass\n", {"b": (1, 4)})
    check_edit(TWO, "def a():\n    pass\n", {"a": (1, 4)})
    check_edit(TWO, "", {})


def test_typing_in_a_name_keeps_the_lens() -> None:
    check_edit(TWO, TWO.replace("def a", "def ab"), {"a": (1, 4), "b": (3, 4)})
    check_edit(TWO, TWO.replace("def a", "def z"), {"a": (1, 4), "b": (3, 4)})
    check_edit(TWO, TWO.replace("def a", "def "), {"a": (1, 4), "b": (3, 4)})
    check_edit(TWO, TWO.replace("def b", "def "), {"a": (1, 4), "b": (3, 4)})


def test_words_before_the_name_move_it() -> None:
    check_edit(TWO, "async " + TWO, {"a": (1, 10), "b": (3, 4)})
    check_edit(TWO, "class C:\n" + TWO.replace("def", "    def"), {"a": (2, 8), "b": (4, 8)})


def test_a_text_replaced_as_a_whole_keeps_what_is_written_again() -> None:
    check_edit(
        TWO, "import x\ndef b(z):\n    pass\n\n\ndef c(): ...\ndef a(): ...\n", {"b": (2, 4), "a": (7, 4)}
    )


def test_form_feeds_and_lone_carriage_returns() -> None:
    before = "x = 1\x0c\u2028\rdef a(): ...\r\ndef b(): ...\r\n"
    check_edit(before, before.replace("\r\ndef b", "\r\n\r\ndef b"), {"a": (2, 4), "b": (4, 4)})


def symbol(name: str, line: int) -> Symbol:
    kind = SymbolKind.FUNCTION
    return Symbol(name, "a.py", name, name, kind, "a.py::<module>", ((line, line + 1),), line, 4, line + 1)


def check_parse(text: str, known: dict[str, int], whole: bool, expected: dict[str, int]) -> None:
    """Places `a` and `b` of `TWO` become those of `text`, of which `known` are parsed."""
    shifted = after_edit(places_in(TWO), TWO, text)
    answer = after_parse(shifted, [symbol(name, line) for name, line in known.items()], whole, text)
    assert {place.id: place.line for place in answer} == expected


def test_what_does_not_parse_keeps_its_lens() -> None:
    broken = "def a(:\n    pass\ndef b():\n    pass\n"
    check_parse(broken, {"b": 3}, whole=False, expected={"a": 1, "b": 3})


def test_what_parses_rules() -> None:
    check_parse(TWO.replace("def a", "def z"), {"z": 1, "b": 3}, whole=True, expected={"z": 1, "b": 3})
    check_parse(TWO.replace("def a", "def z"), {"z": 1, "b": 3}, whole=False, expected={"z": 1, "b": 3})


def test_a_line_that_is_no_definition_any_more_loses_its_lens() -> None:
    check_parse("df a():\n    pass\ndef b():\n    pass\n", {"b": 3}, whole=False, expected={"b": 3})


def test_a_file_that_parses_whole_has_no_leftovers() -> None:
    check_parse("def b():\n    pass\n", {"b": 1}, whole=True, expected={"b": 1})
