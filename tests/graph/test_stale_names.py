"""What a name is changes with the statements around it, also where a text does not parse."""

from __future__ import annotations

import pytest

from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.graph.steps import check_steps
from tests.support.facts import check_equal_to_fresh


def test_statements_that_change_places_change_what_a_name_is_between_them() -> None:
    check_steps(
        """
        #- lib.py
        class A: ...
        class B: ...
        #- a.py
        from lib import A, B
        x = A
        q = B
        x()
        x = B
        #- a.py @2
        from lib import A, B
        x = A
        x = B
        x()
        q = B
        """,
        "a.py::<module> -calls-> lib.py::A",
        "a.py::<module> -calls-> lib.py::A\na.py::<module> -calls-> lib.py::B",
    )


def test_a_name_that_is_bound_before_its_definition() -> None:
    check_steps(
        """
        #- a.py
        class A: ...
        if 1:
            y = A
        x()
        def x(): ...
        #- a.py @2
        class A: ...
        if 1:
            x = A
        x()
        def x(): ...
        """,
        "a.py::<module> -calls-> a.py::x",
        "a.py::<module> -calls-> a.py::A",
    )


def test_a_comprehension_that_no_longer_hides_a_name() -> None:
    check_steps(
        """
        #- a.py
        class A:
            def go(self): ...
        def run(y):
            x = A()
            return [x.go() for x in y]
        #- a.py @2
        class A:
            def go(self): ...
        def run(y):
            x = A()
            return [x.go() for z in y]
        """,
        "a.py::run -calls-> a.py::A",
        "a.py::run -calls-> a.py::A\na.py::run -calls-> a.py::A.go",
    )


@pytest.mark.parametrize("head", ["if 1:", "class C:", "def around():"])
def test_a_lambda_that_gets_another_number(head: str) -> None:
    inside = "    def f(go=lambda: len(())):\n        go()\n"
    plain, numbered = (f"{head}\n    a = {value}\n{inside}" for value in ("1", "lambda: len(())"))
    above = f"b = lambda: len(())\n{plain}"
    writer = Writer("workspace")
    for text in (plain, numbered, plain, above, plain):
        check_equal_to_fresh(writer.update({"a.py": Document.of_text("a.py", text)}))


@pytest.mark.parametrize("step", [1, 2])
def test_a_name_that_comes_to_be_a_variable(step: int) -> None:
    texts = ["if (x := len(())): ...\n", "if len(()):\n    x = len(())\n"]
    writer = Writer("workspace")
    writer.update({"b.py": Document.of_text("b.py", "from a import x\nprint(x)\n")})
    for text in (texts * 2)[step - 1 :]:
        check_equal_to_fresh(writer.update({"a.py": Document.of_text("a.py", text)}))


@pytest.mark.parametrize(
    "line", ["\\", "'''", "(", ")", "x = [", "else:", "@", "    ", "#", "\f", "async", "if x: # \\"]
)
@pytest.mark.parametrize("position", range(7))
def test_one_line_that_breaks_its_block(line: str, position: int) -> None:
    lines = "def f(y):\n    from a import f\n    for z in f():\n        z.go()\n    return f\nx = f(1)\n".splitlines()
    writer = Writer("workspace")
    for text in (lines, [*lines[:position], line, *lines[position:]], lines):
        check_equal_to_fresh(writer.update({"a.py": Document.of_text("a.py", "\n".join([*text, ""]))}))


@pytest.mark.parametrize("cut", range(0, 84, 3))
def test_every_half_typed_text_is_a_state_like_any_other(cut: int) -> None:
    text = "from lib import f\n\n\ndef run(x):\n    if x:\n        f(x)\n    return [f(y) for y in x]\n"
    writer = Writer("workspace")
    writer.update({"lib.py": Document.of_text("lib.py", "def f(x): ...\n")})
    for end in (len(text), cut, len(text)):
        check_equal_to_fresh(writer.update({"a.py": Document.of_text("a.py", text[:end])}))


def test_a_statement_that_stands_a_second_time_reads_what_is_bound_there() -> None:
    text = "def make():\n    return 1\nfor a in map(make, [1]):\n    a.go()\n"
    writer = Writer("workspace")
    for now in (text, text * 2, text * 3, text):
        check_equal_to_fresh(writer.update({"a.py": Document.of_text("a.py", now)}))
