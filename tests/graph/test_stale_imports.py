"""What an import leads to changes with the files that are there."""

from __future__ import annotations

from packlens.graph.update import Writer
from tests.graph.steps import check_steps
from tests.support.facts import check_equal_to_fresh
from tests.support.fixture import parse


def test_a_module_that_appears_shadows_another() -> None:
    check_steps(
        """
        #- src/lib.py
        def f(): ...
        #- a.py
        from lib import f
        f()
        #- lib/__init__.py @2
        def f(): ...
        #- lib/__init__.py @3 deleted
        """,
        "a.py::<module> -calls-> src/lib.py::f",
        "a.py::<module> -calls-> lib/__init__.py::f",
        "a.py::<module> -calls-> src/lib.py::f",
    )


def test_an_init_that_appears_ends_a_namespace_package() -> None:
    check_steps(
        """
        #- pkg/one.py
        def f(): ...
        #- src/pkg/two.py
        def g(): ...
        #- a.py
        from pkg.one import f
        from pkg.two import g
        f(); g()
        #- pkg/__init__.py @2
        """,
        "a.py::<module> -calls-> pkg/one.py::f\na.py::<module> -calls-> src/pkg/two.py::g",
        "a.py::<module> -calls-> pkg/one.py::f",
    )


def test_a_stub_that_appears_gives_types() -> None:
    check_steps(
        """
        #- lib.py
        class A:
            def go(self): ...
        def make(k): return k()
        #- a.py
        from lib import make
        make(1).go()
        #- lib.pyi @2
        class A:
            def go(self): ...
        def make(k) -> A: ...
        #- lib.pyi @3 deleted
        """,
        "a.py::<module> -calls-> lib.py::make",
        "a.py::<module> -calls-> lib.py::make\na.py::<module> -calls-> lib.py::A.go",
        "a.py::<module> -calls-> lib.py::make",
    )


def test_a_fallback_import_that_starts_to_exist() -> None:
    check_steps(
        """
        #- slow.py
        def f(): ...
        #- a.py
        try:
            from fast import f
        except ImportError:
            from slow import f
        f()
        #- fast.py @2
        def f(): ...
        """,
        "a.py::<module> -calls-> slow.py::f",
        "a.py::<module> -calls-> fast.py::f\na.py::<module> -calls-> slow.py::f",
    )


def test_a_star_source_that_changes() -> None:
    check_steps(
        """
        #- lib.py
        def f(): ...
        #- mid.py
        from lib import *
        #- a.py
        from mid import *
        f(); g()
        #- lib.py @2
        __all__ = ["g"]
        def f(): ...
        def g(): ...
        """,
        "a.py::<module> -calls-> lib.py::f",
        "a.py::<module> -calls-> lib.py::g",
    )


def test_an_init_that_appears_takes_an_import_root_away() -> None:
    parsed = parse(
        """
        #- pkg/a.py
        def f(): ...
        #- pkg/b.py
        import a
        #- pkg/__init__.py @2
        #- pkg/__init__.py @3 deleted
        """
    )
    writer = Writer("workspace")
    check_equal_to_fresh(writer.update(parsed.documents(1)))
    check_equal_to_fresh(writer.update({"pkg/__init__.py": parsed.documents(2)["pkg/__init__.py"]}))
    check_equal_to_fresh(writer.update({"pkg/__init__.py": None}))


def test_a_method_that_appears_in_a_stub() -> None:
    check_steps(
        """
        #- lib.py
        class A: ...
        class B:
            def go(self): ...
        #- lib.pyi
        class A:
            def one(self): ...
        class B:
            def go(self): ...
        #- use.py
        from lib import A
        def run(a: A): a.two().go()
        #- lib.pyi @2
        class A:
            def one(self): ...
            def two(self) -> B: ...
        class B:
            def go(self): ...
        """,
        "",
        "use.py::run -calls-> lib.py::B.go\nuse.py::run -calls-> lib.pyi::A.two",
    )
