"""Packs from candidates that are given: their order, levels, excerpts, rounds and reasons."""

from __future__ import annotations

from packlens.views.layout.render import pack_json, render
from packlens.views.pack.candidate import Candidate, Round
from packlens.views.pack.model import Level, Pack, PackTarget, Reached, Why
from packlens.views.pack.pack import pack_from
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.source import Source
from packlens.views.targets import TargetKind
from tests.support.fixture import graph_of
from tests.views.checks import check_counted, levels, verified

CODE = (Level.FULL,)
WORDS = (Why(Reached.MATCH, words=("till",)),)
PAPER = """
    #- till.py
    class Till:
        \"\"\"Takes money.\"\"\"

        size = 3

        def take(self, money):
            self.money = self.money + money

        limit = 9

        def empty(self):
            self.money = 0


    def long_one(numbers):
        first = 1
        second = 2
        third = 3
        return first, second, third
    #- shop.py
    from till import Till


    def sell(price):
        Till().take(price)
"""


def check_from(*rounds: Round, budget: int = 4000) -> Pack:
    graph = graph_of(PAPER)
    source = Source(PackTarget(TargetKind.QUERY, "where is the till", ()), (), rounds)
    answer = pack_from(graph, PackQuestion(query="where is the till", budget=budget), source)
    check_counted(answer)
    assert verified(graph, render(answer)).first_difference is None
    return answer


def test_candidates_come_in_their_order_file_by_file() -> None:
    made = check_from(
        Round(
            (
                Candidate("shop.py::sell", 0, 0.9, WORDS, CODE),
                Candidate("till.py::long_one", 0, 0.5, WORDS, CODE),
                Candidate("till.py::Till.take", 0, 0.4, WORDS, CODE),
            )
        )
    )
    assert levels(made) == ["sell full", "Till excerpt", "Till.take full", "long_one full"]
    assert [item.score for item in made.items] == [0.9, 0.4, 0.4, 0.5]


def test_a_reason_that_is_no_edge_is_in_the_json_form() -> None:
    made = check_from(Round((Candidate("shop.py::sell", 0, 0.9, WORDS, CODE),)))
    [item] = pack_json(made)["items"]
    assert item["via"] == [{"kind": "match", "id": "", "words": ["till"]}]
    assert pack_json(made)["target"] == {"kind": "query", "text": "where is the till", "ids": []}


def test_an_excerpt_of_a_class_keeps_its_lines_when_methods_join_before_or_after() -> None:
    outline = Candidate("till.py::Till", 0, 0.7, WORDS, (Level.EXCERPT,), ((1, 5), (8, 10)))
    method = Candidate("till.py::Till.empty", 0, 0.6, WORDS, CODE)
    for order in ((outline, method), (method, outline)):
        made = check_from(Round(order))
        assert levels(made) == ["Till excerpt", "Till.empty full"]
        assert made.items[0].ranges == ((1, 5), (7, 10))  # line 7 gives `self.money`, which `empty` uses
        assert made.items[0].score == 0.7


def test_an_excerpt_of_a_function_is_the_lines_that_are_worth_having() -> None:
    made = check_from(
        Round((Candidate("till.py::long_one", 0, 0.7, WORDS, (Level.EXCERPT,), ((15, 15), (18, 19))),))
    )
    [item] = made.items
    assert (item.level, item.ranges) == (Level.EXCERPT, ((15, 15), (18, 19)))
    assert item.text == "def long_one(numbers):\n\n    third = 3\n    return first, second, third\n"


def test_a_later_round_gets_what_the_first_leaves() -> None:
    code = Candidate("till.py::Till.take", 0, 0.9, WORDS, CODE)
    others = tuple(
        Candidate(identifier, 0, 0.5, WORDS, (Level.SIGNATURE,))
        for identifier in ("till.py::Till.take", "till.py::Till.empty", "till.py::long_one")
    )
    made = check_from(Round((code,)), Round(others))
    assert levels(made) == ["Till excerpt", "Till.take full", "Till.empty signature", "long_one signature"]


def test_a_long_question_is_cut_in_the_header_and_whole_in_the_json_form() -> None:
    text = "why does\n  the till " + "lose money " * 40
    target = PackTarget(TargetKind.QUERY, text, ())
    assert target.shown == "why does the till lose money lose money lose money lose money lose mone…"
