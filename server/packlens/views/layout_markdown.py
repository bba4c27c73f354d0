"""Packs in Markdown: a header line, a heading and a fence of code a file, then names and ledger in fences.

Every fence is longer than any run of backticks inside it, so repository text cannot close it.
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

HEADING = "## "
LANGUAGE = "python"
NAMES = "names"
OMITTED = "omitted"


class MarkdownLayout:
    """See the module."""

    names_opening = "```names\n```\n\n"

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
        parts.extend(
            f"{HEADING}{block_heading(block)}\n\n{_fenced(LANGUAGE, block_code(block))}" for block in blocks
        )
        if names:
            parts.append(_fenced(NAMES, "".join(f"{name_line(item)}\n" for item in names)))
        if ledger is not None:
            parts.append(self.ledger(ledger))
        return "\n".join(parts)

    def frame(self, facts: Facts, used: int) -> str:
        """The header and the empty line after it."""
        header = header_line(facts, used)
        return f"{header}\n\n" if header else ""

    def block_part(self, block: FileBlock) -> str:
        """Heading and fence of one file, without its labels."""
        unsaved = " unsaved" if block.unsaved else ""
        return f"{HEADING}{block.path}{SEPARATOR}{block.sha256[:12]}{unsaved}\n\n```{LANGUAGE}\n```\n\n"

    def item_part(self, item: PackItem) -> str:
        """A label and the code, or a line of names."""
        if item.level is Level.NAME:
            return f"{name_line(item)}\n"
        return f"; {item_label(item)}\n{item.text}\n"

    def ledger(self, ledger: Ledger) -> str:
        """The ledger in its fence."""
        return _fenced(OMITTED, "".join(f"{line}\n" for line in ledger_lines(ledger)))


def _fenced(language: str, text: str) -> str:
    fence = fence_for(text, "`", 3)
    return f"{fence}{language}\n{text}{fence}\n"
