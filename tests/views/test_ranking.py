"""The order of what answers a question in words: what it names, users that it asks for, companions, tests last."""

from __future__ import annotations

import pytest

from packlens.base.errors import NotFoundError
from packlens.symbols.symbol import qualname_of
from packlens.views.pack.model import Reached, Via, Why
from packlens.views.pack.question import PackQuestion
from packlens.views.relevance.users_asked import users_asked
from tests.support.fixture import graph_of
from tests.views.checks import best_of, check_query

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


@pytest.mark.parametrize(
    "text",
    ["what happens when a line is no order: where is the total made", "what happens to the tax of an order"],
)
def test_a_question_about_what_happens_is_not_about_users(text: str) -> None:
    assert not any(isinstance(via, Via) for item in check_query(text).items for via in item.via)
