"""The whole graph, for other tools: nodes, settled edges, and apart from them what is only possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from packlens.base.counted import counted
from packlens.base.errors import UsageError
from packlens.graph.possible import possible_callees
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Edge, Possible
from packlens.symbols.symbol import Symbol
from packlens.views.json_text import json_text
from packlens.views.mermaid import label_text
from packlens.views.redact import Redactor, visible

_SCHEMA = "packlens.graph/1"


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by path and source order; edges and possibles by source, place and target."""

    snapshot: Snapshot
    nodes: tuple[Symbol, ...]
    edges: tuple[Edge, ...]
    possible: tuple[Possible, ...]

    def signatures(self) -> list[str]:
        """The signatures of the nodes, without secrets. Most of the work of the whole view, so only on demand."""
        return Redactor().texts([self.snapshot.signature(node.id) for node in self.nodes])


def graph_view(snapshot: Snapshot, min_confidence: float = 0.0) -> Graph:
    """The graph of `snapshot` without what is less sure than `min_confidence`."""
    if not 0.0 <= min_confidence <= 1.0:
        raise UsageError(f"min-confidence {min_confidence}: must be between 0 and 1")
    symbols = tuple(snapshot.symbols())
    edges: list[Edge] = []
    possible: list[Possible] = []
    for source in sorted(symbol.id for symbol in symbols):
        edges.extend(edge for edge in snapshot.outgoing(source) if edge.confidence >= min_confidence)
        possible.extend(use for use in possible_callees(snapshot, source) if use.confidence >= min_confidence)
    return Graph(snapshot, symbols, tuple(edges), tuple(possible))


def render_graph(graph: Graph, form: str) -> str:
    """`graph` as `table`, `json`, `dot`, `mermaid` or `graphml`."""
    if form not in _FORMS:
        raise UsageError(f"format {form!r}: unknown; choose one of {', '.join(_FORMS)}")
    return _FORMS[form](graph)


def to_json(graph: Graph) -> str:
    """`packlens.graph/1`."""
    return json_text(
        {
            "schema": _SCHEMA,
            "root": graph.snapshot.root_name,
            "state": graph.snapshot.state,
            "nodes": list(map(_node, graph.nodes, graph.signatures())),
            "edges": [_edge(edge) for edge in graph.edges],
            "possible": [
                {
                    "source": use.source,
                    "target": use.target,
                    "name": use.name,
                    "confidence": use.confidence,
                    "line": use.line,
                    "column": use.column,
                }
                for use in graph.possible
            ],
        }
    )


def to_table(graph: Graph) -> str:
    """A line an edge, under a line of counts."""
    lines = [
        f"{visible(graph.snapshot.root_name)}: {counted(len(graph.nodes), 'symbol')}, "
        f"{counted(len(graph.edges), 'edge')}, "
        f"{len(graph.possible)} possible; state {graph.snapshot.state}"
    ]
    lines.extend(
        f"{visible(edge.source)}:{edge.line}  {edge.kind.value} {edge.confidence}  {visible(edge.target)}"
        for edge in graph.edges
    )
    return "\n".join(lines) + "\n"


def to_dot(graph: Graph) -> str:
    """Graphviz."""
    lines = ["digraph packlens {", "  rankdir=LR;", "  node [shape=box];"]
    lines.extend(f"  {_quoted(node.id)};" for node in graph.nodes)
    lines.extend(
        f"  {_quoted(source)} -> {_quoted(target)} [label={_quoted(kind)}];"
        for source, target, kind in _arrows(graph)
    )
    return "\n".join([*lines, "}"]) + "\n"


def to_mermaid(graph: Graph) -> str:
    """A Mermaid flow chart. Nodes are numbered, since an id may hold any character."""
    numbers = {node.id: f"n{index}" for index, node in enumerate(graph.nodes)}
    lines = ["flowchart LR"]
    lines.extend(f'  {numbers[node.id]}["{label_text(node.id)}"]' for node in graph.nodes)
    lines.extend(
        f"  {numbers[source]} -->|{kind}| {numbers[target]}"
        for source, target, kind in _arrows(graph)
        if source in numbers and target in numbers
    )
    return "\n".join(lines) + "\n"


def to_graphml(graph: Graph) -> str:
    """GraphML, with kind and confidence of each edge."""
    from xml.sax.saxutils import escape, quoteattr

    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '<key id="kind" for="all" attr.name="kind" attr.type="string"/>',
        '<key id="confidence" for="edge" attr.name="confidence" attr.type="double"/>',
        '<key id="line" for="edge" attr.name="line" attr.type="int"/>',
        '<graph id="packlens" edgedefault="directed">',
    ]
    for node in graph.nodes:
        kind = escape(node.kind.value)
        lines.append(f'<node id={quoteattr(visible(node.id))}><data key="kind">{kind}</data></node>')
    for edge in graph.edges:
        ends = f"source={quoteattr(visible(edge.source))} target={quoteattr(visible(edge.target))}"
        lines.append(
            f'<edge {ends}><data key="kind">{edge.kind.value}</data>'
            f'<data key="confidence">{edge.confidence}</data><data key="line">{edge.line}</data></edge>'
        )
    return "\n".join([*lines, "</graph>", "</graphml>"]) + "\n"


def _arrows(graph: Graph) -> list[tuple[str, str, str]]:
    """The edges without their places: a picture shows each kind of edge between two symbols once."""
    return sorted({(edge.source, edge.target, edge.kind.value) for edge in graph.edges})


def _quoted(text: str) -> str:
    return '"' + visible(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _node(symbol: Symbol, signature: str) -> dict[str, Any]:
    return {
        "id": symbol.id,
        "path": symbol.path,
        "qualname": symbol.qualname,
        "name": symbol.name,
        "kind": symbol.kind.value,
        "parent": symbol.parent,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
        "signature": signature,
    }


def _edge(edge: Edge) -> dict[str, Any]:
    return {
        "source": edge.source,
        "target": edge.target,
        "kind": edge.kind.value,
        "confidence": edge.confidence,
        "resolver": edge.resolver.value,
        "through": edge.through.value,
        "line": edge.line,
        "column": edge.column,
    }


_FORMS: dict[str, Callable[[Graph], str]] = {
    "table": to_table,
    "json": to_json,
    "dot": to_dot,
    "mermaid": to_mermaid,
    "graphml": to_graphml,
}
GRAPH_FORMATS = tuple(_FORMS)
