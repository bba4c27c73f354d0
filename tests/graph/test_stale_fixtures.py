"""What a test is given changes with the fixtures around it."""

from __future__ import annotations

import pytest

from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.graph.steps import check_steps
from tests.support.facts import check_equal_to_fresh


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


def test_what_a_class_of_tests_lists_comes_and_goes() -> None:
    lib = """
        #- lib.py
        class A:
            def go(self): ...
        #- test_a.py
        from lib import A
        class TestA:
            def test_a(self, thing): thing.go()
        #- test_a.py @2
        import pytest
        from lib import A
        @pytest.mark.parametrize("thing", [A()])
        class TestA:
            def test_a(self, thing): thing.go()
        #- test_a.py @3
        import pytest
        from lib import A
        @pytest.mark.parametrize("other", [A()])
        class TestA:
            def test_a(self, thing): thing.go()
        """
    made = "test_a.py::TestA -calls-> lib.py::A"
    check_steps(lib, "", f"{made}\ntest_a.py::TestA.test_a -calls-> lib.py::A.go", made)


def test_a_fixture_under_another_name_that_takes_the_place_of_its_namesake() -> None:
    check_steps(
        """
        #- lib.py
        class A:
            def go(self): ...
        #- tests/test_a.py
        def test_a(thing): thing.go()
        #- conftest.py
        import pytest
        from lib import A
        @pytest.fixture(name="other")
        def made(): ...
        #- conftest.py @2
        import pytest
        from lib import A
        @pytest.fixture(name="other")
        def made(): ...
        @pytest.fixture(name="thing")
        def made(): return A()
        """,
        "",
        """
        conftest.py::made#2 -calls-> lib.py::A
        tests/test_a.py::test_a -calls-> lib.py::A.go
        """,
    )
