"""What every written form of a pack has in common: the words of its header, headings and ledger.

A layout turns the parts of a pack into one string. It also gives, for each part, the text whose price
stands for what the part adds, so that a pack can be put together by adding prices; the parts are cut where
the encodings split words anyway, which keeps the sum within a few tokens of the count of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from packlens import __version__
from packlens.base.counted import counted
from packlens.symbols.symbol import SymbolKind
from packlens.views.layout.marks import marked, removed
from packlens.views.pack.model import (
    ChangeRow,
    FileBlock,
    Frame,
    Level,
    Lines,
    Omitted,
    PackItem,
    Reason,
    Unchanged,
    Via,
)
from packlens.views.possible import PossibleUse
from packlens.views.redact import visible
from packlens.views.verify.provenance import SHORT_SHA

SEPARATOR = " · "
_POSSIBLE_SHOWN = 3


@dataclass(frozen=True, slots=True)
class ChangeRows:
    """Rows of what no code of a diff's later state shows, and how many more there are."""

    rows: tuple[ChangeRow, ...]
    more: int


@dataclass(frozen=True, slots=True)
class SinceRows:
    """What the reader of an earlier pack has: what of it is unchanged, ids of what is gone, how many more."""

    unchanged: tuple[Unchanged, ...]
    gone: tuple[str, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Facts:
    """What the header says.

    digest      16 hex
    redactions  `None` when redaction is off
    changes     of a diff: what no code of the later state shows
    supersedes  the digest of the earlier pack that the reader has; "" for none
    since       what of that is unchanged, and what is gone
    semantic    the model that had a say in the order; "" for none
    """

    root: str
    target: str
    limit: int
    tokenizer: str
    state: str
    digest: str
    redactions: int | None
    pending: int
    frame: Frame
    changes: ChangeRows | None = None
    supersedes: str = ""
    since: SinceRows | None = None
    semantic: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the pack says it does not hold: `rows` of `total` left out, and the sites that are only possible.

    show_sites   whether the first of the sites are named, or only their number
    """

    rows: tuple[Omitted, ...]
    total: int
    possible: tuple[PossibleUse, ...]
    show_sites: bool

    @property
    def more(self) -> int:
        """How many are left out and have no row."""
        return self.total - len(self.rows)

    @property
    def sites(self) -> tuple[PossibleUse, ...]:
        """The possible sites that are named."""
        return self.possible[:_POSSIBLE_SHOWN] if self.show_sites else ()


class Layout(Protocol):
    """One written form."""

    names_opening: str

    def whole(
        self,
        facts: Facts,
        used: int,
        blocks: Sequence[FileBlock],
        names: Sequence[PackItem],
        ledger: Ledger | None,
    ) -> str:
        """The whole pack."""

    def frame(self, facts: Facts, used: int) -> str:
        """The parts that are there whatever the pack holds."""

    def block_part(self, block: FileBlock) -> str:
        """What the first item of a file adds besides itself."""

    def item_part(self, item: PackItem) -> str:
        """What an item adds, its markup included."""

    def changes(self, changes: ChangeRows) -> str:
        """What a diff says beside its code, markup included."""

    def ledger(self, ledger: Ledger) -> str:
        """The ledger, markup included."""


def header_line(facts: Facts, used: int) -> str:
    """The header of markdown and text packs, without line end; `""` for no frame."""
    if facts.frame is Frame.NONE:
        return ""
    if facts.frame is Frame.SHORT:
        return f"packlens {used}/{facts.limit}"
    parts = [
        f"packlens {__version__}",
        visible(facts.root),
        visible(facts.target),
        f"{used}/{facts.limit} tokens",
        facts.tokenizer,
        f"state {facts.state}",
        f"digest {facts.digest}",
        *([f"supersedes {facts.supersedes}"] if facts.supersedes else []),
        *([f"semantic {visible(facts.semantic)}"] if facts.semantic else []),
        "redaction off" if facts.redactions is None else f"redacted {facts.redactions}",
    ]
    if facts.pending:
        parts.append(f"pending {facts.pending}")
    return SEPARATOR.join(parts)


def block_heading(block: FileBlock) -> str:
    """Which file, which text of it, and which symbols and lines stand below."""
    labels = "; ".join(item_label(item) for item in block.items)
    return f"{visible(block.path)}{SEPARATOR}{block_text(block)}{SEPARATOR}{labels}"


def block_text(block: FileBlock) -> str:
    """Which text of a file its lines are from, and how they are written."""
    return f"{block.sha256[:12]}{' unsaved' if block.unsaved else ''}{' diff' if block.marked else ''}"


def item_label(item: PackItem) -> str:
    """`Flask.run 120-180`, with the level where it is not full."""
    level = "" if item.level is Level.FULL else f" {item.level.value}"
    return f"{visible(item.qualname)} {lines_label(item_lines(item))}{level}"


def item_lines(item: PackItem) -> tuple[Lines, ...]:
    """The lines that an item states: those it holds verbatim, else those of the symbol."""
    return item.ranges or ((item.start_line, item.end_line),)


def lines_label(ranges: Iterable[Lines]) -> str:
    """`10-12,15`."""
    return ",".join(f"{first}-{last}" if first != last else f"{first}" for first, last in ranges)


def block_code(block: FileBlock) -> str:
    """The code of a file: its items, an empty line where lines are left out between two of them."""
    return "\n".join(map(written, block.items))


def written(item: PackItem) -> str:
    """The text of an item, with signs before its lines where it is of a file that a diff changes."""
    return item.text if item.marks is None else marked(item.pieces, item.marks)


def name_line(item: PackItem) -> str:
    """`src/app.py:120 Flask.run`."""
    return f"{visible(item.path)}:{line_of_name(item)} {visible(item.qualname)}"


def line_of_name(item: PackItem) -> int:
    """Where to look for an item given by name: where it begins, or, for a module, where it uses something."""
    edges = [via for via in item.via if isinstance(via, Via)] if item.kind is SymbolKind.MODULE else []
    return edges[0].line if edges else item.start_line


def ledger_lines(ledger: Ledger) -> list[str]:
    """The ledger, a line an entry."""
    lines = [_omitted_line(row) for row in ledger.rows]
    if ledger.more:
        lines.append(f"and {ledger.more} more" if lines else f"{ledger.more} omitted")
    if ledger.possible:
        count = len(ledger.possible)
        sites = ", ".join(f"{visible(site.path)}:{site.line} {visible(site.name)}" for site in ledger.sites)
        lines.append(f"possible {count}: {sites}" if sites else f"possible {count}")
    return lines


def change_lines(changes: ChangeRows) -> list[str]:
    """What no code of a diff's later state shows, in order, with what was removed as removed lines."""
    lines: list[str] = []
    for row in changes.rows:
        lines.append(change_line(row))
        lines += removed(row.text).splitlines() if row.text else []
    if changes.more:
        lines.append(
            f"and {changes.more} more"
            if lines
            else f"{counted(changes.more, 'change is', 'changes are')} not shown"
        )
    return lines


def since_lines(since: SinceRows) -> list[str]:
    """What the reader of an earlier pack has, a line an item."""
    lines = [f"unchanged {visible(row.id)} {_hashes(row)}" for row in since.unchanged]
    lines += [f"gone {visible(identifier)}" for identifier in since.gone]
    return [*lines, f"and {since.more} more"] if since.more else lines


def _hashes(row: Unchanged) -> str:
    return " ".join(digits[:SHORT_SHA] for digits in (row.sha256, row.signs) if digits)


def change_line(row: ChangeRow) -> str:
    """`removed shop/orders.py:40-52 Order.refund`."""
    if row.change is None:
        return f"changed {visible(row.path)} ({row.note})"
    where = f"{visible(row.path)}:{lines_label(((row.start_line, row.end_line),))} {visible(row.qualname)}"
    return f"{row.change.value} {where}" + (f", before {visible(row.note)}" if row.note else "")


def fence_for(code: str, mark: str, least: int) -> str:
    """A run of `mark` at least `least` long, and longer than any run of it in `code`."""
    longest = max((len(run) for run in re.findall(re.escape(mark) + "+", code)), default=0)
    return mark * max(least, longest + 1)


def _omitted_line(row: Omitted) -> str:
    lines = lines_label(((row.start_line, row.end_line),))
    reason = "" if row.reason is Reason.OVER_BUDGET else f" ({row.reason.value})"
    return f"{visible(row.path)}:{lines} {visible(row.qualname)} {row.tokens} tokens{reason}"
