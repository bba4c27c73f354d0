"""Search, and packs for a question in words."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packlens.base.errors import CancelledError, NotFoundError, NothingFitsError, UsageError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.symbols.symbol import SymbolKind, qualname_of
from packlens.text.document import Document
from packlens.views.model import Level, Pack, Reached, Via, Why
from packlens.views.pack import pack
from packlens.views.question import PackQuestion
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.relevance.users_asked import users_asked
from packlens.views.render import render
from packlens.views.search import search, to_json, to_text
from tests.support.fixture import graph_of
from tests.views.checks import SHOP, check_counted, levels, verified

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


def check_query(text: str, snapshot: Snapshot | None = None, **choices: Any) -> Pack:
    graph = snapshot or graph_of(SHOP)
    answer = pack(graph, PackQuestion.of(query=text, **choices))
    check_counted(answer)
    assert verified(graph, render(answer)).first_difference is None
    return answer


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


def test_a_literal_that_looks_like_a_secret_is_not_found() -> None:
    key = "AKIA" + "QWERTYUIOPASDFGH"
    documents = {"a.py": Document.of_text("a.py", f'def connect():\n    return open_bucket("{key}")\n')}
    snapshot = Writer("w").update(documents)
    index = Lexicon().of(snapshot)
    assert "bucket" in index.files["a.py"].words.postings
    assert not {
        term
        for term in index.files["a.py"].words.postings
        if "akia" in term or "qwerty" in term or "secret" in term
    }


EDITS = ["", "def one(): pass\n", "class Two:\n    x = 1\n\n    def three(self):\n        return one()\n",
         "class Two:\n    # changed\n    def three(self):\n        return 2\n", "def ("]  # fmt: skip


@given(
    st.lists(st.tuples(st.sampled_from(["a.py", "p/b.py"]), st.sampled_from(EDITS)), min_size=1, max_size=6)
)
@settings(max_examples=40)
def test_an_index_kept_up_to_date_equals_a_new_one(edits: list[tuple[str, str]]) -> None:
    writer, lexicon = Writer("w"), Lexicon()
    for path, text in edits:
        snapshot = writer.update({path: Document.of_text(path, text) if text else None})
        kept, fresh = lexicon.of(snapshot), Lexicon().of(snapshot)
        assert kept.files.keys() == fresh.files.keys()
        for path, file in fresh.files.items():
            held = kept.files[path]
            assert held.words == file.words


@given(
    st.lists(st.tuples(st.sampled_from(["a.py", "p/b.py", "c.py"]), st.sampled_from(EDITS)), max_size=6),
    st.lists(st.integers(0, 3), min_size=1, max_size=6),
)
@settings(max_examples=40)
def test_an_index_made_in_steps_equals_one_made_at_once(
    edits: list[tuple[str, str]], steps: list[int]
) -> None:
    """Edits come between the steps, and what a step has read is not read again."""
    writer, lexicon = Writer("w"), Lexicon()
    snapshot = writer.update({path: Document.of_text(path, EDITS[2]) for path in ("a.py", "p/b.py", "c.py")})
    for number, files in enumerate(steps):
        if number < len(edits):
            path, text = edits[number]
            snapshot = writer.update({path: Document.of_text(path, text) if text else None})
        before = lexicon.missing(snapshot)
        allowed = iter([False] * files)
        try:
            lexicon.of(snapshot, None, lambda allowed=allowed: next(allowed, True))
        except CancelledError:
            assert before > files
        assert lexicon.missing(snapshot) == max(0, before - files)
    kept, fresh = lexicon.of(snapshot), Lexicon().of(snapshot)
    assert {path: file.words for path, file in kept.files.items()} == {
        path: file.words for path, file in fresh.files.items()
    }
    assert lexicon.missing(snapshot) == 0


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


TWINS = """
    #- a.py
    def parse_header(line):
        return line.split(":")
    #- b.py
    def parse_header(line):
        return line.split(":")
    #- c.py
    def parse_header(line):
        return line.split(":")
    def unrelated(): ...
"""


def test_files_in_view_settle_what_is_nearly_equal() -> None:
    graph = graph_of(TWINS)
    for focus in ((), ("b.py",), ("c.py",)):
        answer = check_query("where is a header parsed", graph, focus=focus)
        first = max(answer.items, key=lambda item: item.score)
        assert first.path == (focus or ("a.py",))[0]
        assert answer.question.settings().get("focus") == (list(focus) or None)
        assert "unrelated" not in answer.text
    assert best_of("see shop/prices.py:5", 1, focus=("shop/orders.py",)) == ["price_of"]
    with pytest.raises(NotFoundError, match="no such file in the index"):
        check_query("header", graph, focus=("d.py",))


def test_the_order_of_files_in_view_does_not_show() -> None:
    graph = graph_of(TWINS)
    packs = {
        check_query("header", graph, focus=focus).text
        for focus in (("c.py", "b.py"), ("b.py", "c.py"), ("b.py", "c.py", "b.py"))
    }
    assert len(packs) == 1
    assert check_query("header", graph, focus=("b.py",)).digest != check_query("header", graph).digest
    assert PackQuestion.of(["a.py"], focus=("b.py",)) == PackQuestion.of(["a.py"])


TRACE = """Traceback (most recent call last):
  File "/srv/app/shop/report.py", line 9, in daily
    print(report(orders))
  File "/srv/app/shop/report.py", line 99, in report
    return "".join(str(order.total()) for order in orders)
  File "C:\\elsewhere\\shop\\orders.py", line 18, in total
    net = sum(price_of(line) for line in self.lines)
  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode
KeyError: 'tea'
"""


def best_of(text: str, count: int, **choices: Any) -> list[str]:
    answer = check_query(text, **choices)
    ranked = sorted(answer.items, key=lambda item: -item.score)
    return [item.qualname for item in ranked if item.level != "excerpt"][:count]


def test_the_frames_of_a_stack_trace_come_first_from_the_innermost_outwards() -> None:
    """A frame whose line is another function's by now is found by its name."""
    assert best_of(TRACE, 3) == ["Order.total", "report", "daily"]
    named = next(item for item in check_query(TRACE).items if item.qualname == "Order.total")
    assert named.via[0] == Why(Reached.NAMED, words=("orders.py:18",))


def test_a_line_an_id_and_a_dotted_path_are_names() -> None:
    assert best_of("see shop/prices.py:5", 1) == ["price_of"]
    assert best_of("what of shop/prices.py::tax and the rest of the report", 1) == ["tax"]
    assert best_of("orders paid shop.prices.lookup reports", 1) == ["lookup"]


@pytest.mark.parametrize(
    "text",
    [
        "Who calls price_of?",
        "what breaks if I change `price_of`",
        "where is price_of called from",
        "users of price_of",
        "What is affected by a change to price_of?",
        "what breaks when the return type of price_of changes",
        "what code uses the result of price_of",
    ],
)
def test_a_question_about_users_is_answered_from_the_graph(text: str) -> None:
    answer = check_query(text)
    assert best_of(text, 2) == ["Order.total", "price_of"]
    user = next(item for item in answer.items if item.qualname == "Order.total")
    assert [(via.kind, via.id) for via in user.via][:1] == [("calls", "shop/prices.py::price_of")]


PLAIN = """
#- prices.py
def lookup(table, line):
    \"\"\"The price of a line by the table.\"\"\"
    return table[line]
def total(lines):
    return sum(lookup(table, line) for line in lines)
table = {}
#- shop.py
from prices import total
def sold(proxy):
    \"\"\"Which proxy decides what is sold.\"\"\"
    return total(proxy)
"""


@pytest.mark.parametrize(
    ("text", "users"),
    [
        ("who calls total", ["sold"]),
        ("What calls the function lookup?", ["total"]),
        ("where is table used", ["total"]),
        ("what breaks if I rename total", ["sold"]),
        ("which functions use lookup in the shop", ["total"]),
        ("how does the shop decide which proxy to use for a table", []),
        ("what needs to change for a table", []),
        ("what uses table lines", []),
        ("what happens when a total is removed from the table", []),
        ("where is the price of a table line used up", []),
        ("users of the shop lose the total", []),
    ],
)
def test_a_plain_word_is_a_name_only_where_a_question_about_users_wants_one(
    text: str, users: list[str]
) -> None:
    found = users_asked(graph_of(PLAIN), text)
    assert [qualname_of(user) for user in (found.users if found is not None else ())] == users


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


USED_IN_TESTS = """
#- tasks.py
class Task:
    def delay(self): ...
def later(task):
    if isinstance(task, Task):
        task.delay()
#- tests/test_tasks.py
from tasks import Task
def test_delay():
    Task().delay()
"""


def test_users_in_tests_come_after_those_in_code() -> None:
    found = users_asked(graph_of(USED_IN_TESTS), "who calls Task.delay")
    assert found is not None
    assert [qualname_of(user) for user in found.users] == ["later", "test_delay"]


ASIDE = """
#- proxy.py
def proxies_of(environment):
    \"\"\"The proxy of each scheme.\"\"\"
    return dict(environment)
#- tests/test_proxy.py
def test_proxies_of_a_scheme_in_the_environment():
    proxy_of_scheme = proxies_of({"scheme": "proxy"})
    assert proxy_of_scheme == "proxy"
#- examples/proxy_of_a_scheme.py
def proxy_of_scheme(scheme, proxy):
    \"\"\"Shows how the proxy of a scheme is found in the environment.\"\"\"
    return proxy[scheme]
#- lib/_vendor/proxies.py
def scheme_of_proxy(proxy, scheme, environment):
    \"\"\"The scheme of a proxy in the environment.\"\"\"
    return proxy or scheme or environment
"""


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("which proxy has a scheme of the environment", "proxies_of"),
        (
            "which test has the proxy of a scheme in the environment",
            "test_proxies_of_a_scheme_in_the_environment",
        ),
        ("an example of the proxy of a scheme", "proxy_of_scheme"),
        ("see tests/test_proxy.py:2", "test_proxies_of_a_scheme_in_the_environment"),
    ],
)
def test_tests_and_examples_come_after_the_code_unless_they_are_asked_for(text: str, first: str) -> None:
    answer = check_query(text, graph_of(ASIDE))
    assert max(answer.items, key=lambda item: item.score).qualname == first
    assert {item.path for item in answer.items} == {
        "proxy.py",
        "tests/test_proxy.py",
        "examples/proxy_of_a_scheme.py",
        "lib/_vendor/proxies.py",
    }


READ_BY_TESTS = """
#- wheel.py
def turn(wheel):
    return wheel
#- tests/test_wheel.py
def test_a_wheel_turns():
    assert turn("wheel")
#- tests/data/cases/turn_wheel.py
def turn_wheel(turn, wheel):
    return turn, wheel, "turn wheel"
#- testdata/wheels.py
def turn_wheels(turn, wheel):
    return turn, wheel, "turn wheel"
"""


@pytest.mark.parametrize("text", ["turn the wheel", "which test turns the wheel"])
def test_what_tests_read_comes_last(text: str) -> None:
    answer = check_query(text, graph_of(READ_BY_TESTS))
    best = sorted(answer.items, key=lambda item: -item.score)
    assert {item.qualname for item in best[:2]} == {"turn", "test_a_wheel_turns"}
    assert {item.qualname for item in best[2:]} == {"turn_wheel", "turn_wheels"}


COMPANIONS = """
#- net/__init__.py
from net._client import Client
#- net/_client.py
def _frame(parts):
    return b"".join(parts)

def shared(parts):
    return list(parts)

class Client:
    def send(self, message):
        \"\"\"Send a message to the peer.\"\"\"
        return _frame(shared(message))

    def other(self):
        return shared(())

    def third(self):
        return shared([1])

    def __enter__(self):
        return self

class AsyncClient:
    async def asend(self, text):
        return text

    async def __aenter__(self):
        return self
"""


@pytest.mark.parametrize(
    ("text", "companion", "giver"),
    [
        ("send a message", "_frame", "Client.send"),  # nobody else calls it; `shared` has two more callers
        ("send a message", "AsyncClient.asend", "Client.send"),
        ("aenter", "Client.__enter__", "AsyncClient.__aenter__"),
    ],
)
def test_companions_come_with_what_ranks_high(text: str, companion: str, giver: str) -> None:
    answer = check_query(text, graph_of(COMPANIONS))
    found = next(item for item in answer.items if item.qualname == companion)
    assert Why(Reached.COMPANION, f"net/_client.py::{giver}") in found.via


def test_what_many_call_is_nobodys_part() -> None:
    answer = check_query("send a message", graph_of(COMPANIONS))
    scores = {item.qualname: item.score for item in answer.items}
    assert scores["_frame"] > scores["shared"]


def test_a_dotted_name_may_go_through_an_import() -> None:
    answer = check_query("why does net.Client.other not close", graph_of(COMPANIONS))
    best = max(answer.items, key=lambda item: item.score)
    assert (best.qualname, best.via[0]) == ("Client.other", Why(Reached.NAMED, words=("net.Client.other",)))


def test_a_ledger_of_a_question_takes_what_is_left_over() -> None:
    answer = check_query("order total tax", budget=300)
    assert answer.omitted_total > len(answer.omitted)
    assert 300 - answer.tokens < 30


WHOLE = """
#- store.py
class Store:
    def open_store(self, path):
        return path

    def open(self, store):
        return store, "open", "store", "open a store"
#- t/jobs.py
def open_store(store):
    return "open", store
"""


@pytest.mark.parametrize("text", ["open store", "Open store", "open_store"])
def test_a_text_that_is_a_name_names_it(text: str) -> None:
    """A name with blanks for `_` too; what only a test has of that name is not meant."""
    answer = check_query(text, graph_of(WHOLE))
    best = max(answer.items, key=lambda item: item.score)
    assert (best.id, best.via[0]) == ("store.py::Store.open_store", Why(Reached.NAMED, words=(text,)))


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


@pytest.mark.parametrize(
    "text",
    ["what happens when a line is no order: where is the total made", "what happens to the tax of an order"],
)
def test_a_question_about_what_happens_is_not_about_users(text: str) -> None:
    assert not any(isinstance(via, Via) for item in check_query(text).items for via in item.via)
