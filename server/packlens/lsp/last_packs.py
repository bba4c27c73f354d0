"""The packs that a client was given last, so that it can ask for what changed since one by its digest alone.

They are kept in memory only, the last few of them, and end with the server.
"""

from __future__ import annotations

import re
from collections import OrderedDict

from packlens.base.errors import NotFoundError

_KEPT = 32
_DIGEST = re.compile(r"[0-9a-f]{16}(?:[0-9a-f]{48})?")
_SHORT = 16


class LastPacks:
    """Texts by the first 16 digits of the digest of the pack."""

    def __init__(self) -> None:
        self._texts: OrderedDict[str, str] = OrderedDict()

    def keep(self, digest: str, text: str) -> None:
        """A client was given this pack."""
        self._texts[digest[:_SHORT]] = text
        self._texts.move_to_end(digest[:_SHORT])
        while len(self._texts) > _KEPT:
            self._texts.popitem(last=False)

    def text(self, since: str) -> str:
        """The pack that `since` is, or that has it as its digest. Raises `NotFoundError` for one that is not kept."""
        if _DIGEST.fullmatch(since) is None:
            return since
        known = self._texts.get(since[:_SHORT])
        if known is None:
            raise NotFoundError(
                f"since {since[:_SHORT]}: no pack of this digest was given lately; give the text of the pack",
                asked=since,
            )
        return known
