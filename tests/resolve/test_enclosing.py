"""E6: each use belongs to the symbol it runs in, and what stands in a header to the symbol it heads."""

from __future__ import annotations

from tests.support.edges import check_edges


def test_imports_inside_functions() -> None:
    check_edges(
        """
        #- lib.py
        def f(): ...
        #- a.py
        def one():
            import lib
            lib.f()
        def two():
            from lib import f
            f()
        def three():
            lib.f()
            f()
        """,
        """
        a.py::one -imports-> lib.py::<module>
        a.py::one -calls-> lib.py::f
        a.py::two -imports-> lib.py::f
        a.py::two -calls-> lib.py::f
        """,
        kinds=("calls", "imports"),
    )


def test_comprehensions_belong_to_their_function() -> None:
    check_edges(
        """
        #- m.py
        def f(n): ...
        def ok(n): ...
        def rows(): ...
        def run():
            a = [f(n) for n in rows() if ok(n)]
            b = {f(n): f(n) for n in a}
            return (f(n) for n in b)
        top = {f(n) for n in rows()}
        """,
        """
        m.py::run -calls-> m.py::f
        m.py::run -calls-> m.py::ok
        m.py::run -calls-> m.py::rows
        m.py::<module> -calls-> m.py::f
        m.py::<module> -calls-> m.py::rows
        """,
    )


def test_a_lambda_is_a_symbol() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        def g(): ...
        def run(xs):
            xs.sort(key=lambda x: f())
            return lambda: g(), lambda: f()
        top = lambda: g()
        """,
        """
        m.py::run.<lambda> -calls-> m.py::f
        m.py::run.<lambda>#2 -calls-> m.py::g
        m.py::run.<lambda>#3 -calls-> m.py::f
        m.py::<lambda> -calls-> m.py::g
        """,
    )


def test_headers_belong_to_what_they_head() -> None:
    check_edges(
        """
        #- m.py
        def make(): ...
        def route(path): ...
        class Base: ...
        class Meta(type): ...
        class Arg: ...
        class Out: ...
        @route(make())
        def view(a: Arg = make(), *, b=make()) -> Out: ...
        class Child(Base, metaclass=Meta):
            @route("x")
            def method(self, a: "Arg" = make()): ...
        def pick(cls): return cls
        class Picked(pick(Base)): ...
        """,
        """
        m.py::view -decorates-> m.py::route
        m.py::view -calls-> m.py::make
        m.py::view -references-> m.py::Arg
        m.py::view -references-> m.py::Out
        m.py::Child -extends-> m.py::Base
        m.py::Child -references-> m.py::Meta
        m.py::Child.method -decorates-> m.py::route
        m.py::Child.method -references-> m.py::Arg
        m.py::Child.method -calls-> m.py::make
        m.py::Picked -calls-> m.py::pick
        m.py::Picked -references-> m.py::Base
        """,
        kinds=("calls", "references", "decorates", "extends"),
        within=("m.py::view", "m.py::Child", "m.py::Picked"),
    )


def test_class_bodies() -> None:
    check_edges(
        """
        #- m.py
        def make(): ...
        class C:
            x = make()
            rows = [make() for _ in range(3)]
            class Inner:
                y = make()
            def f(self):
                class Local:
                    z = make()
                return Local
        """,
        """
        m.py::C -calls-> m.py::make
        m.py::C.Inner -calls-> m.py::make
        m.py::C.f.Local -calls-> m.py::make
        """,
    )


def test_the_main_block_belongs_to_the_module() -> None:
    check_edges(
        """
        #- m.py
        def main(): ...
        if __name__ == "__main__":
            raise SystemExit(main())
        """,
        "m.py::<module> -calls-> m.py::main",
    )


def test_nested_functions_own_their_calls() -> None:
    check_edges(
        """
        #- m.py
        def leaf(): ...
        def outer():
            def inner():
                def innermost():
                    leaf()
                innermost()
            return inner()
        """,
        """
        m.py::outer -calls-> m.py::outer.inner
        m.py::outer.inner -calls-> m.py::outer.inner.innermost
        m.py::outer.inner.innermost -calls-> m.py::leaf
        """,
    )


def test_statements_of_every_kind() -> None:
    check_edges(
        """
        #- m.py
        def f(): ...
        async def run(x):
            assert f(), f()
            del x[f()]
            raise f() from None
        def more(x):
            while f():
                pass
            try:
                pass
            except f():
                pass
            finally:
                f()
            match f():
                case 1 if f():
                    pass
            yield f()
            x[f()] = f"{f()!r:>{f()}}"
            return f() and not f()
        """,
        """
        m.py::run -calls-> m.py::f
        m.py::more -calls-> m.py::f
        """,
    )
