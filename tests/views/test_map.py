"""The map: what it shows, in which order, and what holds for every map of every program."""

from __future__ import annotations

import json
import random
import re
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.base.errors import NotFoundError, NothingFitsError, UsageError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.document import Document
from packlens.views.map.as_text import Map, render_map
from packlens.views.map.map import map_view
from packlens.views.map.question import MapInputs, MapQuestion
from packlens.views.tokens import Tokenizer, count_in_parts
from tests.support.fixture import graph_of
from tests.views.checks import SHOP

NO_INPUTS = MapInputs()
SECRET = "ghp_" + "a1B2c3D4e5F6" * 3


@pytest.fixture(scope="module")
def shop() -> Snapshot:
    return graph_of(SHOP, root_name="shop")


def check_map(snapshot: Snapshot | str, expected: str, inputs: MapInputs = NO_INPUTS, **question) -> None:
    """Assert the lines of a map below its header, and what holds for every map."""
    graph = graph_of(snapshot) if isinstance(snapshot, str) else snapshot
    answer = map_view(graph, MapQuestion.of(**question), inputs)
    check_counted(answer)
    header, _, lines = answer.text.partition("\n")
    assert (lines if header.startswith("packlens ") else answer.text) == expected.lstrip("\n")


def check_counted(answer: Map) -> None:
    """Assert that the stated size is the size of the whole string, and within the budget."""
    question = answer.question
    assert answer.tokens == count_in_parts(answer.text, question.tokenizer) <= question.budget
    first = answer.text.partition("\n")[0]
    if first.startswith("packlens "):
        assert f"{answer.tokens}/{question.budget}" in first
    assert answer.shown <= answer.total


def test_everything_fits(shop: Snapshot) -> None:
    check_map(
        shop,
        """
shop/orders.py  # Orders.
 5 RATE = 0.2
 8-24 class Order  # What a person buys.
  11 currency = "EUR"
  13-15 def __init__(self, lines)
  17-20 def total(self) -> float  # The sum, tax included.
  22-24 def pay(self, till)
shop/prices.py  # Prices.
 4-6 def price_of(line: tuple[str, int]) -> float
 9-15 def lookup(name: str) -> float  # One price.
 18-19 def tax(net: float, rate: float) -> float
shop/report.py
 4-5 def report(orders: list[Order]) -> str
 8-9 def daily(orders: list[Order]) -> None
tests/test_orders.py
 4-6 def test_total()
shop/__init__.py
""",
    )


def test_with_less_room_what_others_use_stays(shop: Snapshot) -> None:
    check_map(
        shop,
        """
shop/orders.py
 8-24 class Order
  13-15 def __init__(self, lines)
  17-20 def total(self) -> float
shop/prices.py
shop/report.py
tests/test_orders.py
 4-6 def test_total()
""",
        budget=70,
    )


def test_focus_and_query_bring_files_forward(shop: Snapshot) -> None:
    def order(**question) -> list[str]:
        answer = map_view(shop, MapQuestion.of(**question))
        return [file.path.rpartition("/")[2] for file in answer.files]

    plain = ["orders.py", "prices.py", "report.py", "test_orders.py", "__init__.py"]
    tested = ["orders.py", "prices.py", "test_orders.py", "report.py", "__init__.py"]
    assert order() == plain
    assert order(focus=["tests/test_orders.py"]) == tested
    assert order(query="where is the total of an order tested") == tested
    assert order(query="@nasa 'why? \udcff") == plain


def test_focus_query_and_what_changed_last_count_more(shop: Snapshot) -> None:
    def rank(**question) -> float:
        recent = question.pop("recent", ())
        answer = map_view(shop, MapQuestion.of(**question), MapInputs(recent))
        assert fsum(file.rank for file in answer.files) == pytest.approx(1)
        return next(file.rank for file in answer.files if file.path == "shop/report.py")

    assert rank(focus=["shop/report.py"]) > 1.5 * rank()
    assert rank(query="daily report") > 1.5 * rank()
    assert rank(recent=(("shop/report.py", "gone.py"), ("gone.py",))) > 1.2 * rank()


def test_what_the_query_names_leads_its_file_private_or_not() -> None:
    check_map(
        """
        #- a.py
        class Shop:
            def open(self): ...
            def close(self): ...
            def sell(self): ...
            def _recount(self): ...
        """,
        "a.py\n 5 def Shop._recount(self)\n",
        query="recount",
        budget=18,
    )


def test_one_line_a_symbol_whatever_is_written() -> None:
    check_map(
        f'''
        #- a.py
        """Half a line\u202e and

        more."""
        import functools

        KEY = "{SECRET}"

        @functools.cache
        def f(
            a,
            b=(1, 2),  # two
            *,
            text="""
        a.py
        """,
        ) -> str:
            """Say it.  """
            def inner(): ...
            return lambda: inner

        class Box[T](dict[str, T]):
            size: int = 0

            @property
            def empty(self) -> bool: ...

            @empty.setter
            def empty(self, value): ...
        ''',
        """
a.py  # Half a line\\u202e and
 6 KEY = "\u2039secret:github-token#1\u203a"
 8-19 def f(a, b=(1, 2), *, text="...") -> str  # Say it.
 21-28 class Box[T](dict[str, T])
  22 size: int = 0
  24-28 @property def empty(self) -> bool
""",
    )


def test_a_long_signature_is_cut_and_says_so() -> None:
    names = ", ".join(f"parameter_{number}" for number in range(40))
    answer = map_view(graph_of(f"#- a.py\ndef f({names}): ...\n"), MapQuestion())
    (line,) = answer.text.splitlines()[2:]
    assert line.startswith(" 1 def f(parameter_0, ")
    assert line.endswith("…")
    assert len(line) == 163


def test_only_what_is_below_the_prefix(shop: Snapshot) -> None:
    check_map(shop, "tests/test_orders.py\n 4-6 def test_total()\n", path_prefix="tests")
    check_map(shop, "tests/test_orders.py\n 4-6 def test_total()\n", path_prefix="tests/test_orders.py")
    for written in ("./tests/", "/tests", "tests//", "././tests/."):
        check_map(shop, "tests/test_orders.py\n 4-6 def test_total()\n", path_prefix=written)
    assert map_view(shop, MapQuestion.of(path_prefix=".")).text == map_view(shop, MapQuestion()).text
    with pytest.raises(NotFoundError, match="path prefix 'shpo': no indexed file is there") as caught:
        map_view(shop, MapQuestion.of(path_prefix="shpo"))
    assert "shop" in caught.value.suggestions


def test_what_is_not_there_is_refused(shop: Snapshot) -> None:
    with pytest.raises(NotFoundError, match=r"focus 'shop/order\.py': no such file in the index") as caught:
        map_view(shop, MapQuestion.of(focus=["shop/order.py"]))
    assert caught.value.suggestions[0] == "shop/orders.py"
    with pytest.raises(UsageError, match="budget -1"):
        MapQuestion.of(budget=-1)
    with pytest.raises(UsageError, match="tokenizer 'gpt2': unknown"):
        MapQuestion.of(tokenizer="gpt2")


def test_a_secret_in_a_query_does_not_leave_with_it(shop: Snapshot) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    answer = map_view(shop, MapQuestion.of(query=f"orders of {token}"))
    assert token not in render_map(answer, "json")


def test_the_least_budget_that_is_named_is_enough(shop: Snapshot) -> None:
    with pytest.raises(NothingFitsError) as refused:
        map_view(shop, MapQuestion(budget=1))
    least = re.search(r"(\d+) tokens are the least", str(refused.value))
    assert least is not None and map_view(shop, MapQuestion(budget=int(least[1]))).files


def test_a_root_without_python_has_an_honest_map() -> None:
    nothing = MapInputs(nothing="no Python file in notes; choose a folder that holds .py or .pyi files")
    check_map(Writer("notes").update({}), f"{nothing.nothing}\n", nothing)
    answer = map_view(Writer("notes").update({}), MapQuestion(), nothing)
    assert json.loads(render_map(answer, "json"))["note"] == nothing.nothing
    with pytest.raises(NothingFitsError):
        map_view(Writer("notes").update({}), MapQuestion(budget=5), nothing)


def test_empty_files_are_files() -> None:
    check_map("#- a/__init__.py\n#- a/b.py\n\n", "a/__init__.py\na/b.py\n")


def test_json(shop: Snapshot) -> None:
    answer = map_view(
        shop, MapQuestion.of(query="daily", focus=["shop/report.py"], path_prefix="shop/report.py", budget=90)
    )
    found = json.loads(render_map(answer, "json"))
    assert found["tokens"] == count_in_parts(answer.text, Tokenizer.O200K)
    files = found.pop("files")
    assert {key: value for key, value in found.items() if key != "tokens"} == {
        "schema": "packlens.map/1",
        "root": "shop",
        "state": shop.state,
        "generation": shop.generation,
        "budget": 90,
        "tokenizer": "o200k_base",
        "query": "daily",
        "focus": ["shop/report.py"],
        "path_prefix": "shop/report.py",
        "shown": 1,
        "total": 1,
        "note": None,
    }
    assert files[0] == {
        "path": "shop/report.py",
        "rank": answer.files[0].rank,
        "doc": None,
        "symbols": [
            {
                "qualname": "report",
                "kind": "function",
                "signature": "def report(orders: list[Order]) -> str",
                "start_line": 4,
                "end_line": 5,
                "doc": None,
            },
            {
                "qualname": "daily",
                "kind": "function",
                "signature": "def daily(orders: list[Order]) -> None",
                "start_line": 8,
                "end_line": 9,
                "doc": None,
            },
        ],
        "total": 2,
    }


def test_ranks_are_of_one_in_all_and_a_function_of_the_texts(shop: Snapshot) -> None:
    ranks = [file.rank for file in map_view(shop, MapQuestion()).files]
    assert ranks == sorted(ranks, reverse=True)
    assert abs(sum(ranks) - 1) < 1e-9
    writer = Writer("shop")
    documents = dict(shop.documents)
    writer.update({**documents, "shop/prices.py": Document.of_text("shop/prices.py", "def other(): ...\n")})
    edited = writer.update(documents)
    assert map_view(edited, MapQuestion()).text == map_view(shop, MapQuestion()).text


_NAMES = ["alpha", "beta", "_gamma", "Delta"]


@st.composite
def _programs(draw: st.DrawFn) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path in draw(
        st.lists(
            st.sampled_from(["a.py", "p/b.py", "p/c.py", "p/__init__.py"]),
            min_size=1,
            max_size=4,
            unique=True,
        )
    ):
        parts = ["from a import *\n", draw(st.sampled_from(["", "import p.b\n", "from p.c import alpha\n"]))]
        for name in draw(st.lists(st.sampled_from(_NAMES), max_size=4, unique=True)):
            default = draw(
                st.sampled_from(["", "n=1", "text='é日本 ‹›'", f"key='{SECRET}'", "s='''\n```\n'''"])
            )
            doc = draw(st.sampled_from(["...", '"""First.\n    Second."""', f'"""{"x " * 90}"""']))
            used = draw(st.sampled_from(_NAMES))
            parts.append(f"def {name}({default}):\n    {doc}\n    {used}()\n")
        texts[path] = "".join(parts)
    return texts


@given(
    texts=_programs(),
    budget=st.one_of(st.integers(0, 60), st.integers(0, 400), st.integers(0, 3000)),
    tokenizer=st.sampled_from(["o200k_base", "cl100k_base"]),
    query=st.one_of(st.just(""), st.sampled_from(_NAMES), st.text(max_size=20)),
    redact=st.booleans(),
    order=st.randoms(use_true_random=False),
)
def test_never_over_budget_and_the_same_in_any_file_order(
    texts: dict[str, str], budget: int, tokenizer: str, query: str, redact: bool, order: random.Random
) -> None:
    def ask(paths: list[str]) -> Map:
        documents = {path: Document.of_text(path, texts[path]) for path in paths}
        question = MapQuestion.of(budget=budget, tokenizer=tokenizer, query=query, redact=redact)
        return map_view(Writer("w").update(documents), question)

    shuffled = list(texts)
    order.shuffle(shuffled)
    try:
        answer = ask(list(texts))
    except NothingFitsError:
        assert budget < 20
        return
    check_counted(answer)
    assert ask(shuffled).text == answer.text
    assert render_map(ask(shuffled), "json") == render_map(answer, "json")
    if redact:
        assert SECRET not in render_map(answer, "json")
