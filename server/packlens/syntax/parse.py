"""A file's text to its facts, block by block.

`read_file` gives the same facts for a text whatever was read before: with the previous facts at hand it parses only
the blocks whose text is new; without them it parses the whole file at once where the compiler takes it, which gives
each block the tree that its own text gives.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

from packlens.syntax.blocks import blocks_of_module, split_blocks
from packlens.syntax.extract import empty_block, extract
from packlens.syntax.facts import BlockFacts
from packlens.syntax.repair import parse_block
from packlens.text.position import LineTable


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Facts of a whole text: its blocks in order and where each begins (code point offset)."""

    blocks: tuple[BlockFacts, ...]
    starts: tuple[int, ...]

    @property
    def status(self) -> str:
        """`ok`; `partial` when something could not be read; `failed` when nothing could."""
        broken = [block for block in self.blocks if block.status != "ok"]
        if not broken:
            return "ok"
        return "failed" if all(block.status == "failed" for block in self.blocks) else "partial"


def read_file(text: str, previous: tuple[str, FileFacts] | None = None) -> FileFacts:
    """Facts of a text. `previous`, an earlier text of the file with its facts, saves time and changes nothing."""
    if previous is None:
        facts = _read_whole(text)
        if facts is not None:
            return facts
    known: dict[str, BlockFacts] = {}
    if previous is not None:
        old_text, old = previous
        ends = (*old.starts[1:], len(old_text)) if old.starts else ()
        known = {old_text[a:b]: block for a, b, block in zip(old.starts, ends, old.blocks, strict=True)}
    complete = {block for block, facts in known.items() if facts.status == "ok"}
    blocks: list[BlockFacts] = []
    starts: list[int] = []
    offset = 0
    for block in split_blocks(text, complete):
        found = known.get(block)
        if found is None:
            found = read_block(block)
            known[block] = found
        blocks.append(found)
        starts.append(offset)
        offset += len(block)
    return FileFacts(tuple(blocks), tuple(starts))


def unread_file(text: str, message: str) -> FileFacts:
    """Facts of a text that is not to be read, for the reason that `message` gives."""
    return FileFacts((empty_block(_line_count(text), "failed", 1, message),), (0,))


def read_block(block: str) -> BlockFacts:
    """Facts of one block's text."""
    parsed = parse_block(block)
    count = _line_count(block)
    error_line = parsed.error_line or 0
    if parsed.tree is None:
        return empty_block(count, parsed.status, error_line, parsed.message)
    try:
        return extract(
            parsed.tree.body,
            _lines(parsed.text),
            0,
            count,
            ascii_only=block.isascii(),
            status=parsed.status,
            error_line=error_line,
            message=parsed.message,
        )
    except RecursionError:
        return empty_block(count, "failed", 1, "nested too deeply to be read")


def _read_whole(text: str) -> FileFacts | None:
    """Facts by one parse of the whole text; `None` where that cannot be had."""
    if "\0" in text:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text)
        table = LineTable(text)
        first_lines = blocks_of_module(module, text, table)
        lines = _lines(text)
        ascii_only = text.isascii()
        bodies: list[list[ast.stmt]] = [[] for _ in first_lines]
        number = -1
        following = [*first_lines[1:], len(table.starts) + 1]
        for statement in module.body:
            line = statement.lineno
            while number < 0 or line >= following[number]:
                number += 1
            bodies[number].append(statement)
        blocks = []
        for index, first in enumerate(first_lines):
            last = following[index] - 1
            count = last - first + 1
            if index == len(first_lines) - 1 and table.starts[-1] == len(text):
                count -= 1  # what follows the last line end is no line
            blocks.append(extract(bodies[index], lines, first - 1, count, ascii_only=ascii_only))
        starts = tuple(table.starts[first - 1] for first in first_lines)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return FileFacts(tuple(blocks), starts)


def _lines(text: str) -> list[str]:
    """The lines of a text as the compiler counts them."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def _line_count(block: str) -> int:
    starts = LineTable(block).starts
    return len(starts) - (starts[-1] == len(block))
