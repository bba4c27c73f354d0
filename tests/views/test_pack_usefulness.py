"""Packs as a person would want them: what comes first, what stays small, what reads right."""

from __future__ import annotations

from packlens.symbols.symbol import qualname_of
from packlens.views.layout.common import block_code
from packlens.views.pack.neighbours import neighbours
from packlens.views.pack.question import Direction
from tests.support.fixture import graph_of
from tests.views.checks import levels, packed

SHAPES = """
    #- shapes.py
    class Shape:
        def area(self): return 0
        def draw(self): return 0
    class Square(Shape):
        def area(self): return 1
    class Dot(Shape):
        def draw(self): return 1
    class Line(Shape):
        def draw(self): return 2
    class Arc(Shape):
        def draw(self): return 3
    class Box(Shape):
        def draw(self): return 4
    LIMIT = 3
    def show(shape: Shape):
        shape.draw()
        shape.area()
        last()
        return LIMIT
    def last(): return 9
    def main(): show(Shape())
"""


def check_order(workspace: str, target: str, direction: Direction, expected: list[str]) -> None:
    """Assert which symbols may join a pack, in which order: `1 Shape.draw` for one hop away."""
    found = neighbours(graph_of(workspace), (target,), direction, 2)
    assert [f"{near.distance} {qualname_of(near.id)}" for near in found] == expected


def test_calls_then_one_of_few_then_references_then_one_of_many() -> None:
    check_order(
        SHAPES,
        "shapes.py::show",
        Direction.CALLEES,
        [
            "1 Shape.draw",
            "1 Shape.area",
            "1 last",
            "1 Square.area",
            "1 Shape",
            "1 LIMIT",
            "1 Arc.draw",
            "1 Box.draw",
            "1 Dot.draw",
            "1 Line.draw",
        ],
    )


def test_one_of_many_waits_for_the_callers() -> None:
    answer = neighbours(graph_of(SHAPES), ("shapes.py::show",), Direction.BOTH, 1)
    names = [qualname_of(near.id) for near in answer]
    assert names[-5:] == ["main", "Arc.draw", "Box.draw", "Dot.draw", "Line.draw"]


def test_the_second_hop_follows_the_order_of_the_first() -> None:
    workspace = """
    #- a.py
    def z_of_first(): ...
    def second(): a_of_second()
    def first(): z_of_first()
    def start():
        first()
        second()
    def a_of_second(): ...
    """
    check_order(
        workspace,
        "a.py::start",
        Direction.CALLEES,
        ["1 first", "1 second", "2 z_of_first", "2 a_of_second"],
    )


def test_a_class_that_is_only_referred_to_leads_no_farther() -> None:
    workspace = """
    #- a.py
    class Base: ...
    class Order(Base):
        state = Base()
    class Cart(Base): ...
    def check(order: Order): ...
    def build(): return Cart()
    """
    check_order(workspace, "a.py::check", Direction.CALLEES, ["1 Order"])
    check_order(workspace, "a.py::build", Direction.CALLEES, ["1 Cart", "2 Base"])


def test_the_class_around_a_method_is_no_caller_of_it() -> None:
    workspace = """
    #- a.py
    class Model:
        def save(self): ...
        save.alters = True
    class Entry(Model): ...
    """
    check_order(workspace, "a.py::Model.save", Direction.BOTH, [])


def test_a_target_class_too_large_shows_its_outline() -> None:
    body = "".join(f"        step_{number} = compute({number})\n" for number in range(60))
    workspace = (
        "#- a.py\n"
        f"class Till:\n    def open(self, at: int) -> None:\n{body}"
        f"    def close(self):\n{body}        near()\n"
        "def near(): ...\n"
    )
    answer = packed(workspace, "Till", budget=400)
    assert levels(answer) == ["Till signature", "Till.open signature", "Till.close signature", "near full"]
    assert [row.qualname for row in answer.omitted] == ["Till"]


def test_a_bulky_class_stays_small_unless_everything_fits() -> None:
    methods = "".join(f"    def method_{number}(self): return {number}\n" for number in range(40))
    workspace = (
        f"#- a.py\nclass Huge:\n{methods}"
        "def start(huge: Huge):\n    first()\n"
        "def first():\n    second()\n"
        "def second(): ...\n"
    )
    small = packed(workspace, "start", budget=450, direction="callees")
    assert levels(small) == ["Huge signature", "start full", "first full", "second full"]
    assert [(row.qualname, row.reason) for row in small.omitted] == [("Huge", "shown smaller")]
    whole = packed(workspace, "start", budget=4000, direction="callees")
    assert levels(whole) == ["Huge full", "start full", "first full", "second full"]


def test_a_member_never_reads_as_part_of_another_class() -> None:
    workspace = """
    #- a.py
    class First:
        def one(self):
            return Second().two()
    class Second:
        limit: int = 3
        def two(self):
            return 2
        def three(self):
            return First().one()
    """
    answer = packed(workspace, "First.one", signatures_only=True, depth=1)
    assert block_code(answer.blocks[0]) == (
        "class First:\n"
        "\n"
        "    def one(self):\n"
        "        return Second().two()\n"
        "\n"
        "class Second: ...\n"
        "\n"
        "    def two(self): ...\n"
        "\n"
        "    def three(self): ...\n"
    )
    value = packed(workspace, "Second.limit", depth=0)
    assert block_code(value.blocks[0]) == "class Second:\n\n    limit: int = 3\n"


def test_an_assignment_to_a_property_is_no_attribute() -> None:
    workspace = """
    #- a.py
    class Base:
        @property
        def debug(self): return self.config["debug"]
        @debug.setter
        def debug(self, value): self.config["debug"] = value
    class App(Base):
        def run(self):
            self.debug = True
            self.port = 80
        def show(self):
            return self.debug, self.port
    """
    answer = packed(workspace, "App.show", depth=0)
    assert answer.items[0].text == "class App(Base):\n\n        self.port = 80\n"
