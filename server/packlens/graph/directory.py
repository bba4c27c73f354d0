"""Which files say a name: what a question of the whole workspace looks at instead of every shard.

A file says the names of its symbols, the names it calls without anything being known of the call, the overriders that
it may call, and the names at its pending sites. What was kept between runs is looked up; the files that have changed
since are looked at. What one generation has worked out is good for the next ones, but for the files that differ there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple, Protocol

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

_MOST_OTHERS = 64  # files that are looked at one by one; for more a table is made anew

Table = dict[str, tuple[Shard, ...]]
"""Name -> the files that say it."""


class _Earlier(NamedTuple):
    """A table of an earlier generation.

    gone   the files of that generation that are others now, or no more; `None` for one that came since
    """

    table: Table
    gone: dict[str, Shard | None]


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
        self._fresh: dict[Says, Table] = {}
        self._earlier: dict[Says, _Earlier] = {}

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
        others = {path: None if path in self._unchanged else self._shards.get(path) for path in changed}
        later = Directory(shards, self._kept, self._unchanged.difference(others))
        for what in Says:
            table, earlier = self._fresh.get(what), self._earlier.get(what)
            if table is not None:
                later._earlier[what] = _Earlier(table, others)
            elif earlier is not None:
                later._earlier[what] = _Earlier(earlier.table, others | earlier.gone)
        later._earlier = {
            what: earlier for what, earlier in later._earlier.items() if len(earlier.gone) <= _MOST_OTHERS
        }
        return later

    def _said(self, what: Says) -> Table:
        """What is said by the files that nobody else knows of."""
        known = self._fresh.get(what)
        if known is None:
            earlier = self._earlier.get(what)
            known = self._fresh[what] = self._made(what) if earlier is None else self._mended(what, earlier)
            self._earlier.pop(what, None)
        return known

    def _made(self, what: Says) -> Table:
        said: dict[str, list[Shard]] = {}
        for path, shard in self._shards.items():
            if path not in self._unchanged:
                for name in names_in(shard, what):
                    said.setdefault(name, []).append(shard)
        return {name: tuple(shards) for name, shards in said.items()}

    def _mended(self, what: Says, earlier: _Earlier) -> Table:
        table = dict(earlier.table)
        for path, before in earlier.gone.items():
            now = self._shards.get(path)
            names = set(names_in(now, what)) if now is not None else set()
            for name in names.union(names_in(before, what)) if before is not None else names:
                said = [shard for shard in table.get(name, ()) if shard is not before]
                if now is not None and name in names:
                    said.append(now)
                if said:
                    table[name] = tuple(said)
                else:
                    table.pop(name, None)
        return table


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
