"""Whose names went away or came to mean something else, though their own text is as it was.

Two graphs are compared scope by scope, as static resolution drew them. A use that the earlier one has and the later one
has not is broken when its target is gone or when nothing took its place; otherwise it leads elsewhere now (a re-export
that was changed, another base, a method that hides an inherited one).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind, Through
from packlens.resolve.static.rows import Row, Rows
from packlens.symbols.diff import Change, SymbolChange
from packlens.symbols.symbol import path_of, qualname_of, simple_name
from packlens.symbols.table import whole
from packlens.views.affected import Step
from packlens.views.impact.fit import Reader, Unfit, new_misfit

_SHOWN_AS = {EdgeKind.EXTENDS: "extends", EdgeKind.IMPORTS: "imports", EdgeKind.DECORATES: "is decorated by"}


@dataclass(slots=True)
class Rerouted:
    """The uses that are not what they were: as hops from what was used, and those that are broken."""

    steps: list[Step] = field(default_factory=list)
    unfit: list[Unfit] = field(default_factory=list)


def rerouted(later: Snapshot, earlier: Snapshot, changes: Iterable[SymbolChange], reader: Reader) -> Rerouted:
    """The uses of unchanged code that the changes broke or led elsewhere, where calls may fit no more."""
    found = Rerouted()
    changed = {change.id for change in changes}
    now_called = {change.before: change.id for change in changes if change.before is not None}
    removed = {change.id for change in changes if change.change is Change.REMOVED}
    for path in sorted(later.shards.keys() & earlier.shards.keys()):
        before, after = earlier.shards[path], later.shards[path]
        for scope, old in before.static.items():
            new = after.static.get(scope)
            source = whole(scope)
            if new is None or new is old or new.edges == old.edges or _is_changed(source, changed):
                continue
            if _is_another(before, after, scope):
                continue
            for row in _lost(old, new):
                _judge(found, later, after, scope, row, new, now_called.get(row.target), removed, changed)
                found.unfit += _unfit_elsewhere(later, earlier, after, scope, row, new, reader)
    return found


def _is_changed(source: str, changed: set[str]) -> bool:
    """Whether the text of a scope changed itself. That of a module is judged by its names, use by use."""
    return source in changed and not source.endswith("<module>")


def _is_another(before: Shard, after: Shard, scope: str) -> bool:
    """Whether a scope holds other code than it did. Lambdas, and functions of one name, go by their number in a file:
    where one is added, those after it have the numbers of others."""
    old, new = before.table.scopes.get(scope), after.table.scopes.get(scope)
    return old is not None and new is not None and old.scope.sites != new.scope.sites


def _lost(old: Rows, new: Rows) -> list[Row]:
    kept = {row.target for row in new.edges}
    best: dict[str, Row] = {}
    for row in old.edges:
        if row.target not in kept and row.through is Through.DIRECT and row.kind is not EdgeKind.OVERRIDES:
            known = best.get(row.target)
            if known is None or (row.kind is EdgeKind.CALLS and known.kind is not EdgeKind.CALLS):
                best[row.target] = row
    return list(best.values())


def _still_named(shard: Shard, scope: str, rows: Rows, name: str) -> int | None:
    """The first site of a changed module that names it and leads nowhere; sites of another text have other numbers."""
    settled = {row.site for row in rows.edges}
    number = 0
    for block in shard.table.blocks:
        top = block.facts.scopes[0]
        names = {name} | {bound for bound, bindings in top.bindings.items() if _mentions(bindings, name)}
        for _, term, _ in top.sites:
            if number not in settled and any(_mentions(term, each) for each in names):
                return number
            number += 1
    return None


def _mentions(term: Any, name: str) -> bool:
    """Whether a term, or a binding, has the name in it."""
    return any(_mentions(part, name) for part in term) if isinstance(term, tuple) else term == name


def _unfit_elsewhere(
    later: Snapshot, earlier: Snapshot, shard: Shard, scope: str, row: Row, new: Rows, reader: Reader
) -> Iterator[Unfit]:
    """The call of a row, where it leads to something else now that does not take what it gives."""
    if row.kind is not EdgeKind.CALLS:
        return
    source = whole(scope)
    line, column = shard.site(scope, row.site)
    written = reader.call_at(source, line, column)
    for here in new.edges if written is not None else ():
        if here.site == row.site and here.kind is EdgeKind.CALLS and here.through is Through.DIRECT:
            reason = new_misfit(written.call, later, here.target, (earlier, row.target)) if written else ""
            if reason:
                yield Unfit(source, path_of(source), line, here.target, reason)


def _judge(
    found: Rerouted,
    later: Snapshot,
    shard: Shard,
    scope: str,
    row: Row,
    new: Rows,
    now_called: str | None,
    removed: set[str],
    changed: set[str],
) -> None:
    source = whole(scope)
    site = row.site
    if source in changed:
        still = _still_named(shard, scope, new, simple_name(row.target))
        if still is None:
            return  # the module does not use it any more
        site = still
    here = next((each for each in new.edges if each.site == site), None)
    if now_called is not None and any(each.target == now_called for each in new.edges):
        return  # it follows the name, as through a module that re-exports it
    target = now_called or row.target
    is_gone = row.target in removed or now_called is not None or later.symbol(row.target) is None
    line, _ = shard.site(scope, site)
    found.steps.append(Step(source, target, row.kind.value, row.confidence, row.through, line))
    if here is not None and not is_gone:
        return
    if source.endswith("<module>") and row.kind is not EdgeKind.IMPORTS and here is None and not is_gone:
        return
    name = qualname_of(row.target)
    how = _SHOWN_AS.get(row.kind, "uses")
    if now_called is not None and path_of(now_called) != path_of(row.target):
        reason = f"{how} `{name}`, which is now in {path_of(now_called)}"
    elif now_called is not None:
        reason = f"{how} `{name}`, which is now `{qualname_of(now_called)}`"
    elif is_gone:
        reason = f"{how} `{name}`, which is gone"
    else:
        reason = f"{how} `{name}`, which it no longer finds"
    found.unfit.append(Unfit(source, path_of(source), line, target, reason))
