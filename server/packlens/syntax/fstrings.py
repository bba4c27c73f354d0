"""Positions of the expressions inside f-strings."""

from __future__ import annotations

import ast
from collections.abc import Sequence


def fix_fstring_positions(node: ast.JoinedStr, source_lines: Sequence[str]) -> None:
    """Give every node in `node` the position that Python 3.12 and newer give it."""
