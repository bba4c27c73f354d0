"""The acceptance cases E1 to E9 as their reporters gave them, each with its nearest relatives."""

from __future__ import annotations

import pytest

from packlens.graph.possible import possible_callees, possible_callers
from tests.support.edges import check_carets, check_edges, possible_lines
from tests.support.fixture import graph_of


def test_e1_a_method_of_a_builtin_is_no_caller_of_a_namesake() -> None:
    snapshot = check_edges(
        """
        #- ledger.py
        def append(x):
            return x
        #- a.py
        import ledger
        ledger.append(1)
        #- b.py
        d = {}
        d.setdefault('k', []).append(2)
        """,
        "a.py::<module> -calls-> ledger.py::append",
    )
    assert [edge.source for edge in snapshot.incoming("ledger.py::append")] == ["a.py::<module>"]


@pytest.mark.parametrize(
    "receiver",
    [
        "[]",
        "list()",
        "[1, 2]",
        "[n for n in range(3)]",
        "'a b'.split()",
        "sorted({2, 1})",
        "list(map(str, ()))",
    ],
)
def test_e1_every_way_to_make_a_list(receiver: str) -> None:
    check_edges(
        f"""
        #- ledger.py
        def append(x): ...
        #- b.py
        import ledger
        def collect():
            found = {receiver}
            found.append(2)
            ({receiver}).append(3)
        """,
        "",
    )


def test_e1_a_builtin_inside_an_attribute_is_no_caller_either() -> None:
    check_edges(
        """
        #- ledger.py
        def append(x): ...
        class Ledger:
            def append(self, x): ...
        #- b.py
        class Box:
            def __init__(self):
                self.rows = []
            def put(self, row):
                self.rows.append(row)
        def fill(rows: list[int], table: dict[str, list[int]]):
            rows.append(1)
            table["k"].append(2)
        """,
        "",
        possible=True,
    )


def test_e2_only_the_plain_name_calls_the_function() -> None:
    check_edges(
        """
        #- m.py
        def get(k):
            return k
        class Store:
            def __init__(self, store):
                self.store = store
            def read(self, k):
                return self.store.get(k)
        def other(d):
            d.get('x')
        def real():
            get('r')
        """,
        "m.py::real -calls-> m.py::get",
    )


def test_e2_a_method_of_the_same_name_is_not_the_function() -> None:
    check_edges(
        """
        #- m.py
        def get(k): ...
        class Store:
            def get(self, k): ...
            def read(self, k):
                return self.get(k)
            def outer(self, k):
                return get(k)
        """,
        """
        m.py::Store.read -calls-> m.py::Store.get
        m.py::Store.outer -calls-> m.py::get
        """,
    )


_MAILER = """
#- mail.py
class Mailer:
    def send(self): ...
def make_mailer():
    return Mailer()
def declared() -> "Mailer": ...
"""


@pytest.mark.parametrize(
    ("given", "calls"),
    [
        ("self.mailer = Mailer()", ["mail.py::Mailer"]),
        ("self.mailer = make_mailer()", ["mail.py::make_mailer"]),
        ("self.mailer = declared()", ["mail.py::declared"]),
        ("self.mailer: Mailer = unknown()", []),
        ("self.mailer = mailer", []),
        ("self.mailer = mailer or Mailer()", ["mail.py::Mailer"]),
        ("self.mailer = Mailer() if mailer is None else mailer", ["mail.py::Mailer"]),
    ],
)
def test_e3_an_attribute_is_what_it_was_given_and_never_its_owner(given: str, calls: list[str]) -> None:
    check_edges(
        _MAILER
        + f"""
#- outbox.py
from mail import Mailer, declared, make_mailer
class Outbox:
    def __init__(self, mailer: Mailer, unknown):
        {given}
    def send(self):
        self.mailer.send()
""",
        "\n".join(
            ["outbox.py::Outbox.send -calls-> mail.py::Mailer.send"]
            + [f"outbox.py::Outbox.__init__ -calls-> {target}" for target in calls]
        ),
        within=("outbox.py",),
    )


def test_e3_an_unknown_attribute_is_possible_and_never_its_owner() -> None:
    check_edges(
        """
        #- outbox.py
        class Mailer:
            def send(self): ...
        class Outbox:
            def __init__(self, mailer):
                self.mailer = mailer
            def send(self):
                self.mailer.send()
        """,
        """
        outbox.py::Outbox.send -possible-> outbox.py::Mailer.send
        outbox.py::Outbox.send -possible-> outbox.py::Outbox.send
        """,
        possible=True,
    )


def test_e4_a_module_under_another_name() -> None:
    check_edges(
        """
        #- lib.py
        def f(): ...
        #- a.py
        import lib as L
        L.f()
        """,
        "a.py::<module> -calls-> lib.py::f",
    )


def test_e4_a_module_taken_from_a_package() -> None:
    check_edges(
        """
        #- pkg/__init__.py
        #- pkg/mod.py
        def f(): ...
        #- a.py
        from pkg import mod
        mod.f()
        """,
        "a.py::<module> -calls-> pkg/mod.py::f",
    )


def test_e4_a_module_taken_from_a_package_under_another_name_inside_a_function() -> None:
    check_edges(
        """
        #- pkg/__init__.py
        #- pkg/mod.py
        def f(): ...
        #- a.py
        def run():
            from pkg import mod as m
            return m.f()
        """,
        "a.py::run -calls-> pkg/mod.py::f",
    )


_INIT = "#- pkg/__init__.py\n"
_REEXPORTS = {
    "one hop": "from pkg.impl import f\n",
    "relative": "from .impl import f\n",
    "two hops": "from .core import f\n#- pkg/core/__init__.py\nfrom ..impl import f\n",
    "renamed": "from .impl import f as g\nf = g\n",
    "__all__": "from .impl import f\n__all__ = ['f']\n",
    "star": "from .impl import *\n",
    "star twice": "from .core import *\n#- pkg/core.py\nfrom .impl import *\n",
    "star with __all__": "from .core import *\n#- pkg/core.py\nfrom .impl import f\n__all__ = ['f']\n",
    "conditional": "try:\n    from .impl import f\nexcept ImportError:\n    f = None\n",
}


@pytest.mark.parametrize("package", _REEXPORTS.values(), ids=_REEXPORTS.keys())
def test_e5_a_reexport_leads_to_the_definition(package: str) -> None:
    check_edges(
        _INIT
        + package
        + """
#- pkg/impl.py
def f(): ...
#- user.py
from pkg import f
import pkg
def one():
    f()
def two():
    pkg.f()
""",
        """
        user.py::one -calls-> pkg/impl.py::f
        user.py::two -calls-> pkg/impl.py::f
        """,
    )


def test_e6_a_function_passed_on_is_a_reference() -> None:
    check_edges(
        """
        #- job.py
        def run(): ...
        class Task:
            def go(self): ...
        #- a.py
        import asyncio
        import job
        async def main(task: job.Task):
            await asyncio.to_thread(job.run)
            asyncio.to_thread(task.go)
            return [job.run, {"k": job.run}]
        """,
        """
        a.py::main -references-> job.py::run
        a.py::main -references-> job.py::Task
        a.py::main -references-> job.py::Task.go
        """,
        kinds=("calls", "references"),
        within=("a.py::main",),
    )


def test_e7_an_unknown_receiver_is_counted_for_every_class() -> None:
    snapshot = check_edges(
        """
        #- m.py
        class A:
            def go(self): ...
        class B:
            def go(self): ...
        def run(x):
            x.go()
        """,
        """
        m.py::run -possible-> m.py::A.go
        m.py::run -possible-> m.py::B.go
        """,
        possible=True,
    )
    [possible] = possible_callers(snapshot, "m.py::A.go")
    assert (possible.source, possible.name, possible.line, possible.confidence) == (
        "m.py::run",
        "go",
        6,
        0.15,
    )


def test_e7_the_one_definition_of_a_name_is_likelier() -> None:
    snapshot = graph_of(
        """
        #- m.py
        class A:
            def go(self): ...
        def run(x):
            x.go()
        """
    )
    [possible] = possible_callers(snapshot, "m.py::A.go")
    assert (possible.source, possible.target, possible.confidence) == ("m.py::run", "m.py::A.go", 0.5)
    assert possible_callees(snapshot, "m.py::run") == (possible,)
    assert snapshot.outgoing("m.py::run") == ()


def test_e8_a_longer_name_never_answers_for_a_shorter_one() -> None:
    snapshot = graph_of(
        """
        #- m.py
        def load_all(): ...
        def run():
            load_all()
        """
    )
    assert snapshot.symbol("m.py::load") is None
    assert snapshot.named("load") == ()
    assert snapshot.incoming("m.py::load") == ()
    assert possible_callers(snapshot, "m.py::load") == ()


def test_e9_an_empty_answer_is_empty_and_a_missing_file_has_no_symbols() -> None:
    snapshot = graph_of("#- m.py\ndef alone(): ...\n")
    assert snapshot.incoming("m.py::alone") == ()
    assert possible_callers(snapshot, "m.py::alone") == ()
    assert snapshot.symbols_in("other.py") == ()


def test_positions_are_those_of_the_names() -> None:
    check_carets(
        """
        #- ledger.py
        class Ledger:
            def append(self, x): ...
        def append(x): ...
        #- a.py
        import ledger
        from ledger import append as put
        def run(book: ledger.Ledger):
            put(1); ledger.append(2)
            book.append(3)
        """,
        "a.py",
        """
        import ledger
        #      ^^^^^^ imports ledger.py::<module>
        from ledger import append as put
        #                  ^^^^^^ imports ledger.py::append
        def run(book: ledger.Ledger):
        #                    ^^^^^^ run references ledger.py::Ledger
            put(1); ledger.append(2)
        #   ^^^ run calls ledger.py::append
        #                  ^^^^^^ run calls ledger.py::append
            book.append(3)
        #        ^^^^^^ run calls ledger.py::Ledger.append
        """,
        kinds=("calls", "references", "imports"),
    )


def test_no_possible_where_everything_is_known() -> None:
    snapshot = graph_of(
        """
        #- m.py
        import os
        class A:
            def join(self): ...
        def run(a: A):
            a.join()
            os.path.join("a")
            ", ".join([])
        """
    )
    assert possible_lines(snapshot) == []
