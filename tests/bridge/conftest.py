"""A cache folder of each test's own, with a path that is short enough for a socket."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pl", dir="/tmp") as folder:
        monkeypatch.setenv("XDG_CACHE_HOME", folder)
        yield Path(folder)
