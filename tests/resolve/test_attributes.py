"""What instances and classes hold: properties, attributes, the fields of dataclasses, named tuples and enums."""

from __future__ import annotations

from tests.support.edges import check_edges


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
