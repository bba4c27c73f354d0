"""`callees_of`."""

from __future__ import annotations

from packlens.bridge.questions.uses import CalleesOf
from packlens.mcp.tool import Tool
from packlens.mcp.tools.words import CURSOR, DEPTH, LIMIT, NEXT_CURSOR, POSSIBLE, TARGET

CALLEES_OF = Tool(
    name="callees_of",
    title="What it uses",
    description=(
        "What a symbol uses of this workspace: every call and reference in it, with the definition that is meant. Use "
        "it to follow code downwards without opening files. What belongs to other packages is not listed."
    ),
    question=CalleesOf,
    arguments={
        "target": TARGET,
        "depth": DEPTH,
        "limit": LIMIT,
        "cursor": CURSOR,
    },
    results={
        "target": ("object", "The symbol that was asked for."),
        "callees": ("objects", "One row a place: id, path, line, edge, confidence."),
        "possible": POSSIBLE,
        "next_cursor": NEXT_CURSOR,
    },
)
