"""`repo_map`: the files that matter most."""

from __future__ import annotations

from packlens.bridge.questions.repo_map import RepoMap
from packlens.mcp.tool import Tool

REPO_MAP = Tool(
    name="repo_map",
    title="Map of the workspace",
    description=(
        "The files that matter most, best first, with the signatures of what stands in them, in at most `budget` "
        "tokens. Ask it first in a workspace that you do not know, or of a folder that you are about to work in, "
        "in place of listing folders and opening files."
    ),
    question=RepoMap,
    arguments={
        "budget": "The most tokens the map may cost, up to 20000. 2000 when left out.",
        "path_prefix": "Only the files below this folder, such as `src/app`.",
    },
    results={
        "files": ("objects", "The files, best first: path, rank, symbols with their signatures and lines."),
        "tokens": ("integer", "What the text costs."),
        "budget": ("integer", "What it might have cost."),
        "shown": ("integer", "How many files are on the map."),
        "total": ("integer", "How many there are."),
    },
)
