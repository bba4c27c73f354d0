"""Tests to run: whatever pytest or unittest runs that reaches the change, and nothing else."""

from __future__ import annotations

from packlens.graph.update import Writer
from packlens.resolve.merge import Asks
from packlens.text.document import Document
from packlens.views.impact.impact import impact_of_targets
from packlens.views.testing.to_run import count_tests, runs_of
from tests.support.fixture import graph_of
from tests.views.impacts import check_impact, check_tests


def test_i2_tests_that_are_named_nothing_like_the_module() -> None:
    check_tests(
        """
        #- src/shop/money.py
        def price(): return base()
        def base(): return 1
        def other(): return 2
        #- tests/test_everything.py
        from shop.money import price, other
        def check(): assert price()
        def test_by_helper(): check()
        def test_other(): other()
        #- tests/unit/flow_test.py
        import shop.money as m
        class TestFlow:
            def test_flow(self): m.price()
            def flow(self): m.price()
        #- tests/tools.py
        from shop.money import price
        def test_is_no_test(): price()
        """,
        "money.base",
        "tests/test_everything.py::test_by_helper",
        "tests/unit/flow_test.py::TestFlow::test_flow",
    )


FIXTURES = """
#- lib.py
def connect(): ...
def migrate(): ...
#- tests/conftest.py
import pytest
from lib import connect
@pytest.fixture
def db(): return connect()
#- tests/api/conftest.py
import pytest
from lib import migrate
@pytest.fixture
def client(db): ...
@pytest.fixture(autouse=True)
def tables(): migrate()
#- tests/api/test_api.py
import pytest
def test_get(client): ...
@pytest.mark.usefixtures("db")
def test_used(): ...
@pytest.mark.usefixtures("client")
class TestAll:
    def test_one(self): ...
    def test_two(self): ...
def test_none(): ...
#- tests/test_top.py
def test_top(db): ...
def test_none(): ...
"""


def test_fixtures_reach_the_tests_that_name_them() -> None:
    check_tests(
        FIXTURES,
        "lib.connect",
        "tests/api/test_api.py::TestAll::test_one",
        "tests/api/test_api.py::TestAll::test_two",
        "tests/api/test_api.py::test_get",
        "tests/api/test_api.py::test_used",
        "tests/test_top.py::test_top",
    )


def test_fixtures_that_apply_by_themselves_reach_their_folder() -> None:
    check_tests(
        FIXTURES,
        "lib.migrate",
        "tests/api/test_api.py::TestAll::test_one",
        "tests/api/test_api.py::TestAll::test_two",
        "tests/api/test_api.py::test_get",
        "tests/api/test_api.py::test_none",
        "tests/api/test_api.py::test_used",
    )


def test_unittest_set_up_and_inheritance() -> None:
    check_tests(
        """
        #- lib.py
        def start(): ...
        def once(): ...
        #- checks/base.py
        import unittest
        from lib import start
        class Base(unittest.TestCase):
            def setUp(self): start()
            def test_shared(self): ...
        #- checks/cases.py
        from checks.base import Base
        from lib import once
        class First(Base):
            def test_first(self): once()
        class Second(Base): ...
        class Alone:
            def test_alone(self): start()
        """,
        "lib.start",
        "checks/base.py::Base::test_shared",
        "checks/cases.py::First::test_first",
        "checks/cases.py::First::test_shared",
        "checks/cases.py::Second::test_shared",
    )


def test_values_of_test_modules_and_parametrize_lists_elsewhere() -> None:
    check_tests(
        """
        #- lib.py
        def make(n): ...
        def load(): ...
        #- tests/cases.py
        from lib import make
        CASES = [make(1), make(2)]
        OTHER = [3]
        #- tests/test_a.py
        import pytest
        from lib import load
        from tests.cases import CASES, OTHER
        SEED = load()
        @pytest.mark.parametrize("case", CASES)
        def test_case(case): ...
        @pytest.mark.parametrize("case", OTHER)
        def test_other(case): ...
        def test_seed(): assert SEED
        """,
        "lib.make lib.load",
        "tests/test_a.py::test_case",
        "tests/test_a.py::test_seed",
    )


def test_what_a_test_module_runs_reaches_its_tests() -> None:
    check_tests(
        """
        #- lib.py
        def install(): ...
        #- test_a.py
        from lib import install
        install()
        def test_a(): ...
        class TestB:
            def test_b(self): ...
            def test_a(self): ...
        #- test_b.py
        from lib import install
        def test_c(): ...
        """,
        "lib.install",
        "test_a.py::TestB::test_a",
        "test_a.py::TestB::test_b",
        "test_a.py::test_a",
    )


def test_a_path_says_how_each_test_is_reached() -> None:
    check_impact(
        FIXTURES,
        "tests/api/conftest.py::tables",
        "tests/api/conftest.py::tables target",
        "T tests/api/test_api.py::TestAll::test_one 1 runs tables",
        "T tests/api/test_api.py::TestAll::test_two 1 runs tables",
        "T tests/api/test_api.py::test_get 1 runs tables",
        "T tests/api/test_api.py::test_none 1 runs tables",
        "T tests/api/test_api.py::test_used 1 runs tables",
        "open low",
    )


def test_a_changed_test_is_run() -> None:
    check_tests(FIXTURES, "tests/test_top.py::test_none", "tests/test_top.py::test_none")
    check_tests(
        FIXTURES,
        "TestAll",
        "tests/api/test_api.py::TestAll::test_one",
        "tests/api/test_api.py::TestAll::test_two",
    )


def test_an_unsettled_call_is_followed_where_one_definition_has_its_name() -> None:
    check_impact(
        """
        #- lib.py
        class Box:
            def unpack(self): ...
        #- test_a.py
        def test_a(box): box.unpack()
        """,
        "Box.unpack",
        "lib.py::Box.unpack target",
        "T test_a.py::test_a 0.5 possible:1 Box.unpack",
        "? test_a.py:1 unpack",
        "open unknown",
    )


def test_a_method_that_nothing_is_known_to_call_runs_for_who_uses_its_class() -> None:
    check_impact(
        """
        #- lib.py
        class Visitor:
            def visit(self, node): return getattr(self, "visit_" + node)()
        class Printer(Visitor):
            def visit_name(self): ...
        #- test_a.py
        from lib import Printer
        def test_a(): Printer().visit("name")
        def test_b(): ...
        """,
        "Printer.visit_name",
        "lib.py::Printer.visit_name target",
        "T test_a.py::test_a 0.54 calls:2 Printer, implicit Printer.visit_name",
        "open low",
    )


MARKED = """
#- lib.py
class Pool:
    def open(self): ...
    def close(self): ...
def connect(): ...
#- tests/conftest.py
import pytest
from lib import Pool, connect
@pytest.fixture
def pool():
    connect()
    return Pool()
@pytest.fixture(params=[Pool()])
def each(request): request.param.close()
@pytest.fixture
def opened(request): request.getfixturevalue("pool").open()
#- tests/test_module.py
import pytest
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("pool")]
def test_marked(): ...
#- tests/test_class.py
import pytest
class TestMarked:
    pytestmark = pytest.mark.usefixtures("pool")
    def test_marked(self): ...
def test_none(): ...
#- tests/test_asking.py
import pytest
def test_asking(request):
    request.getfixturevalue("pool")
def test_opened(opened): ...
def test_each(each): ...
@pytest.mark.parametrize("pool", [1], indirect=True)
def test_indirect(pool): ...
@pytest.mark.parametrize("pool,x", [(1, 2)], indirect=["pool"])
def test_one_of_them_indirect(pool, x): ...
@pytest.mark.parametrize("x,pool", [(1, 2)], indirect=["x"])
def test_direct(pool, x): ...
"""


def test_fixtures_by_marks_requests_and_indirect_parameters() -> None:
    check_tests(
        MARKED,
        "lib.connect",
        "tests/test_asking.py::test_asking",
        "tests/test_asking.py::test_indirect",
        "tests/test_asking.py::test_one_of_them_indirect",
        "tests/test_asking.py::test_opened",
        "tests/test_class.py::TestMarked::test_marked",
        "tests/test_module.py::test_marked",
    )


def test_what_a_requested_fixture_gives() -> None:
    check_tests(MARKED, "Pool.open", "tests/test_asking.py::test_opened")


NAMED = """
#- lib.py
class Pool:
    def open(self): ...
#- checks/conftest.py
import pytest
from lib import Pool
@pytest.fixture
def pool(): return Pool()
#- checks/check_lib.py
import unittest
from lib import Pool
def should_open(pool): pool.open()
def test_open(pool): pool.open()
class Describe:
    def should_open(self, pool): pool.open()
class TestOpen:
    def should_open(self, pool): pool.open()
class Case(unittest.TestCase):
    def test_open(self): Pool().open()
    def should_open(self): Pool().open()
#- checks/test_lib.py
def should_open(pool): pool.open()
"""


def test_names_that_pytest_is_told_to_collect() -> None:
    hints = ("python_files=check_*.py", "python_classes=Desc*", "python_functions=should_ it_")
    impact = impact_of_targets(graph_of(NAMED, import_hints=hints), ["Pool.open"])
    assert sorted(test.nodeid for test in impact.tests) == [
        "checks/check_lib.py::Case::test_open",
        "checks/check_lib.py::Describe::should_open",
        "checks/check_lib.py::should_open",
    ]


def test_a_variable_that_is_called_is_used_whatever_it_holds() -> None:
    fixture = """
        #- lib.py
        import struct
        from elsewhere import make
        pack = struct.Struct("Q").pack
        made = make()
        def store(x): return pack(x)
        def build(): return made()
        def inner(pack): return pack()
        #- test_a.py
        from lib import build, inner, store
        def test_store(): store(1)
        def test_build(): build()
        def test_inner(): inner(print)
        """
    check_tests(fixture, "lib.pack", "test_a.py::test_store")
    check_tests(fixture, "lib.made", "test_a.py::test_build")


def test_what_a_test_makes_runs_with_it() -> None:
    fixture = """
        #- lib.py
        def made(cls): return cls
        def value(): ...
        class Command:
            def __init__(self, f): ...
            def main(self): ...
        def command(kind):
            def decorator(f): return kind(f)
            return decorator
        #- test_a.py
        import lib
        from lib import command, made, value
        def test_class():
            @made
            class A: ...
        def test_value():
            class A:
                class B:
                    x = value()
        def test_what_a_decorator_makes():
            @command(anything())
            def cli(): ...
            cli.main()
        """
    check_tests(fixture, "lib.made", "test_a.py::test_class")
    check_tests(fixture, "lib.value", "test_a.py::test_value")
    check_tests(fixture, "Command.main", "test_a.py::test_what_a_decorator_makes")


def test_names_that_are_given_one_value_together() -> None:
    check_tests(
        """
        #- lib.py
        def attrs(): ...
        s = attributes = attrs
        #- test_a.py
        import lib
        def test_one(): lib.s()
        def test_other(): lib.attributes()
        def test_call(other): other(lib.s)
        """,
        "lib.attrs",
        "test_a.py::test_call",
        "test_a.py::test_one",
        "test_a.py::test_other",
    )


def test_tests_are_counted_as_sure_or_as_possible() -> None:
    snapshot = graph_of(
        """
        #- lib.py
        class Box:
            def pack(self): ...
            def unpack(self): ...
            def keep(self): ...
        #- test_a.py
        from lib import Box
        def test_a(box): box.unpack()
        def test_b(): Box().pack()
        """
    )
    assert count_tests(snapshot, "lib.py::Box.pack")[0] == (1, 0)
    assert count_tests(snapshot, "lib.py::Box.unpack")[0] == (0, 1)
    assert count_tests(snapshot, "lib.py::Box.keep")[0] == (0, 1)
    assert count_tests(snapshot, "lib.py::Box")[0] == (2, 0)
    assert count_tests(graph_of("#- m.py\ndef f(): ...\n"), "m.py::f")[0] == (0, 0)


BY_NAME = """
#- lib.py
def first(): ...
def second(): ...
def third(): ...
#- tests/conftest.py
import pytest, lib
@pytest.fixture
def one(): lib.first()
@pytest.fixture
def two(): lib.second()
@pytest.fixture
def three(): lib.third()
#- tests/test_lib.py
import pytest
@pytest.fixture(params=["one", pytest.param("two", id="b")])
def either(request): return request.getfixturevalue(request.param)
def test_either(either): ...
@pytest.mark.parametrize("name", ["two", "nothing"])
def test_given(request, name): request.getfixturevalue(name)
@pytest.mark.parametrize(("x", "name"), [(1, "three"), pytest.param(2, "one")])
class TestGiven:
    def test_it(self, request, x, name): request.getfixturevalue(name)
def test_bound(request):
    name = "three"
    request.getfixturevalue(name)
def test_each(request):
    for name in ("one", "two"):
        request.getfixturevalue(name)
"""


def test_a_fixture_that_is_asked_for_by_a_name_that_is_given() -> None:
    at = "tests/test_lib.py"
    check_tests(BY_NAME, "first", f"{at}::TestGiven::test_it", f"{at}::test_each", f"{at}::test_either")
    check_tests(BY_NAME, "second", f"{at}::test_each", f"{at}::test_either", f"{at}::test_given")
    check_tests(BY_NAME, "third", f"{at}::TestGiven::test_it", f"{at}::test_bound")


def test_which_functions_are_tests_is_found_once_for_the_same_texts() -> None:
    writer = Writer("workspace", asks=Asks.OPEN)
    case = "import unittest\nclass Case(unittest.TestCase): ...\n"
    texts = {
        "base.py": case,
        "mine.py": "from base import Case\nclass Mine(Case):\n    def test_a(self): x.go()\n",
    }
    writer.update({path: Document.of_text(path, text) for path, text in texts.items()})
    runs = runs_of(writer.snapshot)
    assert [item.nodeid for item in runs.items.all] == ["mine.py::Mine::test_a"]
    assert runs_of(writer.snapshot) is runs
    writer.update({"base.py": Document.of_text("base.py", "class Case: ...\n")})
    assert runs_of(writer.snapshot).items.all == ()
    writer.update({"base.py": Document.of_text("base.py", case)})
    assert runs_of(writer.snapshot).items.all == runs.items.all


def test_what_is_registered_by_a_decorator_is_run_for_those_who_use_what_it_is_registered_with() -> None:
    fixture = """
    #- app.py
    import functools, web
    app = web.App()
    def work(): ...
    @functools.singledispatch
    def single(value): ...
    @app.route("/")
    def index(): work()
    @single.register(int)
    def of_int(value): work()
    @functools.wraps(work)
    def alone(): work()
    #- test_app.py
    from app import app, single
    def test_web(): app.get("/")
    def test_single(): single(1)
    def test_none(): ...
    """
    check_tests(fixture, "app.work", "test_app.py::test_single", "test_app.py::test_web")
    check_tests(fixture, "app.index", "test_app.py::test_web")
