"""Packs as plain text: the words of the Markdown form, with rules of dashes around the code.

A rule is longer than any run of dashes inside it, so repository text cannot end a block.
"""

from __future__ import annotations

from collections.abc import Sequence

from packlens.views.layout import (
    SEPARATOR,
    Facts,
    Ledger,
    block_code,
    block_heading,
    fence_for,
    header_line,
    item_label,
    ledger_lines,
    name_line,
)
from packlens.views.model import FileBlock, Level, PackItem

NAMES = "names"
OMITTED = "omitted"
SHORTEST_RULE = 8


class TextLayout:
    """See the module."""

    names_opening = "names\n--------\n--------\n\n"

    def whole(
        self,
        facts: Facts,
        used: int,
        blocks: Sequence[FileBlock],
        names: Sequence[PackItem],
        ledger: Ledger | None,
    ) -> str:
        """The parts, an empty line between them, one line end at the end."""
        header = header_line(facts, used)
        parts = [f"{header}\n"] if header else []
        parts.extend(_ruled(block_heading(block), block_code(block)) for block in blocks)
        if names:
            parts.append(_ruled(NAMES, "".join(f"{name_line(item)}\n" for item in names)))
        if ledger is not None:
            parts.append(self.ledger(ledger))
        return "\n".join(parts)

    def frame(self, facts: Facts, used: int) -> str:
        """The header and the empty line after it."""
        header = header_line(facts, used)
        return f"{header}\n\n" if header else ""

    def block_part(self, block: FileBlock) -> str:
        """Heading and rules of one file, without its labels."""
        unsaved = " unsaved" if block.unsaved else ""
        return f"{block.path}{SEPARATOR}{block.sha256[:12]}{unsaved}\n--------\n--------\n\n"

    def item_part(self, item: PackItem) -> str:
        """A label and the code, or a line of names."""
        if item.level is Level.NAME:
            return f"{name_line(item)}\n"
        return f"; {item_label(item)}\n{item.text}\n"

    def ledger(self, ledger: Ledger) -> str:
        """The ledger between its rules."""
        return _ruled(OMITTED, "".join(f"{line}\n" for line in ledger_lines(ledger)))


def _ruled(heading: str, text: str) -> str:
    rule = fence_for(text, "-", SHORTEST_RULE)
    return f"{heading}\n{rule}\n{text}{rule}\n"
