"""Callers and callees, as JSON and as text."""

from __future__ import annotations

import json

import pytest

from packlens.base.errors import NotFoundError, UsageError
from packlens.views.callers import callees, callers, count_callers, places, to_json, to_text
from tests.support.fixture import graph_of
from tests.views.checks import SHOP


@pytest.fixture(scope="module")
def snapshot():
    return graph_of(SHOP, root_name="shop")


def test_callers_as_json(snapshot) -> None:
    found = json.loads(to_json(callers(snapshot, "price_of")))
    assert found == {
        "schema": "packlens.callers/1",
        "target": {
            "id": "shop/prices.py::price_of",
            "path": "shop/prices.py",
            "qualname": "price_of",
            "kind": "function",
            "start_line": 4,
            "end_line": 6,
        },
        "callers": [
            {
                "id": "shop/orders.py::Order.total",
                "path": "shop/orders.py",
                "qualname": "Order.total",
                "kind": "method",
                "line": 19,
                "column": 18,
                "edge": "calls",
                "confidence": 0.9,
                "resolver": "static",
                "through": "direct",
            }
        ],
        "possible": [],
        "pending": 0,
    }


def test_callers_as_text(snapshot) -> None:
    assert to_text(callers(snapshot, "price_of", depth=3)) == (
        "shop/prices.py::price_of: 5 callers\n"
        "  shop/orders.py::Order.total\n"
        "    19: net = sum(price_of(line) for line in self.lines)  [calls 0.9]\n"
        "    shop/orders.py::Order.pay\n"
        "      23: till.take(self.total(), self.currency)  [calls 0.8]\n"
        "    shop/report.py::report\n"
        '      5: return "\\n".join(str(order.total()) for order in orders)  [calls 0.8]\n'
        "    tests/test_orders.py::test_total\n"
        "      6: assert order.total() > 7  [calls 0.8]\n"
        "      shop/report.py::daily\n"
        "        9: print(report(orders))  [calls 0.9]\n"
    )


def test_callees(snapshot) -> None:
    answer = callees(snapshot, "Order.total")
    assert [site.symbol.qualname for site in answer.sites] == ["price_of", "tax", "RATE"]
    assert "callees" in json.loads(to_json(answer))


def test_text_names_each_symbol_once() -> None:
    snapshot = graph_of("#- a.py\ndef f():\n    g()\n    h()\n    g()\n\n\ndef g(): ...\ndef h(): ...\n")
    assert to_text(callees(snapshot, "f")) == (
        "a.py::f: 2 callees\n"
        "  a.py::g\n"
        "    a.py:2: g()  [calls 0.9]\n"
        "    a.py:4: g()  [calls 0.9]\n"
        "  a.py::h\n"
        "    a.py:3: h()  [calls 0.9]\n"
    )


def test_depth_is_told_in_rows_only_when_asked_for(snapshot) -> None:
    rows = json.loads(to_json(callers(snapshot, "price_of", depth=2)))["callers"]
    assert [(row["qualname"], row["depth"], row["toward"]) for row in rows] == [
        ("Order.total", 1, "shop/prices.py::price_of"),
        ("Order.pay", 2, "shop/orders.py::Order.total"),
        ("report", 2, "shop/orders.py::Order.total"),
        ("test_total", 2, "shop/orders.py::Order.total"),
    ]
    with pytest.raises(UsageError):
        callers(snapshot, "price_of", depth=0)


def test_cycles_end() -> None:
    snapshot = graph_of("#- a.py\ndef f(): g()\n\n\ndef g(): f()\n")
    answer = callers(snapshot, "f", depth=50)
    assert [(site.symbol.name, site.depth) for site in answer.sites] == [("g", 1), ("f", 2)]


def test_nobody_calls_it(snapshot) -> None:
    assert to_text(callers(snapshot, "daily")) == "shop/report.py::daily: no callers\n"
    assert json.loads(to_json(callers(snapshot, "daily")))["callers"] == []


def test_possible_callers_stand_apart() -> None:
    """E7."""
    snapshot = graph_of(
        """
        #- a.py
        class One:
            def go(self): ...

        class Two:
            def go(self): ...

        def run(thing):
            thing.go()
        """
    )
    answer = callers(snapshot, "One.go")
    assert to_text(answer) == "a.py::One.go: no callers\npossible, not settled: 1\n  a.py:8 go (run)\n"
    assert json.loads(to_json(answer))["possible"] == [
        {"id": "a.py::run", "path": "a.py", "line": 8, "name": "go"}
    ]


def test_an_unknown_name_is_never_answered(snapshot) -> None:
    """E8."""
    with pytest.raises(NotFoundError):
        callers(snapshot, "price")


def test_callers_are_counted_by_symbol(snapshot) -> None:
    assert count_callers(snapshot, "shop/orders.py::Order.total") == 3
    assert count_callers(snapshot, "shop/report.py::daily") == 0


def test_places_are_the_sites_without_their_text(snapshot) -> None:
    for symbol in snapshot.symbols():
        for view, forwards in ((callers, False), (callees, True)):
            sites = [(site.symbol, site.edge) for site in view(snapshot, symbol.id).sites]
            assert places(snapshot, symbol.id, forwards=forwards) == sites
