"""`get_context`: the code that a task needs, within a budget."""

from __future__ import annotations

from packlens.bridge.questions.get_context import GetContext
from packlens.mcp.tool import Tool

GET_CONTEXT = Tool(
    name="get_context",
    title="Code for a task",
    description=(
        "Reads code for you, never more than `budget` tokens of it. With the names of symbols or files: these in "
        "full, then what they call and what calls them, nearest first. With a task or question in words: the code "
        "that it is about. Whole functions or their signatures, nothing cut in the middle. Ask it before you open "
        "files one by one or search with grep: one answer replaces many reads. The end lists what did not fit, "
        "with its price; ask again with that name, or with a larger budget."
    ),
    question=GetContext,
    arguments={
        "task": (
            "What you want to read about: symbols or files with commas between them (`Flask.wsgi_app, src/app.py`, "
            "`src/app.py:120`), or a task, a question, an error message or a stack trace in words."
        ),
        "budget": "The most tokens the answer may cost, up to 20000. 4000 when left out.",
        "focus_files": "Files that you have in view; they count for a task in words.",
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
