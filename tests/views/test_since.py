"""Packs since an earlier one: what comes again, what is named as unchanged, and what holds for every such pack."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.base.errors import AmbiguousError, NotFoundError, NothingFitsError, VerificationError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.diff import diff
from packlens.text.document import Document
from packlens.views.layout.render import render
from packlens.views.pack.inputs import Inputs
from packlens.views.pack.model import Level, Pack, PackItem
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.since import hash_of, known_of
from packlens.views.tokens import count_in_parts
from tests.support.fixture import parse
from tests.views.checks import check_counted, check_golden, levels, verified

FORMS = ("markdown", "xml", "text", "json")
ORDERS = """
    #- shop/orders.py
    from shop.prices import price_of, tax


    class Order:
        currency = "EUR"

        def total(self) -> float:
            net = sum(price_of(line) for line in self.lines)
            return net + tax(net)

        def pay(self, till):
            till.take(self.total(), self.currency)
    #- shop/prices.py
    def price_of(line):
        return line.cost


    def tax(net):
        return net * 0.2
    #- shop/page.py
    from shop.orders import Order


    def show(order: Order):
        order.pay(None)
    #- shop/prices.py @2
    # Moved down.
    def price_of(line):
        return line.cost


    def tax(net):
        return net * 0.25
    #- shop/page.py @2
    def nothing(): ...
"""


def states() -> tuple[Snapshot, Snapshot]:
    """The graphs of both steps."""
    steps = parse(ORDERS)
    return Writer("shop").update(steps.documents(1)), Writer("shop").update(steps.documents(2))


def since(graph: Snapshot, earlier: str, *targets: str, **settings: Any) -> Pack:
    """The pack since `earlier`, checked against everything that holds for every pack."""
    known = known_of(earlier)
    question = replace(PackQuestion.of(targets, **settings), since=known.digest)
    answer = pack(graph, question, Inputs(since=known))
    check_counted(answer)
    assert verified(graph, render(answer)).first_difference is None
    return answer


@pytest.mark.parametrize("form", FORMS)
def test_only_what_is_new_or_has_changed(form: str) -> None:
    before, after = states()
    earlier = render(pack(before, PackQuestion.of(["Order.pay"], format=form)))
    answer = since(after, earlier, "Order.pay", format=form)
    assert levels(answer) == ["tax full"]
    assert [row.id for row in answer.unchanged] == [
        "shop/orders.py::Order",
        "shop/orders.py::Order.total",
        "shop/orders.py::Order.pay",
        "shop/prices.py::price_of",
    ]
    assert answer.gone == ("shop/page.py::show",)
    assert answer.question.since == known_of(earlier).digest
    check_golden(f"since.{form}", render(answer))


def test_any_form_is_an_earlier_pack_of_any_other() -> None:
    before, after = states()
    for form in FORMS:
        earlier = render(pack(before, PackQuestion.of(["Order.pay"], format=form)))
        for other in FORMS:
            assert levels(since(after, earlier, "Order.pay", format=other)) == ["tax full"]


def test_the_header_of_a_class_comes_again_with_its_member() -> None:
    before, _ = states()
    earlier = render(pack(before, PackQuestion.of(["Order.pay"])))
    document = before.documents["shop/orders.py"]
    changed = Document.of_text(document.path, document.text.replace("take(", "take_in("))
    after = Writer("shop").update({**before.documents, document.path: changed})
    assert levels(since(after, earlier, "Order.pay")) == ["Order excerpt", "Order.pay full"]


def test_a_text_that_another_symbol_had_is_not_known() -> None:
    def graph(one: str, other: str) -> Snapshot:
        body = "class {}:\n    def f(self):\n        return {}\n\n\n"
        text = body.format("A", one) + body.format("B", other)
        return Writer("w").update({"a.py": Document.of_text("a.py", text)})

    for form in FORMS:
        earlier = render(pack(graph("1", "2"), PackQuestion.of(["a.py"], format=form, levels={"A": "name"})))
        assert "a.py::B" not in {row.id for row in since(graph("2", "1"), earlier, "a.py").unchanged}


def test_nothing_changed_is_said() -> None:
    before, _ = states()
    earlier = render(pack(before, PackQuestion.of(["Order.pay"])))
    answer = since(before, earlier, "Order.pay")
    assert answer.items == ()
    assert len(answer.unchanged) == 6
    assert "```since\nunchanged shop/orders.py::Order " in answer.text


@pytest.mark.parametrize("form", FORMS)
def test_nothing_comes_into_the_room_of_what_is_unchanged(form: str) -> None:
    """Of a pack that its budget has cut, nothing is new as long as nothing has changed."""
    text = "".join(
        f"def part_{number}(order):\n    return order.total() + {number} + part_{number + 1}(order)\n\n\n"
        for number in range(60)
    )
    graph = Writer("shop").update({"shop/parts.py": Document.of_text("shop/parts.py", text)})
    for budget in (*range(60, 400, 23), 600, 900):
        earlier = render(pack(graph, PackQuestion.of(["part_0"], format=form, budget=budget, depth=50)))
        answer = since(graph, earlier, "part_0", format=form, budget=budget, depth=50)
        assert (answer.items, answer.text == "") == ((), False)


def test_a_pack_since_one_that_is_since_another() -> None:
    before, after = states()
    for form in FORMS:
        first = render(pack(before, PackQuestion.of(["Order.pay"], format=form)))
        second = render(since(after, first, "Order.pay", format=form))
        third = since(after, second, "Order.pay", format=form)
        assert third.items == ()
        assert len(third.unchanged) == 5
        back = since(before, second, "Order.pay", format=form)
        assert sorted(levels(back)) == ["show full", "tax full"]


KINDS = ("symbol", "file", "query", "diff")


def asked(kind: str, form: str, **settings: Any) -> PackQuestion:
    """The question of a kind."""
    if kind == "diff":
        return PackQuestion.of(diff="HEAD", format=form, **settings)
    if kind == "query":
        return PackQuestion.of(query="what is an order's total with tax?", format=form, **settings)
    return PackQuestion.of(["Order.pay" if kind == "symbol" else "shop/orders.py"], format=form, **settings)


def answered(question: PackQuestion, graph: Snapshot, base: Snapshot, earlier: str | None = None) -> Pack:
    """The pack of a question, in the state `graph`, which a diff compares with `base`; since an earlier pack."""
    changes = diff("HEAD", {*base.documents, *graph.documents}, base.documents, graph.documents)
    inputs = Inputs(diff=changes if question.of_diff else None)
    if earlier is not None:
        known = known_of(earlier)
        question, inputs = replace(question, since=known.digest), replace(inputs, since=known)
    answer = pack(graph, question, inputs)
    check_counted(answer)
    assert verified(graph, render(answer)).first_difference is None
    return answer


def check_since(first: Pack, whole: Pack, answer: Pack) -> None:
    """What holds for `answer`, which is `whole` since `first`, where there is room for all of it.

    Nothing that is unchanged is given again, but for the header of a class with its member; all else is given.
    """

    def said(item: PackItem) -> tuple[Level, str, object]:
        hunks = [(mark.first - item.start_line, mark.count, mark.old) for mark in item.marks or ()]
        return item.level, item.text, hunks

    known = {item.id: said(item) for item in first.items}
    unsigned = {item.id: (item.level, item.text, []) for item in first.items}
    held = {item.id for item in whole.items if said(item) in (known.get(item.id), unsigned.get(item.id))}
    given = {item.id for item in answer.items}
    headers = {identifier.rpartition(".")[0] for identifier in given}
    assert {item.id for item in whole.items} - held <= given
    assert given & held <= headers
    assert {row.id for row in answer.unchanged} == {item.id for item in whole.items} - given
    assert set(answer.gone) == {item.id for item in first.items} - {item.id for item in whole.items}
    assert answer.question.since == first.digest[:16]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", FORMS)
def test_every_kind_of_target_in_every_form(kind: str, form: str) -> None:
    before, after = states()
    for old, new, base in ((before, after, before), (after, after, before), (after, before, after)):
        question = asked(kind, form)
        whole = answered(question, new, base)
        for kind_before, form_before in ((kind, "json"), (kind, "xml"), *((each, form) for each in KINDS)):
            first = answered(asked(kind_before, form_before), old, base if old is not base else new)
            check_since(first, whole, answered(question, new, base, render(first)))


@pytest.mark.parametrize("form", FORMS)
def test_of_a_diff(form: str) -> None:
    before, after = states()
    first = answered(asked("diff", form), after, before)
    again = answered(asked("diff", form), after, before, render(first))
    assert again.items == ()
    assert answered(asked("diff", form), after, before, render(again)).items == ()
    # The same text, of which something else is new.
    document = before.documents["shop/prices.py"]
    other = Document.of_text(document.path, document.text.replace("0.2", "0.3"))
    base = Writer("shop").update({**before.documents, document.path: other})
    assert levels(answered(asked("diff", form), after, base, render(first))) == ["tax full"]


@pytest.mark.parametrize("form", FORMS)
def test_a_plain_pack_since_the_delta_of_a_diff(form: str) -> None:
    """What the delta names as unchanged counts without its signs too; with other signs it does not."""
    before, after = states()
    first = answered(asked("diff", form), after, before)
    delta = answered(asked("diff", form), after, before, render(first))
    since_first, since_delta = (
        answered(asked("file", form), after, before, render(each)) for each in (first, delta)
    )
    assert since_delta.items == since_first.items
    assert since_delta.unchanged == since_first.unchanged
    (tax,) = (row for row in delta.unchanged if row.id == "shop/prices.py::tax")
    assert tax.signs
    assert tax.id in {row.id for row in since_delta.unchanged}
    (item,) = (item for item in first.items if item.id == tax.id)
    assert [row.signs for row in since_delta.unchanged] == [""] * len(since_delta.unchanged)
    assert tax.sha256 == hash_of(replace(item, marks=None))
    document = before.documents["shop/prices.py"]
    other = Document.of_text(document.path, document.text.replace("0.2", "0.3"))
    base = Writer("shop").update({**before.documents, document.path: other})
    assert levels(answered(asked("diff", form), after, base, render(delta))) == ["tax full"]


@pytest.mark.parametrize("form", FORMS)
def test_the_number_of_a_secret_is_no_difference(form: str) -> None:
    key = 'def {}():\n    return connect(password="hunter2-{}-x9")\n\n\n'

    def graph(*names: str) -> Snapshot:
        text = "".join(key.format(name, name) for name in names)
        return Writer("w").update({"a.py": Document.of_text("a.py", text)})

    first = pack(graph("one", "two"), PackQuestion.of(["a.py"], format=form))
    assert "#2\u203a" in first.text
    answer = since(graph("two"), render(first), "a.py", format=form)
    assert (answer.items, [row.id for row in answer.unchanged]) == ((), ["a.py::two"])
    assert since(graph("two"), render(answer), "a.py", format=form).items == ()


@pytest.mark.parametrize("form", FORMS)
def test_an_earlier_pack_in_a_template(form: str) -> None:
    before, after = states()
    own = {"mine": "Look at this.\n\n{pack}\n\nThanks."}
    for template in ("fix", "mine"):
        question = PackQuestion.of(["Order.pay"], format=form, template=template, templates=own)
        known = known_of(render(pack(before, question)), own)
        answer = pack(after, replace(question, since=known.digest), Inputs(since=known))
        assert levels(answer) == ["tax full"]


def test_hashes_are_of_the_text_as_it_stands_in_the_pack() -> None:
    before, _ = states()
    first = pack(before, PackQuestion.of(["Order.pay"], format="json"))
    found = json.loads(render(since(before, render(first), "Order.pay", format="json")))
    assert found["supersedes"] == first.digest[:16]
    assert {row["id"]: row["sha256"] for row in found["unchanged"]} == {
        item.id: hash_of(item) for item in first.items
    }


def test_what_is_no_pack_is_refused() -> None:
    for text in ("", "# Notes\n", "{}", '{"schema": "packlens.pack/2"}', "<pack"):
        with pytest.raises(VerificationError):
            known_of(text)


def test_ranges_and_hunks_that_no_pack_has_cost_nothing() -> None:
    before, after = states()
    made = json.loads(render(answered(asked("diff", "json"), after, before)))
    item = next(each for each in made["items"] if each.get("hunks"))
    rows = item["text"].removesuffix("\n").count("\n") + 1
    item["ranges"] = [[0, 10**9], [10**9, rows - 3]]
    item["hunks"] = [{"start_line": 0, "lines": 10**9, "removed": ""}]
    assert known_of(json.dumps(made)).signed[item["id"]] == item["text"]


_BODIES = ["return 1", "return alpha()", "return beta()", "x = '''\n\n'''", "# ```\n    return 2", "# ------"]


@st.composite
def _program(draw: st.DrawFn) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path in ("a.py", "p/b.py"):
        parts = ["from a import *\n"]
        names = draw(st.lists(st.sampled_from(["alpha", "beta", "gamma"]), max_size=3, unique=True))
        parts.extend(f"def {name}():\n    {draw(st.sampled_from(_BODIES))}\n    pass\n" for name in names)
        methods = draw(st.lists(st.sampled_from(["one", "two"]), max_size=2, unique=True))
        if methods:
            parts.append("class Box:\n    size = 1\n")
            parts.extend(f"    def {name}(self):\n        return alpha(self.size)\n\n" for name in methods)
        texts[path] = "\n".join(parts)
    return texts


@given(
    texts=st.tuples(_program(), _program(), _program()),
    kinds=st.tuples(st.sampled_from(KINDS), st.sampled_from(KINDS)),
    forms=st.tuples(st.sampled_from(FORMS), st.sampled_from(FORMS)),
)
def test_nothing_twice_and_nothing_lost(
    texts: tuple[dict[str, str], ...], kinds: tuple[str, str], forms: tuple[str, str]
) -> None:
    def question(kind: str, form: str) -> PackQuestion:
        if kind == "diff":
            return PackQuestion.of(diff="HEAD", format=form, budget=20_000)
        if kind == "query":
            return PackQuestion.of(query="alpha box size", format=form, budget=20_000)
        return PackQuestion.of(["a.py" if kind == "file" else "alpha"], format=form, budget=20_000)

    base, old, new = (
        Writer("w").update({path: Document.of_text(path, text) for path, text in each.items()})
        for each in texts
    )
    try:
        first = answered(question(kinds[0], forms[0]), old, base)
        whole = answered(question(kinds[1], forms[1]), new, base)
    except (NotFoundError, AmbiguousError, NothingFitsError):
        return  # nobody is called alpha, or there is more than one
    answer = answered(question(kinds[1], forms[1]), new, base, render(first))
    check_since(first, whole, answer)
    # A delta in which nothing is new says as much as the pack before it.
    delta = answered(question(kinds[0], forms[0]), old, base, render(first))
    after_delta = answered(question(kinds[1], forms[1]), new, base, render(delta))
    assert {item.id for item in after_delta.items} <= {item.id for item in answer.items}


@given(
    before=_program(),
    after=_program(),
    budget=st.one_of(st.integers(0, 120), st.integers(0, 600), st.integers(0, 4000)),
    forms=st.tuples(st.sampled_from(FORMS), st.sampled_from(FORMS)),
    earlier_budget=st.sampled_from([30, 60, 200, 4000]),
)
def test_never_over_budget_true_and_nothing_lost(
    before: dict[str, str],
    after: dict[str, str],
    budget: int,
    forms: tuple[str, str],
    earlier_budget: int,
) -> None:
    def graph(texts: dict[str, str]) -> Snapshot:
        return Writer("w").update({path: Document.of_text(path, text) for path, text in texts.items()})

    old, new = graph(before), graph(after)
    try:
        first = pack(old, PackQuestion.of(["a.py"], format=forms[0], budget=earlier_budget))
        whole = pack(new, PackQuestion.of(["a.py"], format=forms[1], budget=budget))
        answer = since(new, render(first), "a.py", format=forms[1], budget=budget)
    except NothingFitsError:
        assert min(budget, earlier_budget) < 80
        return
    if forms[1] != "json":
        assert count_in_parts(render(answer), answer.question.tokenizer) <= budget
    known = {item.id: (item.level, item.text) for item in first.items}
    shown = {item.id: item.text for item in answer.items}
    if budget > 1000:  # all of it fits
        assert {item.id for item in whole.items} <= shown.keys() | {row.id for row in answer.unchanged}
    for row in answer.unchanged:
        symbol = new.symbol(row.id)
        assert symbol is not None
        assert row.id not in shown
        assert row.id in known
