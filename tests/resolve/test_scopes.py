"""Names: local, enclosing, global, builtin; what shadows what."""

from __future__ import annotations

import pytest

from tests.support.edges import check_edges
from tests.support.facts import check_equal_to_fresh
from tests.support.fixture import graph_of


def test_a_parameter_shadows_the_module() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        def run(f):
            f()
        def loop():
            for f in range(3):
                f()
        def caught():
            try:
                pass
            except OSError as f:
                f()
        def opened(path):
            with open(path) as f:
                f()
        """,
        "",
    )


def test_an_assignment_anywhere_makes_the_name_local() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        def run(flag):
            if flag:
                f = flag
            f()
        """,
        "",
    )


def test_a_comprehension_variable_does_not_leak() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        def run(fs):
            [f() for f in fs]
        def after(fs):
            [f for f in fs]
            f()
        """,
        "m.py::after -calls-> m.py::f",
    )


def test_a_walrus_in_a_comprehension_does_leak() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
        def run(rows):
            [last := A() for _ in rows]
            last.go()
        """,
        """
        m.py::run -calls-> m.py::A
        m.py::run -calls-> m.py::A.go
        """,
    )


def test_a_method_does_not_see_its_class() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        class C:
            def f(self): ...
            def run(self):
                f()
            alias = f
        """,
        "m.py::C.run -calls-> m.py::f",
    )


def test_a_class_body_sees_itself_then_the_module() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        def g(): ...
        class C:
            g()
            def f(): ...
            f()
        """,
        """
        m.py::C -calls-> m.py::g
        m.py::C -calls-> m.py::C.f
        """,
    )


def test_global_gives_the_module_a_value() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
        current = None
        def start():
            global current
            current = A()
        def run():
            current.go()
        """,
        """
        m.py::start -calls-> m.py::A
        m.py::run -calls-> m.py::A.go
        """,
    )


def test_global_reaches_past_an_enclosing_function() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        def outer():
            def f(): ...
            def inner():
                global f
                f()
            def near():
                f()
            inner(); near()
        """,
        """
        m.py::outer -calls-> m.py::outer.inner
        m.py::outer -calls-> m.py::outer.near
        m.py::outer.inner -calls-> m.py::f
        m.py::outer.near -calls-> m.py::outer.f
        """,
    )


def test_nonlocal_gives_the_enclosing_function_a_value() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
        def outer():
            found = None
            def search():
                nonlocal found
                found = A()
            search()
            found.go()
        """,
        """
        m.py::outer -calls-> m.py::outer.search
        m.py::outer.search -calls-> m.py::A
        m.py::outer -calls-> m.py::A.go
        """,
    )


def test_a_workspace_function_shadows_a_builtin_only_where_it_is_bound() -> None:
    check_edges(
        """
        #- a.py
        def print(x): ...
        print(1)
        #- b.py
        print(2)
        #- c.py
        from a import print
        print(3)
        """,
        """
        a.py::<module> -calls-> a.py::print
        c.py::<module> -calls-> a.py::print
        """,
        possible=True,
    )


def test_the_last_redefinition_is_the_one_functions_see() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        f()
        def f(): ...
        def run():
            f()
        """,
        """
        m.py::<module> -calls-> m.py::f
        m.py::run -calls-> m.py::f#2
        """,
    )


def test_a_conditional_definition_is_either() -> None:
    check_edges(
        """
        #- m.py
        import sys
        if sys.platform == "win32":
            def f(): ...
        else:
            def f(): ...
        try:
            def g(): ...
        except Exception:
            def g(): ...
        def run():
            f()
            g()
        """,
        """
        m.py::run -calls-> m.py::f
        m.py::run -calls-> m.py::f#2
        m.py::run -calls-> m.py::g
        m.py::run -calls-> m.py::g#2
        """,
    )


def test_a_name_bound_to_a_function_calls_the_function() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        def g(): ...
        def run(flag):
            chosen = f if flag else g
            chosen()
        """,
        """
        m.py::run -calls-> m.py::f
        m.py::run -calls-> m.py::g
        """,
    )


def test_a_name_only_deleted_or_never_bound_is_nothing() -> None:
    check_edges(
        """
        #- a.py
        def helper_of_a(): ...
        #- b.py
        def run():
            helper_of_a()
        """,
        "",
    )


@pytest.mark.parametrize(
    "text",
    [
        "x = x\nx()\n",
        "x = y\ny = x\nx()\n",
        "x = 1\nx = x\nx = x\nx()\n",
        "x = x.y\nx = x.z\nx()\n",
        "x = x\nx, y = A(), f()\nx()\n",
        "x = (x, x)\nx = [x]\nfor x in x: x.go()\n",
        "@g\ndef g(): ...\ndef g(fn): ...\n",
        "@g\ndef g(): ...\n@g\ndef g(): ...\n",
        "class A(A): ...\nclass A(A): ...\nA.go()\n",
        "def f(): return f\nf = f()\nf()\n",
        "def f(x): return g(x)\ndef g(x): return f([x])\nf(1).go()\n",
        "import m\nm = m.m\nm.m()\n",
        "from m import *\nfrom m import x as x\nx()\n",
    ],
)
def test_a_name_that_is_made_of_itself_ends(text: str) -> None:
    check_equal_to_fresh(graph_of(f"#- m.py\n{text}"))


def test_an_assignment_reads_the_value_before_it() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
        class B:
            def stop(self): ...
        def wrap(x) -> B: ...
        x = A()
        x = x.go()
        y = A()
        y = wrap(y)
        y.stop()
        """,
        """
        m.py::<module> -calls-> m.py::A
        m.py::<module> -calls-> m.py::A.go
        m.py::<module> -calls-> m.py::wrap
        m.py::<module> -calls-> m.py::B.stop
        """,
    )


def test_what_a_comprehension_loops_over_is_evaluated_around_it() -> None:
    check_edges(
        """
        #- m.py
        class N:
            def __mod__(self, other): ...
            def go(self): ...
        class M:
            def go(self): ...
        def rebound(m, v, check):
            if check:
                m = list(m)
                v = list(v)
            return all(v % m for v, m in zip(v, m))
        def same_name(x):
            if x:
                x = [N()]
            else:
                x = [M(), M()]
            return [x.go() for x in x]
        def second(x):
            if x:
                x = [N()]
            return [y.go() for x in [x, [M()]] for y in x]
        class Holder:
            xs = [N()]
            ys = [x.go() for x in xs]
            def f(self):
                xs = [M()]
                def g():
                    return [[x.go() for x in xs] for xs in [xs]]
                return g
        """,
        """
        m.py::Holder -calls-> m.py::N
        m.py::Holder -calls-> m.py::N.go
        m.py::Holder.f -calls-> m.py::M
        m.py::Holder.f.g -calls-> m.py::M.go
        m.py::same_name -calls-> m.py::M
        m.py::same_name -calls-> m.py::M.go
        m.py::same_name -calls-> m.py::N
        m.py::same_name -calls-> m.py::N.go
        m.py::second -calls-> m.py::M
        m.py::second -calls-> m.py::M.go
        m.py::second -calls-> m.py::N
        m.py::second -calls-> m.py::N.go
        """,
    )
