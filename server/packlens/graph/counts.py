"""How many of what a generation holds, as status tells it."""

from __future__ import annotations

from collections import Counter

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Resolver


def by_confidence(snapshot: Snapshot) -> dict[str, int]:
    """Number of edges by confidence, as text with one digit after the point."""
    counts: Counter[str] = Counter()
    for shard in snapshot.shards.values():
        for (_, confidence, _, _), count in shard.kinds.items():
            counts[f"{confidence:.1f}"] += count
    return dict(sorted(counts.items()))


def by_resolver(snapshot: Snapshot) -> dict[str, int]:
    """Number of edges by the resolver that found them; that of static resolution is always there."""
    counts = Counter({Resolver.STATIC.value: 0})
    for shard in snapshot.shards.values():
        for (_, _, _, resolver), count in shard.kinds.items():
            counts[resolver.value] += count
    return dict(sorted(counts.items()))


def unresolved(snapshot: Snapshot) -> int:
    """How many calls no resolver could settle."""
    return sum(shard.unsettled_count for shard in snapshot.shards.values())


def timed_out(snapshot: Snapshot) -> int:
    """How many sites Jedi gave no answer for in time."""
    return sum(shard.timed_out for shard in snapshot.shards.values())
