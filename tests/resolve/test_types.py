"""What annotations say about a receiver."""

from __future__ import annotations

import pytest

from tests.support.edges import check_edges

_A = """
#- model.py
class A:
    def go(self): ...
    def __init__(self, *args): ...
class B:
    def go(self): ...
"""


@pytest.mark.parametrize(
    ("annotation", "found"),
    [
        ("A", "A"),
        ('"A"', "A"),
        ("model.A", "A"),
        ('"model.A"', "A"),
        ("Optional[A]", "A"),
        ("typing.Optional[A]", "A"),
        ('Optional["A"]', "A"),
        ("A | None", "A"),
        ("None | A", "A"),
        ('"A | None"', "A"),
        ("Union[A, B]", "AB"),
        ("Union[A, None]", "A"),
        ("A | B", "AB"),
        ("A | int", "A"),
        ('Annotated[A, "note"]', "A"),
        ("Final[A]", "A"),
        ("Alias", "A"),
        ("Either", "AB"),
        ("Explicit", "A"),
        ("T", "A"),
        ("int", ""),
        ("list[A]", ""),
        ("type[A]", "A"),
    ],
)
def test_parameters(annotation: str, found: str) -> None:
    check_edges(
        _A
        + f"""
#- use.py
import typing
import model
from typing import Annotated, Final, Optional, TypeAlias, TypeVar, Union
from model import A, B
Alias = A
Either = Union[A, B]
Explicit: TypeAlias = "A"
T = TypeVar("T", bound=A)
def run(x: {annotation}):
    x.go()
""",
        "\n".join(f"use.py::run -calls-> model.py::{name}.go" for name in found),
    )


@pytest.mark.parametrize(
    ("annotation", "expression"),
    [
        ("list[A]", "x[0]"),
        ("List[A]", "x[0]"),
        ("Sequence[A]", "x[0]"),
        ("list['A']", "x[-1]"),
        ("'list[A]'", "x[0]"),
        ("list[A]", "x.pop()"),
        ("tuple[A, ...]", "x[0]"),
        ("tuple[int, A]", "x[1]"),
        ("dict[str, A]", "x['k']"),
        ("Dict[str, A]", "x['k']"),
        ("Mapping[str, A]", "x['k']"),
        ("dict[str, A]", "x.get('k')"),
        ("dict[str, A]", "x.pop('k')"),
        ("dict[str, list[A]]", "x['k'][0]"),
        ("list[A] | None", "x[0]"),
        ("Iterable[A]", "next(iter(x))"),
        ("set[A]", "x.pop()"),
        ("type[A]", "x()"),
        ("Type[A]", "x()"),
        ("Callable[[], A]", "x()"),
        ("Callable[..., A]", "x()"),
        ("Awaitable[A]", "(await x)"),
    ],
)
def test_elements(annotation: str, expression: str) -> None:
    snapshot_source = (
        _A
        + f"""
#- use.py
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Dict, List, Type
from model import A
async def run(x: {annotation}):
    {expression}.go()
"""
    )
    made = ["A", "A.__init__"] if annotation.lower().startswith("type[") else []
    check_edges(
        snapshot_source, "\n".join(f"use.py::run -calls-> model.py::{name}" for name in ["A.go", *made])
    )


@pytest.mark.parametrize(
    ("annotation", "loop"),
    [
        ("list[A]", "for a in x: a.go()"),
        ("Iterable[A]", "for a in x: a.go()"),
        ("Iterator[A]", "for a in x: a.go()"),
        ("Generator[A, None, None]", "for a in x: a.go()"),
        ("set[A]", "for a in sorted(x): a.go()"),
        ("list[A]", "for a in reversed(x): a.go()"),
        ("list[A]", "for i, a in enumerate(x): a.go()"),
        ("list[A]", "for i, a in zip('ab', x): a.go()"),
        ("list[A]", "[a.go() for a in x]"),
        ("list[A]", "for a in x[1:]: a.go()"),
        ("list[A]", "for a in list(x): a.go()"),
        ("list[list[A]]", "[a.go() for row in x for a in row]"),
        ("dict[str, A]", "for a in x.values(): a.go()"),
        ("dict[str, A]", "for k, a in x.items(): a.go()"),
        ("dict[A, str]", "for a in x: a.go()"),
        ("dict[A, str]", "for a in x.keys(): a.go()"),
        ("AsyncIterator[A]", "async for a in x: a.go()"),
        ("tuple[int, A]", "i, a = x; a.go()"),
        ("list[tuple[int, A]]", "for i, a in x: a.go()"),
        ("list[A]", "first, *rest = x; rest[0].go(); first.go()"),
    ],
)
def test_loops(annotation: str, loop: str) -> None:
    check_edges(
        _A
        + f"""
#- use.py
from collections.abc import AsyncIterator, Generator, Iterable, Iterator
from model import A
async def run(x: {annotation}):
    {loop}
""",
        "use.py::run -calls-> model.py::A.go",
    )


def test_variables_may_be_annotated() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
        current: "A | None" = None
        table: dict[str, A] = {}
        def run(given):
            local: A = given
            local.go()
        def run2():
            current.go()
        def run3():
            table["k"].go()
        """,
        """
        m.py::run -calls-> m.py::A.go
        m.py::run2 -calls-> m.py::A.go
        m.py::run3 -calls-> m.py::A.go
        """,
    )


def test_generic_classes_of_the_workspace_keep_their_methods() -> None:
    check_edges(
        """
        #- m.py
        from typing import Generic, TypeVar
        T = TypeVar("T")
        class Box(Generic[T]):
            def get(self) -> T: ...
        class A:
            def go(self): ...
        def run(box: Box[A], plain: "Box"):
            box.get()
            plain.get()
        class Special(Box[A]):
            def more(self):
                self.get()
        """,
        """
        m.py::run -calls-> m.py::Box.get
        m.py::Special.more -calls-> m.py::Box.get
        """,
    )


def test_star_parameters() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
        def run(*args: A, **kwargs: A):
            for a in args:
                a.go()
        def run2(*args: A, **kwargs: A):
            kwargs["k"].go()
        """,
        """
        m.py::run -calls-> m.py::A.go
        m.py::run2 -calls-> m.py::A.go
        """,
    )


def test_a_default_says_what_a_parameter_can_be() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
        shared = A()
        def run(a=shared):
            a.go()
        def run2(make=A):
            make().go()
        """,
        """
        m.py::run -calls-> m.py::A.go
        m.py::run2 -calls-> m.py::A
        m.py::run2 -calls-> m.py::A.go
        """,
        within=("m.py::run",),
    )
