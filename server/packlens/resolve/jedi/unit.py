"""A unit of work for Jedi: the open sites of one scope, and what came back of them."""

from __future__ import annotations

from dataclasses import dataclass

from packlens.resolve.jedi.wire import Definition


@dataclass(frozen=True, slots=True)
class Unit:
    """The sites of one scope that Jedi is asked about.

    sites  (number in the scope, line, column) in source order; lines from 1, columns in code points from 0
    """

    scope: str
    path: str
    sites: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class UnitAnswer:
    """What Jedi said of a unit.

    definitions  site number -> what it leads to; a site that ran out of time is not there
    timed_out    numbers of the sites that did
    loaded       files of the workspace that the answers were drawn from
    sought       last names of the imports that were looked up
    """

    definitions: dict[int, tuple[Definition, ...]]
    timed_out: frozenset[int]
    loaded: frozenset[str]
    sought: frozenset[str]


NO_ANSWER = UnitAnswer({}, frozenset(), frozenset(), frozenset())
