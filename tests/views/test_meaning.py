"""The order by words and meaning, for any likeness that somebody may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from packlens.views.relevance.lexicon import Lexicon
from packlens.views.relevance.meaning import COMPARED, by_meaning
from packlens.views.relevance.ranking import Ranking, rank_text
from tests.support.fixture import graph_of

GRAPH = graph_of(
    "#- a.py\n"
    + "".join(f"def f{number}(page):\n    return page + {number}\n\n" for number in range(COMPARED + 9))
)
QUERY = "a.py::f3 which page is it"
BY_WORDS = rank_text(GRAPH, Lexicon().of(GRAPH), QUERY)
NAMED = 1


class Seen:
    """A likeness that is known beforehand, text by text."""

    name = "seen"

    def __init__(self, values: Sequence[float]) -> None:
        self.values = values

    def likeness(self, text: str, others: Sequence[str], *_: Any) -> Sequence[float]:
        assert (text, len(others)) == (QUERY, 2 * COMPARED)
        half, least = len(self.values), [-100.0] * COMPARED
        return [*self.values, *least] if half == COMPARED else self.values


def ids(ranking: Ranking) -> list[str]:
    return [row.symbol.id for row in ranking.rows]


def fused(values: Sequence[float]) -> Ranking:
    return by_meaning(GRAPH, BY_WORDS, QUERY, Seen(values))


LIKENESS = st.lists(st.floats(-1, 1), min_size=COMPARED, max_size=COMPARED)


@given(LIKENESS)
@settings(deadline=None)
def test_meaning_orders_the_best_and_moves_nothing_else(values: list[float]) -> None:
    answer, end = fused(values), NAMED + COMPARED
    assert ids(answer)[:NAMED] == ids(BY_WORDS)[:NAMED] == ["a.py::f3"]
    assert ids(answer)[end:] == ids(BY_WORDS)[end:]
    assert sorted(ids(answer)) == sorted(ids(BY_WORDS))
    assert [row.score for row in answer.rows] == [row.score for row in BY_WORDS.rows]
    assert fused(values) == answer


@given(LIKENESS, st.floats(0, 1e-6))
@settings(deadline=None)
def test_the_last_bits_of_a_likeness_count_for_nothing(values: list[float], noise: float) -> None:
    values = [round(value, 2) for value in values]
    assert fused(values) == fused([value + noise for value in values])


def test_nothing_is_like_it() -> None:
    assert fused([0.0] * COMPARED) == BY_WORDS
    assert fused([float(-place) for place in range(COMPARED)]) == BY_WORDS


def test_what_is_most_alike_rises_and_does_not_take_the_first_place_from_far_below() -> None:
    values = [0.0] * COMPARED
    values[30] = 0.9
    words = ids(BY_WORDS)[NAMED:]
    assert ids(fused(values))[NAMED:][:6] == [*words[:4], words[30], words[4]]


def test_it_is_as_like_as_its_code_or_what_it_says_of_itself() -> None:
    values = [0.01 * (place % 7) for place in range(COMPARED)]
    assert fused([-1.0] * COMPARED + values) == fused(values + [-1.0] * COMPARED) == fused(values)


def test_what_a_definition_says_of_itself_is_compared_too() -> None:
    graph = graph_of(
        "#- shop/taxRules.py\nclass Till:\n"
        '    def payAll(self, bills=(1,)):\n        """Pays.\n\n        More.\n        """\n        return bills\n'
    )
    seen: list[str] = []

    class Heard:
        name = "heard"

        def likeness(self, text: str, others: Sequence[str], *_: Any) -> Sequence[float]:
            seen.extend(others)
            return [0.0] * len(others)

    by_meaning(graph, rank_text(graph, Lexicon().of(graph), "pays the bills"), "pays the bills", Heard())
    assert "shop tax Rules Till pay All. Pays. def payAll(self, bills=(1,)): ..." in seen
