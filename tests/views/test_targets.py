"""Every form of a target, and the errors that say what to try."""

from __future__ import annotations

import pytest

from packlens.base.errors import AmbiguousError, NotFoundError, UsageError
from packlens.views.targets import TargetKind, definition_at, resolve_target
from tests.support.fixture import graph_of
from tests.views.checks import SHOP

_MORE = (
    SHOP
    + """
    #- shop/stock.py
    class Shelf:
        def total(self):
            def count():
                return 1
            return count()

        size = 3


    def again(): return 1


    def again(): return 2
    #- lonely.py
    print("no definitions")
    #- typed.py
    def only(): ...
    #- typed.pyi
    def only() -> int: ...
"""
)


@pytest.fixture(scope="module")
def snapshot():
    return graph_of(_MORE)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("shop/orders.py::Order.total", ["shop/orders.py::Order.total"]),
        ("./shop/orders.py::Order.total", ["shop/orders.py::Order.total"]),
        ("shop\\orders.py::Order.total", ["shop/orders.py::Order.total"]),
        ("shop.orders.Order.total", ["shop/orders.py::Order.total"]),
        ("orders.Order.total", ["shop/orders.py::Order.total"]),
        ("Order.total", ["shop/orders.py::Order.total"]),
        (" Order.pay ", ["shop/orders.py::Order.pay"]),
        ("pay", ["shop/orders.py::Order.pay"]),
        ("shop.Order", ["shop/orders.py::Order"]),
        ("shop.Order.pay", ["shop/orders.py::Order.pay"]),
        ("again", ["shop/stock.py::again"]),
        ("again#2", ["shop/stock.py::again#2"]),
        ("only", ["typed.py::only"]),
        ("typed.pyi::only", ["typed.pyi::only"]),
        ("shop/prices.py:6", ["shop/prices.py::price_of"]),
        ("shop/stock.py:4", ["shop/stock.py::Shelf.total.count"]),
        ("shop/stock.py:6", ["shop/stock.py::Shelf"]),
        ("shop/stock.py:3-4", ["shop/stock.py::Shelf.total.count"]),
        ("shop/stock.py:1-4", ["shop/stock.py::Shelf"]),
        ("shop/stock.py:4-7", ["shop/stock.py::Shelf.total", "shop/stock.py::Shelf.size"]),
        ("shop/stock.py:9-14", ["shop/stock.py::again", "shop/stock.py::again#2"]),
    ],
)
def test_symbols(snapshot, text, ids) -> None:
    target = resolve_target(snapshot, text)
    assert (target.kind, list(target.ids)) == (TargetKind.SYMBOL, ids)


@pytest.mark.parametrize(
    ("text", "path", "ids"),
    [
        ("shop/prices.py", "shop/prices.py", ["price_of", "lookup", "tax"]),
        ("shop.prices", "shop/prices.py", ["price_of", "lookup", "tax"]),
        ("prices", "shop/prices.py", ["price_of", "lookup", "tax"]),
        ("shop/prices.py::<module>", "shop/prices.py", ["price_of", "lookup", "tax"]),
        ("shop/report.py", "shop/report.py", ["report", "daily"]),
        ("lonely.py", "lonely.py", ["<module>"]),
    ],
)
def test_files(snapshot, text, path, ids) -> None:
    target = resolve_target(snapshot, text)
    assert target.kind is TargetKind.FILE
    assert (target.path, list(target.ids)) == (path, [f"{path}::{name}" for name in ids])


@pytest.mark.parametrize(
    ("text", "message", "suggestions"),
    [
        (
            "Order.totl",
            "target 'Order.totl': no such symbol; did you mean shop/orders.py::Order.total, "
            "shop/stock.py::Shelf.total?",
            2,
        ),
        ("Order.tot", "target 'Order.tot': no such symbol", 2),
        (
            "zzzzzz",
            "target 'zzzzzz': no such symbol; give a symbol, a file or a line of one (path.py:LINE)",
            0,
        ),
        (
            "shop/orders.py::Order.tota",
            "target 'shop/orders.py::Order.tota': no such symbol in shop/orders.py",
            1,
        ),
        ("shop/order.py", "target 'shop/order.py': shop/order.py is not among the indexed files", 1),
        ("shop/order.py::X", "target 'shop/order.py::X': shop/order.py is not among the indexed files", 1),
        ("README.md", "target 'README.md': README.md is not indexed: only Python files are", 0),
        ("shop/page.js", "target 'shop/page.js': shop/page.js is not indexed: only Python files are", 0),
        ("shop/orders.py:999", "target 'shop/orders.py:999': shop/orders.py has ", 0),
        ("shop/orders.py:2", "target 'shop/orders.py:2': no definition at line 2; did you mean", 5),
    ],
)
def test_what_is_not_there(snapshot, text, message, suggestions) -> None:
    with pytest.raises(NotFoundError) as error:
        resolve_target(snapshot, text)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)
    assert len(error.value.suggestions) >= min(suggestions, 1)
    assert len(error.value.suggestions) <= 5


def test_a_name_inside_a_longer_one_is_not_found() -> None:
    """E8: never another symbol's answer."""
    snapshot = graph_of("#- a.py\ndef append_row(): ...\n")
    with pytest.raises(NotFoundError) as error:
        resolve_target(snapshot, "append")
    assert error.value.suggestions == ("a.py::append_row",)


def test_an_exact_name_beats_a_suffix() -> None:
    snapshot = graph_of("#- a.py\ndef run(): ...\n\nclass App:\n    def run(self): ...\n")
    assert resolve_target(snapshot, "run").ids == ("a.py::run",)
    assert resolve_target(snapshot, "App.run").ids == ("a.py::App.run",)


def test_candidates_of_an_ambiguous_name(snapshot) -> None:
    with pytest.raises(AmbiguousError) as error:
        resolve_target(snapshot, "total")
    assert error.value.candidates == ("shop/orders.py::Order.total", "shop/stock.py::Shelf.total")
    assert str(error.value) == (
        "target 'total': names 2 symbols; give one of shop/orders.py::Order.total, shop/stock.py::Shelf.total"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "../a.py",
        "shop/../../a.py::f",
        "/etc/passwd",
        "C:\\a.py",
        "\\\\server\\a.py",
        "a\0.py",
        "..\\a.py:3",
        "::f",
        "a.py::",
    ],
)
def test_malformed_targets_are_refused(snapshot, text) -> None:
    """Y2."""
    with pytest.raises(UsageError):
        resolve_target(snapshot, text)


@pytest.mark.parametrize("text", ["shop/orders.py:0", "shop/orders.py:9-3"])
def test_lines_that_make_no_sense(snapshot, text) -> None:
    with pytest.raises(UsageError):
        resolve_target(snapshot, text)


def test_the_innermost_definition_around_a_line(snapshot) -> None:
    assert definition_at(snapshot, "shop/stock.py", 4) == "shop/stock.py::Shelf.total.count"
    assert definition_at(snapshot, "shop/stock.py", 8) is None


_PASSED_ON = """
    #- web/__init__.py
    from ._api import *
    from ._models import *
    from ._names import ready as is_ready
    from . import _tools as tools
    from .round import *
    #- web/_api.py
    from ._client import Client
    from ._client import _names
    __all__ = ["get", "_raw", "Closed"]
    __all__ += ["put", *_names]
    def get(url): return Client()
    def put(url): ...
    def delete(url): ...
    def _raw(url): ...
    #- web/_client.py
    _names = []
    class Client:
        def send(self): ...
    class Closed: ...
    #- web/_models.py
    from ._client import *
    class Answer:
        def json(self): ...
    def _hidden(): ...
    #- web/_names.py
    def ready(): ...
    #- web/_tools.py
    from ._deep import dig
    def hammer(): ...
    #- web/_deep.py
    def dig(): ...
    #- web/round.py
    from web import *
    def turn(): ...
"""


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("web.get", "web/_api.py::get"),
        ("web.put", "web/_api.py::put"),
        ("web._raw", "web/_api.py::_raw"),
        ("web.Client", "web/_client.py::Client"),
        ("web.Client.send", "web/_client.py::Client.send"),
        ("web.Answer.json", "web/_models.py::Answer.json"),
        ("web._models.Closed", "web/_client.py::Closed"),
        ("web.is_ready", "web/_names.py::ready"),
        ("web.tools.hammer", "web/_tools.py::hammer"),
        ("web.tools.dig", "web/_deep.py::dig"),
        ("web.turn", "web/round.py::turn"),
    ],
)
def test_a_name_that_a_module_passes_on_is_the_definition_behind_it(text, identifier) -> None:
    assert resolve_target(graph_of(_PASSED_ON), text).ids == (identifier,)


@pytest.mark.parametrize(
    "text", ["web.delete", "web._hidden", "web.ready", "web.nothing", "web.Client.nothing"]
)
def test_a_name_that_a_star_does_not_bring_is_not_found(text) -> None:
    with pytest.raises(NotFoundError):
        resolve_target(graph_of(_PASSED_ON), text)
