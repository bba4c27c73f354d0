"""`callers_of`."""

from __future__ import annotations

from packlens.bridge.questions.uses import CallersOf
from packlens.mcp.tool import Tool
from packlens.mcp.tools.words import CURSOR, DEPTH, LIMIT, NEXT_CURSOR, POSSIBLE, TARGET

CALLERS_OF = Tool(
    name="callers_of",
    title="Who uses it",
    description=(
        "Who uses a symbol: every place that calls, references, extends or decorates it, with its line of source. It "
        "follows imports, aliases, inheritance and values, so it is neither fooled by a namesake nor misses a renamed "
        "import, as text search does. Ask it before you change a signature or delete something. Places that could "
        "not be settled are listed apart as possible."
    ),
    question=CallersOf,
    arguments={
        "target": TARGET,
        "depth": DEPTH,
        "limit": LIMIT,
        "cursor": CURSOR,
    },
    results={
        "target": ("object", "The symbol that was asked for."),
        "callers": ("objects", "One row a place: id, path, line, edge, confidence."),
        "possible": POSSIBLE,
        "next_cursor": NEXT_CURSOR,
    },
)
