"""Packs in Markdown: a header line, a heading and a fence of code a file, then names and ledger in fences.

Every fence is longer than any run of backticks inside it, so repository text cannot close it.
"""

from __future__ import annotations

from packlens.views.layout.common import SEPARATOR, block_code, block_heading, block_text, fence_for
from packlens.views.layout.sections import SectionLayout
from packlens.views.pack.model import FileBlock

HEADING = "## "
LANGUAGE = "python"
MARKED = "diff"


class MarkdownLayout(SectionLayout):
    """See the module."""

    names_opening = "```names\n```\n\n"

    def file_section(self, block: FileBlock) -> str:
        """A heading, and the code in a fence."""
        return f"{HEADING}{block_heading(block)}\n\n{self.section(_language(block), block_code(block))}"

    def block_part(self, block: FileBlock) -> str:
        """Heading and fence of one file, without its labels."""
        return f"{HEADING}{block.path}{SEPARATOR}{block_text(block)}\n\n```{_language(block)}\n```\n\n"

    def section(self, title: str, text: str) -> str:
        """Lines in a fence that has the title as its language."""
        fence = fence_for(text, "`", 3)
        return f"{fence}{title}\n{text}{fence}\n"


def _language(block: FileBlock) -> str:
    return MARKED if block.marked else LANGUAGE
