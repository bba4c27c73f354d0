"""What the Markdown and text forms share: a header line, then sections with an empty line between them."""

from __future__ import annotations

from collections.abc import Sequence

from packlens.views.layout.common import (
    ChangeRows,
    Facts,
    Ledger,
    change_lines,
    header_line,
    item_label,
    ledger_lines,
    name_line,
    since_lines,
    written,
)
from packlens.views.pack.model import FileBlock, Level, PackItem

NAMES = "names"
OMITTED = "omitted"
CHANGES = "changes"
SINCE = "since"


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
        if facts.changes is not None:
            parts.append(self.changes(facts.changes))
        if facts.since is not None:
            lines = "".join(f"{line}\n" for line in since_lines(facts.since))
            parts.append(self.section(SINCE, lines))
        if ledger is not None:
            parts.append(self.ledger(ledger))
        return "\n".join(parts)

    def frame(self, facts: Facts, used: int) -> str:
        """The header and what a diff says beside its code, an empty line after each."""
        header = header_line(facts, used)
        changes = "" if facts.changes is None else f"{self.changes(facts.changes)}\n"
        return f"{header}\n\n{changes}" if header else changes

    def item_part(self, item: PackItem) -> str:
        """A label and the code, or a line of names."""
        if item.level is Level.NAME:
            return f"{name_line(item)}\n"
        return f"; {item_label(item)}\n{written(item)}\n"

    def changes(self, changes: ChangeRows) -> str:
        """What a diff says beside its code, in a section of its own."""
        return self.section(CHANGES, "".join(f"{line}\n" for line in change_lines(changes)))

    def ledger(self, ledger: Ledger) -> str:
        """The ledger in a section of its own."""
        return self.section(OMITTED, "".join(f"{line}\n" for line in ledger_lines(ledger)))
