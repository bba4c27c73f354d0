"""What Jedi adds: its answers beside what static resolution says of the same calls.

    python -m tests.bench.agreement --corpus django --scopes 1000
    python -m tests.bench.agreement --corpus flask --scopes 100000 --list 20

A sample of functions is settled with `jedi.scope = "all"`, so that Jedi is asked about every call that is written in
them. A row of the table is what static resolution says: nothing (`left open`, which is what `jedi.scope = "open"` asks
about), or its best confidence. The columns are what Jedi says: the same targets, fewer, others, something where static
resolution says nothing, that the call leads out of the corpus, or nothing. `--list` prints some of the calls of which
Jedi says something else.
"""

from __future__ import annotations

import random
import resource
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.session.session import Session
from packlens.symbols.symbol import path_of
from tests.bench.figures import announce, corpus, parser

COLUMNS = ("same", "fewer", "others", "new", "outside", "nothing", "timed out")


@dataclass(frozen=True)
class Sample:
    """The pending sites of some functions, as an answer that waits for them."""

    open_sites: frozenset[tuple[str, int]]


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--scopes", type=int, default=1000, help="how many functions are asked about")
    command.add_argument("--list", type=int, default=0, help="how many calls with other answers are shown")
    arguments = command.parse_args()
    announce()
    chooser = random.Random(arguments.seed)
    with Session.open(corpus(arguments.corpus), {"jedi": {"scope": "all"}}, keeps=False) as session:
        session.index()
        scopes = sorted({scope for scope, _ in session.snapshot.all_pending})
        chosen = frozenset(chooser.sample(scopes, min(arguments.scopes, len(scopes))))
        session.settled(
            lambda snapshot: Sample(frozenset(site for site in snapshot.all_pending if site[0] in chosen))
        )
        snapshot = session.snapshot
    workers = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = workers.ru_utime + workers.ru_stime
    counts: Counter[tuple[str, str]] = Counter()
    others: list[str] = []
    for scope in sorted(chosen):
        for site, said, found in _answers(snapshot.shards[path_of(scope)], scope):
            counts[said, found] += 1
            if found in ("others", "new"):
                others.append(_line(snapshot, scope, site, f"{said}, {found}"))
    print(
        f"{len(chosen):,} of {len(scopes):,} functions, {counts.total():,} calls, {spent:.1f} s of processors"
    )
    print(f"{'static':12}" + "".join(f"{column:>11}" for column in COLUMNS))
    for said in sorted({said for said, _ in counts}):
        print(f"{said:12}" + "".join(f"{counts[said, column]:11,}" for column in COLUMNS))
    for line in chooser.sample(others, min(arguments.list, len(others))):
        print(line)
    return 0


def _answers(shard: Shard, scope: str) -> Iterator[tuple[int, str, str]]:
    """(site, what static resolution says, what Jedi says) of every call that was asked about."""
    settled, rows = shard.settled.get(scope), shard.static[scope]
    if settled is None:
        return
    for site in shard.open[scope]:
        known = {
            row.target: row.confidence
            for row in rows.edges
            if row.kind is EdgeKind.CALLS and row.site == site
        }
        said = f"{max(known.values()):.1f}" if known else "left open"
        found = settled.found.get(site)
        if site in settled.timed_out:
            yield site, said, "timed out"
        elif found is None:
            yield site, said, "outside" if site in settled.outside else "nothing"
        elif not known:
            yield site, said, "new"
        else:
            yield (
                site,
                said,
                "same" if found == known.keys() else "fewer" if found < known.keys() else "others",
            )


def _line(snapshot: Snapshot, scope: str, site: int, what: str) -> str:
    shard = snapshot.shards[path_of(scope)]
    line, _ = shard.site(scope, site)
    text = snapshot.documents[path_of(scope)].text.splitlines()[line - 1].strip()
    found = ", ".join(sorted(shard.settled[scope].found[site]))
    return f"{path_of(scope)}:{line} ({what}) {text[:80]}\n    Jedi: {found}"


if __name__ == "__main__":
    raise SystemExit(main())
