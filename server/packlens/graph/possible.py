"""What is only possible: calls of which nothing is known but the name, and what they could mean.

It depends on every file, since another symbol of the name makes each of them less likely. So it is worked out when it
is asked for, and never kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from packlens.graph.directory import Says
from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Possible
from packlens.symbols.symbol import SymbolKind, path_of
from packlens.symbols.table import whole

_ONE_CANDIDATE = 0.5
_MANY_CANDIDATES = 0.3
_BEYOND = _MANY_CANDIDATES / 10  # one overrider among too many
_MEMBERS = frozenset({SymbolKind.METHOD, SymbolKind.PROPERTY})
_CALLED_BY_NAME = frozenset({SymbolKind.FUNCTION, SymbolKind.CLASS})


def possible_callers(snapshot: Snapshot, identifier: str) -> tuple[Possible, ...]:
    """Calls that could mean this symbol and that nothing settles, by source and position."""
    symbol = snapshot.symbol(identifier)
    if symbol is None:
        return ()
    name = symbol.name
    rows: list[Possible] = []
    is_member = symbol.kind in _MEMBERS
    if is_member or symbol.kind in _CALLED_BY_NAME:
        holders = snapshot.directory.saying(Says.UNSETTLED, name)
        if holders:
            confidence = _confidence(sum(1 for _ in _candidates(snapshot, name, is_member)))
            for shard in holders:
                for scope, site, is_attribute in shard.unsettled.get(name, ()):
                    if is_attribute is is_member:
                        rows.append(_possible(shard, scope, site, identifier, name, confidence))
    for shard in snapshot.directory.saying(Says.BEYOND, identifier):
        for scope, site in shard.beyond.get(identifier, ()):
            rows.append(_possible(shard, scope, site, identifier, name, _BEYOND))
    return tuple(sorted(rows, key=_by_place))


def sole_callers(snapshot: Snapshot, identifier: str) -> Iterator[tuple[str, int]]:
    """(scope, site) of the unsettled calls by the name of a symbol, when no other one has that name."""
    symbol = snapshot.symbol(identifier)
    if symbol is None or not (symbol.kind in _MEMBERS or symbol.kind in _CALLED_BY_NAME):
        return
    is_member = symbol.kind in _MEMBERS
    holders = snapshot.directory.saying(Says.UNSETTLED, symbol.name)
    if not holders or any(other != identifier for other in _candidates(snapshot, symbol.name, is_member)):
        return
    for shard in holders:
        for scope, site, is_attribute in shard.unsettled.get(symbol.name, ()):
            if is_attribute is is_member:
                yield scope, site


def possible_callees(snapshot: Snapshot, identifier: str) -> tuple[Possible, ...]:
    """What the unsettled calls of a symbol could mean, by position and target."""
    shard = snapshot.shards.get(path_of(identifier))
    if shard is None:
        return ()
    rows: list[Possible] = []
    for scope in shard.scopes_of.get(identifier, ()):
        for site, name, is_attribute in shard.rows[scope].unsettled:
            targets = tuple(_candidates(snapshot, name, is_attribute))
            confidence = _confidence(len(targets))
            rows.extend(_possible(shard, scope, site, target, name, confidence) for target in targets)
        for site, target in shard.rows[scope].beyond:
            known = snapshot.symbol(target)
            if known is not None:
                rows.append(_possible(shard, scope, site, target, known.name, _BEYOND))
    return tuple(sorted(rows, key=_by_place))


def _candidates(snapshot: Snapshot, name: str, is_attribute: bool) -> Iterator[str]:
    """The symbols that a call by this name could mean: members for `x.name()`, what stands alone for `name()`."""
    kinds = _MEMBERS if is_attribute else _CALLED_BY_NAME
    for identifier in snapshot.named(name):
        symbol = snapshot.symbol(identifier)
        if symbol is not None and symbol.kind in kinds:
            yield identifier


def _confidence(candidates: int) -> float:
    return _ONE_CANDIDATE if candidates == 1 else round(_MANY_CANDIDATES / max(candidates, 1), 4)


def _possible(shard: Shard, scope: str, site: int, target: str, name: str, confidence: float) -> Possible:
    line, column = shard.site(scope, site)
    return Possible(whole(scope), target, name, confidence, line, column)


def _by_place(row: Possible) -> tuple[str, int, int, str, str]:
    return path_of(row.source), row.line, row.column, row.target, row.source
