"""Room to recurse, and only where it was asked for.

The limit belongs to the whole process, and a workspace of another test may still be at work in this one: what
is said of the limit is asked of a process of its own.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import threading

import pytest

from packlens.base.deep import run_deep

_LIMITS = """
import sys, threading
from packlens.base.deep import RECURSION_LIMIT, run_deep

def depth(levels):
    return 0 if levels == 0 else 1 + depth(levels - 1)

usual = sys.getrecursionlimit()
try:
    depth(50_000)
except RecursionError:
    print("a usual thread ends")
print("inside", run_deep(sys.getrecursionlimit) >= RECURSION_LIMIT, run_deep(lambda: depth(50_000)))
print("afterwards", sys.getrecursionlimit() == usual, threading.stack_size())

threads = [threading.Thread(target=lambda: run_deep(lambda: depth(20_000))) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("after many", sys.getrecursionlimit() == usual)
"""


def test_there_is_room_inside_and_the_usual_limit_rules_again_afterwards() -> None:
    ran = subprocess.run([sys.executable, "-c", _LIMITS], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [
        "a usual thread ends",
        "inside True 50000",
        "afterwards True 0",
        "after many True",
    ]


def test_an_expression_of_thousands_of_terms_is_parsed_and_walked() -> None:
    def count() -> int:
        return sum(1 for _ in ast.walk(ast.parse("x = 1" + " + 1" * 5_000)))

    assert run_deep(count) > 10_000


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
