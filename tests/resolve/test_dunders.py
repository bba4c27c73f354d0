"""Calls that the syntax makes: operators, with, for, indexing, calling an instance."""

from __future__ import annotations

import pytest

from tests.support.edges import check_edges


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("a + 1", ["__add__"]),
        ("a - 1", ["__sub__"]),
        ("a @ 1", ["__matmul__"]),
        ("1 + a", ["__radd__"]),
        ("a += 1", ["__iadd__"]),
        ("a -= 1", ["__sub__"]),
        ("-a", ["__neg__"]),
        ("a == 1", ["__eq__"]),
        ("a < 1", ["__lt__"]),
        ("1 in a", ["__contains__"]),
        ("1 not in a", ["__contains__"]),
        ("a[0]", ["__getitem__"]),
        ("a[0] = 1", ["__setitem__"]),
        ("del a[0]", ["__delitem__"]),
        ("a()", ["__call__"]),
        ("[x for x in a]", ["__iter__", "__next__"]),
        ("for x in a: pass", ["__iter__", "__next__"]),
        ("with a: pass", ["__enter__", "__exit__"]),
        ("async with a: pass", ["__aenter__", "__aexit__"]),
        ("async for x in a: pass", ["__aiter__", "__anext__"]),
        ("await a", ["__await__"]),
    ],
)
def test_on_an_instance(code: str, names: list[str]) -> None:
    methods = "add sub matmul radd iadd neg eq lt contains getitem setitem delitem call enter exit next"
    methods += " aenter aexit anext await"
    body = "".join(f"    def __{name}__(self, *args): ...\n" for name in methods.split())
    body += "".join(f"    def __{name}__(self): return self\n" for name in ("iter", "aiter"))
    check_edges(
        f"#- m.py\nclass A:\n{body}async def run(a: A):\n    {code}\n",
        "\n".join(f"m.py::run -calls-> m.py::A.{name}" for name in names),
    )


def test_what_operators_give() -> None:
    check_edges(
        """
        #- m.py
        class Row:
            def go(self): ...
        class Table:
            def __getitem__(self, key) -> Row: ...
            def __iter__(self):
                yield Row()
            def __enter__(self):
                return self
            def __exit__(self, *error): ...
            def __truediv__(self, other) -> "Table": ...
            def __call__(self):
                return Row()
            def close(self): ...
        def run(table: Table):
            table[0].go()
        def run2(table: Table):
            for row in table / "a" / "b":
                row.go()
        def run3():
            with Table() as table:
                table.close()
        def run4(table: Table):
            table().go()
        """,
        """
        m.py::run -calls-> m.py::Table.__getitem__
        m.py::run -calls-> m.py::Row.go
        m.py::run2 -calls-> m.py::Table.__truediv__
        m.py::run2 -calls-> m.py::Table.__iter__
        m.py::run2 -calls-> m.py::Row.go
        m.py::run3 -calls-> m.py::Table
        m.py::run3 -calls-> m.py::Table.__enter__
        m.py::run3 -calls-> m.py::Table.__exit__
        m.py::run3 -calls-> m.py::Table.close
        m.py::run4 -calls-> m.py::Table.__call__
        m.py::run4 -calls-> m.py::Row.go
        """,
        within=("m.py::run",),
    )


def test_an_instance_held_in_an_attribute_or_module_is_called() -> None:
    check_edges(
        """
        #- m.py
        class Hook:
            def __call__(self): ...
        hook = Hook()
        class A:
            def __init__(self):
                self.hook = Hook()
            def run(self):
                self.hook()
        def run():
            hook()
        """,
        """
        m.py::A.run -calls-> m.py::Hook.__call__
        m.py::run -calls-> m.py::Hook.__call__
        """,
        within=("m.py::A.run", "m.py::run"),
    )


def test_a_metaclass_gives_its_methods_to_the_class() -> None:
    check_edges(
        """
        #- m.py
        class Meta(type):
            def create(cls): ...
        class A(metaclass=Meta):
            def go(self): ...
        def run():
            A().go()
            A.create()
        """,
        """
        m.py::run -calls-> m.py::A
        m.py::run -calls-> m.py::A.go
        m.py::run -calls-> m.py::Meta.create
        """,
    )
