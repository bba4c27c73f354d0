"""Search, and packs for a question in words."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packlens.base.errors import NotFoundError, NothingFitsError, UsageError
from packlens.symbols.symbol import SymbolKind
from packlens.views.layout.render import render
from packlens.views.pack.model import Level, Reached, Why
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.search import search, to_json, to_text
from tests.support.fixture import graph_of
from tests.views.checks import SHOP, check_query, levels

ODD = [
    "@nasa",
    "a-b",
    "why?",
    "'",
    '"',
    "``",
    "x" * 5000,
    "tea " * 10_000,
    "設定",
    "\0",
    "\ud800",
    "--help",
]


def check_search(text: str, *expected: str, kind: SymbolKind | None = None, limit: int = 3) -> None:
    answer = search(graph_of(SHOP), Lexicon(), text, limit, kind)
    assert [hit.symbol.id for hit in answer.hits] == list(expected)


def test_symbols_are_found_by_the_words_of_their_code() -> None:
    check_search("where is tax added", "shop/prices.py::tax", "shop/orders.py::Order.total", limit=2)
    check_search("a table that is read once", "shop/prices.py::lookup", limit=1)
    check_search("reports", "shop/report.py::report", "shop/report.py::daily", limit=2)


def test_an_exact_name_comes_first_whatever_its_kind() -> None:
    check_search("RATE", "shop/orders.py::RATE", limit=1)
    check_search("Order.pay", "shop/orders.py::Order.pay", limit=1)
    check_search("shop/prices.py::lookup", "shop/prices.py::lookup", limit=1)


def test_a_search_may_be_for_one_kind() -> None:
    check_search("order", "shop/orders.py::Order", kind=SymbolKind.CLASS)
    check_search("currency", "shop/orders.py::Order.currency", kind=SymbolKind.VARIABLE)
    check_search("prices", "shop/prices.py::<module>", "shop/orders.py::<module>", kind=SymbolKind.MODULE)


def test_the_forms_of_a_search() -> None:
    answer = search(graph_of(SHOP), Lexicon(), "Order.pay", 1)
    assert to_text(answer) == (
        "shop/orders.py:22-24 Order.pay method 4.40\n    def pay(self, till): ...\nthe best 1 of 9\n"
    )
    assert '"score": 4.4' in to_json(answer)


@pytest.mark.parametrize("text", ODD)
def test_any_text_is_data(text: str) -> None:
    graph = graph_of(SHOP)
    for ask in (lambda: search(graph, Lexicon(), text), lambda: check_query(text, graph)):
        try:
            ask()
        except NotFoundError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("text", ["", " \n\t\u2003"])
def test_a_blank_text_asks_nothing(text: str) -> None:
    graph = graph_of(SHOP)
    for ask in (lambda: search(graph, Lexicon(), text), lambda: check_query(text, graph)):
        with pytest.raises(UsageError, match="query '': says nothing"):
            ask()


def test_what_matches_nothing_is_said_with_the_nearest_names() -> None:
    graph = graph_of(SHOP)
    with pytest.raises(NotFoundError) as raised:
        search(graph, Lexicon(), "lookpu zzz")
    assert (
        str(raised.value)
        == "query 'lookpu zzz': nothing matches; the nearest names are shop/prices.py::lookup"
    )
    with pytest.raises(NotFoundError, match="query 'till': no constant matches"):
        search(graph, Lexicon(), "till", kind=SymbolKind.CONSTANT)


@pytest.mark.parametrize("text", ["how does it do this", "what is it", "why?\n is this so"])
def test_words_that_say_nothing_match_nothing(text: str) -> None:
    graph = graph_of("#- do.py\ndef do_this(it):\n    return it, 'how is it so'\n")
    hint = "nothing matches; ask with words that the code or its comments use$"
    for ask in (lambda: search(graph, Lexicon(), text), lambda: check_query(text, graph)):
        with pytest.raises(NotFoundError, match=hint):
            ask()


@pytest.mark.parametrize("text", ["do", " this\n", "`it`"])
def test_one_word_is_looked_for_whatever_it_says(text: str) -> None:
    graph = graph_of("#- do.py\ndef do_this(it):\n    return it\n")
    assert [hit.symbol.name for hit in search(graph, Lexicon(), text).hits] == ["do_this"]


def test_a_pack_holds_what_the_question_is_about() -> None:
    answer = check_query("why is the tax wrong in the total of an order")
    assert levels(answer)[:2] == ["Order excerpt", "Order.__init__ full"]
    best = max(answer.items, key=lambda item: item.score)
    assert (best.qualname, best.via) == (
        "Order.total",
        (Why(Reached.MATCH, words=("total", "tax", "order")), Why(Reached.COMPANION, "shop/prices.py::tax")),
    )
    assert answer.target.kind == "query"


FORMS = ["markdown", "xml", "json", "text"]


WORDS = st.lists(
    st.one_of(
        st.sampled_from(
            ["tax", "Order", "total", "self.paid", "shop/prices.py", "`lookup`", "price_of()", "why"]
        ),
        st.text(max_size=12),
    ),
    max_size=8,
).map(" ".join)


@given(WORDS, st.one_of(st.integers(0, 150), st.integers(0, 4000)), st.sampled_from(FORMS))
@settings(max_examples=60)
def test_never_over_budget_and_always_the_same(text: str, budget: int, form: str) -> None:
    graph = graph_of(SHOP)
    try:
        answer = check_query(text, graph, budget=budget, format=form)
    except (NotFoundError, NothingFitsError):
        return
    except UsageError:
        assert not text.strip()
        return
    assert render(answer) == render(check_query(text, graph, budget=budget, format=form))


LEADING = "#- mill.py\n" + "\n".join(
    [
        f"def grind_grain_{each}(grain):\n    return grain{' + grain' * 400}"
        for each in ("all", "most", "some", "few")
    ]
    + [f"def sack_{number}(grain):\n    return grain * {number}" for number in range(60)]
)


def test_the_best_come_at_least_as_signatures_before_what_is_small() -> None:
    answer = check_query("grind the grain", graph_of(LEADING), budget=600)
    assert {item.qualname: item.level for item in answer.items if item.qualname.startswith("grind")} == {
        f"grind_grain_{each}": Level.SIGNATURE for each in ("all", "few", "most", "some")
    }
    assert sum(item.level is Level.FULL for item in answer.items) > 10


NEARLY = "#- mill.py\n" + "\n".join(
    [f"def grind_grain_{each}(grain):\n    return grain{' + grain' * 400}" for each in range(9)]
    + [f"def sack_{number}(sack):\n    return sack * {number}, 'grain'" for number in range(60)]
)


def test_what_answers_nearly_as_well_comes_at_least_as_its_signature() -> None:
    answer = check_query("grind the grain", graph_of(NEARLY), budget=900)
    found = {item.qualname: item.level for item in answer.items if item.qualname.startswith("grind")}
    assert set(found.values()) == {Level.SIGNATURE} and len(found) == 8
    assert sum(item.level is Level.FULL for item in answer.items) > 10


def test_a_ledger_of_a_question_takes_what_is_left_over() -> None:
    answer = check_query("order total tax", budget=300)
    assert answer.omitted_total > len(answer.omitted)
    assert 300 - answer.tokens < 30


LONG = """
#- mill.py
class Mill:
    @staticmethod
    def grind(grain, coarse=False):
        \"\"\"{words}\"\"\"
        {filling}
        if coarse:
            flour = grain
            {filling}
            with open(flour) as sieve:
                # The bran is kept.
                bran = sieve.read()
            {filling}
        return bran
""".format(words="Nothing of use. " * 60, filling="pass; " * 150)


def test_of_the_best_that_does_not_fit_the_part_that_is_asked_about_comes() -> None:
    answer = check_query("why does the mill lose the bran of the grain", graph_of(LONG), budget=700)
    assert levels(answer) == ["Mill excerpt", "Mill.grind excerpt"]
    part = answer.items[-1].text
    assert part.split("\n", 2)[1] == "    def grind(grain, coarse=False):"
    assert "bran = sieve.read()" in part and "return bran" in part and "pass;" not in part
    ast.parse(f"if 1:\n{part}")


def test_what_is_named_and_does_not_fit_comes_as_its_signature() -> None:
    """Also where what only shares words with the question would fill the budget."""
    users = "#- use.py\nfrom mill import Mill\n\ndef bake(grain):\n    return Mill.grind(grain)\n"
    words = "".join(f"\ndef mill_{n}(change):\n    return 'grind', change\n" for n in range(80))
    answer = check_query("what breaks if I change Mill.grind", graph_of(LONG + users + words), budget=400)
    assert {"bake full", "Mill.grind signature", "mill_0 full"} <= set(levels(answer))


def test_a_part_of_a_text_that_does_not_parse_is_a_signature() -> None:
    broken = LONG.replace("return bran", "return bran bran")
    answer = check_query("why does the mill lose the bran", graph_of(broken), budget=700)
    assert levels(answer)[-1] in ("Mill.grind excerpt", "Mill.grind signature")
