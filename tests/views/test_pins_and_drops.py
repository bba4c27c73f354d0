"""Parts that a person wants at a level, or not at all."""

from __future__ import annotations

import pytest

from packlens.base.errors import NotFoundError, NothingFitsError, UsageError
from packlens.views.layout.render import pack_json, render
from packlens.views.pack.model import Level, Reason
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from tests.support.fixture import graph_of
from tests.views.checks import SHOP, check_golden, levels, packed

TOTAL = "shop/orders.py::Order.total"
PRICE_OF = "shop/prices.py::price_of"
LOOKUP = "shop/prices.py::lookup"


@pytest.fixture(scope="module")
def snapshot():
    return graph_of(SHOP, root_name="shop")


def check_levels(snapshot, target: str, wanted: dict[str, str], expected: list[str], **settings) -> None:
    assert levels(packed(snapshot, target, levels=wanted, **settings)) == expected


def test_a_pin_comes_right_after_the_targets(snapshot) -> None:
    """Also one to which no edge leads, and before a nearer neighbour."""
    check_levels(snapshot, "price_of", {"lookup": "full"}, ["price_of full", "lookup full"], depth=0)
    check_levels(snapshot, "price_of", {"tax": "full"}, ["price_of full", "tax full"], depth=0)
    check_levels(
        snapshot,
        "report",
        {"tax": "signature", "daily": "name"},
        ["report full", "tax signature", "daily name"],
        depth=0,
    )
    pinned, plain = (packed(snapshot, "Order.total", levels=w, budget=400) for w in ({LOOKUP: "full"}, {}))
    assert "lookup full" in levels(pinned)
    assert {"lookup name", "price_of full"} <= set(levels(plain))


def test_a_pin_keeps_why_it_is_near(snapshot) -> None:
    (pinned,) = (i for i in packed(snapshot, TOTAL, levels={LOOKUP: "full"}).items if i.id == LOOKUP)
    (plain,) = (item for item in packed(snapshot, TOTAL).items if item.id == LOOKUP)
    assert (pinned.distance, pinned.score, pinned.via) == (plain.distance, plain.score, plain.via)
    (added,) = (i for i in packed(snapshot, "tax", depth=0, levels={LOOKUP: "full"}).items if i.id == LOOKUP)
    assert (added.distance, added.score, added.via) == (0, 1.0, ())


def test_a_target_may_be_shown_smaller(snapshot) -> None:
    answer = packed(snapshot, "price_of", levels={"price_of": "signature"}, depth=0)
    assert levels(answer) == ["price_of signature"]
    assert (answer.omitted_total, answer.warnings) == (0, ())
    check_levels(snapshot, "Order", {"Order": "signature"}, ["Order signature"], depth=0)


def test_of_many_targets_the_pinned_one_is_raised_first(snapshot) -> None:
    names = ["price_of name", "lookup name", "tax name"]
    check_levels(snapshot, "shop/prices.py", {}, ["price_of signature", *names[1:]], depth=0, budget=70)
    wanted = {"tax": "full"}
    check_levels(snapshot, "shop/prices.py", wanted, ["tax signature", *names[:2]], depth=0, budget=70)


def test_a_pin_that_does_not_fit_is_said(snapshot) -> None:
    answer = packed(snapshot, "tax", budget=150, depth=0, levels={LOOKUP: "full"}, format="json")
    assert levels(answer) == ["lookup signature", "tax full"]
    (row,) = answer.omitted
    assert (row.id, row.level, row.reason) == (LOOKUP, Level.FULL, Reason.REDUCED)
    assert answer.warnings == (f"{LOOKUP} is shown smaller: at full it costs {row.tokens} tokens",)
    answer = packed(snapshot, "tax", budget=60, depth=0, levels={LOOKUP: "full"}, format="json")
    assert levels(answer) == ["tax full"]
    assert [(row.id, row.reason) for row in answer.omitted] == [(LOOKUP, Reason.OVER_BUDGET)]
    assert answer.warnings == (f"{LOOKUP} is not shown: it costs {answer.omitted[0].tokens} tokens",)


def test_a_dropped_neighbour_is_listed(snapshot) -> None:
    answer = packed(snapshot, "Order.total", levels={"price_of": "drop"})
    assert PRICE_OF not in {item.id for item in answer.items}
    assert [(row.id, row.level, row.reason) for row in answer.omitted] == [
        (PRICE_OF, Level.FULL, Reason.DROPPED)
    ]
    assert answer.text.endswith("```omitted\nshop/prices.py:4-6 price_of 36 tokens (dropped)\n```\n")
    assert LOOKUP in {item.id for item in answer.items}  # what it leads to may still come


@pytest.mark.parametrize("form", ["markdown", "xml", "json", "text"])
def test_the_forms(snapshot, form) -> None:
    wanted = {"price_of": "drop", "daily": "signature", "Order.pay": "name"}
    check_golden(
        f"wishes.{form}",
        render(packed(snapshot, "Order.total", format=form, levels=wanted, budget=600)),
    )


def test_a_dropped_target_leaves_its_neighbours(snapshot) -> None:
    check_levels(
        snapshot,
        "price_of",
        {"price_of": "drop"},
        ["lookup full", "Order excerpt", "Order.total full"],
        depth=1,
    )
    with pytest.raises(UsageError, match="nothing is left for the pack"):
        pack(snapshot, PackQuestion.of(["tax"], depth=0, levels={"tax": "drop"}))
    with pytest.raises(NothingFitsError):
        pack(snapshot, PackQuestion.of(["price_of"], budget=5, levels={"price_of": "drop"}))


def test_what_is_not_wanted_does_not_come_inside_of_something(snapshot) -> None:
    answer = packed(snapshot, "Order", depth=0, levels={"Order.total": "drop"})
    assert levels(answer) == ["Order excerpt"]
    assert "def total" not in answer.text
    assert "def pay" in answer.text
    assert (answer.omitted_total, answer.warnings) == (1, ())
    answer = packed(snapshot, "Order", depth=0, levels={"Order.total": "signature"})
    assert levels(answer) == ["Order excerpt", "Order.total signature"]
    assert (answer.omitted_total, answer.warnings) == (0, ())


def test_an_excerpt_takes_no_line_of_what_is_dropped(snapshot) -> None:
    answer = packed(snapshot, "Order.total", depth=0, levels={"Order.__init__": "drop"})
    assert answer.items[0].text == "class Order:\n"


def test_a_dropped_class_does_not_come_with_its_method(snapshot) -> None:
    check_levels(snapshot, "Order.total", {"Order": "drop"}, ["Order.total full"], depth=0)
    check_levels(
        snapshot, "Order.total", {"Order": "signature"}, ["Order signature", "Order.total full"], depth=0
    )


def test_a_class_pinned_at_full_takes_in_its_methods(snapshot) -> None:
    check_levels(snapshot, "Order.total", {"Order": "full"}, ["Order full"], depth=0)
    answer = packed(snapshot, "Order.total", levels={"Order": "full"}, depth=0, budget=170, format="json")
    assert levels(answer) == ["Order excerpt", "Order.total full"]
    assert [(row.id, row.reason) for row in answer.omitted] == [("shop/orders.py::Order", Reason.REDUCED)]


def test_one_line_that_holds_both() -> None:
    """A class whose every line is dropped has a signature left."""
    check_levels("#- a.py\nclass C: x = 1\n", "C", {"C.x": "drop"}, ["C signature"])


def test_the_digest_covers_what_is_meant_and_not_how_it_is_written(snapshot) -> None:
    def digest(wanted: dict[str, str]) -> str:
        return packed(snapshot, "Order.total", levels=wanted).digest

    by_name = digest({"price_of": "drop", "daily": "name"})
    assert by_name == digest({"shop.report.daily": "name", PRICE_OF: "drop"})
    assert len({by_name, digest({}), digest({"price_of": "drop"})}) == 3
    answer = packed(snapshot, "Order.total", levels={"price_of": "drop"}, format="json")
    assert pack_json(answer)["settings"]["levels"] == {PRICE_OF: "drop"}
    assert "levels" not in pack_json(packed(snapshot, "Order.total", format="json"))["settings"]


def test_a_part_that_is_meant_two_ways_or_not_there(snapshot) -> None:
    with pytest.raises(UsageError, match="wanted as drop and as full; give one of them"):
        pack(snapshot, PackQuestion.of(["tax"], levels={"price_of": "drop", PRICE_OF: "full"}))
    with pytest.raises(UsageError, match="level 'half': unknown; choose one of full, signature, name, drop"):
        PackQuestion.of(["tax"], levels={"price_of": "half"})
    with pytest.raises(NotFoundError, match="did you mean"):
        pack(snapshot, PackQuestion.of(["tax"], levels={"price_off": "drop"}))


def test_a_module_is_a_part_by_its_id(snapshot) -> None:
    """As a target its file would stand for the definitions in it."""
    module = "shop/report.py::<module>"
    check_levels(snapshot, "tax", {module: "full"}, ["tax full", "<module> full"], depth=0)
    check_levels(snapshot, "tax", {module: "drop"}, ["tax full"], depth=0)
