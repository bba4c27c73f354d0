"""Packs of a diff: what it touches with each line marked, what is gone, and what holds for every such pack."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.base.errors import NotFoundError, NothingFitsError, UsageError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.diff import Diff, diff
from packlens.text.document import Document
from packlens.views.layout.common import block_code
from packlens.views.layout.render import pack_json, render
from packlens.views.pack.inputs import Inputs
from packlens.views.pack.model import Pack
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.tokens import count_in_parts
from tests.support.fixture import parse
from tests.views.checks import check_counted, check_golden, levels, verified

UNREAD = {"README.md": "not Python"}
REVIEW = '''
    #- shop/orders.py
    """Orders."""

    from shop.prices import price_of, tax

    RATE = 0.2


    class Order:
        """What a person buys."""

        currency = "EUR"

        def __init__(self, lines):
            self.lines = lines
            self.paid = False

        def total(self) -> float:
            """The sum, tax included."""
            net = sum(price_of(line) for line in self.lines)
            return net + tax(net, RATE)

        def pay(self, till):
            till.take(self.total(), self.currency)
            self.paid = True

        def refund(self, till):
            till.give(self.total())
    #- shop/prices.py
    def price_of(line):
        return line.cost


    def tax(net, rate):
        return net * rate
    #- shop/page.py
    from shop.orders import Order


    def show(lines):
        return Order(lines).total()
    #- shop/orders.py @2
    """Orders."""

    import logging

    from shop.prices import price_of, tax

    RATE = 0.25


    class Order:
        """What a person buys and pays."""

        currency = "EUR"

        def __init__(self, lines):
            self.lines = lines
            self.paid = False

        def total(self) -> float:
            """The sum, tax included."""
            net = sum(price_of(line) for line in self.lines)
            logging.info(net)
            return net + tax(net, RATE)

        def settle(self, till):
            till.take(self.total(), self.currency)
            self.paid = True
'''


def states(fixture: str, unread: Mapping[str, str] = MappingProxyType({})) -> tuple[Snapshot, Diff]:
    """The graph of a fixture's second step, and the diff from its first."""
    steps = parse(fixture)
    old = steps.documents(1)
    new = Writer("shop").update(steps.documents(2))
    return new, diff("HEAD", {*old, *new.documents, *unread}, old, new.documents, unread)


def packed(graph: Snapshot, changes: Diff, **settings: Any) -> Pack:
    """The pack of a diff, checked against everything that holds for every pack."""
    answer = pack(graph, PackQuestion.of(diff="HEAD", **settings), Inputs(diff=changes))
    check_counted(answer)
    assert verified(graph, render(answer)).first_difference is None
    return answer


def check_code(fixture: str, expected: str, **settings: Any) -> Pack:
    """Assert the marked code of a pack, file after file, and its rows."""
    graph, changes = states(fixture)
    answer = packed(graph, changes, **{"depth": 0, **settings})
    code = "".join(block_code(block) for block in answer.blocks)
    rows = "".join(
        f"{row.change.value} {row.path}:{row.start_line}-{row.end_line} {row.qualname} {row.level}\n"
        for row in answer.rows
        if row.change is not None
    )
    assert code + rows == expected.removeprefix("\n")
    return answer


@pytest.mark.parametrize("form", ["markdown", "xml", "text", "json"])
def test_a_review(form: str) -> None:
    graph, changes = states(REVIEW, UNREAD)
    text = render(packed(graph, changes, format=form))
    check_golden(f"diff.{form}", text)


def test_only_what_is_touched_comes_first() -> None:
    check_code(
        REVIEW,
        '''
 """Orders."""

+import logging
+
 from shop.prices import price_of, tax

-RATE = 0.2
+RATE = 0.25

 class Order:
-    """What a person buys."""
+    """What a person buys and pays."""

     currency = "EUR"

         self.lines = lines
         self.paid = False

     def total(self) -> float:
         """The sum, tax included."""
         net = sum(price_of(line) for line in self.lines)
+        logging.info(net)
         return net + tax(net, RATE)

-    def pay(self, till):
+    def settle(self, till):
         till.take(self.total(), self.currency)
         self.paid = True
removed shop/orders.py:26-27 Order.refund full
renamed shop/orders.py:25-27 Order.settle name
''',
    )


def test_callers_and_callees_of_what_is_touched_follow() -> None:
    graph, changes = states(REVIEW)
    shown = levels(packed(graph, changes))
    assert shown[-3:] == ["price_of full", "tax full", "show full"]


def test_what_only_moves_is_not_touched() -> None:
    check_code(
        """
        #- a.py
        def one(): return 1
        def two(): return 2
        def three(): return 3
        #- a.py @2
        def three(): return 3
        def one(): return 1
        def two(): return 22
        """,
        "-def two(): return 2\n+def two(): return 22\n",
    )


def test_what_was_removed_is_shown_once() -> None:
    check_code(
        """
        #- a.py
        import os

        def one():
            return 1

        RATE = 3

        print(RATE)
        #- a.py @2
        import os

        import sys
        """,
        " import os\n\n-print(RATE)\n+import sys\nremoved a.py:3-4 one full\nremoved a.py:6-6 RATE full\n",
    )


def test_lines_that_end_a_function_or_stand_at_its_head_belong_to_it() -> None:
    check_code(
        """
        #- a.py
        @cached
        def one():
            a = 1
            return a
        def two():
            return 2
        #- a.py @2
        def one():
            a = 1
        def two():
            return 2
        """,
        "-@cached\n def one():\n     a = 1\n-    return a\n",
    )


def test_a_function_inside_a_function_is_shown_with_it() -> None:
    check_code(
        """
        #- a.py
        def outer():
            def inner():
                return 1
            return inner
        #- a.py @2
        def outer():
            def inner():
                return 2
            return inner
        """,
        " def outer():\n     def inner():\n-        return 1\n+        return 2\n     return inner\n",
    )


def test_a_new_class_is_one_thing_and_a_new_file_is_all_of_it() -> None:
    check_code(
        """
        #- a.py
        x = 1
        #- b.py @2
        import a

        class Box:
            size = 3

            def open(self):
                return a.x
        """,
        "+import a\n\n+class Box:\n+    size = 3\n+\n+    def open(self):\n+        return a.x\n",
    )


def test_lines_of_a_file_that_went_are_rows() -> None:
    check_code(
        """
        #- a.py
        import os
        import sys


        def f(): ...
        #- a.py @2
        def f(): ...
        """,
        "removed a.py:1-2 <module> full\n",
    )


def test_a_file_that_went_and_one_that_moved() -> None:
    check_code(
        """
        #- a.py
        class Gone:
            def go(self): ...
        def gone(): ...
        #- b.py
        def one():
            return 1
        def two():
            return 2
        def three():
            return 3
        #- a.py @2 deleted
        #- b.py @2 deleted
        #- c.py @2
        def one():
            return 1
        def two():
            return 2
        def three():
            return 33
        """,
        " def three():\n-    return 3\n+    return 33\n"
        "removed a.py:1-2 Gone full\nremoved a.py:3-3 gone full\nmoved c.py:1-6 <module> name\n",
    )


def test_line_ends_are_no_difference() -> None:
    old = {"a.py": Document.of_text("a.py", "def f():\r\n    return 1\r\n\r\ndef g():\r\n    return 1\r\n")}
    graph = Writer("w").update(
        {"a.py": Document.of_text("a.py", "def f():\n    return 2\n\ndef g():\n    return 1\n")}
    )
    answer = packed(graph, diff("HEAD", old, old, graph.documents), depth=0)
    assert block_code(answer.blocks[0]) == " def f():\n-    return 1\n+    return 2\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1\n", "x = 1"),
        ("x = 1\r\n", "x = 1\n"),
        ("# a\n", "# a\n\n\n"),
        ("x = '''\n]]>\n", "x = '''\n]]>"),
    ],
)
def test_a_diff_of_line_ends_and_blank_lines_alone_has_nothing_to_show(before: str, after: str) -> None:
    old = {"a.py": Document.of_text("a.py", before)}
    graph = Writer("w").update({"a.py": Document.of_text("a.py", after)})
    with pytest.raises(NotFoundError, match="nothing differs but line ends, blank lines or empty files"):
        packed(graph, diff("HEAD", old, old, graph.documents))


def test_what_does_not_fit_whole_comes_as_its_changes() -> None:
    body = "".join(f"    step_{number}()\n" for number in range(120))
    old = {"a.py": Document.of_text("a.py", f"def long():\n{body}")}
    new = body.replace("    step_60()\n", "    other()\n")
    graph = Writer("w").update({"a.py": Document.of_text("a.py", f"def long():\n{new}")})
    answer = packed(graph, diff("HEAD", old, old, graph.documents), budget=200)
    assert levels(answer) == ["long excerpt"]
    assert block_code(answer.blocks[0]) == (
        " def long():\n\n     step_57()\n     step_58()\n     step_59()\n-    step_60()\n+    other()\n"
        "     step_61()\n     step_62()\n     step_63()\n"
    )


def test_secrets_do_not_leave_in_what_was_there_before() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    old = {"a.py": Document.of_text("a.py", f'KEY = "{secret}"\n\n\ndef gone():\n    return "{secret}"\n')}
    graph = Writer("w").update({"a.py": Document.of_text("a.py", 'KEY = ""\n')})
    for form in ("markdown", "xml", "text", "json"):
        text = render(packed(graph, diff("HEAD", old, old, graph.documents), format=form))
        assert secret not in text
        assert text.count("\u2039secret:github-token#1\u203a") == 2


def test_a_file_that_was_no_text_before_is_all_new() -> None:
    graph = Writer("w").update({"a.py": Document.of_text("a.py", "def f():\n    return 1\n")})
    answer = packed(graph, diff("HEAD", ["a.py"], {}, graph.documents, {"a.py": "binary"}), depth=0)
    assert block_code(answer.blocks[0]) == "+def f():\n+    return 1\n"
    assert [row.note for row in answer.rows] == ["binary before"]
    assert "\nchanged a.py (binary before)\n" in answer.text


def test_the_digest_covers_what_was_there_before() -> None:
    digests = set()
    for before in ("x = 1\n", "x = 2\n"):
        old = {"a.py": Document.of_text("a.py", before)}
        graph = Writer("w").update({"a.py": Document.of_text("a.py", "x = 3\n")})
        answer = packed(graph, diff("HEAD", old, old, graph.documents))
        digests.add(answer.digest)
        found = json.loads(render(packed(graph, diff("HEAD", old, old, graph.documents), format="json")))
        assert len(found["target"]["changes"]) == 64
    assert len(digests) == 2


def test_what_is_no_diff_is_refused() -> None:
    graph, changes = states("#- a.py\nx = 1\n#- a.py @2\nx = 1\n")
    with pytest.raises(NotFoundError, match="diff HEAD: nothing differs"):
        packed(graph, changes)
    with pytest.raises(UsageError, match="a pack is about one of them"):
        PackQuestion.of(["a.py"], diff="HEAD")


_LINES = [
    "def alpha():",
    "    return beta()",
    "    x = '''",
    "class Box:",
    "    def alpha(self):",
    "        return 1",
    "    size = 1",
    "import a",
    "",
    "# ```",
    "# é日本 ‹› --------",
    "+x = 1",
    "-x",
    "]]>",
    "\f",
    "alpha()",
]


@st.composite
def _two_states(draw: st.DrawFn) -> tuple[dict[str, str], dict[str, str]]:
    texts = st.lists(st.sampled_from(_LINES), max_size=14)
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    for path in ("a.py", "p/b.py", "c.py"):
        old, kind = draw(texts), draw(st.integers(0, 6))
        new = list(old)
        for _ in range(draw(st.integers(0, 3))):
            place = draw(st.integers(0, len(new)))
            new[place : place + draw(st.integers(0, 3))] = draw(st.lists(st.sampled_from(_LINES), max_size=3))
        end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
        if kind != 0:
            before[path] = "\n".join(old) + draw(st.sampled_from(["", "\n"]))
        if kind != 1:
            after["moved.py" if kind == 2 and path == "a.py" else path] = end.join(new)
    return before, after


@given(
    texts=_two_states(),
    budget=st.one_of(st.integers(0, 120), st.integers(0, 600), st.integers(0, 8000)),
    form=st.sampled_from(["markdown", "xml", "json", "text"]),
    depth=st.sampled_from([0, 1, "all"]),
    order=st.randoms(use_true_random=False),
)
def test_never_over_budget_true_and_repeatable(
    texts: tuple[dict[str, str], dict[str, str]],
    budget: int,
    form: str,
    depth: int | str,
    order: random.Random,
) -> None:
    before, after = ({path: Document.of_text(path, text) for path, text in state.items()} for state in texts)
    question = PackQuestion.of(diff="HEAD", budget=budget, format=form, depth=depth)

    def ask() -> Pack:
        paths = list(after)
        order.shuffle(paths)
        graph = Writer("w").update({path: after[path] for path in paths})
        return pack(graph, question, Inputs(diff=diff("HEAD", {*before, *after}, before, after, UNREAD)))

    try:
        answer = ask()
    except NothingFitsError:
        assert budget < 80
        return
    except NotFoundError as error:
        assert "nothing differs" in str(error)
        return
    check_counted(answer)
    text = render(answer)
    assert text == render(ask())
    if form != "json":
        assert count_in_parts(text, question.tokenizer) <= budget
    graph = Writer("w").update(after)
    assert verified(graph, text).first_difference is None
    for item in pack_json(answer)["items"]:
        assert item["path"] in after
