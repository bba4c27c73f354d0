"""Who uses a symbol, and what it uses, as far as the graph has settled it.

A row is one site. With more than one hop, the sites of the nearest hop come first; a symbol is entered
once, at its smallest distance, so cycles end. Sites that no resolver settled are listed apart, never among
the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from packlens.base.counted import counted
from packlens.base.errors import UsageError
from packlens.graph.possible import possible_callees, possible_callers
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Edge, EdgeKind, Possible
from packlens.symbols.symbol import Symbol, path_of, qualname_of
from packlens.views.json_text import json_text
from packlens.views.possible import PossibleUse
from packlens.views.redact import Redactor, visible
from packlens.views.targets import Target, resolve_target

_SCHEMA = "packlens.callers/1"
_SHOWN_CHARACTERS = 200
_USES = frozenset({EdgeKind.CALLS, EdgeKind.REFERENCES, EdgeKind.EXTENDS, EdgeKind.DECORATES, EdgeKind.TESTS})
"""The edges that are uses. An import alone uses nothing, and an overrider does not use what it overrides."""


@dataclass(frozen=True, slots=True)
class Site:
    """One place where the caller uses the callee; `symbol` is the one of the two that was asked for.

    depth   hops from the target
    toward  id of the other one of the two, one hop nearer to the target
    source_line  the text of the line, without secrets
    """

    symbol: Symbol
    edge: Edge
    depth: int
    toward: str
    source_line: str


@dataclass(frozen=True, slots=True)
class Part:
    """Which rows of a longer answer are held: sites first, then possible uses.

    first      how many rows stand before them
    rows       how many there are in all
    symbols    how many symbols are at the other end of all sites
    possible   how many possible uses there are
    """

    first: int
    rows: int
    symbols: int
    possible: int


@dataclass(frozen=True, slots=True)
class Callers:
    """The answer for callers, or for callees when `forwards`.

    open_sites   (scope, site) of the sites that could still change it
    part         which rows are held, when not all are
    """

    target: Target
    symbols: tuple[Symbol, ...]
    forwards: bool
    depth: int
    sites: tuple[Site, ...]
    possible: tuple[PossibleUse, ...]
    open_sites: frozenset[tuple[str, int]] = frozenset()
    part: Part | None = None

    @property
    def pending(self) -> int:
        """How many sites could still change the answer."""
        return len(self.open_sites)


def callers(snapshot: Snapshot, target: Target | str, depth: int = 1) -> Callers:
    """The sites that use `target`, `depth` hops far."""
    return _answer(snapshot, target, depth, forwards=False)


def callees(snapshot: Snapshot, target: Target | str, depth: int = 1) -> Callers:
    """The sites at which `target` uses something of the workspace, `depth` hops far."""
    return _answer(snapshot, target, depth, forwards=True)


def places(snapshot: Snapshot, target: str, *, forwards: bool) -> list[tuple[Symbol, Edge]]:
    """Where `target` is used, or uses something when `forwards`, one hop far: the symbol at the other end, the edge.

    These are the sites of `callers` and `callees` for who shows no text: no file is read through for secrets.
    """
    found = _uses(snapshot, resolve_target(snapshot, target).ids, forwards)
    ends = [(snapshot.symbol(edge.target if forwards else edge.source), edge) for edge, _ in found]
    return [(symbol, edge) for symbol, edge in ends if symbol is not None]


def rows_of(answer: Callers, first: int, limit: int) -> Callers:
    """`answer` with at most `limit` of its rows, from the one numbered `first` (from 0)."""
    sites, possible = answer.sites, answer.possible
    rows = len(sites) + len(possible)
    if first == 0 and rows <= limit:
        return answer
    start, end = max(0, first - len(sites)), max(0, first + limit - len(sites))
    return replace(
        answer,
        sites=sites[first : first + limit],
        possible=possible[start:end],
        part=Part(first, rows, len({site.symbol.id for site in sites}), len(possible)),
    )


def count_callers(snapshot: Snapshot, identifier: str) -> int:
    """How many symbols use `identifier`."""
    return len({edge.source for edge in snapshot.incoming(identifier) if edge.kind in _USES})


def to_json(answer: Callers) -> str:
    """`packlens.callers/1`. Rows have `depth` and `toward` only when more than one hop was asked for."""
    symbol = answer.symbols[0]
    target: dict[str, Any] = {
        "id": symbol.id,
        "path": symbol.path,
        "qualname": symbol.qualname,
        "kind": symbol.kind.value,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
    }
    if len(answer.symbols) > 1:
        target["ids"] = [each.id for each in answer.symbols]
    return json_text(
        {
            "schema": _SCHEMA,
            "target": target,
            "callees" if answer.forwards else "callers": [
                _row(site, with_depth=answer.depth > 1) for site in answer.sites
            ],
            "possible": [
                {"id": use.id, "path": use.path, "line": use.line, "name": use.name}
                for use in answer.possible
            ],
            "pending": answer.pending,
        }
    )


def to_text(answer: Callers) -> str:
    """The sites by symbol, each with its line of source; then what is only possible."""
    what = "callee" if answer.forwards else "caller"
    names = ", ".join(visible(symbol.id) for symbol in answer.symbols)
    part = answer.part
    count = len({site.symbol.id for site in answer.sites}) if part is None else part.symbols
    lines = [f"{names}: {counted(count, what) if count else f'no {what}s'}"]
    by_symbol: dict[tuple[int, str], list[Site]] = {}
    for site in answer.sites:
        by_symbol.setdefault((site.depth, site.symbol.id), []).append(site)
    for (depth, identifier), sites in by_symbol.items():
        lines.append(f"{'  ' * depth}{visible(identifier)}")
        lines.extend(f"{'  ' * depth}  {_site_line(site, answer.forwards)}" for site in sites)
    if answer.possible:
        lines.append(f"possible, not settled: {len(answer.possible) if part is None else part.possible}")
        lines.extend(
            f"  {visible(use.path)}:{use.line} {visible(use.name)} ({visible(qualname_of(use.id))})"
            for use in answer.possible
        )
    if answer.pending:
        lines.append(f"pending: {counted(answer.pending, 'site')}")
    if part is not None:
        last = part.first + len(answer.sites) + len(answer.possible)
        lines.append(f"rows {part.first + 1}-{last} of {part.rows}")
    return "\n".join(lines) + "\n"


def _site_line(site: Site, forwards: bool) -> str:
    edge = site.edge
    notes = f"{edge.kind.value} {edge.confidence}"
    if edge.through.value != "direct":
        notes += f" {edge.through.value}"
    at = f"{visible(path_of(edge.source))}:{edge.line}" if forwards else f"{edge.line}"
    return f"{at}: {_shortened(site.source_line.strip())}  [{notes}]"


def _shortened(line: str) -> str:
    """A line without what nobody reads: generated code has lines of a megabyte."""
    return line if len(line) <= _SHOWN_CHARACTERS else f"{line[:_SHOWN_CHARACTERS]}…"


def _answer(snapshot: Snapshot, asked: Target | str, depth: int, *, forwards: bool) -> Callers:
    if depth < 1:
        raise UsageError(f"depth {depth}: must be at least 1")
    target = resolve_target(snapshot, asked) if isinstance(asked, str) else asked
    symbols = tuple(symbol for identifier in target.ids if (symbol := snapshot.symbol(identifier)))
    seen = set(target.ids)
    frontier = list(target.ids)
    redactor = Redactor()
    sites: list[Site] = []
    for distance in range(1, depth + 1):
        if not frontier:
            break
        found = _uses(snapshot, frontier, forwards)
        frontier = []
        for edge, toward in found:
            other = edge.target if forwards else edge.source
            symbol = snapshot.symbol(other)
            if symbol is None:
                continue
            document = snapshot.documents[path_of(edge.source)]
            line = redactor.lines(document, edge.line, edge.line)
            sites.append(Site(symbol, edge, distance, toward, line))
            if other not in seen:
                seen.add(other)
                frontier.append(other)
    reached = seen if depth > 1 else set(target.ids)
    open_sites = snapshot.pending_for(reached, inside=forwards, naming=not forwards)
    return Callers(
        target, symbols, forwards, depth, tuple(sites), _possible(snapshot, target, forwards), open_sites
    )


def _uses(snapshot: Snapshot, identifiers: Iterable[str], forwards: bool) -> list[tuple[Edge, str]]:
    """(edge, the one asked for) of each use one hop away, by place."""
    found = [
        (edge, identifier)
        for identifier in identifiers
        for edge in (snapshot.outgoing(identifier) if forwards else snapshot.incoming(identifier))
        if edge.kind in _USES
    ]
    found.sort(key=lambda pair: _order(pair[0], forwards))
    return found


def _order(edge: Edge, forwards: bool) -> tuple[str, int, int, str, str]:
    return path_of(edge.source), edge.line, edge.column, edge.target if forwards else edge.source, edge.kind


def _possible(snapshot: Snapshot, target: Target, forwards: bool) -> tuple[PossibleUse, ...]:
    found: set[PossibleUse] = set()
    for identifier in target.ids:
        uses: tuple[Possible, ...] = (
            possible_callees(snapshot, identifier) if forwards else possible_callers(snapshot, identifier)
        )
        for use in uses:
            other = use.target if forwards else use.source
            found.add(PossibleUse(other, path_of(use.source), use.line, use.name))
    return tuple(sorted(found, key=lambda use: (use.path, use.line, use.name, use.id)))


def _row(site: Site, *, with_depth: bool) -> dict[str, Any]:
    edge, symbol = site.edge, site.symbol
    row: dict[str, Any] = {
        "id": symbol.id,
        "path": symbol.path,
        "qualname": symbol.qualname,
        "kind": symbol.kind.value,
        "line": edge.line,
        "column": edge.column,
        "edge": edge.kind.value,
        "confidence": edge.confidence,
        "resolver": edge.resolver.value,
        "through": edge.through.value,
    }
    if with_depth:
        row |= {"depth": site.depth, "toward": site.toward}
    return row
