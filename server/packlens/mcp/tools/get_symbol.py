"""`get_symbol`: one symbol."""

from __future__ import annotations

from packlens.bridge.questions.get_symbol import GetSymbol
from packlens.mcp.tool import Tool
from packlens.mcp.tools.words import TARGET

GET_SYMBOL = Tool(
    name="get_symbol",
    title="One symbol",
    description=(
        "One symbol: where it is, its signature and docstring, what it holds, how many callers it has; with "
        "include_body its source. Use it for a detail of something whose name you know. For code together with "
        "what it calls, get_context is better."
    ),
    question=GetSymbol,
    arguments={
        "target": TARGET,
        "include_body": "Answer with the source lines too.",
        "max_body_lines": "The most lines of source, up to 1000.",
    },
    results={
        "id": ("string", "Which symbol: `path::Qual.name`."),
        "path": ("string", "Its file."),
        "qualname": ("string", "Its qualified name."),
        "name": ("string", "Its own name."),
        "kind": ("string", "What it is."),
        "start_line": ("integer", "First line, decorators included."),
        "end_line": ("integer", "Last line."),
        "signature": ("string", "In one normal form."),
        "body": ("string", "Its source, when asked for."),
        "callers": ("integer", "How many symbols use it."),
        "possible_callers": ("integer", "How many sites may use it and were not settled."),
    },
)
