"""One file's share of the graph: what its scopes use, with positions made on demand.

Rows are those of static resolution, with Jedi's answers merged into them where there are any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from packlens.graph.settled import Settled
from packlens.resolve.edge import Edge, EdgeKind, Resolver, Through
from packlens.resolve.merge import Asks, merge, open_sites
from packlens.resolve.static.rows import Row, Rows
from packlens.symbols.symbol import MODULE_QUALNAME, simple_name
from packlens.symbols.table import FileTable, whole

NONE_SETTLED: Mapping[str, Settled] = {}


class Shard:
    """The rows of one file's scopes. Immutable; rows are shared from one generation to the next.

    static   scope id -> what static resolution says the scope uses; the module's top level is under its symbol id
    settled  scope id -> what Jedi said of it
    rows     both together: what is shown
    asks     which calls Jedi is asked about
    """

    def __init__(
        self,
        table: FileTable,
        static: Mapping[str, Rows],
        settled: Mapping[str, Settled] = NONE_SETTLED,
        before: Shard | None = None,
        *,
        asks: Asks = Asks.NOTHING,
    ) -> None:
        self.table = table
        self.static = static
        self.settled = settled
        self.asks = asks
        self.rows = self._merged(before) if settled else static
        self.signatures: dict[str, str] = {}  # those asked for so far
        self._by_target: dict[str, dict[str, tuple[Row, ...]]] = {}  # likewise, by scope

    def _merged(self, before: Shard | None) -> Mapping[str, Rows]:
        """Static rows and answers together; those of `before` where neither has changed."""
        rows = dict(self.static)
        for scope, answer in self.settled.items():
            static = rows[scope]
            known = before.settled.get(scope) if before is not None else None
            if (
                before is not None
                and known is not None
                and known.found is answer.found
                and known.outside is answer.outside
                and before.static[scope] is static
            ):
                rows[scope] = before.rows[scope]
            else:
                rows[scope] = merge(static, answer.found, answer.outside)
        return rows

    @cached_property
    def open(self) -> dict[str, tuple[int, ...]]:
        """Scope id -> numbers of the sites that Jedi is asked about, for scopes that have any."""
        if self.asks is Asks.NOTHING:
            return {}
        sites = ((scope, open_sites(rows, self.asks)) for scope, rows in self.static.items())
        return {scope: numbers for scope, numbers in sites if numbers}

    @cached_property
    def pending(self) -> dict[str, tuple[int, ...]]:
        """Those of `open` for which there is no answer that still holds."""
        if not self.open:
            return {}
        settled = self.settled
        return {
            scope: numbers
            for scope, numbers in self.open.items()
            if (answer := settled.get(scope)) is None or answer.stale
        }

    @cached_property
    def pending_names(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """Simple name -> (scope, site) of the pending sites that call something of that name, as far as is known."""
        called: dict[str, dict[tuple[str, int], None]] = {}
        for scope, numbers in self.pending.items():
            for site, name, _ in self.static[scope].unsettled:
                called.setdefault(name, {})[scope, site] = None
            wanted = frozenset(numbers)
            for row in self.static[scope].edges:
                if row.site in wanted and row.kind is EdgeKind.CALLS:
                    called.setdefault(simple_name(row.target), {})[scope, row.site] = None
        return {name: tuple(sites) for name, sites in called.items()}

    @property
    def pending_count(self) -> int:
        """How many sites are pending."""
        return sum(len(numbers) for numbers in self.pending.values())

    @property
    def timed_out(self) -> int:
        """How many sites Jedi gave no answer for in time."""
        return sum(len(answer.timed_out) for answer in self.settled.values())

    @cached_property
    def scopes_of(self) -> dict[str, tuple[str, ...]]:
        """Symbol id -> ids of the scopes written for it."""
        parts: dict[str, tuple[str, ...]] = {}
        for scope in self.rows:
            symbol = whole(scope)
            parts[symbol] = (*parts.get(symbol, ()), scope)
        return parts

    def targets(self, scope: str) -> frozenset[str]:
        """Ids of the symbols that a scope uses."""
        return frozenset(row.target for row in self.rows[scope].edges)

    def uses(self, scope: str, target: str) -> tuple[Row, ...]:
        """The rows by which a scope uses a symbol."""
        known = self._by_target.get(scope)
        if known is None:
            grouped: dict[str, list[Row]] = {}
            for row in self.rows[scope].edges:
                grouped.setdefault(row.target, []).append(row)
            known = self._by_target[scope] = {name: tuple(rows) for name, rows in grouped.items()}
        return known.get(target, ())

    def edges(self, symbol: str, target: str | None = None) -> Iterator[Edge]:
        """Edges out of a symbol, all or those to one target, unsorted."""
        for scope in self.scopes_of.get(symbol, ()):
            for row in self.rows[scope].edges:
                if target is None or row.target == target:
                    line, column = self.position(scope, row)
                    yield Edge(
                        symbol,
                        row.target,
                        row.kind,
                        row.confidence,
                        row.resolver,
                        row.through,
                        line,
                        column,
                    )

    def bases(self, symbol: str) -> frozenset[str]:
        """Ids of the classes that a class extends."""
        return frozenset(
            row.target
            for scope in self.scopes_of.get(symbol, ())
            for row in self.rows[scope].edges
            if row.kind is EdgeKind.EXTENDS
        )

    def position(self, scope: str, row: Row) -> tuple[int, int]:
        """(line, column) of a row's site."""
        return self.site(scope, row.site)

    def site(self, scope: str, number: int) -> tuple[int, int]:
        """(line, column) of a site of a scope; of its name for the number -1."""
        table = self.table
        if scope.endswith(MODULE_QUALNAME):
            for top, before in zip(table.blocks, table.first_lines, strict=True):
                positions = top.facts.positions[0]
                count = len(positions) // 2
                if number < count:
                    return positions[2 * number] + before, positions[2 * number + 1]
                number -= count
            return 1, 0
        if number < 0:
            symbol = table.by_id.get(whole(scope))
            return (symbol.name_line, symbol.name_column) if symbol is not None else (1, 0)
        block, index = table.places[scope]
        return table.site_position(block, index, number)

    @cached_property
    def unsettled(self) -> dict[str, tuple[tuple[str, int, bool], ...]]:
        """Name -> (scope, site, whether an attribute) of the calls that nothing is known of."""
        names: dict[str, list[tuple[str, int, bool]]] = {}
        for scope, rows in self.rows.items():
            for site, name, is_attribute in rows.unsettled:
                names.setdefault(name, []).append((scope, site, is_attribute))
        return {name: tuple(sites) for name, sites in names.items()}

    @cached_property
    def beyond(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """Target -> (scope, site) of calls that may reach it as one overrider among many."""
        targets: dict[str, list[tuple[str, int]]] = {}
        for scope, rows in self.rows.items():
            for site, target in rows.beyond:
                targets.setdefault(target, []).append((scope, site))
        return {target: tuple(sites) for target, sites in targets.items()}

    @cached_property
    def edge_count(self) -> int:
        """How many edges leave the file's symbols."""
        return sum(len(rows.edges) for rows in self.rows.values())

    @cached_property
    def unsettled_count(self) -> int:
        """How many calls nothing is known of."""
        return sum(len(rows.unsettled) for rows in self.rows.values())

    @cached_property
    def kinds(self) -> dict[tuple[EdgeKind, float, Through, Resolver], int]:
        """Number of edges by (kind, confidence, through, resolver)."""
        counts: dict[tuple[EdgeKind, float, Through, Resolver], int] = {}
        for rows in self.rows.values():
            for row in rows.edges:
                key = (row.kind, row.confidence, row.through, row.resolver)
                counts[key] = counts.get(key, 0) + 1
        return counts
