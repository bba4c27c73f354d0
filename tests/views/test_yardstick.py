"""What the other ways to hand code over would give, and how the comparison is written."""

from __future__ import annotations

import json

from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.yardstick import (
    Way,
    Yardstick,
    chosen_symbols,
    grepped,
    lines_of,
    near_to,
    share_shown,
    to_json,
    to_text,
    way_of,
)
from tests.support.fixture import graph_of

_CODE = (
    """
#- a.py
from b import helper


def run():
    return helper()


def alone():
    return 1
#- b.py
def helper():
    return inner()


helpers = 1
"""
    + "\n" * 30
    + "def inner():\n    return 2\n"
)
_NEAR = {"a.py::run", "b.py::inner"}


def test_grep_shows_each_mention_with_its_context() -> None:
    text, shown = grepped(graph_of(_CODE), "helper")
    assert shown == {"a.py": [(1, 10)], "b.py": [(1, 11)]}
    lines = text.split("\n")
    assert lines[0] == "a.py:1:from b import helper"
    assert lines[4] == "a.py:5:    return helper()"
    assert lines[6] == "a.py-7-"
    assert lines[10:12] == ["--", "b.py:1:def helper():"]
    assert "b.py-5-helpers = 1" in lines


def test_what_is_one_hop_away_and_how_much_of_it_is_shown() -> None:
    snapshot = graph_of(_CODE)
    near = near_to(snapshot, "b.py::helper")
    assert near == _NEAR
    assert chosen_symbols(snapshot, 9) == ("a.py::run", "b.py::helper", "b.py::inner")
    assert len(chosen_symbols(snapshot, 2)) == 2
    assert share_shown(snapshot, near, grepped(snapshot, "helper")[1]) == 0.5
    assert share_shown(snapshot, near, lines_of(pack(snapshot, PackQuestion.of(["helper"])))) == 1.0
    assert share_shown(snapshot, near, lines_of(pack(snapshot, PackQuestion.of(["helper"], depth=0)))) == 0.0


def test_the_figures_as_text_and_as_json() -> None:
    ways = (
        Way("find and cat", 5000, 1200, 3.25, 1.0),
        way_of("packlens pack", [(10, 3, 1.0, 0.5), (20, 5, 2.0, 1.0)]),
    )
    yardstick = Yardstick("shop", 2, ("a.py::run",), 8000, "o200k_base", 12.0, ways)
    assert to_text(yardstick).split("\n")[:5] == [
        "shop: 2 files; medians over 1 symbol; budget 8,000 o200k_base tokens",
        "",
        "                               bytes      tokens       ms   one hop away",
        "find and cat                   5,000       1,200      3.2     100%",
        "packlens pack                     15           4      1.5      75%",
    ]
    written = json.loads(to_json(yardstick))
    assert (written["schema"], written["symbols"], written["ways"][1]) == (
        "packlens.bench/1",
        ["a.py::run"],
        {"way": "packlens pack", "bytes": 15, "tokens": 4, "milliseconds": 1.5, "near": 0.75},
    )
