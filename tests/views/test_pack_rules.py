"""What comes into a pack, in which order, at which level, and what is said about the rest."""

from __future__ import annotations

import ast

import pytest

from packlens.base.errors import NothingFitsError, UsageError
from packlens.views.layout.render import render
from packlens.views.pack.model import Frame, Reason
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.tokens import count_in_parts
from tests.support.fixture import graph_of
from tests.views.checks import SHOP, levels, packed


@pytest.fixture(scope="module")
def snapshot():
    return graph_of(SHOP, root_name="shop")


def test_a_method_brings_its_class_and_the_attributes_it_uses(snapshot) -> None:
    answer = packed(snapshot, "Order.pay", direction="callees", depth=0)
    assert levels(answer) == ["Order excerpt", "Order.pay full"]
    assert answer.items[0].text == ('class Order:\n\n    currency = "EUR"\n\n        self.paid = False\n')


def test_direction(snapshot) -> None:
    callees = packed(snapshot, "Order.total", direction="callees")
    assert {item.qualname for item in callees.items} == {
        "Order",
        "Order.total",
        "price_of",
        "tax",
        "RATE",
        "lookup",
    }
    callers = packed(snapshot, "Order.total", direction="callers")
    assert {item.qualname for item in callers.items} == {
        "Order",
        "Order.total",
        "Order.pay",
        "report",
        "daily",
        "test_total",
    }


def test_depth(snapshot) -> None:
    def names(depth) -> set[str]:
        answer = packed(snapshot, "price_of", direction="callers", depth=depth)
        return {item.qualname for item in answer.items}

    assert names(0) == {"price_of"}
    assert names(1) == {"price_of", "Order", "Order.total"}
    assert names(2) == {"price_of", "Order", "Order.total", "Order.pay", "report", "test_total"}
    assert names("all") == names(2) | {"daily"}


def test_distances_and_reasons_for_being_there(snapshot) -> None:
    answer = packed(snapshot, "Order.total", direction="callees")
    found = {item.qualname: (item.distance, [via.id for via in item.via]) for item in answer.items}
    assert found["lookup"] == (2, ["shop/prices.py::price_of"])
    assert found["tax"] == (1, ["shop/orders.py::Order.total"])
    assert found["Order.total"] == (0, [])
    scores = [item.score for item in sorted(answer.items, key=lambda item: item.distance)]
    assert scores == sorted(scores, reverse=True)


def test_signatures_only_spares_the_target(snapshot) -> None:
    answer = packed(snapshot, "price_of", signatures_only=True)
    shown = dict(line.split(" ") for line in levels(answer))
    assert shown.pop("price_of") == "full"
    assert set(shown.values()) == {"signature"}
    assert answer.omitted_total == 0
    for item in answer.items:
        ast.parse(item.text.strip())


def test_a_file_means_its_top_level_definitions(snapshot) -> None:
    answer = packed(snapshot, "shop/prices.py", direction="callees")
    assert levels(answer) == ["price_of full", "lookup full", "tax full"]


def test_a_file_without_definitions_is_shown_whole() -> None:
    answer = packed("#- a.py\nimport sys\nprint(sys.path)\n", "a.py")
    assert levels(answer) == ["<module> full"]
    assert answer.items[0].text == "import sys\nprint(sys.path)\n"


def test_several_targets(snapshot) -> None:
    answer = packed(snapshot, "tax", "Order.pay", "Order", depth=0)
    assert levels(answer) == ["tax full", "Order full"]
    assert answer.target.text == "tax, Order.pay, Order"
    assert answer.target.ids == ("shop/prices.py::tax", "shop/orders.py::Order")


def test_a_target_too_large_is_shown_at_signature_and_said() -> None:
    body = "".join(f"    step_{number} = compute({number})\n" for number in range(200))
    answer = packed(f"#- a.py\ndef large(x: int) -> int:\n{body}    return x\n", "large", budget=300)
    assert levels(answer) == ["large signature"]
    assert answer.frame is Frame.FULL
    row = answer.omitted[0]
    assert (row.id, row.level, row.reason) == ("a.py::large", "full", Reason.REDUCED)
    assert answer.warnings == (f"a.py::large is shown smaller: at full it costs {row.tokens} tokens",)
    assert "large 1-202 signature" in answer.text
    assert f"a.py:1-202 large {row.tokens} tokens (shown smaller)" in answer.text


def test_what_does_not_fit_is_skipped_and_a_smaller_one_farther_away_still_fits() -> None:
    body = "".join(f"    step_{number} = {number}\n" for number in range(300))
    answer = packed(
        f"#- a.py\ndef root():\n    near()\n    tiny()\n\n\ndef near():\n{body}\n\n"
        "def tiny():\n    return 1\n",
        "root",
        budget=400,
    )
    assert levels(answer) == ["root full", "near signature", "tiny full"]
    assert [(row.qualname, row.reason) for row in answer.omitted] == [("near", Reason.REDUCED)]
    assert answer.omitted_total == 1


def test_the_price_of_what_is_omitted_is_what_it_adds(snapshot) -> None:
    alone = packed(snapshot, "price_of", direction="callees", depth=0)
    large = packed(snapshot, "price_of", direction="callees")
    small = packed(snapshot, "price_of", budget=alone.tokens + 40, direction="callees")
    row = next(row for row in small.omitted if row.qualname == "lookup")
    assert abs(large.tokens - alone.tokens - row.tokens) <= 4


def test_the_ledger_keeps_to_its_share() -> None:
    functions = "".join(f"\n\ndef f{number}():\n    return root({number})\n" for number in range(400))
    for budget in (300, 1000, 4000):
        answer = packed(f"#- a.py\ndef root(n): ...\n{functions}", "root", budget=budget)
        ledger = answer.text[answer.text.index("```omitted") :]
        assert count_in_parts(ledger, answer.question.tokenizer) <= budget * 8 // 100
        assert f"and {answer.omitted_total - ledger.count(' tokens')} more\n" in ledger
        assert answer.omitted_total == 400 - sum(
            item.qualname != "root" and item.level == "full" for item in answer.items
        )


def test_what_is_only_possible_is_said_apart() -> None:
    """E7."""
    answer = packed(
        """
        #- a.py
        class One:
            def go(self): ...

        class Two:
            def go(self): ...

        def run(thing):
            thing.go()
        """,
        "One.go",
    )
    assert levels(answer) == ["One excerpt", "One.go full"]
    assert [(use.id, use.path, use.line, use.name) for use in answer.possible] == [
        ("a.py::run", "a.py", 8, "go")
    ]
    assert "possible 1: a.py:8 go\n" in answer.text


@pytest.mark.parametrize("form", ["markdown", "xml", "json", "text"])
def test_frames_shrink_and_nothing_is_ever_over(snapshot, form) -> None:
    """T1: from 0 upwards, every budget either fits or says that nothing does."""
    frames: list[int] = []
    for budget in range(160):
        question = PackQuestion.of(["tax"], budget=budget, format=form)
        try:
            answer = pack(snapshot, question)
        except NothingFitsError as error:
            assert not frames, "a larger budget can never hold less"
            assert str(error).startswith(f"budget {budget}: not even the name of tax fits; ")
            continue
        assert answer.tokens == count_in_parts(answer.text, question.tokenizer) <= budget
        if answer.frame is Frame.SHORT and form in ("markdown", "text"):
            assert answer.text.startswith(f"packlens {answer.tokens}/{budget}\n")
        frames.append(answer.frame)
    assert frames[0] == Frame.NONE
    assert frames[-1] == Frame.FULL
    assert Frame.SHORT in frames


def test_the_header_names_what_it_stands_on(snapshot) -> None:
    """T5."""
    answer = packed(snapshot, "tax", tokenizer="cl100k_base")
    header = answer.text.split("\n")[0]
    assert header == (
        f"packlens 0.1.0 · shop · tax · {answer.tokens}/4000 tokens · cl100k_base · state {snapshot.state} · "
        f"digest {answer.digest[:16]} · redacted 0"
    )


def test_source_with_special_tokens_packs_like_any_other() -> None:
    """T4."""
    answer = packed('#- a.py\ndef end():\n    return "<|endoftext|>"\n', "end")
    assert '    return "<|endoftext|>"\n' in answer.text


def test_unsaved_text_is_marked() -> None:
    answer = packed("#- a.py open\ndef f(): ...\n", "f")
    assert "· " + answer.manifest[0].sha256[:12] + " unsaved · f 1" in answer.text
    assert answer.manifest[0].unsaved


def test_secrets_are_replaced_and_counted() -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    source = f'#- a.py\ndef f(key="{key}"):\n    return g("{key}")\n\n\ndef g(key="{key}"): ...\n'
    answer = packed(source, "f", signatures_only=True)
    assert key not in answer.text
    assert answer.text.count("‹secret:aws-key#1›") == 3
    assert "· redacted 3\n" in answer.text
    bare = packed(source, "f", redact=False)
    assert bare.text.count(key) == 3
    assert "· redaction off\n" in bare.text


def test_a_property_shows_all_its_parts() -> None:
    answer = packed(
        """
        #- a.py
        class Box:
            @property
            def size(self): return self._size

            def other(self): ...

            @size.setter
            def size(self, value): self._size = value
        """,
        "Box.size",
    )
    size = next(item for item in answer.items if item.qualname == "Box.size")
    assert size.ranges == ((2, 3), (7, 8))
    assert "Box.size 2-3,7-8" in answer.text


def test_the_same_question_gives_the_same_bytes(snapshot) -> None:
    question = PackQuestion.of(["Order"], format="json")
    other = graph_of(SHOP, root_name="shop")
    assert render(pack(snapshot, question)) == render(pack(other, question))


@pytest.mark.parametrize(
    "bad",
    [
        {"budget": -1},
        {"format": "html"},
        {"tokenizer": "gpt2"},
        {"direction": "up"},
        {"depth": "deep"},
        {"depth": -1},
    ],
)
def test_bad_questions(bad) -> None:
    with pytest.raises(UsageError) as error:
        PackQuestion.of(["f"], **bad)
    [name] = bad
    assert str(error.value).startswith(f"{name} ")
    assert "\n" not in str(error.value)
    with pytest.raises(UsageError):
        PackQuestion.of([])


def test_names_given_by_one_statement_share_its_line() -> None:
    answer = packed("#- a.py\nLOW, HIGH = 1, 9\n\n\ndef f():\n    return LOW + HIGH\n", "f")
    assert levels(answer) == ["LOW full", "f full"]
    assert answer.omitted_total == 0


def test_an_attribute_shown_with_its_class_does_not_come_again() -> None:
    source = "#- a.py\nclass Box:\n    size = 1\n\n    def area(self):\n        return self.size\n"
    assert levels(packed(source, "Box.area")) == ["Box excerpt", "Box.area full"]
    assert levels(packed(source, "Box.size", "Box.area")) == ["Box excerpt", "Box.size full", "Box.area full"]


def test_a_file_of_which_not_even_the_names_fit_gives_as_many_as_there_is_room_for() -> None:
    """Added up over hundreds of names the prices are off by more than a few tokens."""
    text = "".join(f"def f{number}(x):\n    return f{number + 1}(x)\n\n\n" for number in range(1250))
    snapshot = graph_of(f"#- a.py\n{text}")
    for budget in (60, 300, 4000):
        answer = packed(snapshot, "a.py", budget=budget)
        assert answer.tokens > 0.75 * budget
        assert [item.level for item in answer.items] == ["name"] * len(answer.items)
        assert answer.omitted_total == 1250


def test_the_header_of_a_class_ends_before_the_decorators_of_its_first_member() -> None:
    snapshot = graph_of(
        """
        #- a.py
        class Box(
            dict,
        ):
            @(
                property
            )
            @cached
            def size(self):
                return 1
        """
    )
    answer = pack(snapshot, PackQuestion.of(["Box.size"], depth=0))
    assert [item.text for item in answer.items] == [
        "class Box(\n    dict,\n):\n",
        "    @(\n        property\n    )\n    @cached\n    def size(self):\n        return 1\n",
    ]
