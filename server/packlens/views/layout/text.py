"""Packs as plain text: the words of the Markdown form, with rules of dashes around the code.

A rule is longer than any run of dashes inside it, so repository text cannot end a block.
"""

from __future__ import annotations

from packlens.views.layout.common import SEPARATOR, block_code, block_heading, block_text, fence_for
from packlens.views.layout.sections import SectionLayout
from packlens.views.pack.model import FileBlock

SHORTEST_RULE = 8


class TextLayout(SectionLayout):
    """See the module."""

    names_opening = "names\n--------\n--------\n\n"

    def file_section(self, block: FileBlock) -> str:
        """A heading, and the code between rules."""
        return self.section(block_heading(block), block_code(block))

    def block_part(self, block: FileBlock) -> str:
        """Heading and rules of one file, without its labels."""
        return f"{block.path}{SEPARATOR}{block_text(block)}\n--------\n--------\n\n"

    def section(self, title: str, text: str) -> str:
        """Lines between rules under the title."""
        rule = fence_for(text, "-", SHORTEST_RULE)
        return f"{title}\n{rule}\n{text}{rule}\n"
