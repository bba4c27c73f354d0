"""Any written form of a pack with the words of a template around it."""

from __future__ import annotations

from collections.abc import Sequence

from packlens.views.layout.common import ChangeRows, Facts, Layout, Ledger
from packlens.views.layout.templates import Template
from packlens.views.pack.model import FileBlock, PackItem


class PromptLayout:
    """The form `inner`, framed."""

    def __init__(self, inner: Layout, template: Template) -> None:
        self._inner = inner
        self._template = template
        self.names_opening = inner.names_opening

    def whole(
        self,
        facts: Facts,
        used: int,
        blocks: Sequence[FileBlock],
        names: Sequence[PackItem],
        ledger: Ledger | None,
    ) -> str:
        """The whole pack in its template."""
        return self._framed(self._inner.whole(facts, used, blocks, names, ledger))

    def frame(self, facts: Facts, used: int) -> str:
        """The parts that are there whatever the pack holds, the words of the template among them."""
        return self._framed(self._inner.frame(facts, used))

    def block_part(self, block: FileBlock) -> str:
        """As in the form itself."""
        return self._inner.block_part(block)

    def item_part(self, item: PackItem) -> str:
        """As in the form itself."""
        return self._inner.item_part(item)

    def changes(self, changes: ChangeRows) -> str:
        """As in the form itself."""
        return self._inner.changes(changes)

    def ledger(self, ledger: Ledger) -> str:
        """As in the form itself."""
        return self._inner.ledger(ledger)

    def _framed(self, pack: str) -> str:
        return f"{self._template.before}{pack}{self._template.after}"
