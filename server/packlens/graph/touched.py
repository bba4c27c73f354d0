"""What Jedi's answers have changed since a text last did.

An answer may change what its scope uses, who uses what it found, and what is still open; texts and symbols stay as they
are. So what was worked out of one generation holds in a later one of the same texts, unless answers that came meanwhile
have touched what it rests on.
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

    symbols     ids of those whose edges, in and out, and whose open calls count
    names       simple names: the open calls of something of such a name count
    every_edge  whether the edges and open calls of any symbol may count
    """

    symbols: tuple[str, ...]
    names: tuple[str, ...]
    every_edge: bool = False

    @classmethod
    def of(cls, symbols: Iterable[str], *, every_edge: bool = False) -> RestsOn:
        """These symbols and their names."""
        ids = tuple(dict.fromkeys(symbols))
        return cls(ids, tuple(dict.fromkeys(map(simple_name, ids))), every_edge)


@dataclass(frozen=True, slots=True)
class Touched:
    """Of one generation, by the number of the last one in which an answer touched something.

    generation  its own number
    since       the generation in which a text last changed
    symbols     id -> when its edges or its open calls changed
    names       simple name -> when open calls of something of that name changed
    edges       when any edge changed, or a call ceased to be one of which nothing is known
    """

    generation: int
    since: int
    symbols: Mapping[str, int]
    names: Mapping[str, int]
    edges: int

    @classmethod
    def by_text(cls, generation: int) -> Touched:
        """Of a generation that a text has made: nothing before it holds."""
        return cls(generation, generation, {}, {}, generation)

    def after(
        self,
        generation: int,
        scopes: Mapping[str, Iterable[str]],
        before: Mapping[str, Shard],
        now: Mapping[str, Shard],
    ) -> Touched:
        """Of the next generation, in which there are answers about these scopes, by path."""
        symbols, names, edges = dict(self.symbols), dict(self.names), self.edges
        for scope in (scope for answered in scopes.values() for scope in answered):
            path = path_of(scope)
            symbols[whole(scope)] = generation
            shard = before[path]
            open_sites = frozenset(shard.open.get(scope, ()))
            static = shard.static[scope]
            names.update({name: generation for _, name, _ in static.unsettled})
            names.update(
                {simple_name(row.target): generation for row in static.edges if row.site in open_sites}
            )
            first, second = shard.rows[scope], now[path].rows[scope]
            if first != second:
                edges = generation
                symbols.update({row.target: generation for row in set(first.edges) ^ set(second.edges)})
        return Touched(generation, self.since, symbols, names, edges)

    def spares(self, rests_on: RestsOn, generation: int) -> bool:
        """Whether what was worked out of that generation still holds in this one."""
        if not self.since <= generation <= self.generation or (
            rests_on.every_edge and self.edges > generation
        ):
            return False
        symbols, names = self.symbols, self.names
        return all(symbols.get(symbol, 0) <= generation for symbol in rests_on.symbols) and all(
            names.get(name, 0) <= generation for name in rests_on.names
        )
