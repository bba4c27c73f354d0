"""Packs as XML: one `pack` element that parses whatever the code holds.

Code is character data; a `]]>` inside it is split over two sections. Characters that XML 1.0 cannot carry are
among those that are made visible before anything leaves.
"""

from __future__ import annotations

from collections.abc import Sequence

from packlens import __version__
from packlens.views.layout.common import (
    ChangeRows,
    Facts,
    Ledger,
    SinceRows,
    item_lines,
    line_of_name,
    lines_label,
    written,
)
from packlens.views.layout.marks import removed
from packlens.views.pack.model import FileBlock, Frame, Level, PackItem, Reason, Unchanged
from packlens.views.redact import visible
from packlens.views.verify.provenance import SHORT_SHA

SCHEMA = "packlens.pack/1"


class XmlLayout:
    """See the module."""

    names_opening = "<names>\n</names>\n"

    def whole(
        self,
        facts: Facts,
        used: int,
        blocks: Sequence[FileBlock],
        names: Sequence[PackItem],
        ledger: Ledger | None,
    ) -> str:
        """The `pack` element."""
        parts = [f"{_opening(facts, used)}\n"]
        for block in blocks:
            parts.append(f"{_file_opening(block)}\n")
            parts.extend(self.item_part(item) for item in block.items)
            parts.append("</file>\n")
        if names:
            parts.append("<names>\n")
            parts.extend(self.item_part(item) for item in names)
            parts.append("</names>\n")
        if facts.changes is not None:
            parts.append(self.changes(facts.changes))
        if facts.since is not None:
            parts.append(_since(facts.since))
        if ledger is not None:
            parts.append(self.ledger(ledger))
        parts.append("</pack>\n")
        return "".join(parts)

    def frame(self, facts: Facts, used: int) -> str:
        """The `pack` element with nothing in it but what a diff says beside its code."""
        changes = "" if facts.changes is None else self.changes(facts.changes)
        return f"{_opening(facts, used)}\n{changes}</pack>\n"

    def block_part(self, block: FileBlock) -> str:
        """A `file` element with nothing in it."""
        return f"{_file_opening(block)}\n</file>\n"

    def item_part(self, item: PackItem) -> str:
        """A `code` or `name` element."""
        if item.level is Level.NAME:
            attributes = _attributes(path=item.path, line=str(line_of_name(item)))
            return f"<name{attributes}>{_element_text(item.qualname)}</name>\n"
        level = "" if item.level is Level.FULL else item.level.value
        attributes = _attributes(symbol=item.qualname, lines=lines_label(item_lines(item)), level=level)
        return f"<code{attributes}>{_character_data(written(item))}</code>\n"

    def changes(self, changes: ChangeRows) -> str:
        """The `changes` element: a `change` for each row, with removed lines as its text."""
        lines: list[str] = []
        for row in changes.rows:
            where = (
                f"{row.path}:{lines_label(((row.start_line, row.end_line),))}" if row.start_line else row.path
            )
            kind = row.change.value if row.change is not None else "changed"
            attributes = _attributes(kind=kind, at=where, symbol=row.qualname, note=row.note)
            text = _character_data(removed(row.text)) if row.text else ""
            lines.append(f"<change{attributes}>{text}</change>" if text else f"<change{attributes}/>")
        return "".join(f"{line}\n" for line in _element("changes", len(changes.rows) + changes.more, lines))

    def ledger(self, ledger: Ledger) -> str:
        """The `omitted` and `possible` elements."""
        lines: list[str] = []
        if ledger.total:
            rows: list[str] = []
            for row in ledger.rows:
                reason = "" if row.reason is Reason.OVER_BUDGET else row.reason.value
                where = f"{row.path}:{lines_label(((row.start_line, row.end_line),))}"
                attributes = _attributes(at=where, tokens=str(row.tokens), reason=reason)
                rows.append(f"<symbol{attributes}>{_element_text(row.qualname)}</symbol>")
            lines.extend(_element("omitted", ledger.total, rows))
        if ledger.possible:
            sites: list[str] = []
            for site in ledger.sites:
                attributes = _attributes(at=f"{site.path}:{site.line}")
                sites.append(f"<site{attributes}>{_element_text(site.name)}</site>")
            lines.extend(_element("possible", len(ledger.possible), sites))
        return "".join(f"{line}\n" for line in lines)


def _since(since: SinceRows) -> str:
    rows = [f"<unchanged{_attributes(id=row.id, **_hashes(row))}/>" for row in since.unchanged]
    rows += [f"<gone{_attributes(id=identifier)}/>" for identifier in since.gone]
    return "".join(f"{line}\n" for line in _element("since", len(rows) + since.more, rows))


def _hashes(row: Unchanged) -> dict[str, str]:
    signs = {"signs": row.signs[:SHORT_SHA]} if row.signs else {}
    return {"sha256": row.sha256[:SHORT_SHA], **signs}


def _element(name: str, total: int, rows: Sequence[str]) -> list[str]:
    opening = f"<{name}{_attributes(total=str(total))}"
    return [f"{opening}>", *rows, f"</{name}>"] if rows else [f"{opening}/>"]


def _character_data(text: str) -> str:
    return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"


def _opening(facts: Facts, used: int) -> str:
    if facts.frame is Frame.NONE:
        return "<pack>"
    if facts.frame is Frame.SHORT:
        return f"<pack{_attributes(packlens=f'{used}/{facts.limit}')}>"
    attributes = _attributes(
        schema=SCHEMA,
        tool=f"packlens {__version__}",
        root=facts.root,
        target=facts.target,
        tokens=f"{used}/{facts.limit}",
        tokenizer=facts.tokenizer,
        state=facts.state,
        digest=facts.digest,
        supersedes=facts.supersedes,
        semantic=facts.semantic,
        redacted="off" if facts.redactions is None else str(facts.redactions),
        pending=str(facts.pending) if facts.pending else "",
    )
    return f"<pack{attributes}>"


def _file_opening(block: FileBlock) -> str:
    attributes = _attributes(
        path=block.path,
        sha256=block.sha256[:12],
        unsaved="true" if block.unsaved else "",
        diff="true" if block.marked else "",
    )
    return f"<file{attributes}>"


def _element_text(value: str) -> str:
    from xml.sax.saxutils import escape  # it loads urllib and ssl, 30 ms that only packs in XML pay

    return escape(visible(value))


def _attributes(**values: str) -> str:
    """The attributes that have a value, each with a blank before it."""
    from xml.sax.saxutils import quoteattr

    return "".join(f" {name}={quoteattr(visible(value))}" for name, value in values.items() if value)
