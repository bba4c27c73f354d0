"""Edges as lines of text, compared whole.

    a.py::caller -calls-> ledger.py::append                 through `direct`
    m.py::run -calls/dispatch-> m.py::Sub.go                through another way
    m.py::run -calls 0.8-> m.py::Base.go                    with its confidence, where the test asks for it
    m.py::run -possible-> m.py::A.go                        what no resolver could settle

`check_edges` compares every edge of the asked kinds, whatever file it is in. `carets` prints a file with
its edges under the source, for tests that also hold the positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from packlens.graph.possible import possible_callers
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Edge, EdgeKind, Through
from packlens.symbols.symbol import MODULE_QUALNAME
from tests.support.fixture import Fixture, graph_of

CALLS = ("calls",)
_WORD = re.compile(r"\w+")


def check_edges(
    fixture: str | Fixture,
    expected: str,
    *,
    kinds: Sequence[str] = CALLS,
    possible: bool = False,
    confidence: bool = False,
    within: Sequence[str] = (),
    root_name: str = "workspace",
    import_hints: tuple[str, ...] = (),
) -> Snapshot:
    """Assert that the workspace has the `expected` edges of `kinds` and no other; gives its snapshot.

    possible     also compare what is only possible
    confidence   the lines hold confidences
    within       compare only edges whose source begins with one of these ids or paths
    """
    snapshot = graph_of(fixture, root_name=root_name, import_hints=import_hints)
    assert snapshot.problems == (), "the fixture does not parse"
    found = edge_lines(snapshot, kinds, confidence=confidence)
    if possible:
        found = sorted({*found, *possible_lines(snapshot)})
    if within:
        found = [line for line in found if line.startswith(tuple(within))]
    assert _block(found) == _block(_lines_of(expected))
    return snapshot


def check_carets(fixture: str | Fixture, path: str, expected: str, *, kinds: Sequence[str] = CALLS) -> None:
    """Assert that `carets` prints the file at `path` as `expected`, to the last space."""
    lines = expected.strip("\n").rstrip().splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    wanted = "\n".join(line[indent:].rstrip() for line in lines)
    assert carets(graph_of(fixture), path, kinds) == wanted


def edge_lines(snapshot: Snapshot, kinds: Sequence[str] = CALLS, *, confidence: bool = False) -> list[str]:
    """Every edge of `kinds`, one line each, sorted, equal ones once."""
    return sorted(
        {edge_line(edge, confidence=confidence) for edge in all_edges(snapshot) if edge.kind in kinds}
    )


def possible_lines(snapshot: Snapshot) -> list[str]:
    """Everything that is only possible, one line each, sorted, equal ones once."""
    return sorted(
        f"{candidate.source} -possible-> {candidate.target}"
        for candidate in {
            (possible.source, possible.target): possible
            for symbol in snapshot.symbols()
            for possible in possible_callers(snapshot, symbol.id)
        }.values()
    )


def edge_line(edge: Edge, *, confidence: bool = False) -> str:
    """One edge as text."""
    way = "" if edge.through is Through.DIRECT else f"/{edge.through}"
    number = f" {edge.confidence:g}" if confidence else ""
    return f"{edge.source} -{edge.kind}{way}{number}-> {edge.target}"


def all_edges(snapshot: Snapshot) -> Iterable[Edge]:
    """Every edge, by source."""
    for symbol in snapshot.symbols():
        yield from snapshot.outgoing(symbol.id)


def carets(snapshot: Snapshot, path: str, kinds: Sequence[str] = tuple(EdgeKind)) -> str:
    """The file at `path` with each edge under its place: carets, kind, target."""
    lines = snapshot.documents[path].lines
    printed = []
    for number in range(1, len(lines) + 1):
        text = lines.line(number).rstrip("\r\n")
        if text or number < len(lines):
            printed.append(text)
        edges = {
            edge
            for symbol in snapshot.symbols_in(path)
            for edge in snapshot.outgoing(symbol.id)
            if edge.line == number and edge.kind in kinds
        }
        for edge in sorted(edges, key=lambda edge: (edge.column, edge.target, edge.kind)):
            word = _WORD.match(text, edge.column)
            width = len(word.group()) if word else 1
            source = edge.source.partition("::")[2]
            shown = "" if source == MODULE_QUALNAME else f"{source} "
            way = "" if edge.through is Through.DIRECT else f"/{edge.through}"
            lead = "#".ljust(edge.column) if edge.column else "#"
            mark = "^" * (width if edge.column else max(1, width - 1))
            printed.append(f"{lead}{mark} {shown}{edge.kind}{way} {edge.target}")
    return "\n".join(line.rstrip() for line in printed)


def _lines_of(text: str) -> list[str]:
    return sorted({line.strip() for line in text.splitlines() if line.strip()})


def _block(lines: Iterable[str]) -> str:
    return "\n".join(sorted(lines))
