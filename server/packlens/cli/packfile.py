"""A pack that somebody kept, read from a file or from stdin."""

from __future__ import annotations

import sys
from pathlib import Path

from packlens.base.errors import UsageError


def read_packfile(packfile: str) -> str:
    """The text of PACKFILE, `-` for stdin. Raises `UsageError` for what cannot be read as text."""
    try:
        raw = sys.stdin.buffer.read() if packfile == "-" else Path(packfile).read_bytes()
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(
            f"{packfile!r} is no pack: it is not UTF-8; give a file that packlens wrote"
        ) from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise UsageError(f"cannot read the pack {packfile!r}: {reason}; check the spelling") from None
