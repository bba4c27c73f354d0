"""What reaches a sink follows from what scopes pass now, whatever they passed before and in whatever order."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from packlens.resolve.static.inference import Inference
from packlens.resolve.static.link import Link
from packlens.resolve.static.rows import Rows
from packlens.resolve.static.values import Value
from packlens.symbols.table import build_table
from packlens.syntax.facts import ScopeKind
from packlens.syntax.parse import read_file
from tests.graph import workspace_texts as texts

_SCOPES = [f"m.py::f{number}" for number in range(5)]
_SINKS = [("reaching", scope, 0) for scope in _SCOPES]
_VALUES: list[Value] = [
    ("C", "m.py::A"),
    ("F", "m.py::g", None),
    *(("R", scope, 0) for scope in _SCOPES),
    *(("L", "list", ("R", scope, 0)) for scope in _SCOPES[:2]),
]
_PASSED = st.frozensets(st.sampled_from(_VALUES), min_size=1, max_size=3)
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
