"""L1, L2 and the other known ways for an answer to outlive its reasons. The oracle is a fresh build."""

from __future__ import annotations

from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.graph.steps import check_steps
from tests.support.facts import facts_of
from tests.support.fixture import parse


def test_l1_edit_and_revert() -> None:
    check_steps(
        """
        #- lib.py
        def f(): ...
        #- a.py
        from lib import f
        f()
        #- lib.py @2
        def g(): ...
        #- lib.py @3
        def f(): ...
        """,
        "a.py::<module> -calls-> lib.py::f",
        "",
        "a.py::<module> -calls-> lib.py::f",
    )


def test_l1_rename_a_file() -> None:
    check_steps(
        """
        #- lib.py
        def f(): ...
        #- a.py
        from lib import f
        f()
        #- b.py
        from other import f
        f()
        #- lib.py @2 deleted
        #- other.py @2
        def f(): ...
        """,
        "a.py::<module> -calls-> lib.py::f",
        "b.py::<module> -calls-> other.py::f",
    )


def test_l1_delete_a_function_from_a_file_that_stays() -> None:
    check_steps(
        """
        #- lib.py
        def f(): ...
        def g(): ...
        #- a.py
        import lib
        lib.f(); lib.g()
        #- lib.py @2
        def g(): ...
        #- lib.py @3 deleted
        #- lib.py @4
        def f(): ...
        def g(): ...
        """,
        "a.py::<module> -calls-> lib.py::f\na.py::<module> -calls-> lib.py::g",
        "a.py::<module> -calls-> lib.py::g",
        "",
        "a.py::<module> -calls-> lib.py::f\na.py::<module> -calls-> lib.py::g",
    )


def test_l2_reindexing_the_callee_keeps_its_callers() -> None:
    parsed = parse(
        """
        #- lib.py
        def f(): ...
        #- a.py
        from lib import f
        f()
        #- lib.py @2
        # A comment moves everything down.
        def f(): ...
        """
    )
    writer = Writer("workspace")
    before = writer.update(parsed.documents(1)).incoming("lib.py::f")
    after = writer.update({"lib.py": parsed.documents(2)["lib.py"]}).incoming("lib.py::f")
    assert len(before) == 2
    assert after == before


def test_l2_a_docstring_edit_changes_no_edge() -> None:
    text = '''
#- lib.py
def g(): ...
def f():
    """One line."""
    g()
#- a.py
from lib import f
f()
#- lib.py @2
def g(): ...
def f():
    """Other line."""
    g()
'''
    parsed = parse(text)
    writer = Writer("workspace")
    before = writer.update(parsed.documents(1))
    after = writer.update({"lib.py": parsed.documents(2)["lib.py"]})
    ids = [symbol.id for symbol in before.symbols()]
    assert [after.outgoing(id) for id in ids] == [before.outgoing(id) for id in ids]
    assert after.docstring("lib.py::f") == "Other line."
    assert before.docstring("lib.py::f") == "One line."


def test_a_body_edit_changes_edges_in_other_files() -> None:
    check_steps(
        """
        #- model.py
        class A:
            def go(self): ...
        class B:
            def go(self): ...
        #- factory.py
        from model import A, B
        def make(): return A()
        #- use.py
        from factory import make
        def run(): make().go()
        #- factory.py @2
        from model import A, B
        def make(): return B()
        """,
        """
        factory.py::make -calls-> model.py::A
        use.py::run -calls-> factory.py::make
        use.py::run -calls-> model.py::A.go
        """,
        """
        factory.py::make -calls-> model.py::B
        use.py::run -calls-> factory.py::make
        use.py::run -calls-> model.py::B.go
        """,
    )


def test_a_base_class_change_reaches_the_users_of_subclasses() -> None:
    check_steps(
        """
        #- base.py
        class One:
            def go(self): ...
        class Two:
            def go(self): ...
        #- mid.py
        from base import One, Two
        class Mid(One): ...
        #- use.py
        from mid import Mid
        def run(m: Mid): m.go()
        #- mid.py @2
        from base import One, Two
        class Mid(Two): ...
        #- mid.py @3
        from base import One, Two
        class Mid(Two):
            def go(self): ...
        """,
        "use.py::run -calls-> base.py::One.go",
        "use.py::run -calls-> base.py::Two.go",
        "use.py::run -calls-> mid.py::Mid.go",
    )


def test_a_new_subclass_is_dispatched_to() -> None:
    check_steps(
        """
        #- base.py
        class Base:
            def run(self): self.step()
            def step(self): ...
        #- sub.py @2
        from base import Base
        class Sub(Base):
            def step(self): ...
        #- sub.py @3 deleted
        """,
        "base.py::Base.run -calls-> base.py::Base.step",
        """
        base.py::Base.run -calls-> base.py::Base.step
        base.py::Base.run -calls/dispatch-> sub.py::Sub.step
        """,
        "base.py::Base.run -calls-> base.py::Base.step",
    )


def test_a_decorator_that_stops_wrapping() -> None:
    check_steps(
        """
        #- model.py
        class A:
            def go(self): ...
        #- lib.py
        def logged(fn):
            def wrapper():
                return fn()
            return wrapper
        #- use.py
        from lib import logged
        @logged
        def save(): ...
        def run(): save()
        #- lib.py @2
        def logged(fn):
            return fn
        """,
        """
        lib.py::logged.wrapper -calls-> use.py::save
        use.py::run -calls-> lib.py::logged.wrapper
        use.py::run -calls/decorated-> use.py::save
        """,
        "use.py::run -calls-> use.py::save",
    )


def test_an_equal_text_gives_the_same_snapshot() -> None:
    writer = Writer("workspace")
    first = writer.update({"a.py": Document.of_text("a.py", "def f(): ...\n")})
    assert writer.update({"a.py": Document.of_text("a.py", "def f(): ...\n")}) is first
    assert writer.update({}) is first
    assert writer.update({"missing.py": None}) is first
    assert writer.snapshot is first
    assert first.generation == 1


def test_file_order_does_not_matter() -> None:
    documents = parse(
        """
        #- a.py
        from b import *
        class A(B): ...
        #- b.py
        from c import B
        def f(): return B()
        #- c.py
        import a
        class B:
            def go(self): return a.A().go()
        """
    ).documents()
    backwards = dict(reversed(documents.items()))
    assert facts_of(Writer("w").update(backwards)) == facts_of(Writer("w").update(documents))
    one_by_one = Writer("w")
    for path in ("b.py", "c.py", "a.py"):
        one_by_one.update({path: documents[path]})
    assert facts_of(one_by_one.snapshot) == facts_of(Writer("w").update(documents))


def test_what_is_put_back_where_it_was_read_has_no_reason_of_its_own() -> None:
    check_steps(
        """
        #- lib.py
        def old(): ...
        #- term.py
        from lib import old
        show = old
        def ask(): show()
        #- patched.py
        import term
        def mine(): ...
        def patch():
            saved = term.show
            term.show = mine
            term.show = saved
        #- term.py @2
        show = print
        def ask(): show()
        """,
        """
        term.py::ask -calls-> lib.py::old
        term.py::ask -calls-> patched.py::mine
        """,
        "term.py::ask -calls-> patched.py::mine",
    )


def test_what_a_function_gives_itself_goes_with_what_was_given_first() -> None:
    check_steps(
        """
        #- a.py
        def first(): return second
        def second(): return second
        def run(step):
            run(step())
        run(first)
        #- a.py @2
        def first(): return third
        def second(): return second
        def third(): ...
        def run(step):
            run(step())
        run(first)
        """,
        """
        a.py::<module> -calls-> a.py::run
        a.py::run -calls-> a.py::first
        a.py::run -calls-> a.py::run
        a.py::run -calls-> a.py::second
        """,
        """
        a.py::<module> -calls-> a.py::run
        a.py::run -calls-> a.py::first
        a.py::run -calls-> a.py::run
        a.py::run -calls-> a.py::third
        """,
    )
