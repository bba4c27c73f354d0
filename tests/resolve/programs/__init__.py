"""Small programs with all their call edges, by kind, and how many of them the inference reads whole.

A program is a name after `==`, files in the fixture language (`main.py` where no header says otherwise), and after
`--` its edges, one a line:

    == passed on
    def f(): ...
    def run(g):
        g()
    run(f)
    --
    <module> -> run             ids without a path are those of main.py
    run -> f

An edge from a caller to what stands behind the decorators of the name it calls is not counted, since the call arrives
there only by way of the wrapper. A program is *complete* when no edge is found that it does not list, *sound* when
every edge that it lists is found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind, Through
from tests.support.edges import all_edges
from tests.support.fixture import graph_of

_FOLDER = Path(__file__).parent
_MAIN = "main.py::"


@dataclass(frozen=True, slots=True)
class Program:
    """One program: its files in the fixture language, and its edges as (source, target)."""

    kind: str
    name: str
    files: str
    edges: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found wrong with one program."""

    program: Program
    false: frozenset[tuple[str, str]]
    missed: frozenset[tuple[str, str]]


def programs() -> list[Program]:
    """All programs, by kind."""
    return [program for path in sorted(_FOLDER.glob("*.txt")) for program in _of_kind(path)]


def answer(program: Program) -> Answer:
    """Build the program's graph and compare its call edges."""
    found = call_edges(graph_of(program.files))
    return Answer(program, found - program.edges, program.edges - found)


def call_edges(snapshot: Snapshot) -> frozenset[tuple[str, str]]:
    """The call edges of a snapshot, main.py left out of the ids."""
    return frozenset(
        (edge.source.removeprefix(_MAIN), edge.target.removeprefix(_MAIN))
        for edge in all_edges(snapshot)
        if edge.kind is EdgeKind.CALLS and edge.through is not Through.DECORATED
    )


def _of_kind(path: Path) -> list[Program]:
    found = []
    for text in re.split(r"^== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        name, _, rest = text.partition("\n")
        files, _, edges = rest.rpartition("--\n")
        files = files if files.startswith("#-") else f"#- main.py\n{files}"
        found.append(
            Program(path.stem, name, files, frozenset(_edge(line) for line in edges.split("\n") if line))
        )
    return found


def _edge(line: str) -> tuple[str, str]:
    source, _, target = line.partition(" -> ")
    return source, target
