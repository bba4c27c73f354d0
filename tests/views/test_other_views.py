"""The symbol, graph, status and price views."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from packlens.base.errors import AmbiguousError, UsageError
from packlens.graph.update import Writer
from packlens.text.document import Document
from packlens.views import status_view, symbol_view
from packlens.views.graph_view import GRAPH_FORMATS, graph_view, render_graph
from packlens.views.layout.render import render
from packlens.views.pack.pack import pack
from packlens.views.pack.price import Prices, price
from packlens.views.pack.question import Format, PackQuestion
from packlens.views.status_view import StatusInputs, status
from packlens.views.tokens import count_in_parts
from tests.support.fixture import graph_of, parse
from tests.views.checks import SHOP, check_golden


@pytest.fixture(scope="module")
def snapshot():
    return graph_of(SHOP, root_name="shop")


def test_a_symbol_for_a_person(snapshot) -> None:
    assert symbol_view.to_text(symbol_view.symbol_view(snapshot, "Order.total")) == (
        "shop/orders.py::Order.total  method, lines 17-20, 3 callers\n"
        "\n"
        "```python\n"
        "def total(self) -> float: ...\n"
        "```\n"
        "\n"
        "```docstring\n"
        "The sum, tax included.\n"
        "```\n"
    )


def test_a_symbol_with_its_body(snapshot) -> None:
    view = symbol_view.symbol_view(snapshot, "tax", body=True)
    assert symbol_view.to_text(view) == (
        "shop/prices.py::tax  function, lines 18-19, 1 caller\n"
        "\n"
        "```python\n"
        "def tax(net: float, rate: float) -> float:\n"
        "    return net * rate\n"
        "```\n"
    )
    found = json.loads(symbol_view.to_json(view))
    assert found["schema"] == "packlens.symbol/1"
    assert found["body"] == "def tax(net: float, rate: float) -> float:\n    return net * rate\n"


def test_a_file_is_its_module(snapshot) -> None:
    view = symbol_view.symbol_view(snapshot, "shop/prices.py")
    assert view.symbol.id == "shop/prices.py::<module>"
    assert view.children == ("shop/prices.py::price_of", "shop/prices.py::lookup", "shop/prices.py::tax")
    with pytest.raises(AmbiguousError):
        symbol_view.symbol_view(snapshot, "shop/prices.py:4-19")


@pytest.mark.parametrize("form", GRAPH_FORMATS)
def test_the_graph_in_every_form(snapshot, form) -> None:
    check_golden(f"graph.{form}", render_graph(graph_view(snapshot), form))


def test_graph_forms_hold_any_name() -> None:
    snapshot = graph_of('#- we"ird&<b>.py\ndef f(): g()\n\n\ndef g(): ...\n')
    graph = graph_view(snapshot)
    found = ElementTree.fromstring(render_graph(graph, "graphml"))
    assert 'we"ird&<b>.py::f' in {element.get("id") for element in found.iter()}
    assert 'we\\"ird' in render_graph(graph, "dot")
    assert '"we#quot;ird' in render_graph(graph, "mermaid")


def test_min_confidence(snapshot) -> None:
    graph = graph_view(snapshot, 0.85)
    assert graph.edges
    assert all(edge.confidence >= 0.85 for edge in graph.edges)
    with pytest.raises(UsageError):
        graph_view(snapshot, 1.5)
    with pytest.raises(UsageError):
        render_graph(graph, "pdf")


def test_status(snapshot) -> None:
    found = json.loads(
        status_view.to_json(status(snapshot, StatusInputs({"binary": 2}, None, 5, {"index": 1.5})))
    )
    assert found.pop("state") == snapshot.state
    assert found.pop("by_confidence").keys() <= {"0.6", "0.8", "0.9", "1.0"}
    assert found.pop("edges") == snapshot.edge_count
    assert found.pop("by_resolver") == {"static": snapshot.edge_count}
    assert found == {
        "schema": "packlens.status/1",
        "root": "shop",
        "generation": 1,
        "files": 5,
        "symbols": snapshot.symbol_count,
        "unresolved": 0,
        "pending": 0,
        "timed_out": 0,
        "parse_failures": [],
        "skipped": {"too_large": 0, "binary": 2, "undecodable": 0, "ignored": 0, "unsupported": 0},
        "languages": {"python": 5},
        "store": None,
        "rss_bytes": 5,
        "timings_ms": {"index": 1.5},
        "failure": None,
        "hindrance": None,
    }


def test_status_names_what_does_not_parse() -> None:
    snapshot = graph_of("#- a.py\ndef f(:\n\n\ndef g(): ...\n")
    text = status_view.to_text(status(snapshot, StatusInputs()))
    assert "not parsed in full: 1\n  a.py:1: partial: " in text


@pytest.mark.parametrize("form", Format)
def test_a_price_is_the_tokens_of_what_is_copied(snapshot, form) -> None:
    identifier = "shop/orders.py::Order.total"
    question = PackQuestion(("-",), format=form, budget=600)
    copied = render(pack(snapshot, replace(question, targets=(identifier,))))
    assert price(snapshot, identifier, question) == count_in_parts(copied, question.tokenizer)


def test_prices_are_kept_until_something_they_used_changes(monkeypatch) -> None:
    writer = Writer("shop")
    writer.update(parse(SHOP).documents())
    prices = Prices()
    question = PackQuestion(("-",))
    identifier = "shop/prices.py::lookup"
    found = prices.price(writer.snapshot, identifier, question).tokens
    with monkeypatch.context() as patch:
        patch.setattr("packlens.views.pack.price.pack", None)
        assert prices.price(writer.snapshot, identifier, question).tokens == found
        writer.update({"other.py": Document.of_text("other.py", "x = 1\n")})
        assert prices.price(writer.snapshot, identifier, question).tokens == found
    writer.update({"caller.py": Document.of_text("caller.py", "from shop.prices import *\nlookup('tea')\n")})
    now = prices.price(writer.snapshot, identifier, question).tokens
    assert now == price(writer.snapshot, identifier, question)
    assert now > found
