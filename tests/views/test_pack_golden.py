"""Whole packs, in every form, compared to the byte."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from packlens.views.layout.render import render
from tests.support.fixture import graph_of
from tests.views.checks import SHOP, check_golden, packed

_FORMS = ["markdown", "xml", "json", "text"]


@pytest.fixture(scope="module")
def snapshot():
    return graph_of(SHOP, root_name="shop")


@pytest.mark.parametrize("form", _FORMS)
def test_everything_fits(snapshot, form) -> None:
    answer = packed(snapshot, "Order.total", format=form)
    check_golden(f"total.{form}", render(answer))


@pytest.mark.parametrize("form", _FORMS)
def test_not_everything_fits(snapshot, form) -> None:
    answer = packed(snapshot, "Order.total", format=form, budget=400)
    check_golden(f"total-400.{form}", render(answer))


@pytest.mark.parametrize("form", _FORMS)
def test_a_tiny_budget(snapshot, form) -> None:
    answer = packed(snapshot, "shop/prices.py", format=form, budget=90)
    check_golden(f"prices-90.{form}", render(answer))


def test_the_example_in_the_documentation(snapshot) -> None:
    """docs/packs.md shows a real pack."""
    text = packed(snapshot, "Order.pay", depth=0).text
    page = (Path(__file__).parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
    assert indent(text, "    ").rstrip("\n") in page
