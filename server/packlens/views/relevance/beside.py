"""Files that stand beside what a workspace makes: its tests, examples, benchmarks, documents, and code of others.

They use the words of the code that they are about, often and in long names, so they would answer most questions before
it. A definition in one counts less, unless the question is about such files.
"""

from __future__ import annotations

from collections.abc import Iterable

from packlens.views.neighbours import is_test
from packlens.views.relevance.question_words import QuestionWords

_EXAMPLES = {"demo", "demos", "example", "examples", "sample", "samples", "tutorial", "tutorials"}
_VENDORED = {"_vendor", "_vendored", "vendor", "vendored", "third_party"}
_FOLDERS = _EXAMPLES | {"bench", "benchmark", "benchmarks", "doc", "docs", "docs_src"}

OF_BESIDE = 0.5
"""What a definition or a file counts that stands beside the code."""


def beside(paths: Iterable[str], asked: QuestionWords) -> frozenset[str]:
    """Those of `paths` that stand beside the code, and are not what a question is about."""
    return frozenset(
        path
        for path in paths
        if (not asked.about_tests and is_test(path))
        or (not asked.about_examples and _is_example(path))
        or _is_vendored(path)
    )


def _is_vendored(path: str) -> bool:
    return not _VENDORED.isdisjoint(path.split("/"))


def _is_example(path: str) -> bool:
    top, inside, _ = path.partition("/")
    return bool(inside) and top in _FOLDERS
