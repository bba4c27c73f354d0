"""Classes: construction, inheritance, self and cls, super, properties, attributes."""

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


def test_properties_are_called_by_being_read() -> None:
    check_edges(
        """
        #- m.py
        import functools
        class Client:
            def get(self): ...
        class A:
            @property
            def client(self):
                return Client()
            @functools.cached_property
            def other(self) -> Client: ...
            def run(self):
                self.client.get()
                self.other.get()
        def use(a: A):
            return a.client
        """,
        """
        m.py::A.client -calls-> m.py::Client
        m.py::A.run -calls-> m.py::A.client
        m.py::A.run -calls-> m.py::A.other
        m.py::A.run -calls-> m.py::Client.get
        m.py::use -calls-> m.py::A.client
        """,
    )


def test_a_property_and_its_setter_are_one_symbol() -> None:
    snapshot = check_edges(
        """
        #- m.py
        class A:
            @property
            def size(self):
                return read()
            @size.setter
            def size(self, value):
                write(value)
            @size.deleter
            def size(self):
                write(None)
        def read(): ...
        def write(value): ...
        def run(a: A):
            a.size = 3
            del a.size
        """,
        """
        m.py::A.size -calls-> m.py::read
        m.py::A.size -calls-> m.py::write
        m.py::run -calls-> m.py::A.size
        """,
    )
    symbol = snapshot.symbol("m.py::A.size")
    assert symbol is not None
    assert symbol.spans == ((2, 4), (5, 7), (8, 10))
    assert snapshot.symbol("m.py::A.size#2") is None


def test_attributes_assigned_in_any_method_and_in_the_class() -> None:
    check_edges(
        """
        #- m.py
        class Part:
            def go(self): ...
        class Base:
            inherited = Part()
        class A(Base):
            shared = Part()
            declared: Part
            quoted: "Part | None" = None
            def open(self):
                self.late = Part()
            def run(self):
                self.shared.go()
            def run2(self):
                self.declared.go()
            def run3(self):
                self.quoted.go()
            def run4(self):
                self.late.go()
            def run5(self):
                self.inherited.go()
        def use(a: A):
            a.late.go()
        """,
        """
        m.py::A.run -calls-> m.py::Part.go
        m.py::A.run2 -calls-> m.py::Part.go
        m.py::A.run3 -calls-> m.py::Part.go
        m.py::A.run4 -calls-> m.py::Part.go
        m.py::A.run5 -calls-> m.py::Part.go
        m.py::use -calls-> m.py::Part.go
        """,
        within=("m.py::A.run", "m.py::use"),
    )


def test_chains_of_attributes() -> None:
    check_edges(
        """
        #- m.py
        class Engine:
            def start(self): ...
        class Car:
            def __init__(self):
                self.engine = Engine()
        class Owner:
            car: Car
            def drive(self):
                self.car.engine.start()
        """,
        """
        m.py::Car.__init__ -calls-> m.py::Engine
        m.py::Owner.drive -calls-> m.py::Engine.start
        """,
    )


def test_a_class_held_in_an_attribute_is_constructed_by_calling_it() -> None:
    check_edges(
        """
        #- m.py
        class Part:
            def __init__(self): ...
            def go(self): ...
        class A:
            part_class = Part
            def run(self):
                self.part_class().go()
        """,
        """
        m.py::A.run -calls-> m.py::Part
        m.py::A.run -calls-> m.py::Part.__init__
        m.py::A.run -calls-> m.py::Part.go
        """,
    )


def test_methods_given_to_a_name() -> None:
    check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
            start = go
        def run(a: A):
            go = a.go
            go()
            a.start()
        """,
        "m.py::run -calls-> m.py::A.go",
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


def test_dataclass_fields() -> None:
    check_edges(
        """
        #- m.py
        from dataclasses import dataclass, field
        class Owner:
            def rename(self): ...
        @dataclass
        class Pet:
            owner: Owner
            friends: list["Pet"] = field(default_factory=list)
        def run(pet: Pet):
            pet.owner.rename()
            for friend in pet.friends:
                friend.owner.rename()
            Pet(Owner()).owner.rename()
        """,
        """
        m.py::run -calls-> m.py::Owner.rename
        m.py::run -calls-> m.py::Pet
        m.py::run -calls-> m.py::Owner
        """,
        within=("m.py::run",),
    )


def test_named_tuples_and_enums() -> None:
    check_edges(
        """
        #- m.py
        from enum import Enum
        from typing import NamedTuple
        class Owner:
            def rename(self): ...
        class Row(NamedTuple):
            owner: Owner
            count: int
        class Color(Enum):
            RED = 1
            def paint(self): ...
        def run(row: Row):
            row.owner.rename()
            Color.RED.paint()
        """,
        """
        m.py::run -calls-> m.py::Owner.rename
        m.py::run -calls-> m.py::Color.paint
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


def test_a_property_that_gives_what_is_called() -> None:
    check_edges(
        """
        #- a.py
        from outside import thing
        class A:
            def __init__(self, given): self.given = given
            @property
            def known(self): return self.go
            @property
            def outside(self): return thing
            @property
            def unknown(self): return self.given
            def go(self): ...
            def run(self):
                self.known()
                self.outside()
                self.unknown()
        """,
        """
        a.py::A.run -calls-> a.py::A.known
        a.py::A.run -calls-> a.py::A.go
        a.py::A.run -calls-> a.py::A.outside
        a.py::A.run -calls-> a.py::A.unknown
        """,
        possible=True,
    )


def test_what_a_dataclass_calls_when_it_is_made() -> None:
    check_edges(
        """
        #- a.py
        from dataclasses import dataclass
        @dataclass
        class Made:
            x: int
            def __post_init__(self): ...
        @dataclass(init=False)
        class Written:
            def __init__(self): ...
            def __post_init__(self): ...
        class Below(Made): ...
        def run():
            Made(1)
            Written()
            Below(2)
        """,
        """
        a.py::run -calls-> a.py::Made
        a.py::run -calls-> a.py::Made.__post_init__
        a.py::run -calls-> a.py::Written
        a.py::run -calls-> a.py::Written.__init__
        a.py::run -calls-> a.py::Below
        """,
    )
