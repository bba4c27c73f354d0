"""`packlens impact` on real repositories: what it prints, what it refuses, and that pytest runs what it names."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import packlens
from tests.text.conftest import own_git_configuration  # noqa: F401 - holds for every git of these tests
from tests.text.repository import Repository, write

LIB = "def keep(x):\n    return x\n\n\ndef price(x):\n    return keep(x)\n"
TESTS = """
import unittest
from shop.lib import keep, price


def test_price():
    assert price(2) == 2


def test_other():
    assert 1


class Prices(unittest.TestCase):
    def test_keep(self):
        self.assertEqual(keep(1), 1)

    def test_nothing(self):
        pass
"""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Case I2: a src layout, tests named nothing like the module."""
    made = Repository.new(tmp_path / "project")
    write(made.root, "src/shop/__init__.py", text="")
    write(made.root, "src/shop/lib.py", text=LIB)
    write(made.root, "tests/unit/test_money.py", text=TESTS)
    write(made.root, "pyproject.toml", text='[tool.pytest.ini_options]\npythonpath = ["src"]\n')
    made.commit()
    made.git("tag", "first")
    return made


def check_out(root: Path, *arguments: str, expected: str) -> None:
    outcome = packlens("impact", *arguments, cwd=root)
    assert (outcome.err, outcome.text, outcome.code) == ("", expected, 0)


def test_the_working_tree_by_default(repository: Repository) -> None:
    check_out(
        repository.root,
        expected="impact of HEAD: risk low (no code changed); nothing changed that anybody uses\n"
        "tests: none\n",
    )
    write(repository.root, "src/shop/lib.py", text=LIB.replace("return x", "return [x][0]"))
    check_out(
        repository.root,
        expected="""\
impact of HEAD: risk low (few users, and tests reach it); contracts hold; only behaviour may differ
  src/shop/lib.py::keep  body
direct: 2
  src/shop/lib.py::price  0.9  calls:6 keep
  tests/unit/test_money.py::Prices.test_keep  0.9  calls:16 keep
2 hops away: 1
  tests/unit/test_money.py::test_price  0.81  calls:7 price, calls:6 keep
tests: 2
  tests/unit/test_money.py::Prices::test_keep  0.9  calls:16 keep
  tests/unit/test_money.py::test_price  0.81  calls:7 price, calls:6 keep
""",
    )


def test_pytest_runs_exactly_these_i2(repository: Repository) -> None:
    write(repository.root, "src/shop/lib.py", text=LIB.replace("return keep(x)", "return keep(x) + 0"))
    repository.commit()
    expected = "tests/unit/test_money.py::test_price\n"
    check_out(repository.root, "--diff", "first..HEAD", "--format", "pytest", expected=expected)
    check_out(repository.root, "--diff", "first", "--format", "pytest", expected=expected)
    check_out(repository.root, "shop.lib.price", "--format", "pytest", expected=expected)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *expected.split()],
        cwd=repository.root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in run.stdout


NAMES = "python_files = check_*.py\npython_functions = should_* test_\npython_classes = Describe\n"
CHECKS = """
import pytest
from lib import price

pytestmark = pytest.mark.usefixtures("paid")


def should_cost():
    pass


def test_it(request):
    request.getfixturevalue("paid")


@pytest.mark.parametrize("paid", [1], indirect=True)
def should_be_indirect(paid):
    assert paid == 1


class Describe:
    def should_be_paid(self):
        assert price()


class TestNot:
    def should_never_run(self):
        assert not price()


def not_collected():
    assert not price()
"""
CONFTEST = """
import pytest
from lib import price


@pytest.fixture
def paid(request):
    return price() and getattr(request, "param", 1)
"""


@pytest.mark.parametrize(
    "settings",
    [
        {"pytest.ini": f"[pytest]\n{NAMES}", "tox.ini": "[pytest]\npython_files = no.py\n"},
        {"tox.ini": f"[pytest]\n{NAMES}", "setup.cfg": "[tool:pytest]\npython_files = no.py\n"},
        {"setup.cfg": f"[tool:pytest]\n{NAMES}", "pyproject.toml": "[tool.other]\n"},
        {
            "pyproject.toml": "[tool.pytest.ini_options]\npython_files = ['check_*.py']\n"
            "python_functions = 'should_* test_'\npython_classes = ['Describe']\n",
            "setup.cfg": "[tool:pytest]\npython_files = no.py\n",
        },
    ],
    ids=["pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml"],
)
def test_pytest_takes_the_node_ids_under_its_own_settings(tmp_path: Path, settings: dict[str, str]) -> None:
    texts = {"lib.py": "def price():\n    return 1\n", "check_lib.py": CHECKS, "conftest.py": CONFTEST}
    for path, text in (texts | settings).items():
        write(tmp_path, path, text=text)
    expected = ["Describe::should_be_paid", "should_be_indirect", "should_cost", "test_it"]
    outcome = packlens("impact", "lib.price", "--format", "pytest", cwd=tmp_path)
    assert outcome.text.splitlines() == [f"check_lib.py::{name}" for name in expected]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    for chosen in (outcome.text.split(), []):
        run = subprocess.run([*command, *chosen], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert "4 passed" in run.stdout


def test_staged(repository: Repository) -> None:
    write(repository.root, "src/shop/lib.py", text=LIB.replace("keep", "hold"))
    repository.git("add", "-A")
    write(repository.root, "src/shop/lib.py", text="broken(")
    outcome = packlens("impact", "--staged", "--format", "json", cwd=repository.root)
    answer = json.loads(outcome.text)
    assert answer["unfit"] == [
        {
            "id": "tests/unit/test_money.py::<module>",
            "line": 3,
            "path": "tests/unit/test_money.py",
            "reason": "imports `keep`, which is now `hold`",
            "target": "src/shop/lib.py::hold",
        },
        {
            "id": "tests/unit/test_money.py::Prices.test_keep",
            "line": 16,
            "path": "tests/unit/test_money.py",
            "reason": "uses `keep`, which is now `hold`",
            "target": "src/shop/lib.py::hold",
        },
    ]
    assert answer["risk"] == "high"


def test_what_is_no_python_is_unknown_where_code_may_depend_on_it(repository: Repository) -> None:
    write(repository.root, "src/shop/load.py", text="PRICES = open('prices.toml')\nROWS = f'{PRICES}.csv'\n")
    repository.git("add", "-A")
    repository.git("commit", "-qm", "load")
    for name in ("prices.toml", "a.csv", "b.csv", "c.csv", "d.csv", "page.css"):
        write(repository.root, f"src/shop/{name}", text="a = 1\n")
    write(repository.root, "web/page.ts", text="")
    write(repository.root, "requirements-dev.txt", text="flask\n")
    write(repository.root, "README.md", text="# Shop\n")
    repository.git("add", "-A")
    check_out(
        repository.root,
        "--diff",
        "HEAD",
        expected="impact of HEAD: risk unknown (6 files cannot be judged); nothing changed that anybody uses\n"
        "tests: none\n"
        "unknown: 6\n"
        "  requirements-dev.txt: changed, and it says what Python is run with\n"
        "  4 files (src/ 4): changed, and src/shop/load.py names .csv\n"
        "  src/shop/prices.toml: changed, and src/shop/load.py names prices.toml\n"
        "not Python, and no Python code names them: 2 files (src/ 1, web/ 1)\n",
    )


def test_what_no_python_code_knows_says_nothing_about_the_risk(repository: Repository) -> None:
    write(repository.root, "web/page.css", text="a {}\n")
    repository.git("add", "-A")
    check_out(
        repository.root,
        "--diff",
        "HEAD",
        expected="impact of HEAD: risk low (no code changed); nothing changed that anybody uses\n"
        "tests: none\n"
        "not Python, and no Python code names them: 1 file (web/ 1)\n",
    )


def check_refused(root: Path, *arguments: str, code: int, message: str) -> None:
    outcome = packlens("impact", *arguments, cwd=root)
    assert (outcome.code, outcome.out) == (code, b"")
    assert outcome.err.startswith(f"packlens: {message}"), outcome.err
    assert outcome.err.count("\n") == 1


def test_wrong_questions(repository: Repository) -> None:
    root = repository.root
    check_refused(
        root, "src/shop/lob.py", code=1, message="target 'src/shop/lob.py': src/shop/lob.py is not among"
    )
    check_refused(
        root, "shop.lib.prise", code=1, message="target 'shop.lib.prise': no such symbol; did you mean"
    )
    check_refused(root, "../x.py::f", code=2, message="target '../x.py::f': leads out of project")
    check_refused(root, "--diff", "--ext-diff", code=2, message="`--ext-diff` is not a revision")
    check_refused(root, "--diff=-p..HEAD", code=2, message="`-p` is not a revision")
    check_refused(root, "--diff", "nowhere", code=1, message="diff `nowhere`: `nowhere` is no revision")
    check_refused(root, "--diff", "", code=2, message="`` names no revision")
    check_refused(root, "--diff", "first", "--staged", code=2, message="a diff is of revisions or of what is")
    check_refused(
        root, "shop.lib", "--staged", code=2, message="impact: targets and a diff exclude each other"
    )
    check_refused(root, "shop.lib", "--depth", "0", code=2, message="invalid value for '--depth'")
    check_refused(
        root, "shop.lib", "--min-confidence", "2", code=2, message="invalid value for '--min-confidence'"
    )


def test_outside_of_a_repository(tmp_path: Path) -> None:
    write(tmp_path, "a.py", text="def f(): ...\n")
    check_refused(
        tmp_path, "--root", ".", code=1, message="diff `HEAD`: not a git repository; name a symbol or"
    )
    outcome = packlens("impact", "a.f", "--root", ".", cwd=tmp_path)
    assert outcome.text.startswith("impact of a.f: risk medium (no test reaches it); ")
