"""Packlens: a live symbol graph of a Python workspace, and token-budgeted packs of code from it.

The layers, each importing only from itself and from those before it:

    base < text < syntax < symbols < resolve < graph < store | views < session < lsp | cli < main

`open_workspace` is the whole public API: it gives a `Session`, whose snapshots the views read.
"""

from __future__ import annotations

import os
import sys

# `python -m packlens` puts the present folder first on the path: a workspace's own `json.py` would be run in place of
# the library's. Nothing of a workspace is ever run, so the folder goes before anything else is imported.
if sys.argv[:1] == ["-m"] and sys.path and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109 # pathlib is not there yet
    del sys.path[0]

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from packlens.session.session import Session

__version__ = "0.1.0"
__all__ = ["__version__", "open_workspace"]


def open_workspace(path: str = ".", **settings: Any) -> Session:
    """Index the workspace at `path` and return its session.

    Settings are those of `[tool.packlens]`, by name (`budget=4000`). Raises `UsageError` for a path that is
    no folder or a setting that does not exist.
    """
    from packlens.main import open_workspace as implementation

    return implementation(path, **settings)
