"""What `impact --format pytest` prints, against pytest itself: it takes all of it, and runs no test less."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tests.cli.program import packlens
from tests.support.fixture import parse

_WORKSPACE = """
#- lib.py
def used(): ...
#- shared.py
import unittest, lib
def test_shared(): lib.used()
class TestShared:
    def test_it(self): lib.used()
class Case(unittest.TestCase):
    def test_case(self): lib.used()
class _Hidden:
    class Inner(unittest.TestCase):
        def test_inner(self): lib.used()
#- test_star.py
from shared import *
from shared import test_shared as test_again, TestShared as Other
#- test_skipped.py
import pytest
pytest.importorskip("there_is_no_such_module")
import lib
def test_skipped(): lib.used()
#- test_skipped_too.py
import pytest
pytest.skip("not here", allow_module_level=True)
import lib
def test_skipped(): lib.used()
#- test_conditions.py
import sys, lib
if sys.platform == "no such system":
    def test_elsewhere(): lib.used()
class TestConditions:
    if sys.platform == "no such system":
        def test_elsewhere(self): lib.used()
    def test_here(self): lib.used()
def test_in_a_function():
    import pytest
    pytest.importorskip("sys")
    lib.used()
#- test_none.py
import unittest, lib
from dataclasses import dataclass
class TestSaysNo:
    __test__ = False
    def test_it(self): lib.used()
class TestSaysYes(TestSaysNo):
    __test__ = True
@dataclass
class TestMade:
    x: int = 0
    def test_it(self): lib.used()
class TestNew:
    def __new__(cls): return object.__new__(cls)
    def test_it(self): lib.used()
class TestGone:
    def test_it(self): lib.used()
class TestKept(TestGone):
    pass
del TestGone
class TestHides(TestKept):
    test_it = None
def test_no(): lib.used()
test_no.__test__ = False
#- test_kinds.py
import functools, unittest, lib
from shared import _Hidden
class Alone(unittest.TestCase):
    def runTest(self): lib.used()
class Named(_Hidden.Inner): ...
class TestOuter:
    class TestInner:
        def test_it(self): lib.used()
    @staticmethod
    def test_static(): lib.used()
    @property
    def test_property(self): lib.used()
class TestBelow(TestOuter): ...
test_lambda = lambda: lib.used()
test_partial = functools.partial(lib.used)
test_value = lib.used()
def _check(): lib.used()
def _making():
    def check(): lib.used()
    return check
def _given(): return lambda: lib.used()
test_alias = _check
test_made = _making()
test_given = _given()
def test_ü(): lib.used()
#- it's an $odd one/test_quotes.py
import lib
def test_it(): lib.used()
#- brackets/of [a] kind/test_it.py
import lib
def test_it(): lib.used()
#- -front/test_front.py
import lib
def test_it(): lib.used()
#- @front/test_at.py
import lib
def test_it(): lib.used()
"""


def _collected(root: Path, arguments: Iterable[str]) -> list[str]:
    """The node ids that pytest collects for some arguments, all of which it must take."""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider"]
    command += ["-o", "disable_test_id_escaping_and_forfeit_all_rights_to_community_support=true", *arguments]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return sorted(line for line in run.stdout.splitlines() if "::" in line)


def test_pytest_takes_what_is_named_and_runs_the_same_tests(tmp_path: Path) -> None:
    for path, document in parse(_WORKSPACE).documents().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(document.text, encoding="utf-8")
    outcome = packlens("impact", "lib.py::used", "--format", "pytest", cwd=tmp_path)
    assert outcome.code == 0
    named = [shlex.split(line)[0] for line in outcome.text.splitlines()]
    assert "test_skipped.py" in named and "test_conditions.py::test_in_a_function" in named
    # A case of unittest counts in every file; pytest looks for it in files of tests alone.
    everywhere = {"shared.py::Case::test_case"}
    assert set(_collected(tmp_path, named)) - everywhere == set(_collected(tmp_path, ["."]))
