"""What no resolver settled, as every answer names it. It stands alone, so that a list of callers loads no packs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PossibleUse:
    """A site that no resolver settled: `id` may use a target, or be used by one, at `line` of `path`."""

    id: str
    path: str
    line: int
    name: str
