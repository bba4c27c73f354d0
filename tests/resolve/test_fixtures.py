"""pytest's fixtures by name: which one is meant, and what it gives."""

from __future__ import annotations

from tests.support.edges import check_edges

KINDS = ("calls", "references")


def test_the_nearest_fixture_counts() -> None:
    check_edges(
        """
        #- lib.py
        class App:
            def run(self): ...
        class Small(App):
            def run(self): ...
        #- conftest.py
        import pytest
        from lib import App
        @pytest.fixture
        def app(): return App()
        #- tests/conftest.py
        import pytest
        @pytest.fixture()
        def app(app):
            app.run()
            yield app
        #- tests/test_one.py
        from pytest import fixture
        from lib import Small
        def test_far(app): app.run()
        class TestNear:
            @fixture
            def app(self): return Small()
            def test_near(self, app): app.run()
        #- tests/sub/test_two.py
        async def test_deep(app): app.run()
        def helper(app): app.run()
        #- test_root.py
        def test_root(app): app.run()
        """,
        """
        conftest.py::app -calls-> lib.py::App
        test_root.py::test_root -calls-> lib.py::App.run
        test_root.py::test_root -references-> conftest.py::app
        tests/conftest.py::app -calls-> lib.py::App.run
        tests/conftest.py::app -references-> conftest.py::app
        tests/sub/test_two.py::test_deep -calls-> lib.py::App.run
        tests/sub/test_two.py::test_deep -references-> tests/conftest.py::app
        tests/test_one.py::TestNear.app -calls-> lib.py::Small
        tests/test_one.py::TestNear.test_near -calls-> lib.py::Small.run
        tests/test_one.py::TestNear.test_near -references-> tests/test_one.py::TestNear.app
        tests/test_one.py::test_far -calls-> lib.py::App.run
        tests/test_one.py::test_far -references-> tests/conftest.py::app
        """,
        kinds=KINDS,
    )


def test_fixtures_by_another_name_from_plugins_and_by_import() -> None:
    check_edges(
        """
        #- plug/db.py
        import pytest
        @pytest.fixture(name="db", scope="session")
        def _open(): return 1
        @pytest.fixture
        async def client(db): return db
        #- plug/more.py
        import pytest
        @pytest.fixture
        def extra(): ...
        #- tests/conftest.py
        pytest_plugins = ["plug.db"]
        #- tests/test_a.py
        import pytest
        from plug.more import extra
        def test_a(client, db, _open, extra): ...
        @pytest.mark.usefixtures("db", "client")
        class TestB:
            @pytest.mark.usefixtures("extra")
            def test_b(self): ...
        """,
        """
        plug/db.py::client -references-> plug/db.py::_open
        tests/test_a.py::TestB -references-> plug/db.py::_open
        tests/test_a.py::TestB -references-> plug/db.py::client
        tests/test_a.py::TestB.test_b -references-> plug/more.py::extra
        tests/test_a.py::test_a -references-> plug/db.py::_open
        tests/test_a.py::test_a -references-> plug/db.py::client
        tests/test_a.py::test_a -references-> plug/more.py::extra
        """,
        kinds=KINDS,
    )


def test_parametrize_gives_what_it_lists() -> None:
    check_edges(
        """
        #- lib.py
        class A:
            def go(self): ...
        class B:
            def go(self): ...
        def one(): ...
        #- test_a.py
        import pytest
        from lib import A, B, one
        @pytest.fixture
        def thing(): return A()
        CASES = [A(), B()]
        @pytest.mark.parametrize("thing", [B()])
        def test_list(thing): thing.go()
        @pytest.mark.parametrize("call,thing", [(one, A()), pytest.param(one, B(), id="b")])
        def test_pairs(call, thing):
            call()
            thing.go()
        @pytest.mark.parametrize("thing", CASES)
        def test_named(thing): thing.go()
        @pytest.mark.parametrize("thing", [1], indirect=True)
        def test_indirect(thing): thing.go()
        """,
        """
        test_a.py::<module> -calls-> lib.py::A
        test_a.py::<module> -calls-> lib.py::B
        test_a.py::test_indirect -calls-> lib.py::A.go
        test_a.py::test_indirect -references-> test_a.py::thing
        test_a.py::test_list -calls-> lib.py::B
        test_a.py::test_list -calls-> lib.py::B.go
        test_a.py::test_named -calls-> lib.py::A.go
        test_a.py::test_named -calls-> lib.py::B.go
        test_a.py::test_named -references-> test_a.py::CASES
        test_a.py::test_pairs -calls-> lib.py::A
        test_a.py::test_pairs -calls-> lib.py::A.go
        test_a.py::test_pairs -calls-> lib.py::B
        test_a.py::test_pairs -calls-> lib.py::B.go
        test_a.py::test_pairs -calls-> lib.py::one
        test_a.py::test_pairs -references-> lib.py::one
        test_a.py::thing -calls-> lib.py::A
        """,
        kinds=KINDS,
    )


def test_a_fixture_is_run_with_what_its_list_has() -> None:
    check_edges(
        """
        #- lib.py
        class A:
            def go(self): ...
        class B:
            def go(self): ...
        class C:
            def go(self): ...
        def made(): return C()
        #- conftest.py
        import pytest
        from lib import A, B, C, made
        KINDS = [A, B]
        @pytest.fixture(params=[A(), B()])
        def thing(request): return request.param
        @pytest.fixture(params=KINDS, ids=["a", "b"])
        def built(request: pytest.FixtureRequest): yield request.param()
        @pytest.fixture(params=[pytest.param(made, id="c")], scope="module")
        def called(request):
            request.param().go()
        def helper(request): request.param.go()
        #- test_a.py
        def test_thing(thing): thing.go()
        def test_built(built): built.go()
        """,
        """
        conftest.py::built -calls-> lib.py::A
        conftest.py::built -calls-> lib.py::B
        conftest.py::called -calls-> lib.py::C.go
        conftest.py::called -calls-> lib.py::made
        conftest.py::thing -calls-> lib.py::A
        conftest.py::thing -calls-> lib.py::B
        lib.py::made -calls-> lib.py::C
        test_a.py::test_built -calls-> lib.py::A.go
        test_a.py::test_built -calls-> lib.py::B.go
        test_a.py::test_thing -calls-> lib.py::A.go
        test_a.py::test_thing -calls-> lib.py::B.go
        """,
        kinds=("calls",),
    )


def test_a_fixture_is_run_with_what_tests_send_it() -> None:
    check_edges(
        """
        #- lib.py
        class A:
            def go(self): ...
        class B:
            def go(self): ...
        #- conftest.py
        import pytest
        @pytest.fixture
        def thing(request):
            request.param.go()
            return request.param
        #- test_a.py
        import pytest
        from lib import A, B
        @pytest.mark.parametrize("n, thing", [(1, A()), (2, A())], indirect=["thing"])
        def test_one(n, thing): thing.go()
        @pytest.mark.parametrize("thing", [pytest.param(B(), id="b")], indirect=True)
        def test_other(thing): ...
        """,
        """
        conftest.py::thing -calls-> lib.py::A.go
        conftest.py::thing -calls-> lib.py::B.go
        test_a.py::test_one -calls-> lib.py::A
        test_a.py::test_one -calls-> lib.py::A.go
        test_a.py::test_one -calls-> lib.py::B.go
        test_a.py::test_other -calls-> lib.py::B
        """,
        kinds=("calls",),
    )


def test_what_a_class_of_tests_lists_is_given_to_each_of_them() -> None:
    """By way of a fixture or itself, and to no fixture of the class; the list is read where the class stands."""
    check_edges(
        """
        #- lib.py
        class A:
            def go(self): ...
        class B:
            def go(self): ...
        #- conftest.py
        import pytest
        @pytest.fixture
        def thing(request): request.param.go()
        #- test_a.py
        import pytest
        from lib import A, B
        @pytest.mark.parametrize("thing", [A()], indirect=True)
        class TestIndirect:
            def test_one(self, thing): ...
        @pytest.mark.parametrize("b", [B()])
        class TestDirect:
            A = B
            @pytest.fixture
            def made(self, b): b.go()
            def test_one(self, b): b.go()
            class TestInner:
                def test_inner(self, b): b.go()
        """,
        """
        conftest.py::thing -calls-> lib.py::A.go
        test_a.py::TestDirect -calls-> lib.py::B
        test_a.py::TestDirect.TestInner.test_inner -calls-> lib.py::B.go
        test_a.py::TestDirect.test_one -calls-> lib.py::B.go
        test_a.py::TestIndirect -calls-> lib.py::A
        """,
        kinds=("calls",),
    )
