"""Classes: construction, inheritance, self and cls, super."""

from __future__ import annotations

import pytest

from tests.support.edges import check_edges


def test_construction_calls_the_class_and_its_init() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def __init__(self): ...
        class B(A): ...
        class C: ...
        def run():
            A(); B(); C()
            return A
        """,
        """
        m.py::run -calls-> m.py::A
        m.py::run -calls-> m.py::A.__init__
        m.py::run -calls-> m.py::B
        m.py::run -calls-> m.py::C
        m.py::run -references-> m.py::A
        """,
        kinds=("calls", "references"),
    )


def test_extends_and_overrides() -> None:
    check_edges(
        """
        #- base.py
        class A:
            def f(self): ...
            def g(self): ...
        #- m.py
        import base
        class B(base.A):
            def f(self): ...
        class C(B):
            def f(self): ...
            def g(self): ...
            def h(self): ...
        """,
        """
        m.py::B -extends-> base.py::A
        m.py::C -extends-> m.py::B
        m.py::B.f -overrides-> base.py::A.f
        m.py::C.f -overrides-> m.py::B.f
        m.py::C.g -overrides-> base.py::A.g
        """,
        kinds=("extends", "overrides"),
    )


def test_inherited_methods_are_found_where_they_are_written() -> None:
    check_edges(
        """
        #- base.py
        class Root:
            def f(self): ...
        #- mid.py
        from base import Root
        class Mid(Root): ...
        #- m.py
        from mid import Mid
        class Leaf(Mid):
            def run(self):
                self.f()
        Leaf().f()
        """,
        """
        m.py::Leaf.run -calls-> base.py::Root.f
        m.py::<module> -calls-> m.py::Leaf
        m.py::<module> -calls-> base.py::Root.f
        """,
    )


def test_the_order_of_a_diamond_is_c3() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def f(self): ...
            def g(self): ...
        class B(A):
            def g(self): ...
        class C(A):
            def f(self): ...
            def g(self): ...
        class D(B, C):
            pass
        def run(d: D):
            d.f()
            d.g()
        """,
        """
        m.py::run -calls-> m.py::C.f
        m.py::run -calls-> m.py::B.g
        """,
    )


def test_super() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def __init__(self): ...
            def f(self): ...
        class B(A):
            def __init__(self):
                super().__init__()
            def f(self):
                super(B, self).f()
                return [super(B, self).f() for _ in "ab"]
        class Mixin:
            def g(self): ...
        class C(Mixin, B):
            def g(self):
                super().g()
            def f(self):
                super().f()
            @classmethod
            def make(cls):
                return super().make()
        """,
        """
        m.py::B.__init__ -calls-> m.py::A.__init__
        m.py::B.f -calls-> m.py::A.f
        m.py::C.g -calls-> m.py::Mixin.g
        m.py::C.f -calls-> m.py::B.f
        """,
    )


def test_super_is_the_next_in_the_order_and_not_the_first_base() -> None:
    check_edges(
        """
        #- m.py
        class A: ...
        class B:
            def f(self): ...
        class C(A, B):
            def f(self):
                super().f()
        """,
        "m.py::C.f -calls-> m.py::B.f",
    )


def test_a_base_named_explicitly() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def __init__(self): ...
            def f(self): ...
        class B(A):
            def __init__(self):
                A.__init__(self)
            def f(self):
                A.f(self)
        """,
        """
        m.py::B.__init__ -calls-> m.py::A.__init__
        m.py::B.f -calls-> m.py::A.f
        """,
    )


def test_cls_and_classmethods() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def __init__(self): ...
            @classmethod
            def make(cls):
                cls.check()
                return cls()
            @staticmethod
            def check(): ...
            def go(self): ...
        def run():
            A.make().go()
            A.check()
        """,
        """
        m.py::A.make -calls-> m.py::A
        m.py::A.make -calls-> m.py::A.__init__
        m.py::A.make -calls-> m.py::A.check
        m.py::run -calls-> m.py::A.make
        m.py::run -calls-> m.py::A.go
        m.py::run -calls-> m.py::A.check
        """,
    )


def test_a_classmethod_makes_the_class_it_is_called_on() -> None:
    check_edges(
        """
        #- m.py
        class A:
            @classmethod
            def make(cls):
                return cls()
        class B(A):
            def only_b(self): ...
        def run():
            B.make().only_b()
        """,
        """
        m.py::run -calls-> m.py::A.make
        m.py::run -calls-> m.py::B.only_b
        """,
        within=("m.py::run",),
    )


def test_a_method_that_gives_self_gives_the_receiver() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def where(self):
                return self
        class B(A):
            def only_b(self): ...
        def run():
            B().where().where().only_b()
        """,
        """
        m.py::run -calls-> m.py::B
        m.py::run -calls-> m.py::A.where
        m.py::run -calls-> m.py::B.only_b
        """,
    )


@pytest.mark.parametrize("annotation", ["Self", '"A"', "'Self'", "typing.Self"])
def test_self_as_an_annotation(annotation: str) -> None:
    check_edges(
        f"""
        #- m.py
        import typing
        from typing import Self
        class A:
            def where(self, x) -> {annotation}: ...
            def go(self): ...
        def run(a: A):
            a.where(1).where(2).go()
        """,
        """
        m.py::run -calls-> m.py::A.where
        m.py::run -calls-> m.py::A.go
        """,
    )


def test_nested_classes() -> None:
    check_edges(
        """
        #- m.py
        class A:
            class Inner:
                def go(self): ...
            def run(self):
                self.Inner().go()
                A.Inner().go()
        """,
        """
        m.py::A.run -calls-> m.py::A.Inner
        m.py::A.run -calls-> m.py::A.Inner.go
        """,
    )


def test_a_class_that_extends_itself_ends() -> None:
    check_edges(
        """
        #- a.py
        from b import B
        class A(B):
            def f(self):
                self.missing()
        #- b.py
        from a import A
        class B(A):
            def g(self):
                self.f()
        """,
        """
        b.py::B.g -calls-> a.py::A.f
        """,
        within=("b.py",),
    )


def test_a_class_that_inherits_from_what_stands_inside_it() -> None:
    check_edges(
        """
        #- a.py
        from b import B
        def run(x: B):
            if not isinstance(x, int):
                x.go()
        #- b.py
        class B(A):
            class Inner: ...
            def go(self): ...
        class A(B.Inner):
            def go(self): ...
        """,
        "a.py::run -calls-> b.py::B.go",
    )


def test_the_class_of_an_instance_is_called() -> None:
    check_edges(
        """
        #- a.py
        class A:
            def copy(self): return self.__class__()
            def go(self): ...
        def run(): A().copy().go()
        """,
        """
        a.py::A.copy -calls-> a.py::A
        a.py::run -calls-> a.py::A
        a.py::run -calls-> a.py::A.copy
        a.py::run -calls-> a.py::A.go
        """,
    )
