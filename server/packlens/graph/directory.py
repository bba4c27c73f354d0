"""Which files say a name: what a question of the whole workspace looks at instead of every shard.

A file says the names of its symbols, the names it calls without anything being known of the call, the overriders that
it may call, and the names at its pending sites. What was kept between runs is looked up; the files that have changed
since are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Protocol

from packlens.graph.shard import Shard
from packlens.resolve.static.mentions import mentioned_in


class Says(IntEnum):
    """How a file says a name."""

    NAMED = 0
    UNSETTLED = 1
    BEYOND = 2
    PENDING = 3
    MENTIONED = 4  # an attribute or special method; asked of what was kept alone


ANYTHING = ""
"""Said as `PENDING` by every file that has a pending site."""


class Lookup(Protocol):
    """What was kept of an earlier generation's directory."""

    def saying(self, what: Says, name: str) -> Iterable[str]:
        """Paths of the files that may say a name; all that do are among them."""
        ...


class Directory:
    """Of one generation.

    kept       knows what the files of `unchanged` say
    """

    def __init__(
        self,
        shards: Mapping[str, Shard],
        kept: Lookup | None = None,
        unchanged: frozenset[str] = frozenset(),
    ) -> None:
        self._shards = shards
        self._kept = kept
        self._unchanged = unchanged
        self._fresh: dict[Says, dict[str, list[Shard]]] = {}

    def saying(self, what: Says, name: str) -> list[Shard]:
        """The files that say a name, and perhaps some that do not, each once."""
        found = list(self._said(what).get(name, ()))
        if self._kept is not None:
            paths = dict.fromkeys(self._kept.saying(what, name))
            found.extend(self._shards[path] for path in paths if path in self._unchanged)
        return found

    def warm(self) -> None:
        """Work out now what is worked out once."""
        for what in (Says.NAMED, Says.UNSETTLED, Says.BEYOND, Says.PENDING):
            self._said(what)

    def after(self, shards: Mapping[str, Shard], changed: Iterable[str]) -> Directory:
        """That of a later generation with these shards, of which those of `changed` are others."""
        if self._kept is None:
            return Directory(shards)
        return Directory(shards, self._kept, self._unchanged.difference(changed))

    def _said(self, what: Says) -> dict[str, list[Shard]]:
        """Name -> the files that say it, of those that nobody else knows of."""
        known = self._fresh.get(what)
        if known is None:
            known = {}
            for path, shard in self._shards.items():
                if path not in self._unchanged:
                    for name in names_in(shard, what):
                        known.setdefault(name, []).append(shard)
            self._fresh[what] = known
        return known


def names_in(shard: Shard, what: Says) -> Iterator[str]:
    """The names that a file says in one way."""
    if what is Says.NAMED:
        yield from shard.table.by_name
    elif what is Says.UNSETTLED:
        yield from shard.unsettled
    elif what is Says.BEYOND:
        yield from shard.beyond
    elif what is Says.MENTIONED:
        yield from mentioned_in(shard.table)
    elif shard.pending:
        yield ANYTHING
        yield from shard.pending_names
