"""What the Markdown and text forms share: a header line, then sections with an empty line between them."""

from __future__ import annotations

from collections.abc import Sequence

from packlens.views.layout import Facts, Ledger, header_line, item_label, ledger_lines, name_line
from packlens.views.model import FileBlock, Level, PackItem

NAMES = "names"
OMITTED = "omitted"


class SectionLayout:
    """A form made of sections. The form itself says how a file's section and a titled one look."""

    def file_section(self, block: FileBlock) -> str:
        """The heading and the code of one file."""
        raise NotImplementedError

    def section(self, title: str, text: str) -> str:
        """Lines under a title, closed off from what follows."""
        raise NotImplementedError

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
        parts.extend(self.file_section(block) for block in blocks)
        if names:
            parts.append(self.section(NAMES, "".join(f"{name_line(item)}\n" for item in names)))
        if ledger is not None:
            parts.append(self.ledger(ledger))
        return "\n".join(parts)

    def frame(self, facts: Facts, used: int) -> str:
        """The header and the empty line after it."""
        header = header_line(facts, used)
        return f"{header}\n\n" if header else ""

    def item_part(self, item: PackItem) -> str:
        """A label and the code, or a line of names."""
        if item.level is Level.NAME:
            return f"{name_line(item)}\n"
        return f"; {item_label(item)}\n{item.text}\n"

    def ledger(self, ledger: Ledger) -> str:
        """The ledger in a section of its own."""
        return self.section(OMITTED, "".join(f"{line}\n" for line in ledger_lines(ledger)))
