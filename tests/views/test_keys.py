"""A setting that a text names is found in the table that gives it its first value."""

from __future__ import annotations

import pytest

from tests.support.fixture import graph_of
from tests.views.checks import check_query

SHOP = """
#- shop/app.py
class App:
    defaults = dict(
        {
            "COOKIE_PATH": "/",
            "DEBUG": None,
        }
    )

    def run(self):
        return self.defaults
#- shop/tills.py
TILLS = {'TILL_COUNT': 3}
#- shop/cookies.py
def path_of_cookie(app):
    return app.defaults["COOKIE_PATH"]

def count_of_tills(tills):
    return tills["TILL_COUNT"]
"""


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("COOKIE_PATH", "shop/app.py::App.defaults"),
        ("\x1b[31mCOOKIE_PATH\x1b[0m", "shop/app.py::App.defaults"),
        ("is TILL_COUNT checked before the till opens", "shop/tills.py::TILLS"),
    ],
)
def test_the_table_comes_with_what_reads_the_setting(text: str, table: str) -> None:
    assert table in [item.id for item in check_query(text, graph_of(SHOP)).items]


@pytest.mark.parametrize("text", ["DEBUG", "COOKIE_PATHS", "cookie_path"])
def test_no_other_word_is_a_setting(text: str) -> None:
    items = check_query(f"{text} run", graph_of(SHOP)).items
    assert "shop/app.py::App.defaults" not in [item.id for item in items]
