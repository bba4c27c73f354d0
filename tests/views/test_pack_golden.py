"""Whole packs, in every form, compared to the byte."""

from __future__ import annotations

import pytest

from packlens.views.render import render
from tests.support.fixture import graph_of
from tests.views.checks import SHOP, check_golden, packed

_SUFFIX = {"markdown": "md", "xml": "xml", "json": "json", "text": "txt"}


@pytest.fixture(scope="module")
def snapshot():
    return graph_of(SHOP, root_name="shop")


@pytest.mark.parametrize("form", _SUFFIX)
def test_everything_fits(snapshot, form) -> None:
    answer = packed(snapshot, "Order.total", format=form)
    check_golden(f"total.{_SUFFIX[form]}", render(answer))


@pytest.mark.parametrize("form", _SUFFIX)
def test_not_everything_fits(snapshot, form) -> None:
    answer = packed(snapshot, "Order.total", format=form, budget=400)
    check_golden(f"total-400.{_SUFFIX[form]}", render(answer))


@pytest.mark.parametrize("form", _SUFFIX)
def test_a_tiny_budget(snapshot, form) -> None:
    answer = packed(snapshot, "shop/prices.py", format=form, budget=90)
    check_golden(f"prices-90.{_SUFFIX[form]}", render(answer))
