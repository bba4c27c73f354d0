"""The collector rests during an index, and a process that makes many graphs keeps no more than a few dead ones."""

from __future__ import annotations

import subprocess
import sys

_MANY = """
import gc, weakref
from packlens.base.collector import freeze, resting_collector

class Graph:
    def __init__(self):
        self.parts = [[self] for _ in range(50_000)]

alive = set()
for number in range(30):
    with resting_collector():
        assert not gc.isenabled()
        graph = Graph()
        freeze()
    assert gc.isenabled()
    weakref.finalize(graph, alive.discard, number)
    alive.add(number)
print(max(alive), len(alive) < 10)
"""


def test_graphs_that_nobody_holds_are_let_go_though_they_were_frozen() -> None:
    """In a process of its own: what is frozen here is every other test's too."""
    ran = subprocess.run([sys.executable, "-c", _MANY], capture_output=True, text=True, check=True)
    assert ran.stdout == "29 True\n"


_SELDOM = """
import gc
from packlens.base.collector import collect_seldom

before = gc.get_threshold()
collect_seldom()
print(gc.get_threshold()[:2] == before[:2], gc.get_threshold()[2] > 50 * before[2])
"""


def test_all_objects_are_gone_through_seldom_where_that_is_asked_for() -> None:
    ran = subprocess.run([sys.executable, "-c", _SELDOM], capture_output=True, text=True, check=True)
    assert ran.stdout == "True True\n"
