"""`index_status`: how the index stands."""

from __future__ import annotations

from packlens.bridge.questions.index_status import IndexStatus
from packlens.mcp.tool import Tool

INDEX_STATUS = Tool(
    name="index_status",
    title="How the index stands",
    description=(
        "What is indexed, what was left out and why, and which files could not be parsed. Ask it when something "
        "that should be there is not found, or when answers say that they are stale."
    ),
    question=IndexStatus,
    arguments={},
    results={
        "root": ("string", "The workspace's folder."),
        "state": ("string", "Stands for all texts: equal texts, equal state."),
        "files": ("integer", "Files in the graph."),
        "symbols": ("integer", "Symbols in the graph."),
        "edges": ("integer", "Edges in the graph."),
        "skipped": ("object", "Files left out, counted by cause."),
        "parse_failures": ("objects", "Files that are not, or only in part, in the graph."),
    },
)
