"""Jedi's answers from one generation to the next.

They come later than the texts that they are about, and make generations of their own. An answer lasts as long as its
scope means the same; when something it was drawn from changes it goes stale, and stays visible until there is a new
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from packlens.graph.absorb import Answered, Shared, settled_by
from packlens.graph.inbound import inbound_after
from packlens.graph.settled import Settled
from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.graph.staleness import Change, change_between, outdated
from packlens.resolve.merge import Asks, open_sites
from packlens.resolve.static.modules import Layout
from packlens.resolve.static.rows import Rows
from packlens.symbols.table import FileTable, same_meaning
from packlens.text.document import Document


def with_answers(now: Snapshot, answers: Iterable[Answered], shared: Shared) -> Snapshot:
    """The generation after `now` that holds these answers; those about a text that is gone are dropped. `now` itself
    where none is left.
    """
    fresh: dict[str, dict[str, Settled]] = {}
    since: dict[int, Change] = {}
    for answered in answers:
        answer = _as_it_holds(now, answered, shared, since)
        if answer is not None:
            fresh.setdefault(answered.unit.path, {})[answered.unit.scope] = answer
    if not fresh:
        return now
    shards = dict(now.shards)
    for path, settled in fresh.items():
        shards[path] = _with(now.shards[path], settled)
    return now.with_answers(shards, inbound_after(now, shards, fresh.keys()), fresh)


def still_settled(before: Shard, table: FileTable, rows: Mapping[str, Rows]) -> dict[str, Settled]:
    """The answers of a file's shard that last when it has another table, and static resolution says `rows`."""
    settled: dict[str, Settled] = {}
    for scope, answer in before.settled.items():
        static = rows.get(scope)
        if static is not None and same_meaning(before.table, table, scope):
            kept = _still_asked(answer, static, before.asks)
            if kept is not None:
                settled[scope] = kept
    return settled


def outdate(
    before: Snapshot,
    documents: Mapping[str, Document],
    layout: Layout,
    paths: Set[str],
    shards: dict[str, Shard],
) -> set[str]:
    """Mark the answers in `shards` that a change of `paths` may have made wrong; the paths of their files.

    `documents` and `layout` are those of the generation after `before`.
    """
    if not any(shard.settled for shard in shards.values()):
        return set()
    change = change_between(before.documents, documents, (before.layout, layout), paths)
    faulty = {path for path in paths if documents.get(path) is before.documents.get(path)}
    change = replace(change, files=change.files | faulty)
    touched: set[str] = set()
    for path, shard in shards.items() if change else ():
        doubtful: dict[str, Settled] = {}
        for scope, answer in shard.settled.items():
            if change.reaches(answer):
                now = outdated(answer, change, shards)
                if now is not answer:
                    doubtful[scope] = now
        if doubtful:
            touched.add(path)
            shards[path] = _with(shard, doubtful)
    return touched


def _with(shard: Shard, settled: Mapping[str, Settled]) -> Shard:
    return Shard(shard.table, shard.static, {**shard.settled, **settled}, shard, asks=shard.asks)


def _as_it_holds(
    now: Snapshot, answered: Answered, shared: Shared, since: dict[int, Change]
) -> Settled | None:
    """An answer as it holds in `now`; `None` for one about a scope that has changed since it was asked.

    `since` keeps what has changed since the snapshot of a number.
    """
    asked = answered.snapshot
    path, scope = answered.unit.path, answered.unit.scope
    then, known = asked.shards[path], now.shards.get(path)
    if known is None or not same_meaning(then.table, known.table, scope):
        return None
    static = known.static.get(scope)
    if static is None or static != then.static[scope]:
        return None
    settled = replace(settled_by(answered, shared), static=static)
    if asked is now or asked.documents is now.documents:
        return settled
    change = since.get(asked.generation)
    if change is None:
        paths = asked.documents.keys() | now.documents.keys()
        layouts = (asked.layout, now.layout)
        change = since[asked.generation] = change_between(asked.documents, now.documents, layouts, paths)
    return outdated(settled, change, now.shards) if change.reaches(settled) else settled


def _still_asked(answer: Settled, static: Rows, asks: Asks) -> Settled | None:
    """An answer to what would still be asked now that static resolution says `static`."""
    if static == answer.static:
        return answer
    sites = frozenset(open_sites(static, asks))
    if not sites:
        return None
    found = {site: targets for site, targets in answer.found.items() if site in sites}
    return replace(answer, found=found, outside=answer.outside & sites, stale=True)
