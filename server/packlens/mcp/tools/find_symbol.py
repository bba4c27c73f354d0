"""`find_symbol`: symbols by name."""

from __future__ import annotations

from packlens.bridge.questions.find_symbol import FindSymbol
from packlens.mcp.tool import Tool
from packlens.mcp.tools.words import CURSOR, LIMIT, NEXT_CURSOR

FIND_SYMBOL = Tool(
    name="find_symbol",
    title="Symbols by name",
    description=(
        "Finds classes, functions, methods and variables by their name or a part of it, with their place and "
        "signature. Use it when you know roughly what something is called and not where it is. It searches names, "
        "not the text of the code."
    ),
    question=FindSymbol,
    arguments={
        "query": "A name or a part of one; `Flask.route` and `Flask route` find `route` in `Flask`.",
        "kind": "Only symbols of this kind.",
        "limit": LIMIT,
        "cursor": CURSOR,
    },
    results={
        "query": ("string", "As it was asked."),
        "total": ("integer", "How many there are."),
        "results": ("objects", "The symbols, best first: id, path, qualname, kind, lines, signature."),
        "next_cursor": NEXT_CURSOR,
    },
)
