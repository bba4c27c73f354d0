"""Error messages that stand in constants are found by the text that a user saw."""

from __future__ import annotations

import pytest

from tests.support.fixture import graph_of
from tests.views.checks import check_query

SHOP = """
#- shop/texts.py
CLOSED = "The till is closed for today. Ask at the desk."
MISSING = (
    "No order named %(name)s was found "
    "in the book of orders"
)
SHORT = "not found"
#- shop/till.py
from shop.texts import CLOSED

def take(amount):
    raise ValueError(CLOSED)
#- shop/orders.py
from shop import texts

def find(name):
    raise KeyError(texts.MISSING % {"name": name})

def found(order):
    return order
#- tests/test_till.py
from shop.texts import CLOSED

def test_the_till_is_closed_for_today():
    assert str(take(1)) == CLOSED
"""


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("ValueError: The till is closed for today.", "shop/texts.py::CLOSED", "shop/till.py::take"),
        ("2026-01-01 ERROR the till is\n  closed for today", "shop/texts.py::CLOSED", "shop/till.py::take"),
        (
            'KeyError: "No order named tea was found in the book of orders"',
            "shop/texts.py::MISSING",
            "shop/orders.py::find",
        ),
    ],
)
def test_a_message_brings_the_constant_and_who_uses_it(text: str, first: str, second: str) -> None:
    items = check_query(text, graph_of(SHOP)).items
    assert [item.id for item in items[:2]] == [first, second]


def test_a_few_words_are_no_message() -> None:
    items = check_query("order not found", graph_of(SHOP)).items
    assert "shop/texts.py::SHORT" not in [item.id for item in items]


def test_what_a_question_writes_as_code_comes_first() -> None:
    shop = """
    #- shop/urls.py
    def url_for(name):
        return name
    #- shop/pages.py
    def build_host_of_url(name):
        # the url and the host that url_for builds
        return url_for(name)
    """
    first = check_query("how does url_for build the host of a url", graph_of(shop)).items[0]
    assert first.id == "shop/urls.py::url_for"
