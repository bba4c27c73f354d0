"""Questions that depend on each other in a circle: the order in which they are asked never shows."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import pytest

from packlens.resolve.static.engine import Engine
from packlens.resolve.static.nodes import Key
from tests.support.edges import check_edges
from tests.support.facts import check_every_order

# ------------------------------------------------------------------ the engine alone


_Row = tuple[int, list[int], str]


class _System:
    """Questions about small sets: each has a value of its own, reads others, and has a way to put them together."""

    def __init__(self, rows: list[_Row]) -> None:
        self.rows = rows
        self.engine = Engine({"q": self._answer}, {"q": frozenset.union})

    def _answer(self, number: int) -> Hashable:
        self.engine.note(("fact", number))
        own, reads, way = self.rows[number]
        union: frozenset[int] = frozenset({own})
        for read in reads:
            given: frozenset[int] = self.engine.ask(("q", read % len(self.rows)))
            union |= given
        if way == "bounded" and len(union) > 2:
            return frozenset({-1})
        if way == "odd one out":
            return union - {own} if len(union) > 1 else union
        if way == "next":
            return frozenset((value + 1) % 5 for value in union)
        return union

    def answers(self, order: list[int]) -> list[Any]:
        for number in order:
            self.engine.ask(("q", number))
        return [self.engine.ask(("q", number)) for number in range(len(self.rows))]

    def change(self, number: int, row: _Row) -> None:
        self.rows[number] = row
        facts: list[Key] = [("fact", number)]
        self.engine.update(facts)


_WAYS = ("all", "bounded", "odd one out", "next")


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_whatever_rules_do_neither_the_order_of_asking_nor_what_was_before_shows(start: int) -> None:
    for seed in range(start, start + 100):
        draw = Random(seed)
        count = draw.randrange(1, 8)

        def row(draw: Random = draw) -> _Row:
            reads = [draw.randrange(7) for _ in range(draw.randrange(4))]
            return draw.randrange(5), reads, draw.choice(_WAYS)

        rows = [row() for _ in range(count)]
        order = list(range(count))
        expected = _System(list(rows)).answers(order)
        draw.shuffle(order)
        system = _System(list(rows))
        assert system.answers(order) == expected, seed
        for _ in range(4):
            system.change(draw.randrange(count), row())
            assert system.answers(order) == _System(list(system.rows)).answers(sorted(order)), seed


def test_a_long_ring_is_asked_no_more_often_than_its_answers_change() -> None:
    looks = 0

    def answer(number: int) -> Hashable:
        nonlocal looks
        looks += 1
        given: frozenset[int] = engine.ask(("q", (number + 1) % 200))
        return given | {0} if number == 0 else given

    engine = Engine({"q": answer}, {"q": frozenset.union})
    assert engine.ask(("q", 50)) == {0}
    assert looks < 200 * 4


# ------------------------------------------------------------------ programs

_FUNCTIONS = "".join(f"def f{number}(): pass\n" for number in range(40))


def _branches(numbers: range) -> str:
    return "".join(f"    if k == {number}: return f{number}\n" for number in numbers)


def _function(name: str, numbers: range, rest: str) -> str:
    return (
        f"from m import *\nimport a, b, c\ndef {name}(k):\n{_branches(numbers)}    return {rest}\n"
        f"def use_{name}():\n    {name}(1)()\n"
    )


_PROGRAMS = {
    "two functions with more than an answer holds": {
        "a.py": _function("ga", range(10), "b.gb(k)"),
        "b.py": _function("gb", range(10, 28), "a.ga(k)"),
    },
    "three, of which one has more": {
        "a.py": _function("ga", range(10), "b.gb(k)"),
        "b.py": _function("gb", range(3), "c.gc(k)"),
        "c.py": _function("gc", range(10, 28), "a.ga(k)"),
    },
    "as many as an answer holds": {
        "a.py": _function("ga", range(10), "b.gb(k)"),
        "b.py": _function("gb", range(10, 24), "a.ga(k)"),
    },
    "lists": {
        "a.py": _function("ga", range(2), f"[{', '.join(f'f{n}' for n in range(15))}] or b.gb(k)"),
        "b.py": _function("gb", range(2), f"[{', '.join(f'f{n}' for n in range(15, 30))}] or a.ga(k)"),
    },
    "pairs that hold what they give": {
        "a.py": _function("ga", range(9), "(b.gb(k)[0], f30)"),
        "b.py": _function("gb", range(9, 20), "(f31, a.ga(k)[1]) or (a.ga(k)[0], a.ga(k)[1])"),
    },
    "properties": {
        "a.py": f"from m import *\nimport b\nclass A:\n    @property\n    def p(self, k=0):\n"
        f"    {_branches(range(10)).replace(chr(10), chr(10) + '    ')}    return b.B().p\n"
        "def use():\n    A().p()\n    b.B().p()\n",
        "b.py": f"from m import *\nimport a\nclass B:\n    @property\n    def p(self, k=0):\n"
        f"    {_branches(range(10, 28)).replace(chr(10), chr(10) + '    ')}    return a.A().p\n"
        "def use():\n    B().p()\n    a.A().p()\n",
    },
}


@pytest.mark.parametrize("name", _PROGRAMS)
def test_the_order_of_files_and_edits_never_shows(name: str) -> None:
    check_every_order({"m.py": _FUNCTIONS, **_PROGRAMS[name]})


def _fixture(name: str) -> str:
    files = {"m.py": _FUNCTIONS, **_PROGRAMS[name]}
    return "".join(f"#- {path}\n{text}" for path, text in files.items())


def test_what_goes_round_in_a_circle_reaches_all_of_it() -> None:
    told = "".join(
        f"{use} -calls-> m.py::f{number}\n"
        for use in ("a.py::use_ga", "b.py::use_gb")
        for number in range(24)
    )
    check_edges(
        _fixture("as many as an answer holds"),
        told + "a.py::use_ga -calls-> a.py::ga\nb.py::use_gb -calls-> b.py::gb\n",
        within=("a.py::use_ga", "b.py::use_gb"),
    )


def test_one_too_many_for_a_circle_is_unknown_in_all_of_it() -> None:
    check_edges(
        _fixture("two functions with more than an answer holds"),
        "a.py::use_ga -calls-> a.py::ga\nb.py::use_gb -calls-> b.py::gb\n",
        within=("a.py::use_ga", "b.py::use_gb"),
    )


def test_a_pair_that_is_made_of_itself_comes_to_rest() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): pass
        class B:
            def go(self): pass
        def build(k):
            if k: return split(k)
            return A(), set()
        def split(k):
            made, needed = build(k)
            return made or B(), needed
        def use():
            made, needed = build(1)
            made.go()
        """,
        """
        m.py::build -calls-> m.py::A
        m.py::build -calls-> m.py::split
        m.py::split -calls-> m.py::B
        m.py::split -calls-> m.py::build
        m.py::use -calls-> m.py::A.go
        m.py::use -calls-> m.py::B.go
        m.py::use -calls-> m.py::build
        """,
    )
