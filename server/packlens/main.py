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
    from packlens.base.config import Config
    from packlens.base.errors import UsageError
    from packlens.session.session import Session

    named = {_camel(name): value for name, value in settings.items()}
    for name, written in zip(named, settings, strict=True):
        if name not in Config.__struct_encode_fields__:
            known = ", ".join(Config.__struct_fields__)
            raise UsageError(f"setting {written!r}: does not exist; choose among {known}")
    session = Session.open(path, named)
    session.index()
    return session


def _camel(name: str) -> str:
    """A setting's name as the settings files write it."""
    first, *others = name.split("_")
    return first + "".join(other.title() for other in others)
