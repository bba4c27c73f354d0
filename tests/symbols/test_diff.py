"""The symbol diff: added, removed, renamed, moved, and what of a symbol changed."""

from __future__ import annotations

from packlens.graph.delta import delta
from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.support.fixture import parse


def check_diff(fixture: str, expected: str) -> None:
    """Assert that step 1 to step 2 of the fixture makes the `expected` changes, one line each, and no other.

    A line is `change id`, and `change id <- earlier id` for what was renamed or moved.
    """
    parsed = parse(fixture)
    first, second = parsed.documents(1), parsed.documents(2)
    writer = Writer("workspace")
    before = writer.update(first)
    gone: dict[str, Document | None] = dict.fromkeys(first.keys() - second.keys())
    after = writer.update({**gone, **second})
    found = sorted(
        f"{change.change} {change.id}" + (f" <- {change.before}" if change.before else "")
        for change in delta(before, after)
    )
    assert "\n".join(found) == "\n".join(
        sorted(line.strip() for line in expected.splitlines() if line.strip())
    )


def test_added_and_removed() -> None:
    check_diff(
        """
        #- m.py
        def f():
            return 1
        class A:
            def go(self):
                return "go"
        #- m.py @2
        def g(x):
            return [x, 2]
        class A:
            def stop(self):
                yield "stop"
        """,
        """
        removed m.py::f
        added m.py::g
        removed m.py::A.go
        added m.py::A.stop
        """,
    )


def test_a_file_that_comes_or_goes() -> None:
    check_diff(
        """
        #- old.py
        "Old."
        print("old")
        def f():
            return 1
        #- old.py @2 deleted
        #- new.py @2
        print("new")
        def g():
            return 2
        """,
        """
        removed old.py::<module>
        removed old.py::f
        added new.py::<module>
        added new.py::g
        """,
    )


def test_renamed_with_an_equal_body() -> None:
    check_diff(
        """
        #- m.py
        def old_name(x):
            return x + 1
        def other(x):
            return x * 2
        #- m.py @2
        def new_name(x):
            return x + 1
        def other(x):
            return x * 2
        """,
        "renamed m.py::new_name <- m.py::old_name",
    )


def test_two_of_the_same_body_are_not_guessed() -> None:
    check_diff(
        """
        #- m.py
        def a(x):
            return x + 1
        def b(x):
            return x + 1
        #- m.py @2
        def c(x):
            return x + 1
        def d(x):
            return x + 1
        """,
        """
        removed m.py::a
        removed m.py::b
        added m.py::c
        added m.py::d
        """,
    )


def test_moved_to_another_file() -> None:
    check_diff(
        """
        #- a.py
        def stays():
            return 0
        def f(x):
            return x + 1
        #- b.py
        def here():
            return None
        #- a.py @2
        def stays():
            return 0
        #- b.py @2
        def here():
            return None
        def f(x):
            return x + 1
        """,
        "moved b.py::f <- a.py::f",
    )


def test_moved_among_equals_goes_by_its_name() -> None:
    check_diff(
        """
        #- a.py
        def f(x):
            return x + 1
        def g(x):
            return x + 1
        #- b.py
        def here():
            return None
        #- a.py @2
        y = 1
        #- b.py @2
        def here():
            return None
        def f(x):
            return x + 1
        def g(x):
            return x + 1
        """,
        """
        body a.py::<module>
        added a.py::y
        moved b.py::f <- a.py::f
        moved b.py::g <- a.py::g
        """,
    )


def test_signature_body_and_docstring_are_told_apart() -> None:
    check_diff(
        '''
        #- m.py
        def signature(x):
            """Doc."""
            return x
        def body(x):
            """Doc."""
            return x
        def doc(x):
            """Doc."""
            return x
        def all_three(x):
            """Doc."""
            return x
        def same(x):
            """Doc."""
            return x
        #- m.py @2
        def signature(x, y=None):
            """Doc."""
            return x
        def body(x):
            """Doc."""
            return x + 1
        def doc(x):
            """Other."""
            return x
        def all_three(*x):
            """Other."""
            return x + 1
        def same(x):
            """Doc."""
            return x
        ''',
        """
        signature m.py::signature
        body m.py::body
        doc m.py::doc
        signature m.py::all_three
        body m.py::all_three
        doc m.py::all_three
        """,
    )


def test_what_counts_as_signature() -> None:
    check_diff(
        """
        #- m.py
        import functools
        def a(): ...
        def b(x): ...
        def c(): ...
        class D: ...
        #- m.py @2
        import functools
        @functools.cache
        def a(): ...
        def b(x: int): ...
        async def c(): ...
        class D(dict): ...
        """,
        """
        signature m.py::a
        signature m.py::b
        signature m.py::c
        signature m.py::D
        """,
    )


def test_comments_space_and_place_change_nothing() -> None:
    check_diff(
        """
        #- m.py
        def f(x, y):
            a = [x,  y]
            return a
        def g(): ...
        #- m.py @2
        # A comment above.
        def g(): ...


        def f(
            x,
            y,
        ):
            # A comment inside.
            a = [
                x, y
            ]

            return a  # and one behind
        """,
        "",
    )


def test_a_nested_definition_is_not_part_of_the_body_around_it() -> None:
    check_diff(
        """
        #- m.py
        class A:
            limit = 1
            def f(self):
                return 1
        def outer():
            def inner():
                return 1
            return inner
        #- m.py @2
        class A:
            limit = 1
            def f(self):
                return 2
        def outer():
            def inner():
                return 2
            return inner
        """,
        """
        body m.py::A.f
        body m.py::outer.inner
        """,
    )


def test_a_half_typed_header_changes_only_its_own_symbol() -> None:
    check_diff(
        """
        #- m.py
        def f():
            return 1
        def g():
            return 2
        #- m.py @2
        def f():
            return 1
        def g(
            return 2
        """,
        "body m.py::g",
    )


def test_an_unchanged_state_has_no_changes() -> None:
    writer = Writer("workspace")
    snapshot = writer.update({"m.py": Document.of_text("m.py", "def f(): ...\n")})
    assert delta(snapshot, snapshot) == ()
