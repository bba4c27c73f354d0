"""The cycle collector during an index.

An index makes very many objects and hardly any garbage. The collector would go through all of them again and
again and double the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_most_frozen = 0


@contextmanager
def resting_collector(*, freeze: bool, grown: bool = False) -> Iterator[None]:
    """Keep the cycle collector off the many objects of an index, which are no garbage.

    `freeze` leaves what exists now out of every later collection too; `grown` says that it belongs to what was frozen
    before, which is no reason to look for garbage.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if freeze:
            _freeze(grown)
        if was_enabled:
            gc.enable()


def _freeze(grown: bool) -> None:
    """Freeze what exists now; once in a while what has become garbage since it was frozen is let go before.

    A process that opens one root after another would keep every graph, and the files that it is read from, for good.
    Looking when the frozen objects have doubled costs each of them a constant, and one graph nothing.
    """
    global _most_frozen
    gc.freeze()
    if gc.get_freeze_count() > _most_frozen:
        if _most_frozen and not grown:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        _most_frozen = 2 * gc.get_freeze_count()
