"""The classes of the protocol, loaded without what no server asks of them.

The library makes some 550 classes when it is loaded, and half of the time that takes, a fifth of a second of each
start, goes into methods that compare and print them. The server does neither: positions and ranges have comparisons of
their own, which stay. To be loaded before anything else loads the library.
"""

from __future__ import annotations

from functools import partial

import attrs

_define = attrs.define
attrs.define = partial(_define, eq=False, repr=False)
try:
    from lsprotocol import types
finally:
    attrs.define = _define

__all__ = ["types"]
