"""`impact_of`: what a change reaches."""

from __future__ import annotations

from packlens.bridge.questions.impact_of import ImpactOf
from packlens.mcp.tool import Tool
from packlens.mcp.tools.words import CURSOR, NEXT_CURSOR

IMPACT_OF = Tool(
    name="impact_of",
    title="What a change reaches",
    description=(
        "What is affected when something changes, through any number of callers, each row with the path that "
        "proves it; the places that no longer fit; and the tests to run, as node ids that pytest takes. Ask it "
        "before you change a symbol, and without a target after you have edited files: then it is about what "
        "differs from the last commit, unsaved text included, and says which tests to run."
    ),
    question=ImpactOf,
    arguments={
        "target": (
            "The symbol or file that changes, or several with commas between them. Leave it out to ask about "
            "what differs from the last commit."
        ),
        "depth": "How many hops to follow. Tests are sought at any distance.",
        "min_confidence": "Follow no path that is less sure than this, from 0 to 1.",
        "limit": "The most rows of each list, up to 200.",
        "cursor": CURSOR,
    },
    results={
        "asked": ("string", "What was asked about."),
        "risk": ("string", "low, medium, high or unknown."),
        "reasons": ("strings", "Why the risk is what it is."),
        "changed": ("objects", "The symbols that change, and how."),
        "unfit": ("objects", "Places that the change breaks, with line and reason."),
        "direct": ("objects", "Symbols one hop away."),
        "transitive": ("objects", "Symbols farther away."),
        "tests": ("objects", "Tests to run; `nodeid` is what pytest takes."),
        "possible": ("objects", "Places that may be affected and could not be settled."),
        "unknown": ("objects", "Files of which nothing can be said."),
        "other": ("strings", "Changed files that are not Python, and that no Python code names."),
        "next_cursor": NEXT_CURSOR,
    },
)
