"""The cycle collector during an index.

An index makes very many objects and hardly any garbage. The collector would go through all of them again and
again and double the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def resting_collector(*, freeze: bool) -> Iterator[None]:
    """Keep the cycle collector off the many objects of an index, which are no garbage.

    `freeze` leaves what exists now out of every later collection too.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if freeze:
            gc.freeze()
        if was_enabled:
            gc.enable()
