"""A file's text to its facts, block by block.

`read_file` gives the same facts for a text whatever was read before: with the previous facts at hand it parses only
the blocks whose text is new, and of a class that changed only the members whose text is new; without them it parses the
whole file at once where the compiler takes it, which gives each block and each member the tree that its own text gives.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Mapping

from packlens.syntax.blocks import split_blocks, split_class
from packlens.syntax.boundaries import blocks_of_module, lines_of, members_of_class
from packlens.syntax.extract import empty_block, extract
from packlens.syntax.facts import BlockFacts, FileFacts
from packlens.syntax.joining import Slice, join, slices
from packlens.syntax.repair import parse_block
from packlens.text.position import LineTable


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
    texts = split_blocks(text, complete)
    parts: dict[str, Slice] | None = None
    blocks: list[BlockFacts] = []
    starts: list[int] = []
    offset = 0
    for block in texts:
        found = known.get(block)
        if found is None:
            if parts is None:
                parts = _parts(known, texts)
            found = read_block(block, parts)
            known[block] = found
        blocks.append(found)
        starts.append(offset)
        offset += len(block)
    return FileFacts(tuple(blocks), tuple(starts))


def unread_file(text: str, message: str) -> FileFacts:
    """Facts of a text that is not to be read, for the reason that `message` gives."""
    return FileFacts((empty_block(_line_count(text), "failed", 1, message),), (0,))


def read_block(block: str, known: Mapping[str, Slice] | None = None) -> BlockFacts:
    """Facts of one block's text. `known`, what parts of earlier classes say, saves time and changes nothing."""
    if not known:
        whole = _read_whole(block)
        if whole is not None and len(whole.blocks) == 1:
            return whole.blocks[0]
    return _read_class(block, known or {}) or _read_as_one(block)


def _parts(blocks: Mapping[str, BlockFacts], texts: Iterable[str]) -> dict[str, Slice]:
    """What the parts of the classes among `blocks` say, by their text; of those that are not among `texts`."""
    found: dict[str, Slice] = {}
    for text in blocks.keys() - texts:
        facts = blocks[text]
        if facts.parts:
            lines = LineTable(text)
            for piece in slices(facts):
                found[lines.between(piece.line + 1, piece.line + piece.part.lines)] = piece
    return found


def _read_class(block: str, known: Mapping[str, Slice]) -> BlockFacts | None:
    """Facts of a class by those of its parts; `None` for what has none, or is no class once it is repaired."""
    complete = {part for part, piece in known.items() if piece.part.status == "ok"}
    pieces: list[Slice] = []
    for number, part in enumerate(split_class(block, complete)):
        piece = known.get(part) or _read_part(part, is_head=number == 0)
        if piece is None:
            return None
        pieces.append(piece)
    return join(pieces) if pieces else None


def _read_part(part: str, is_head: bool) -> Slice | None:
    """What the head or a member of a class says, read as a class that has nothing else."""
    parsed = parse_block(part + " pass\n" if is_head else "class _:\n" + part)
    body = parsed.tree.body if parsed.tree is not None else []
    if len(body) != 1 or not isinstance(body[0], ast.ClassDef):
        return None
    count = _line_count(part)
    before = 0 if is_head else 1
    try:
        facts = extract(
            body,
            lines_of(parsed.text),
            before,
            count,
            ascii_only=part.isascii(),
            members=(count + 1 if is_head else 2,),
            status=parsed.status,
            error_line=min((parsed.error_line or before) - before, count),
            message=parsed.message,
        )
    except RecursionError:
        return None
    return slices(facts)[before] if facts.parts else None


def _read_as_one(block: str) -> BlockFacts:
    parsed = parse_block(block)
    count = _line_count(block)
    error_line = parsed.error_line or 0
    if parsed.tree is None:
        return empty_block(count, parsed.status, error_line, parsed.message)
    try:
        return extract(
            parsed.tree.body,
            lines_of(parsed.text),
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
        lines = lines_of(text)
        first_lines = blocks_of_module(module.body, lines)
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
            body = bodies[index]
            blocks.append(
                extract(
                    body,
                    lines,
                    first - 1,
                    count,
                    ascii_only=ascii_only,
                    members=members_of_class(body, lines),
                )
            )
        starts = tuple(table.starts[first - 1] for first in first_lines)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return FileFacts(tuple(blocks), starts)


def _line_count(block: str) -> int:
    starts = LineTable(block).starts
    return len(starts) - (starts[-1] == len(block))
