"""The order of the tests to run: whose words are those of the change comes first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from packlens.views.impact.impact import impact_of_targets
from packlens.views.testing.likeliest import likeliest_first
from tests.support.fixture import graph_of
from tests.views.impacts import check_order

VISITOR = '''
#- compiler.py
class Compiler:
    def visit(self, node):
        return getattr(self, "visit_" + node)()
    def visit_Block(self):
        return 1
    def visit_Include(self):
        return 2
def render(text):
    return Compiler().visit(text)
#- test_all.py
from compiler import render
def test_assignment():
    assert render("{% set a = 1 %}")
def test_blocks_and_more_of_them():
    assert render("{% block a %}{% endblock %}") and render("{% block b %}{% endblock %}")
def test_included():
    assert render("{% include 'a' %}")
def test_long():
    """Long, and of everything a little."""
    assert render("{% if a %}b{% else %}c{% endif %}{% for d in e %}{% include f %}{% endfor %}{{ g }}")
'''


def test_who_writes_the_name_of_what_changed_comes_first() -> None:
    check_order(
        VISITOR,
        "Compiler.visit_Include",
        "test_included",
        "test_long",
        "test_assignment",
        "test_blocks_and_more_of_them",
    )
    check_order(
        VISITOR,
        "Compiler.visit_Block",
        "test_blocks_and_more_of_them",
        "test_assignment",
        "test_included",
        "test_long",
    )


def test_the_words_of_changed_lines_count() -> None:
    check_order(
        """
        #- shop.py
        def pay(order):
            if order == "gift":
                return 0
            return 1
        #- shop.py @2
        def pay(order):
            if order == "voucher":
                return 0
            return 1
        #- test_shop.py
        from shop import pay
        def test_a():
            pay("cash")
        def test_b():
            pay("voucher")
        def test_c():
            pay("card")
        def test_d():
            pay("gift")
        """,
        "",
        "test_b",
        "test_d",
        "test_a",
        "test_c",
    )


def test_a_surer_path_comes_first_where_words_say_nothing() -> None:
    check_order(
        """
        #- shapes.py
        class Shape:
            def area(self):
                return 0
        class Square(Shape):
            def area(self):
                return 1
        def one(shape: Shape):
            return shape.area()
        def two(square: Square):
            return square.area()
        #- test_shapes.py
        import shapes
        def test_a(thing):
            shapes.one(thing)
        def test_b(thing):
            shapes.two(thing)
        """,
        "Square.area",
        "test_b",
        "test_a",
    )


def test_a_changed_test_comes_before_all_others() -> None:
    check_order(
        """
        #- shop.py
        def pay():
            return 1
        #- shop.py @2
        def pay():
            return 2
        #- test_shop.py
        from shop import pay
        def test_pay():
            assert pay()
        def test_zero():
            assert 1
        #- test_shop.py @2
        from shop import pay
        def test_pay():
            assert pay()
        def test_zero():
            assert 2
        """,
        "",
        "test_zero",
        "test_pay",
    )


@given(st.permutations(range(4)))
def test_the_order_they_came_in_never_shows(places: list[int]) -> None:
    snapshot = graph_of(VISITOR)
    target = "compiler.py::Compiler.visit_Include"
    rows = impact_of_targets(snapshot, [target]).tests
    assert likeliest_first(snapshot, [rows[place] for place in places], [target]) == rows
