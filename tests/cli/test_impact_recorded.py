"""`packlens impact` beside a `.coverage` file: what a real run of coverage has recorded, and files that are none."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.program import packlens
from tests.text.conftest import own_git_configuration  # noqa: F401 - holds for every git of these tests
from tests.text.repository import Repository, write

SHOP = {
    "src/shop/__init__.py": "",
    "src/shop/table.py": """
from shop.registry import registered


@registered
def large(x):
    return x * 100


@registered
def small(x):
    return x


LIMIT = 3


def limited(x):
    return min(x, LIMIT)
""",
    "src/shop/registry.py": """
KNOWN = {}


def registered(function):
    KNOWN[function.__name__] = function
    return function


def run(name, x):
    return KNOWN[name](x)


def connect():
    return object()
""",
    "tests/conftest.py": """
import coverage
import pytest
from shop.registry import connect


def switch(item, phase):
    coverage.Coverage.current().switch_context(f"{item.nodeid}|{phase}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    switch(item, "setup")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item):
    switch(item, "run")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item):
    switch(item, "teardown")


@pytest.fixture(scope="session")
def connection():
    return connect()


@pytest.fixture
def own_connection():
    return connect()
""",
    "tests/test_shop.py": """
import pytest
from shop import table
from shop.registry import run


@pytest.mark.parametrize("x", [1, 2])
def test_large(x):
    assert run("large", x) == 100 * x


def test_small():
    assert run("small", 1) == 1


def test_limited():
    assert table.limited(7) == 3


def test_first(connection):
    assert connection


def test_second(connection):
    assert connection


def test_own(own_connection):
    assert own_connection
""",
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["src"]\n',
    ".gitignore": ".coverage\n",
}
BY_PYTEST = "[run]\nsource = src\n"
BY_COVERAGE = "[run]\nsource = src\nbranch = true\ndynamic_context = test_function\n"


def recorded(root: Path, settings: str) -> Repository:
    """The shop, committed, with what coverage records of its tests."""
    made = Repository.new(root)
    made.git("config", "user.name", "Ada")  # it is made before the configuration of one test holds
    made.git("config", "user.email", "ada@example.org")
    for path, text in SHOP.items():
        if settings == BY_COVERAGE and path == "tests/conftest.py":
            text = (
                "import pytest\nfrom shop.registry import connect\n\n\n"
                + text[text.index("@pytest.fixture") :]
            )
        write(made.root, path, text=text)
    write(made.root, ".coveragerc", text=settings)
    made.commit()
    command = [
        sys.executable,
        "-m",
        "coverage",
        "run",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))
    } | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    subprocess.run(command, cwd=made.root, env=environment, check=True, capture_output=True)
    return made


@pytest.fixture(scope="module", params=[BY_PYTEST, BY_COVERAGE], ids=["node ids", "names"])
def shop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return recorded(tmp_path_factory.mktemp("recorded") / "shop", request.param)


def check_picked(root: Path, change: dict[str, tuple[str, str]], *expected: str) -> None:
    """The tests named for a change of the working tree, which is undone."""
    kept = {path: (root / path).read_text() for path in change}
    try:
        for path, (before, after) in change.items():
            assert before in kept[path]
            (root / path).write_text(kept[path].replace(before, after))
        outcome = packlens("impact", "--format", "pytest", cwd=root)
    finally:
        for path, text in kept.items():
            (root / path).write_text(text)
    assert sorted(outcome.text.splitlines()) == [f"tests/test_shop.py::{name}" for name in expected]


def test_the_tests_that_executed_a_function_and_no_others(shop: Repository) -> None:
    check_picked(shop.root, {"src/shop/table.py": ("x * 100", "100 * x")}, "test_large")
    check_picked(
        shop.root, {"src/shop/table.py": ("    return x\n", "    y = x\n    return y\n")}, "test_small"
    )


def test_a_constant_reaches_the_tests_that_executed_its_readers(shop: Repository) -> None:
    check_picked(shop.root, {"src/shop/table.py": ("LIMIT = 3", "LIMIT = 4")}, "test_limited")


def test_new_tests_are_those_of_the_graph(shop: Repository) -> None:
    check_picked(
        shop.root,
        {
            "src/shop/table.py": ("min(x, LIMIT)", "min(LIMIT, x)"),
            "tests/test_shop.py": (
                "def test_small",
                "def test_new():\n    table.limited(1)\n\n\ndef test_small",
            ),
        },
        "test_limited",
        "test_new",
    )


def test_what_is_set_up_once_reaches_all_who_share_it(shop: Repository) -> None:
    change = {"src/shop/registry.py": ("return object()", "return 1")}
    check_picked(shop.root, change, "test_first", "test_own", "test_second")


def test_what_ran_at_import_is_followed_as_well(shop: Repository) -> None:
    change = {"src/shop/registry.py": ("    return function", "    return lambda x: function(x)")}
    check_picked(shop.root, change, "test_large", "test_small")


def test_an_answer_says_whose_it_is(shop: Repository) -> None:
    outcome = packlens("impact", "large", cwd=shop.root)
    assert outcome.text.splitlines()[-3:] == [
        "tests: 1",
        "  tests/test_shop.py::test_large  1  executed large",
        "recording: tests are those that .coverage says",
    ]
    outcome = packlens("impact", "large", "--format", "markdown", cwd=shop.root)
    assert outcome.text.splitlines()[-1] == "Recording: `tests are those that .coverage says`."


def test_a_recording_of_another_text_counts_for_the_other_files(shop: Repository) -> None:
    path = shop.root / "src/shop/table.py"
    before = path.read_text()
    path.write_text("\n\n\n" + before)
    try:
        outcome = packlens("impact", "limited", cwd=shop.root)
    finally:
        path.write_text(before)
    assert outcome.text.splitlines()[-3:] == [
        "tests: 1",
        "  tests/test_shop.py::test_limited  0.9  calls:17 limited",
        "recording: tests are those that .coverage says; it is of another text of src/shop/table.py,"
        " for which the graph answers",
    ]


def test_a_file_under_another_name_keeps_its_recording(shop: Repository) -> None:
    """`large` is called through a table, which the graph does not follow."""
    before, after = shop.root / "src/shop/table.py", shop.root / "src/shop/prices.py"
    text = before.read_text()
    before.unlink()
    after.write_text(text.replace("x * 100", "100 * x"))
    try:
        told = packlens("impact", cwd=shop.root)
    finally:
        after.unlink()
        before.write_text(text)
    rows = [line for line in told.text.splitlines() if "  executed" in line]
    assert rows == [
        f"  tests/test_shop.py::test_{name}  1  executed {name}" for name in ("large", "limited", "small")
    ]


def test_nothing_is_written_beside_the_recording(shop: Repository) -> None:
    before = sorted(path.name for path in shop.root.iterdir())
    packlens("impact", "large", cwd=shop.root)
    assert sorted(path.name for path in shop.root.iterdir()) == before


def check_not_used(root: Path, reason: str) -> None:
    write(root, "lib.py", text="def price():\n    return 1\n")
    write(root, "test_lib.py", text="import lib\n\n\ndef test_price():\n    lib.price()\n")
    outcome = packlens("impact", "price", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    *_, test, last = outcome.text.splitlines()
    assert test == "  test_lib.py::test_price  0.9  calls:5 price"
    assert last == f"recording: {reason}"


DAMAGED = ".coverage is damaged or not of coverage 5 or later, so it is not used"
TABLES = """
CREATE TABLE file (id integer primary key, path text);
CREATE TABLE context (id integer primary key, context text);
CREATE TABLE line_bits (file_id integer, context_id integer, numbits blob);
CREATE TABLE arc (file_id integer, context_id integer, fromno integer, tono integer);
"""
ROWS = """
INSERT INTO file VALUES (1, 'lib.py');
INSERT INTO context VALUES (1, 'test_lib.py::test_price|run');
"""


@pytest.mark.parametrize(
    "raw",
    [b"", b"SQLite format 3\0", b"!coverage.py: {}", bytes(range(256)) * 40],
    ids=["empty", "cut", "old", "noise"],
)
def test_files_that_are_no_recording(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / ".coverage").write_bytes(raw)
    check_not_used(tmp_path, DAMAGED)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (TABLES + "INSERT INTO context VALUES (1, x'ff');", DAMAGED),
        (TABLES + "INSERT INTO context VALUES (1, 'a'); INSERT INTO file VALUES (1, NULL);", DAMAGED),
        (
            TABLES + "INSERT INTO context VALUES (1, '');",
            ".coverage does not say which test ran what, so it is not used;"
            " record it with `pytest --cov --cov-context=test`",
        ),
        (
            TABLES.replace("CREATE TABLE context (id integer primary key, context text);", "")
            + "CREATE VIEW context AS WITH RECURSIVE n(id, context) AS"
            " (SELECT 1, 'a' UNION ALL SELECT id + 1, 'a' FROM n) SELECT * FROM n;",
            DAMAGED,
        ),
        (
            TABLES + ROWS + "INSERT INTO line_bits VALUES (1, 1, 'text');",
            ".coverage is damaged, so it is not used",
        ),
        (
            TABLES + ROWS + "INSERT INTO arc VALUES (1, 1, 2, 9000000000000);",
            ".coverage is damaged, so it is not used",
        ),
        (
            TABLES + "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
            " INSERT INTO context SELECT i, 'test_lib.py::test_' || i FROM n;"
            " INSERT INTO file VALUES (1, 'lib.py');"
            " INSERT INTO arc SELECT 1, id, 2, 999999 FROM context;",
            ".coverage is damaged, so it is not used",
        ),
        (
            TABLES + ROWS.replace("'lib.py'", "replace(hex(zeroblob(500000)), '0', 'a/')"),
            "tests are those that .coverage says",
        ),
    ],
    ids=[
        "bytes",
        "no path",
        "no contexts",
        "endless view",
        "no bits",
        "far line",
        "many far lines",
        "long path",
    ],
)
def test_recordings_that_are_not_what_coverage_writes(tmp_path: Path, script: str, reason: str) -> None:
    with closing(sqlite3.connect(tmp_path / ".coverage")) as database:
        database.executescript(script)
        database.commit()
    check_not_used(tmp_path, reason)


def test_a_recording_that_is_a_link_out_of_the_root_is_not_read(tmp_path: Path, shop: Repository) -> None:
    write(tmp_path, "lib.py", text="def price():\n    return 1\n")
    (tmp_path / ".coverage").symlink_to(shop.root / ".coverage")
    outcome = packlens("impact", "price", cwd=tmp_path)
    assert "recording" not in outcome.text
