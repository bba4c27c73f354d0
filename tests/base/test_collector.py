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
