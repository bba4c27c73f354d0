"""Static resolution and Jedi, put together: one set of edges a site.

Jedi is asked about the call sites that static resolution leaves open, and where the settings say so about all. Where
both give the same target the edge is settled; where Jedi alone gives one it is taken; where they give different ones
both stay, marked as doubtful. A site at which Jedi finds nothing in the workspace keeps what static resolution says.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from packlens.resolve.edge import EdgeKind, Resolver, Through
from packlens.resolve.static.rows import Row, Rows
from packlens.symbols.symbol import simple_name

SETTLED = 1.0
DISPUTED = 0.6
_WRITTEN = frozenset({"__init__", "__new__", "__call__"})  # what `f()` may call without naming it


class Asks(StrEnum):
    """Which calls Jedi is asked about: those that static resolution leaves open, all, or none."""

    OPEN = "open"
    ALL = "all"
    NOTHING = "nothing"


def open_sites(rows: Rows, asks: Asks) -> tuple[int, ...]:
    """Numbers of the sites that Jedi is asked about, in order: a function of what static resolution says.

    They are the calls that nothing is known of, or all that lead, or may lead, into the workspace. A call that is not
    written as one (`with`, an operator) is not among them: at its place Jedi reads the expression.
    """
    if asks is Asks.NOTHING:
        return ()
    asked = {site for site, _, _ in rows.unsettled}
    if asks is Asks.ALL:
        asked.update(
            row.site
            for row in rows.edges
            if row.kind is EdgeKind.CALLS and row.site >= 0 and _is_written(simple_name(row.target))
        )
    return tuple(sorted(asked))


def _is_written(name: str) -> bool:
    return not name.startswith("__") or not name.endswith("__") or name in _WRITTEN


def merge(rows: Rows, found: Mapping[int, frozenset[str]], outside: frozenset[int]) -> Rows:
    """The rows of a scope with Jedi's answers.

    found    site -> ids that Jedi says are called there; `outside`: sites of which it knows that they lead elsewhere
    """
    edges: dict[tuple[int, str, EdgeKind], Row] = {
        (row.site, row.target, row.kind): row for row in rows.edges
    }
    static: dict[int, set[str]] = {}
    for row in rows.edges:
        if row.kind is EdgeKind.CALLS and row.site in found:
            static.setdefault(row.site, set()).add(row.target)
    for site, targets in found.items():
        known = static.get(site, set())
        added = targets - known
        disputed = bool(known) and bool(added)
        for target in targets:
            key = (site, target, EdgeKind.CALLS)
            confidence = DISPUTED if disputed and target in added else SETTLED
            through = edges[key].through if key in edges else Through.DIRECT
            edges[key] = Row(site, target, EdgeKind.CALLS, confidence, through, Resolver.JEDI)
        if disputed:
            for target in known - targets:
                key = (site, target, EdgeKind.CALLS)
                edges[key] = edges[key]._replace(confidence=min(DISPUTED, edges[key].confidence))
    settled = found.keys() | outside
    return Rows(
        tuple(sorted(edges.values())),
        tuple(row for row in rows.unsettled if row[0] not in settled),
        rows.beyond,
    )
