"""Values that flow: returns, unpacking, branches, narrowing, with, for, await."""

from __future__ import annotations

import re

import pytest

from packlens.resolve.edge import EdgeKind
from tests.support.edges import check_edges
from tests.support.fixture import graph_of

_A = """
#- model.py
class A:
    def go(self): ...
class B:
    def go(self): ...
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("def make():\n    return A()", "A"),
        ("def make() -> A: ...", "A"),
        ("def make() -> 'A | None': ...", "A"),
        ("def make(c):\n    if c:\n        return A()\n    return None", "A"),
        ("def make(c):\n    if c:\n        return A()\n    return B()", "AB"),
        ("def make(c):\n    return A() if c else B()", "AB"),
        ("def make(c):\n    return c and A()", "A"),
        ("def make():\n    a = A()\n    return a", "A"),
        ("def make():\n    return other()\ndef other():\n    return A()", "A"),
        ("def make(n):\n    return make(n - 1) if n else A()", "A"),
        ("def make(n):\n    return odd(n) or A()\ndef odd(n):\n    return make(n) or B()", "AB"),
        ("make = lambda: A()", "A"),
        ("make = A", "A"),
        ("def outer():\n    def inner():\n        return A()\n    return inner\nmake = outer()", "A"),
        ("import functools\nmake = functools.partial(A)", "A"),
        ("async def make():\n    return A()", ""),
        ("def make():\n    yield A()", ""),
        ("def make():\n    return 1", ""),
    ],
)
def test_returns(body: str, found: str) -> None:
    check_edges(
        _A
        + f"#- factory.py\nfrom model import A, B\n{body}\n"
        + "#- use.py\nfrom factory import make\ndef run():\n    x = make()\n    x.go()\n",
        "\n".join(f"use.py::run -calls-> model.py::{name}.go" for name in found),
        within=tuple(f"use.py::run -calls-> model.py::{name}.go" for name in "AB"),
    )


@pytest.mark.parametrize(
    "statement",
    [
        "a = A(); a.go()",
        "a = b = A(); b.go()",
        "a, b = A(), 1; a.go()",
        "(a, (b, c)) = (1, (2, A())); c.go()",
        "[a, b] = [A(), 1]; a.go()",
        "a, b = pair(); b.go()",
        "*rest, a = 1, 2, A(); a.go()",
        "(a := A()).go()",
        "if (a := A()): a.go()",
        "if c: a = A()\n    else: a = None\n    a.go()",
        "a = None\n    for _ in c: a = A()\n    a.go()",
        "try: a = A()\n    except OSError: raise\n    a.go()",
        "with c: a = A()\n    a.go()",
        "a = {'k': A()}; a['k'].go()",
        "a = [A() for _ in c]; a[0].go()",
        "a = [A()]; a[0].go()",
        "for a in (A(), A()): a.go()",
        "for a in [A()]: a.go()",
        "a = {n: A() for n in c}\n    for b in a.values(): b.go()",
        "a = (A(), 1)[0]; a.go()",
        "A().go()",
        "(c or A()).go()",
        "(lambda: A())().go()",
        "match c:\n        case A() as a: a.go()",
        "match c:\n        case A(): c.go()",
        "global shared; shared = A(); shared.go()",
    ],
)
def test_assignments(statement: str) -> None:
    check_edges(
        _A
        + f"\n#- use.py\nfrom model import A\ndef pair():\n    return 1, A()\ndef run(c):\n    {statement}\n",
        "use.py::run -calls-> model.py::A.go",
        within=("use.py::run -calls-> model.py::A.", "use.py::run -calls-> model.py::B"),
    )


@pytest.mark.parametrize(
    ("test", "then", "otherwise"),
    [
        ("isinstance(x, A)", "A", "B"),
        ("not isinstance(x, A)", "B", "A"),
        ("isinstance(x, (A, B))", "AB", ""),
        ("isinstance(x, A) and c", "A", "AB"),
        ("isinstance(x, A | B)", "AB", ""),
        ("x is not None", "AB", "AB"),
    ],
)
def test_narrowing_of_a_union(test: str, then: str, otherwise: str) -> None:
    source = (
        _A
        + f"""
#- use.py
from model import A, B
def run(x: A | B, c):
    if {test}:
        THEN
    else:
        ELSE
"""
    )
    for branch, found in (("THEN", then), ("ELSE", otherwise)):
        if test == "x is not None" and branch == "ELSE":
            continue
        text = source.replace(branch, "x.go()").replace("THEN", "pass").replace("ELSE", "pass")
        check_edges(text, "\n".join(f"use.py::run -calls-> model.py::{name}.go" for name in found))


@pytest.mark.parametrize(
    "loop",
    [
        "for _ in c:\n        if not isinstance(x, A): continue",
        "while isinstance(x, A): c()",
        "while c:\n        assert isinstance(x, A)",
    ],
)
def test_what_a_loop_has_tested_is_not_known_past_it(loop: str) -> None:
    check_edges(
        _A + f"\n#- use.py\nfrom model import A, B\ndef run(x: A | B, c):\n    {loop}\n    x.go()\n",
        "use.py::run -calls-> model.py::A.go\nuse.py::run -calls-> model.py::B.go",
    )


@pytest.mark.parametrize(
    "code",
    [
        "if isinstance(x, A): x.go()",
        "if isinstance(x.y, A): x.y.go()",
        "assert isinstance(x, A)\n    x.go()",
        "if not isinstance(x, A): return\n    x.go()",
        "if not isinstance(x, A):\n        raise TypeError\n    x.go()",
        "return x.go() if isinstance(x, A) else None",
        "return isinstance(x, A) and x.go()",
        "return not isinstance(x, A) or x.go()",
        "[n.go() for n in x if isinstance(n, A)]",
        "while isinstance(x, A): x.go()",
        "x = cast(A, x); x.go()",
        "x = cast('A', x); x.go()",
    ],
)
def test_narrowing_of_the_unknown(code: str) -> None:
    check_edges(
        _A + f"\n#- use.py\nfrom typing import cast\nfrom model import A\ndef run(x):\n    {code}\n",
        "use.py::run -calls-> model.py::A.go",
    )


@pytest.mark.parametrize(
    ("maker", "use"),
    [
        ("async def fetch(): return A()", "(await fetch()).go()"),
        ("async def fetch() -> A: ...", "a = await fetch()\n    a.go()"),
        ("def fetch(): yield A()", "for a in fetch(): a.go()"),
        ("def fetch(): yield from [A()]", "for a in fetch(): a.go()"),
        ("async def fetch(): yield A()", "async for a in fetch(): a.go()"),
        ("async def fetch(): yield A()", "[a.go() async for a in fetch()]"),
        ("def fetch() -> list[A]: ...", "for a in fetch(): a.go()"),
        ("def fetch() -> 'dict[str, A]': ...", "fetch()['k'].go()"),
        ("@contextmanager\ndef fetch(): yield A()", "with fetch() as a: a.go()"),
        ("@contextmanager\ndef fetch() -> Iterator[A]: ...", "with fetch() as a: a.go()"),
        ("@asynccontextmanager\nasync def fetch(): yield A()", "async with fetch() as a: a.go()"),
        ("def fetch(): return [A()]", "fetch()[0].go()"),
        ("def fetch(): return [A() for _ in '']", "for a in fetch(): a.go()"),
        ("def fetch(): return {'k': A()}", "fetch().get('k').go()"),
        ("def fetch(): return 1, A()", "i, a = fetch()\n    a.go()"),
    ],
)
def test_what_comes_out_of_with_for_and_await(maker: str, use: str) -> None:
    check_edges(
        _A
        + f"""
#- use.py
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from model import A
{maker}
async def run():
    {use}
""",
        """
        use.py::run -calls-> use.py::fetch
        use.py::run -calls-> model.py::A.go
        """,
        within=("use.py::run",),
    )


def test_module_level_instances_travel_by_import() -> None:
    check_edges(
        """
        #- app.py
        class App:
            def run(self): ...
        app = App()
        #- main.py
        import app as module
        from app import app
        app.run()
        #- other.py
        import app
        app.app.run()
        """,
        """
        app.py::<module> -calls-> app.py::App
        main.py::<module> -calls-> app.py::App.run
        other.py::<module> -calls-> app.py::App.run
        """,
    )


def test_a_closure_sees_the_variables_around_it() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
        def outer(x: A):
            y = A()
            def inner():
                x.go()
            def other():
                y.go()
            return inner, lambda: y.go()
        """,
        """
        m.py::outer -calls-> m.py::A
        m.py::outer.inner -calls-> m.py::A.go
        m.py::outer.other -calls-> m.py::A.go
        m.py::outer.<lambda> -calls-> m.py::A.go
        """,
    )


def test_an_overload_set_is_one_symbol_with_every_return() -> None:
    snapshot = check_edges(
        """
        #- m.py
        from typing import overload
        class A:
            def go(self): ...
        class B:
            def stop(self): ...
        @overload
        def make(k: int) -> A: ...
        @overload
        def make(k: str) -> B: ...
        def make(k):
            return k
        def run():
            make(1).go()
            make("1").stop()
        """,
        """
        m.py::run -calls-> m.py::make
        m.py::run -calls-> m.py::A.go
        m.py::run -calls-> m.py::B.stop
        """,
    )
    assert snapshot.symbol("m.py::make#2") is None


@pytest.mark.parametrize("either", ["A if c else B", "A or B", "(A if c else B) or B"])
def test_a_call_of_either_is_one_call_at_each_name(either: str) -> None:
    text = _A + f"\n#- use.py\nfrom model import A, B\ndef run(c):\n    ({either})()\n"
    calls = [
        (edge.column, edge.target)
        for edge in graph_of(text).outgoing("use.py::run")
        if edge.kind is EdgeKind.CALLS and edge.target in ("model.py::A", "model.py::B")
    ]
    names = re.finditer("[AB]", f"    ({either})()")
    assert calls == [(match.start(), f"model.py::{match.group()}") for match in names]


def test_what_never_runs_is_still_defined() -> None:
    snapshot = graph_of(
        """
        #- m.py
        def g(): ...
        if True:
            def f(): ...
        else:
            def h(): g()
        """
    )
    assert [symbol.qualname for symbol in snapshot.symbols()] == ["<module>", "g", "f", "h"]
    assert [edge.source for edge in snapshot.incoming("m.py::g")] == ["m.py::h"]


def test_a_name_that_is_bound_from_itself() -> None:
    check_edges(
        """
        #- a.py
        def split(value): ...
        def words(items):
            for value in items:
                value = sorted(value for value in split(value) if value)
                value = {value: x for value in split(value) for x in split(x)}
                split(value)
        """,
        "a.py::words -calls-> a.py::split",
    )
