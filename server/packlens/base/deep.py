"""Threads with room to recurse.

Source code nests as deep as its author likes (a chain of ten thousand `+` is one expression of that
depth), and both the parser's trees and the walks over them are recursive. On the stack a thread gets by
default such a file would end the process, so everything that parses or walks runs in a thread made here: a
stack of `STACK_BYTES`, and for as long as such a thread is at work a recursion limit of `RECURSION_LIMIT`,
the number of frames that stack is sure to hold. The limit belongs to the whole process; it is given back
when the last one rests.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

STACK_BYTES = 256 * 1024 * 1024
RECURSION_LIMIT = 200_000
_SMALLER_STACK_BYTES = 32 * 1024 * 1024
_POLL_SECONDS = 0.1

Answer = TypeVar("Answer")

_creating = threading.Lock()
_counting = threading.Lock()
_here = threading.local()
_at_work = 0
_usual_limit = 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise the recursion limit while the block runs.

    Calls from Python to Python need no machine stack; what recurses through C does, and belongs in a thread of
    `start_deep`.
    """
    global _at_work, _usual_limit
    with _counting:
        if _at_work == 0:
            _usual_limit = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_usual_limit, RECURSION_LIMIT))
        _at_work += 1
    try:
        yield
    finally:
        with _counting:
            _at_work -= 1
            if _at_work == 0:
                sys.setrecursionlimit(_usual_limit)


def start_deep(target: Callable[[], None], name: str) -> threading.Thread:
    """Start a daemon thread with a large stack. It raises the limit itself, by `deep_recursion`."""

    def body() -> None:
        _here.deep = True
        target()

    with _creating:
        before = threading.stack_size()
        try:
            threading.stack_size(STACK_BYTES)
        except ValueError:
            threading.stack_size(_SMALLER_STACK_BYTES)
        try:
            thread = threading.Thread(target=body, name=name, daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


def run_deep(function: Callable[[], Answer]) -> Answer:
    """What `function` returns or raises, run with room to recurse.

    Waits in short steps, so that Ctrl-C reaches the waiting thread on every system.
    """
    if getattr(_here, "deep", False):
        with deep_recursion():
            return function()
    answers: list[Answer] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def body() -> None:
        try:
            with deep_recursion():
                answers.append(function())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    start_deep(body, "packlens-question")
    while not done.wait(_POLL_SECONDS):
        pass
    if errors:
        raise errors[0]
    return answers[0]
