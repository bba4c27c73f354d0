"""The cycle collector beside a graph.

An index makes very many objects and hardly any garbage. The collector would go through all of them again and
again and double the time. While questions are answered it stops every thread for as long as it looks.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_most_blocks = 0  # of memory, up to which there is no looking for garbage
_SELDOM = 1000  # collections of the young for one of all objects, which the interpreter has at ten


@contextmanager
def resting_collector() -> Iterator[None]:
    """Keep the cycle collector off the many objects of an index, which are no garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def collect_seldom() -> None:
    """From now on go through the old objects seldom. Nearly all garbage of an edit or a question is found young."""
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _SELDOM)


def freeze() -> None:
    """Leave what exists now, a graph that was made, out of every later collection.

    Once in a while what has become garbage since it was frozen is let go before: a process that opens one root after
    another would keep every graph, and the files that it is read from, for good. Looking when what exists has doubled
    costs each object a constant, and one graph nothing. How much exists is told by the blocks of memory, since to count
    what is frozen means to go through all of it.
    """
    gc.freeze()
    if sys.getallocatedblocks() > _most_blocks:
        if _most_blocks:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        _allow_twice()


def freeze_more() -> None:
    """The same for what has come to the graph that was frozen last, which is no reason to look for garbage."""
    gc.freeze()
    if sys.getallocatedblocks() > _most_blocks:
        _allow_twice()


def _allow_twice() -> None:
    global _most_blocks
    _most_blocks = 2 * sys.getallocatedblocks()
