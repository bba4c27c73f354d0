"""Edges between symbols, and the candidates that no resolver could settle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EdgeKind(StrEnum):
    """How the source uses the target."""

    CALLS = "calls"
    REFERENCES = "references"
    IMPORTS = "imports"
    EXTENDS = "extends"
    OVERRIDES = "overrides"
    DECORATES = "decorates"
    TESTS = "tests"


class Resolver(StrEnum):
    """Who settled an edge; `NAME` marks candidates found by name alone, which are never edges."""

    STATIC = "static"
    JEDI = "jedi"
    NAME = "name"


class Through(StrEnum):
    """How the call arrives: at the declared target, at an overrider of it, or at what a decorator hides."""

    DIRECT = "direct"
    DISPATCH = "dispatch"
    DECORATED = "decorated"


@dataclass(frozen=True, slots=True)
class Edge:
    """`source` uses `target` at `line` (1-based), `column` (code points, 0-based) of the source's file."""

    source: str
    target: str
    kind: EdgeKind
    confidence: float
    resolver: Resolver
    through: Through
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Possible:
    """A site whose target is not settled: `source` uses something called `name`, which could be `target`.

    confidence   0.5 where the workspace has one definition of that name, 0.3/n where it has n
    """

    source: str
    target: str
    name: str
    confidence: float
    line: int
    column: int
