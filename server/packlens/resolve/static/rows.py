"""Rows: edges without positions.

A row names the site it comes from by its number, so that code which only moves keeps its rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from packlens.resolve.edge import EdgeKind, Resolver, Through

IMPORTED = 0.9
INFERRED = 0.8
DISPATCHED = 0.6
MOST_OVERRIDERS = 8


class Row(NamedTuple):
    """An edge from the site number `site` of a scope; -1 for the scope's own first line."""

    site: int
    target: str
    kind: EdgeKind
    confidence: float
    through: Through
    resolver: Resolver = Resolver.STATIC


class Rows(NamedTuple):
    """What one scope uses.

    edges       sorted
    unsettled   (site, name, whether it is an attribute) of calls that nothing is known of
    beyond      (site, target) of overriders past `MOST_OVERRIDERS`
    """

    edges: tuple[Row, ...]
    unsettled: tuple[tuple[int, str, bool], ...]
    beyond: tuple[tuple[int, str], ...]


class Drawn(NamedTuple):
    """The rows of a scope and what it passes on: for each sink (`link.py`) the values that it gets from here."""

    rows: Rows
    flows: frozenset[tuple[tuple[Any, ...], frozenset[tuple[Any, ...]]]]


NO_ROWS = Rows((), (), ())
NOTHING_DRAWN = Drawn(NO_ROWS, frozenset())
