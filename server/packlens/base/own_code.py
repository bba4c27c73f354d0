"""What this package's own code says: for what is kept between runs and must not outlive the code that made it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import packlens


def own_code(parts: Iterable[str]) -> Iterator[bytes]:
    """The sources of these folders and files of the package, each after its path, always in the same order."""
    home = Path(packlens.__file__).parent
    for part in parts:
        place = home / part
        for source in sorted(place.rglob("*.py")) if place.is_dir() else (place,):
            yield source.relative_to(home).as_posix().encode() + b"\0" + source.read_bytes()
