"""Words that several tools say alike."""

from __future__ import annotations

TARGET = (
    "A symbol (`Flask.wsgi_app`, `pkg.mod.func`), an id (`src/app.py::Flask.wsgi_app`), a file (`src/app.py`) "
    "or a line of one (`src/app.py:120`). Paths are relative to the workspace, or absolute inside it."
)
DEPTH = "How many hops to follow, up to 5."
LIMIT = "The most rows to answer with, up to 200."
CURSOR = "`next_cursor` of the answer before, to go on where it ended. Leave it out at first."
NEXT_CURSOR = ("string", "Give it as `cursor` to get the rows that follow; not there at the end.")
POSSIBLE = ("objects", "Places that may belong here and were not settled.")
