"""L1, L2 and the other known ways for an answer to outlive its reasons. The oracle is a fresh build."""

from __future__ import annotations

import pytest

from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.support.edges import edge_lines
from tests.support.facts import check_equal_to_fresh, facts_of
from tests.support.fixture import parse


def check_steps(fixture: str, *expected: str) -> None:
    """Run the steps of the fixture through one writer; `expected` holds the call edges after each."""
    parsed = parse(fixture)
    writer = Writer("workspace")
    known: dict[str, Document] = {}
    for step, wanted in zip(parsed.steps, expected, strict=True):
        documents = parsed.documents(step)
        gone = dict.fromkeys(known.keys() - documents.keys())
        changed = {path: document for path, document in documents.items() if known.get(path) != document}
        snapshot = writer.update({**gone, **changed})
        known = documents
        lines = sorted({line.strip() for line in wanted.splitlines() if line.strip()})
        assert edge_lines(snapshot) == lines, f"at step {step}"
        check_equal_to_fresh(snapshot, f"at step {step}")


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


def test_statements_that_change_places_change_what_a_name_is_between_them() -> None:
    check_steps(
        """
        #- lib.py
        class A: ...
        class B: ...
        #- a.py
        from lib import A, B
        x = A
        q = B
        x()
        x = B
        #- a.py @2
        from lib import A, B
        x = A
        x = B
        x()
        q = B
        """,
        "a.py::<module> -calls-> lib.py::A",
        "a.py::<module> -calls-> lib.py::A\na.py::<module> -calls-> lib.py::B",
    )


def test_a_name_that_is_bound_before_its_definition() -> None:
    check_steps(
        """
        #- a.py
        class A: ...
        if 1:
            y = A
        x()
        def x(): ...
        #- a.py @2
        class A: ...
        if 1:
            x = A
        x()
        def x(): ...
        """,
        "a.py::<module> -calls-> a.py::x",
        "a.py::<module> -calls-> a.py::A",
    )


def test_a_comprehension_that_no_longer_hides_a_name() -> None:
    check_steps(
        """
        #- a.py
        class A:
            def go(self): ...
        def run(y):
            x = A()
            return [x.go() for x in y]
        #- a.py @2
        class A:
            def go(self): ...
        def run(y):
            x = A()
            return [x.go() for z in y]
        """,
        "a.py::run -calls-> a.py::A",
        "a.py::run -calls-> a.py::A\na.py::run -calls-> a.py::A.go",
    )


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


@pytest.mark.parametrize("head", ["if 1:", "class C:", "def around():"])
def test_a_lambda_that_gets_another_number(head: str) -> None:
    inside = "    def f(go=lambda: len(())):\n        go()\n"
    plain, numbered = (f"{head}\n    a = {value}\n{inside}" for value in ("1", "lambda: len(())"))
    above = f"b = lambda: len(())\n{plain}"
    writer = Writer("workspace")
    for text in (plain, numbered, plain, above, plain):
        check_equal_to_fresh(writer.update({"a.py": Document.of_text("a.py", text)}))


@pytest.mark.parametrize("step", [1, 2])
def test_a_name_that_comes_to_be_a_variable(step: int) -> None:
    texts = ["if (x := len(())): ...\n", "if len(()):\n    x = len(())\n"]
    writer = Writer("workspace")
    writer.update({"b.py": Document.of_text("b.py", "from a import x\nprint(x)\n")})
    for text in (texts * 2)[step - 1 :]:
        check_equal_to_fresh(writer.update({"a.py": Document.of_text("a.py", text)}))


@pytest.mark.parametrize(
    "line", ["\\", "'''", "(", ")", "x = [", "else:", "@", "    ", "#", "\f", "async", "if x: # \\"]
)
@pytest.mark.parametrize("position", range(7))
def test_one_line_that_breaks_its_block(line: str, position: int) -> None:
    lines = "def f(y):\n    from a import f\n    for z in f():\n        z.go()\n    return f\nx = f(1)\n".splitlines()
    writer = Writer("workspace")
    for text in (lines, [*lines[:position], line, *lines[position:]], lines):
        check_equal_to_fresh(writer.update({"a.py": Document.of_text("a.py", "\n".join([*text, ""]))}))


@pytest.mark.parametrize("cut", range(0, 84, 3))
def test_every_half_typed_text_is_a_state_like_any_other(cut: int) -> None:
    text = "from lib import f\n\n\ndef run(x):\n    if x:\n        f(x)\n    return [f(y) for y in x]\n"
    writer = Writer("workspace")
    writer.update({"lib.py": Document.of_text("lib.py", "def f(x): ...\n")})
    for end in (len(text), cut, len(text)):
        check_equal_to_fresh(writer.update({"a.py": Document.of_text("a.py", text[:end])}))


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


def test_fixtures_come_go_and_move() -> None:
    check_steps(
        """
        #- lib.py
        class A:
            def go(self): ...
        class B:
            def go(self): ...
        #- tests/test_a.py
        def test_a(thing): thing.go()
        #- conftest.py @2
        import pytest
        from lib import A
        @pytest.fixture
        def thing(): return A()
        #- tests/conftest.py @3
        import pytest
        from lib import B
        @pytest.fixture(name="thing")
        def made(): return B()
        #- tests/conftest.py @4
        import pytest
        from lib import B
        @pytest.fixture(name="other")
        def made(): return B()
        #- tests/conftest.py @5
        from lib import B
        def thing(): return B()
        #- tests/test_a.py @6
        import pytest
        from lib import B
        @pytest.mark.parametrize("thing", [B()])
        def test_a(thing): thing.go()
        """,
        "",
        """
        conftest.py::thing -calls-> lib.py::A
        tests/test_a.py::test_a -calls-> lib.py::A.go
        """,
        """
        conftest.py::thing -calls-> lib.py::A
        tests/conftest.py::made -calls-> lib.py::B
        tests/test_a.py::test_a -calls-> lib.py::B.go
        """,
        """
        conftest.py::thing -calls-> lib.py::A
        tests/conftest.py::made -calls-> lib.py::B
        tests/test_a.py::test_a -calls-> lib.py::A.go
        """,
        """
        conftest.py::thing -calls-> lib.py::A
        tests/conftest.py::thing -calls-> lib.py::B
        tests/test_a.py::test_a -calls-> lib.py::A.go
        """,
        """
        conftest.py::thing -calls-> lib.py::A
        tests/conftest.py::thing -calls-> lib.py::B
        tests/test_a.py::test_a -calls-> lib.py::B
        tests/test_a.py::test_a -calls-> lib.py::B.go
        """,
    )


@pytest.mark.parametrize("head", ["class TestA:\n    pytestmark", "pytestmark"], ids=["class", "module"])
def test_a_mark_that_names_another_fixture(head: str) -> None:
    writer = Writer("workspace")
    fixtures = "import pytest\n@pytest.fixture\ndef one(): ...\n@pytest.fixture\ndef two(): ...\n"
    writer.update({"conftest.py": Document.of_text("conftest.py", fixtures)})
    for name in ("one", "two", "none", "one"):
        text = f"import pytest\n{head} = pytest.mark.usefixtures('{name}')\n"
        check_equal_to_fresh(writer.update({"test_a.py": Document.of_text("test_a.py", text)}))


def test_what_a_fixture_is_run_with_comes_and_goes() -> None:
    check_steps(
        """
        #- lib.py
        class A:
            def go(self): ...
        class B:
            def go(self): ...
        #- conftest.py
        import pytest
        from lib import A
        @pytest.fixture(params=[A()])
        def thing(request): request.param.go()
        #- test_a.py
        def test_a(thing): ...
        #- test_a.py @2
        import pytest
        from lib import B
        @pytest.mark.parametrize("thing", [B()], indirect=True)
        def test_a(thing): ...
        #- conftest.py @3
        import pytest
        @pytest.fixture
        def thing(request): request.param.go()
        #- conftest.py @4
        import pytest
        def thing(request): request.param.go()
        """,
        """
        conftest.py::thing -calls-> lib.py::A
        conftest.py::thing -calls-> lib.py::A.go
        """,
        """
        conftest.py::thing -calls-> lib.py::A
        conftest.py::thing -calls-> lib.py::A.go
        conftest.py::thing -calls-> lib.py::B.go
        test_a.py::test_a -calls-> lib.py::B
        """,
        """
        conftest.py::thing -calls-> lib.py::B.go
        test_a.py::test_a -calls-> lib.py::B
        """,
        "test_a.py::test_a -calls-> lib.py::B",
    )
