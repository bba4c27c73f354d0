"""The console entry and the Python API. Every heavy import is lazy: a command loads what it needs and no
more.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from packlens.session.session import Session

_INTERRUPTED = 130


def main() -> None:
    """Run the command line of this process and exit."""
    try:
        from packlens.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = _INTERRUPTED
    sys.exit(code)


def open_workspace(path: str | os.PathLike[str] = ".", **settings: Any) -> Session:
    """Index the workspace at `path` and return its session; see `packlens.open_workspace`."""
    from packlens.session.session import Session

    session = Session.open(path, settings)
    session.index()
    return session
