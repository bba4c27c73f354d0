"""A block's text to a syntax tree, also when the text is newer than the interpreter, or broken.

A broken text is repaired from the text alone (`mending`): what cannot be read is replaced, line by line,
until the rest parses. The statements are found by indentation (`outline`). A statement that parses by
itself stays. One that does not is replaced by `pass` when it is a single logical line; when it has a
suite, its header is completed (`def f(a` becomes `def f(a):`), and the same is done inside the suite. So
one unfinished line costs that line.

Where the compiler says the error is differs between interpreters. It is used only to look there first:
what is found so is accepted only when all the rest parses as it stands, and then looking everywhere finds
the same.
"""

from __future__ import annotations

import ast
import warnings
from bisect import bisect_right
from dataclasses import dataclass

from packlens.base.pattern import late_pattern
from packlens.syntax.masking import Masked, mask
from packlens.syntax.mending import Attempt, mend
from packlens.syntax.newer import parse_newer
from packlens.syntax.outline import physical_lines
from packlens.syntax.stray_quotes import holds_code
from packlens.syntax.strings import TRIPLE_QUOTES

_HALF_PAIR = late_pattern("[\ud800-\udfff]")
_TOO_DEEP = "nested too deeply to be read"


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read of one block.

    tree         `None` when nothing could be read; positions are those of the block's own text
    text         what was parsed: the block, with the lines that could not be read replaced. It has as many
                 lines, and what remains is where it was
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
    if not text.isascii():
        text = _HALF_PAIR.sub("\ufffd", text)  # which takes as many bytes, so that places stay
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return Parsed(ast.parse(text), text, "ok")
            except SyntaxError as error:
                line = error.lineno or 0
            tree = parse_newer(text)
            if tree is not None:
                return Parsed(tree, text, "ok")
            return _repair(text, line)
    except (RecursionError, MemoryError, ValueError):
        return Parsed(None, text, "failed", 1, _TOO_DEEP)


def _repair(text: str, error_line: int) -> Parsed:
    masked = mask(text)
    best = mend(text, masked, _hints(text, masked, error_line - 1))
    quote = _suspect_quote(text, masked, best)
    if quote != -1:
        other = mend(text, mask(text, quote), ())
        if other.tree is not None and other.lost < best.lost:
            best = other
    line = best.first_line + 1
    message = "could not be read"
    if best.tree is None or all(isinstance(statement, ast.Pass) for statement in best.tree.body):
        return Parsed(None, text, "failed", line, message)
    return Parsed(best.tree, best.text, "partial", line, message)


def _suspect_quote(text: str, masked: Masked, attempt: Attempt) -> int:
    """The opening quote of a string of code that ends where lines were lost: it may be one too many. -1: none."""
    if attempt.lost < 2:
        return -1
    spans = physical_lines(text)
    suspect = -1
    for literal in masked.literals:
        if literal.start >= spans[attempt.first_line][1]:
            break
        if text[literal.quote : literal.quote + 3] in TRIPLE_QUOTES and holds_code(
            text, literal.quote, literal.end
        ):
            suspect = literal.quote
    return suspect


def _hints(text: str, masked: Masked, error_line: int) -> tuple[int, ...]:
    """Lines (0-based) likely to be broken: where the compiler stopped, the one before, an open string."""
    spans = physical_lines(text)
    if not 0 <= error_line < len(spans):
        return ()
    before = error_line - 1
    while before > 0 and not masked.code[slice(*spans[before])].strip():
        before -= 1
    hints = [error_line, before]
    for literal in masked.literals:
        if not literal.closed:
            hints.append(bisect_right(spans, (literal.start, len(text))) - 1)
            break
    return tuple(hints)
