"""Who uses what: the other side of what scopes use.

Inbound tables are derived from the rows of the shards alone, and a change makes new ones only for the files that are
used otherwise than before.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.static.rows import NO_ROWS
from packlens.symbols.symbol import path_of


def inbound_after(
    before: Snapshot, shards: Mapping[str, Shard], paths: Set[str]
) -> dict[str, Mapping[str, tuple[str, ...]]]:
    """File -> symbol -> the scopes that use it, after the shards of `paths` have changed."""
    came: dict[str, set[str]] = {}
    went: dict[str, set[str]] = {}
    for path in paths:
        old, new = before.shards.get(path), shards.get(path)
        old_rows = old.rows if old is not None else {}
        new_rows = new.rows if new is not None else {}
        for scope in old_rows.keys() | new_rows.keys():
            first, second = old_rows.get(scope, NO_ROWS), new_rows.get(scope, NO_ROWS)
            if first is second or first.edges == second.edges:
                continue
            was = {row.target for row in first.edges}
            now = {row.target for row in second.edges}
            for target in now - was:
                came.setdefault(target, set()).add(scope)
            for target in was - now:
                went.setdefault(target, set()).add(scope)
    gained, lost = _by_path(came), _by_path(went)
    inbound = dict(before.inbound)
    for path in gained.keys() | lost.keys():
        table = dict(inbound.get(path, {}))
        more, fewer = gained.get(path, {}), lost.get(path, {})
        for target in more.keys() | fewer.keys():
            sources = (set(table.get(target, ())) - fewer.get(target, set())) | more.get(target, set())
            if sources:
                table[target] = tuple(sorted(sources))
            else:
                table.pop(target, None)
        if table:
            inbound[path] = table
        else:
            inbound.pop(path, None)
    return inbound


def _by_path(sources: Mapping[str, set[str]]) -> dict[str, dict[str, set[str]]]:
    """File -> symbol -> scopes."""
    found: dict[str, dict[str, set[str]]] = {}
    for target, scopes in sources.items():
        found.setdefault(path_of(target), {})[target] = scopes
    return found
