"""Files that stand beside what a workspace makes: its tests, examples, benchmarks, documents, and code of others.

They use the words of the code that they are about, often and in long names, so they would answer most questions before
it. A definition in one counts less, unless the question is about such files. What tests read is farther away still: it
is no code of the workspace at all, and speaks of nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from packlens.views.pack.neighbours import is_test
from packlens.views.relevance.question_words import QuestionWords

_EXAMPLES = {"demo", "demos", "example", "examples", "sample", "samples", "tutorial", "tutorials"}
_VENDORED = {"_vendor", "_vendored", "vendor", "vendored", "third_party"}
_FOLDERS = _EXAMPLES | {"bench", "benchmark", "benchmarks", "doc", "docs", "docs_src"}
_READ_BY_TESTS = {"case", "cases", "data", "expected", "fixtures", "input", "inputs", "resources", "snippets"}
_DATA = {"test_data", "testdata", "test-data"}

OF_BESIDE = 0.5
"""What a definition or a file counts that stands beside the code; twice where it is what tests read."""


def beside(paths: Iterable[str], asked: QuestionWords) -> Mapping[str, int]:
    """Those of `paths` that stand beside the code, and are not what a question is about -> how many steps away."""
    about = asked.about_tests, asked.about_examples
    steps = {path: _steps(path, *about) for path in paths}
    return {path: number for path, number in steps.items() if number}


@lru_cache(maxsize=1 << 16)
def _steps(path: str, about_tests: bool, about_examples: bool) -> int:
    if is_test(path):
        return (not about_tests) + _is_data(path)
    if not _DATA.isdisjoint(path.split("/")):
        return 2
    return int((not about_examples and _is_example(path)) or _is_vendored(path))


def _is_data(path: str) -> bool:
    """Whether a file that stands with tests is what they read."""
    *folders, name = path.split("/")
    inside = folders[1 + next((place for place, each in enumerate(folders) if each == "tests"), 0) :]
    named = name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"
    return not named and not (_READ_BY_TESTS | _DATA).isdisjoint(inside)


def _is_vendored(path: str) -> bool:
    return not _VENDORED.isdisjoint(path.split("/"))


def _is_example(path: str) -> bool:
    top, inside, _ = path.partition("/")
    return bool(inside) and top in _FOLDERS
