"""What Jedi's answers have changed since a text last did.

An answer may change what its scope uses, who uses what it found, and what is still open; texts and symbols stay as they
are. So what was worked out of one generation holds in a later one of the same texts, unless answers that came meanwhile
have touched what it rests on. What that is has keys: ids of symbols, for edges out of and into them and open calls
inside; and simple names, for calls of which nothing is known but the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from packlens.graph.shard import Shard
from packlens.symbols.symbol import path_of, simple_name
from packlens.symbols.table import whole


@dataclass(frozen=True, slots=True)
class RestsOn:
    """What something that was worked out rests on, beside texts.

    keys        ids and simple names
    open_calls  whether it counts how many calls there are still open, and not only edges
    every_edge  whether any edge may count
    walked      more keys, of which edges alone count
    """

    keys: tuple[str, ...]
    open_calls: bool = True
    every_edge: bool = False
    walked: tuple[str, ...] = ()

    @classmethod
    def on(cls, symbol: str, *, every_edge: bool = False, walked: Iterable[str] = ()) -> RestsOn:
        """On one symbol and its name; and on who uses the symbols that were `walked` over."""
        more = {key for each in walked for key in (each, simple_name(each))}
        return cls((symbol, simple_name(symbol)), every_edge=every_edge, walked=tuple(more))


@dataclass(frozen=True, slots=True)
class Touched:
    """Of one generation, by the number of the last one in which an answer touched something.

    generation  its own number
    since       the generation in which a text last changed, or the last open call was settled
    edges       key -> when edges changed, or calls of which nothing was known were settled
    open_calls  key -> when calls ceased to be open
    every_edge  when any edge changed
    """

    generation: int
    since: int
    edges: Mapping[str, int]
    open_calls: Mapping[str, int]
    every_edge: int

    @classmethod
    def all_in(cls, generation: int) -> Touched:
        """Of a generation before which nothing holds: a text has made it, or the answer to the last open call."""
        return cls(generation, generation, {}, {}, generation)

    def after(self, scopes: Iterable[str], before: Mapping[str, Shard], now: Mapping[str, Shard]) -> Touched:
        """Of the next generation, in which there are answers about these scopes."""
        number = self.generation + 1
        edges, open_calls, every_edge = dict(self.edges), dict(self.open_calls), self.every_edge
        for scope in scopes:
            path = path_of(scope)
            shard = before[path]
            static = shard.static[scope]
            open_sites = frozenset(shard.open.get(scope, ()))
            keys = {whole(scope), *(name for _, name, _ in static.unsettled)}
            keys.update(simple_name(row.target) for row in static.edges if row.site in open_sites)
            open_calls.update(dict.fromkeys(keys, number))
            first, second = shard.rows[scope], now[path].rows[scope]
            if first != second:
                every_edge = number
                settled = set(first.unsettled) ^ set(second.unsettled)
                keys = {whole(scope), *(name for _, name, _ in settled)}
                keys.update(row.target for row in set(first.edges) ^ set(second.edges))
                edges.update(dict.fromkeys(keys, number))
        return Touched(number, self.since, edges, open_calls, every_edge)

    def spares(self, rests_on: RestsOn, generation: int) -> bool:
        """Whether what was worked out of that generation still holds in this one."""
        if not self.since <= generation <= self.generation:
            return False
        if self.every_edge > generation and (
            rests_on.every_edge or any(self.edges.get(key, 0) > generation for key in rests_on.walked)
        ):
            return False
        ways = (self.edges, self.open_calls) if rests_on.open_calls else (self.edges,)
        return all(way.get(key, 0) <= generation for way in ways for key in rests_on.keys)
