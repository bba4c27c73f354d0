"""Room to recurse, and only where it was asked for."""

from __future__ import annotations

import ast
import sys
import threading

import pytest

from packlens.base.deep import RECURSION_LIMIT, run_deep


def _depth(levels: int) -> int:
    return 0 if levels == 0 else 1 + _depth(levels - 1)


def test_recursion_that_ends_a_usual_thread_is_fine() -> None:
    with pytest.raises(RecursionError):
        _depth(50_000)

    assert run_deep(lambda: _depth(50_000)) == 50_000


def test_an_expression_of_thousands_of_terms_is_parsed_and_walked() -> None:
    def count() -> int:
        return sum(1 for _ in ast.walk(ast.parse("x = 1" + " + 1" * 5_000)))

    assert run_deep(count) > 10_000


def test_the_usual_limit_rules_again_afterwards() -> None:
    before = sys.getrecursionlimit()

    assert run_deep(sys.getrecursionlimit) >= RECURSION_LIMIT
    assert sys.getrecursionlimit() == before
    assert threading.stack_size() == 0


def test_what_is_raised_inside_is_raised_outside() -> None:
    def fail() -> None:
        raise ValueError("inside")

    with pytest.raises(ValueError, match="inside"):
        run_deep(fail)


def test_a_deep_question_may_ask_another_in_its_own_thread() -> None:
    def outer() -> tuple[str, str]:
        return threading.current_thread().name, run_deep(lambda: threading.current_thread().name)

    outside, inside = run_deep(outer)
    assert outside == inside


def test_many_at_once_give_the_limit_back_once() -> None:
    before = sys.getrecursionlimit()
    threads = [threading.Thread(target=lambda: run_deep(lambda: _depth(20_000))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sys.getrecursionlimit() == before
