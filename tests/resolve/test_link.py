"""What reaches a sink follows from what scopes pass now, whatever they passed before and in whatever order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.resolve.static.inference import Inference
from packlens.resolve.static.link import MOST_REACHING, Link
from packlens.resolve.static.rows import Rows
from packlens.resolve.static.values import Value
from packlens.symbols.table import build_table
from packlens.syntax.facts import ScopeKind
from packlens.syntax.parse import read_file
from tests.graph import workspace_texts as texts
from tests.support.facts import check_every_order

_SCOPES = [f"m.py::f{number}" for number in range(5)]
_SINKS = [("reaching", scope, 0) for scope in _SCOPES]
_VALUES: list[Value] = [
    ("C", "m.py::A"),
    ("F", "m.py::g", None),
    *(("R", scope, 0) for scope in _SCOPES),
    *(("L", "list", ("R", scope, 0)) for scope in _SCOPES[:2]),
]
_FUNCTIONS: list[Value] = [("F", f"m.py::h{number}", None) for number in range(MOST_REACHING + 4)]
_HOLDERS: list[Value] = [
    value
    for scope in _SCOPES
    for value in (
        ("D", "v", ("R", scope, 0), "key"),
        ("L", "list", ("L", "list", ("R", scope, 0))),
        ("W", ("R", scope, 0)),
        ("Q", ("R", scope, 0), 1),
        ("T", (frozenset({("R", scope, 0)}), frozenset())),
        ("L", "iter", ("T", (frozenset({("R", scope, 0)}), frozenset({("^",)})))),
    )
]
# Few values that are found at the bounds: runs of functions, among which some sink has too many.
_RUNS = st.tuples(st.integers(0, MOST_REACHING), st.integers(1, MOST_REACHING)).map(
    lambda run: frozenset(_FUNCTIONS[run[0] : run[0] + run[1]])
)
_PASSED = st.one_of(
    st.frozensets(st.sampled_from(_VALUES), min_size=1, max_size=3),
    st.frozensets(st.sampled_from([*_VALUES, *_HOLDERS]), min_size=1, max_size=3),
    st.tuples(_RUNS, st.frozensets(st.sampled_from([*_VALUES, *_HOLDERS]), max_size=2)).map(
        lambda both: both[0] | both[1]
    ),
)
_FLOWS = st.dictionaries(st.sampled_from(_SINKS), _PASSED, max_size=4).map(
    lambda flows: frozenset(flows.items())
)


@given(st.lists(st.tuples(st.sampled_from(_SCOPES), _FLOWS), max_size=10))
def test_what_was_passed_before_leaves_nothing(drawn: list[tuple[str, frozenset[Any]]]) -> None:
    link = Link()
    last: dict[tuple[str, str], frozenset[Any]] = {}
    for scope, flows in drawn:
        last["rows", scope] = flows
        before = dict(link.reaching)
        changed = link.settle(*link.take([(("rows", scope), flows)]))
        assert changed == {sink for sink in _SINKS if before.get(sink) != link.reaching.get(sink)}
    fresh = Link()
    fresh.settle(*fresh.take(last.items()))
    assert link.reaching == fresh.reaching


@given(st.lists(st.tuples(st.sampled_from(_SCOPES), _FLOWS), max_size=6), st.integers(0, 1 << 16))
def test_more_never_says_less_whatever_comes_first(
    drawn: list[tuple[str, frozenset[Any]]], seed: int
) -> None:
    passed = [(("rows", f"{scope}{at}"), flows) for at, (scope, flows) in enumerate(drawn)]
    at_once = Link()
    at_once.settle(*at_once.take(passed))
    Random(seed).shuffle(passed)
    in_turn = Link()
    for row in passed:
        in_turn.settle(*in_turn.take([row]))
    assert in_turn.reaching == at_once.reaching


_FUNCTIONS_OF_M = "".join(f"def f{number}(): pass\n" for number in range(20))


def _calls(name: str, numbers: range) -> str:
    lines = "".join(f"    {name}(f{number})\n" for number in numbers)
    return f"from m import *\nfrom a import *\ndef go():\n{lines}"


_AT_THE_BOUND = {
    "a circle of parameters": {
        "a.py": "def fan(x):\n    back(x)\ndef back(y):\n    fan(y)\n    y()\n",
        "b.py": _calls("fan", range(8)),
        "c.py": _calls("back", range(8, MOST_REACHING + 1)),
    },
    "a circle through a container": {
        "a.py": "def one(x):\n    x()\n    two({x})\ndef two(y):\n    one(y)\n",
        "b.py": _calls("one", range(10)),
        "c.py": _calls("two", range(5, 15)),
    },
    "an attribute put back where it was read": {
        "a.py": (
            "class Field:\n"
            "    def __init__(self, checks):\n"
            "        self.checks = list(checks)\n"
            "    def copy(self, other: 'Field'):\n"
            "        other.checks = self.checks[:]\n"
            "    def run(self):\n"
            "        for check in self.checks:\n"
            "            check()\n"
            "def make(check):\n"
            "    Field({check})\n"
        ),
        "b.py": _calls("make", range(8)),
        "c.py": _calls("make", range(8, MOST_REACHING + 1)),
    },
}


@pytest.mark.parametrize("name", _AT_THE_BOUND)
def test_the_order_of_files_never_shows_at_the_bound(name: str) -> None:
    check_every_order({"m.py": _FUNCTIONS_OF_M, **_AT_THE_BOUND[name]})


@given(st.dictionaries(texts.path, texts.text, min_size=2, max_size=8), st.integers(0, 1 << 16))
def test_the_order_of_drawing_never_shows(files: dict[str, str], seed: int) -> None:
    assert _rows(files, None) == _rows(files, Random(seed))


def _rows(files: dict[str, str], order: Random | None) -> dict[str, Rows]:
    """The rows of every scope; `order` shuffles the files, and the scopes of each."""
    tables = [build_table(path, read_file(text), None) for path, text in sorted(files.items())]
    if order is not None:
        order.shuffle(tables)
        for table in tables:
            scopes = list(table.scopes.items())
            order.shuffle(scopes)
            table.scopes = dict(scopes)
    inference = Inference("workspace")
    inference.update({table.path: table for table in tables})
    rows = {table.module: inference.rows_of(("module rows", table.path)) for table in tables}
    for table in tables:
        for scope, entry in table.scopes.items():
            if entry.scope.kind != ScopeKind.COMPREHENSION:
                rows[scope] = inference.rows_of(("rows", scope))
    return rows
