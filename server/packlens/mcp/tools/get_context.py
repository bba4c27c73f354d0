"""`get_context`: the code that a task needs, within a budget."""

from __future__ import annotations

from packlens.bridge.questions.get_context import GetContext
from packlens.mcp.tool import Tool

GET_CONTEXT = Tool(
    name="get_context",
    title="Code for a task",
    description=(
        "Reads code for you: the named symbols or files in full, then what they call and what calls them, nearest "
        "first, whole functions or their signatures, never more than `budget` tokens. Ask it before you open files "
        "one by one or search with grep: one answer replaces many reads. The end lists what did not fit, with its "
        "price; ask again with that name, or with a larger budget."
    ),
    question=GetContext,
    arguments={
        "task": (
            "The symbol or file that the task is about (`Flask.wsgi_app`, `src/app.py`, `src/app.py:120`), or "
            "several with commas between them."
        ),
        "budget": "The most tokens the answer may cost, up to 20000. 4000 when left out.",
        "format": "How the pack is written. markdown when left out.",
    },
    results={
        "text": ("string", "The pack."),
        "format": ("string", "How it is written."),
        "tokens": ("integer", "What it costs, by `tokenizer`."),
        "budget": ("integer", "What it might have cost."),
        "tokenizer": ("string", "What counted the tokens."),
        "state": ("string", "Stands for all texts of the workspace: equal texts, equal state."),
        "digest": ("string", "Stands for the pack's files, the question and the settings."),
        "warnings": ("strings", "What is odd about the pack, one line each."),
    },
)
