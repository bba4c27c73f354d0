"""Syntax newer than the running interpreter, read into the tree a newer interpreter gives."""

from __future__ import annotations

import ast


def parse_newer(text: str) -> ast.Module | None:
    """The tree of a text that this interpreter refuses."""
    return None
