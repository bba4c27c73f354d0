"""How a call arrives: direct, by dispatch to overriders, or at what a decorator hides."""

from __future__ import annotations

import pytest

from packlens.graph.possible import possible_callees
from tests.support.edges import check_edges
from tests.support.fixture import graph_of


@pytest.mark.parametrize(
    "base",
    [
        "class Base:",
        "from abc import ABC, abstractmethod\nclass Base(ABC):",
        "from typing import Protocol\nclass Base(Protocol):",
        "import typing\nclass Base(typing.Protocol):",
    ],
)
def test_overriders_are_reached_by_dispatch(base: str) -> None:
    check_edges(
        f"""
#- m.py
{base}
    def go(self): ...
class One(Base):
    def go(self): ...
class Two(One):
    def go(self): ...
class Three(Base):
    pass
def run(base: Base):
    base.go()
def precise(one: One):
    one.go()
""".lstrip(),
        """
        m.py::run -calls 0.8-> m.py::Base.go
        m.py::run -calls/dispatch 0.6-> m.py::One.go
        m.py::run -calls/dispatch 0.6-> m.py::Two.go
        m.py::precise -calls 0.8-> m.py::One.go
        m.py::precise -calls/dispatch 0.6-> m.py::Two.go
        """,
        confidence=True,
        within=("m.py::run", "m.py::precise"),
    )


def test_self_dispatches_to_overriders_in_other_files() -> None:
    check_edges(
        """
        #- base.py
        class Base:
            def run(self):
                self.step()
            def step(self): ...
        #- sub.py
        from base import Base
        class Sub(Base):
            def step(self): ...
        """,
        """
        base.py::Base.run -calls-> base.py::Base.step
        base.py::Base.run -calls/dispatch-> sub.py::Sub.step
        """,
    )


def test_an_instance_just_made_does_not_dispatch() -> None:
    check_edges(
        """
        #- m.py
        class Base:
            def go(self): ...
        class Sub(Base):
            def go(self): ...
        def run():
            Base().go()
        """,
        """
        m.py::run -calls-> m.py::Base
        m.py::run -calls-> m.py::Base.go
        """,
    )


def test_super_does_not_dispatch() -> None:
    check_edges(
        """
        #- m.py
        class Base:
            def go(self): ...
        class Mid(Base):
            def go(self):
                super().go()
        class Leaf(Mid):
            def go(self):
                super().go()
        """,
        """
        m.py::Mid.go -calls-> m.py::Base.go
        m.py::Leaf.go -calls-> m.py::Mid.go
        """,
    )


def test_at_most_eight_overriders_are_edges_and_the_rest_is_possible() -> None:
    subclasses = "\n".join(f"class S{n:02}(Base):\n    def go(self): ..." for n in range(12))
    snapshot = graph_of(
        f"#- m.py\nclass Base:\n    def go(self): ...\n{subclasses}\ndef run(base: Base):\n    base.go()\n"
    )
    targets = [edge.target for edge in snapshot.outgoing("m.py::run") if edge.kind == "calls"]
    assert len(targets) == 9
    possible = [candidate.target for candidate in possible_callees(snapshot, "m.py::run")]
    assert len(possible) == 4
    assert sorted(targets + possible) == ["m.py::Base.go", *(f"m.py::S{n:02}.go" for n in range(12))]


def test_a_mixin_dispatches_to_what_its_users_define() -> None:
    check_edges(
        """
        #- m.py
        class Mixin:
            def run(self):
                self.setup()
        class A(Mixin):
            def setup(self): ...
        """,
        "m.py::Mixin.run -calls/dispatch-> m.py::A.setup",
        possible=True,
    )


def test_a_decorator_that_returns_another_function_hides_the_definition() -> None:
    check_edges(
        """
        #- m.py
        import functools
        def logged(fn):
            @functools.wraps(fn)
            def wrapper(*args):
                return fn(*args)
            return wrapper
        @logged
        def save(): ...
        def run():
            save()
        """,
        """
        m.py::run -calls-> m.py::logged.wrapper
        m.py::run -calls/decorated-> m.py::save
        """,
        within=("m.py::run",),
    )


def test_a_decorator_that_takes_arguments() -> None:
    check_edges(
        """
        #- deco.py
        def retry(times):
            def decorate(fn):
                def wrapper(*args):
                    return fn(*args)
                return wrapper
            return decorate
        #- m.py
        from deco import retry
        @retry(3)
        def save(): ...
        class Store:
            @retry(2)
            def put(self): ...
        def run(store: Store):
            save()
            store.put()
        """,
        """
        m.py::run -calls-> deco.py::retry.decorate.wrapper
        m.py::run -calls/decorated-> m.py::save
        m.py::run -calls/decorated-> m.py::Store.put
        """,
        within=("m.py::run",),
    )


@pytest.mark.parametrize(
    "decorator",
    [
        "@register",
        "@register_as('x')",
        "@functools.cache",
        "@functools.lru_cache(maxsize=None)",
        "@unknown.thing(1)",
        "@staticmethod",
    ],
)
def test_a_decorator_that_gives_the_function_back_hides_nothing(decorator: str) -> None:
    check_edges(
        f"""
        #- m.py
        import functools
        import unknown
        found = []
        def register(fn):
            found.append(fn)
            return fn
        def register_as(name):
            def decorate(fn):
                return fn
            return decorate
        {decorator}
        def save(): ...
        def run():
            save()
        """,
        "m.py::run -calls-> m.py::save",
        within=("m.py::run",),
    )


def test_a_class_as_decorator_takes_the_call() -> None:
    check_edges(
        """
        #- m.py
        class Task:
            def __init__(self, fn):
                self.fn = fn
            def __call__(self): ...
            def delay(self): ...
        @Task
        def save(): ...
        def run():
            save()
            save.delay()
        """,
        """
        m.py::run -calls-> m.py::Task.__call__
        m.py::run -calls/decorated-> m.py::save
        m.py::run -calls-> m.py::Task.delay
        """,
        within=("m.py::run",),
    )


def test_decorates_edges() -> None:
    check_edges(
        """
        #- m.py
        import functools
        def logged(fn): return fn
        class App:
            def route(self, path): ...
        app = App()
        @logged
        def one(): ...
        @app.route("/")
        @logged
        def two(): ...
        @logged
        class Three:
            @logged
            @functools.cache
            def four(self): ...
        """,
        """
        m.py::one -decorates-> m.py::logged
        m.py::two -decorates-> m.py::logged
        m.py::two -decorates-> m.py::App.route
        m.py::Three -decorates-> m.py::logged
        m.py::Three.four -decorates-> m.py::logged
        """,
        kinds=("decorates",),
    )


def test_a_decorator_under_another_name() -> None:
    check_edges(
        """
        #- m.py
        class Registry:
            def register(self, tag): ...
        registry = Registry()
        register = registry.register
        @register
        def one(): ...
        @register("tag")
        def two(): ...
        """,
        """
        m.py::one -decorates-> m.py::Registry.register
        m.py::one -decorates-> m.py::register
        m.py::two -decorates-> m.py::Registry.register
        m.py::two -decorates-> m.py::register
        """,
        kinds=("decorates",),
    )
