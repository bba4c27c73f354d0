"""`search_code`: symbols that a text in words is about."""

from __future__ import annotations

from packlens.bridge.questions.search_code import SearchCode
from packlens.mcp.tool import Tool
from packlens.mcp.tools.words import CURSOR, NEXT_CURSOR

SEARCH_CODE = Tool(
    name="search_code",
    title="Symbols by what they are about",
    description=(
        "Finds the functions, methods and classes that a text in words is about, best first: by their names and by "
        "the words of their code, comments and docstrings. Use it when you do not know what something is called; "
        "with the name, find_symbol is better. It answers with places and signatures; get_context with the same "
        "words answers with the code."
    ),
    question=SearchCode,
    arguments={
        "query": "What you look for, in words; an error message or a stack trace will do too.",
        "limit": "The most symbols to answer with, up to 100.",
        "cursor": CURSOR,
    },
    results={
        "query": ("string", "As it was asked."),
        "total": ("integer", "How many symbols share words with it."),
        "results": ("objects", "The best symbols: id, path, qualname, kind, lines, score, signature."),
        "next_cursor": NEXT_CURSOR,
    },
)
