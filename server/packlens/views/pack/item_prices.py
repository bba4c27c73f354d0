"""The items of one pack at their levels, and what each costs.

A price is that of an item's own text in the layout of the pack, after redaction; it is worked out once for all drafts.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol
from packlens.text.document import Document
from packlens.views.budget import Budget
from packlens.views.layout.common import Layout
from packlens.views.layout.marks import shown_marks
from packlens.views.pack.candidate import Candidate
from packlens.views.pack.changes import Changes
from packlens.views.pack.item_text import pieces_at, verbatim
from packlens.views.pack.model import FileBlock, Level, Lines, PackItem, Piece
from packlens.views.pack.wishes import Wishes
from packlens.views.redact import Redactor

_LEAST_LABEL = 6


@dataclass(frozen=True, slots=True)
class ItemPrices:
    """What the items of one pack cost, in tokens.

    wishes   what is not to grow, or not to come at all
    changes  of a pack of a diff: what it did to each symbol
    """

    snapshot: Snapshot
    layout: Layout
    budget: Budget
    redact: bool
    wishes: Wishes
    changes: Changes | None
    _known: dict[tuple[str, Level], PackItem | None] = field(default_factory=dict)
    _tokens: dict[tuple[str, Level, tuple[Lines | None, ...]], int] = field(default_factory=dict)

    def item(self, candidate: Candidate, level: Level) -> PackItem | None:
        """`candidate` at `level`, priced; `None` where it has no such form."""
        key = (candidate.id, level)
        if key not in self._known:
            symbol = self.symbol(candidate.id)
            pieces = pieces_at(self.snapshot, symbol, level, candidate.lines)
            if level is Level.FULL and symbol.id in self.wishes.inside:
                level = Level.EXCERPT
                document = self.snapshot.documents[symbol.path]
                pieces = verbatim(document, self.wishes.ranges(symbol)) or None
            self._known[key] = None if pieces is None else self.of(symbol, level, candidate, pieces)
        return self._known[key]

    def surely_costs_more(self, candidate: Candidate, level: Level, room: int) -> bool:
        """Whether a quick look shows that `candidate` at `level` costs more than `room` tokens.

        A label alone has more than five tokens, and hardly two lines that are not blank share one.
        """
        if level is not Level.FULL:
            return level is Level.SIGNATURE and room < _LEAST_LABEL
        symbol = self.symbol(candidate.id)
        lines = self.snapshot.documents[symbol.path].lines
        text = "".join(lines.between(*part) for part in self.wishes.ranges(symbol))
        return text.count("\n") - text.count("\n\n") > 2 * room

    def of(self, symbol: Symbol, level: Level, candidate: Candidate, pieces: tuple[Piece, ...]) -> PackItem:
        """These pieces of a symbol, reached as `candidate`, as an item at `level`.

        However it is reached, the same lines of it, and its signature, cost the same.
        """
        key = (symbol.id, level, tuple(piece.lines for piece in pieces))
        known = self._tokens.get(key) if level is not Level.NAME else None  # a name says how it is reached
        item = PackItem(
            symbol.id,
            symbol.path,
            symbol.qualname,
            symbol.kind,
            level,
            symbol.start_line,
            symbol.end_line,
            known or 0,
            candidate.distance,
            candidate.score,
            candidate.via,
            pieces,
            None if self.changes is None else shown_marks(self.changes.marks(symbol), pieces),
        )
        if known is not None:
            return item
        tokens = self._tokens[key] = self._price(symbol, item)
        return replace(item, tokens=tokens)

    def _price(self, symbol: Symbol, item: PackItem) -> int:
        """Tokens of an item of `symbol`, as it may leave."""
        # The numbers of the placeholders are settled when the pack is finished; they do not change the price.
        redactor = Redactor(enabled=self.redact)
        shown = without_secrets(item, self.snapshot.documents[item.path], redactor)
        if self.changes is not None and shown.marks:
            shown = replace(shown, marks=self.changes.without_secrets(symbol, shown.marks, redactor))
        return self.budget.price_of(self.layout.item_part(shown))

    def symbol(self, identifier: str) -> Symbol:
        """The symbol of an id that is in the snapshot."""
        symbol = self.snapshot.symbol(identifier)
        assert symbol is not None, identifier
        return symbol

    @property
    def names_opening(self) -> int:
        """What the first item by name adds to its own price."""
        return self.budget.price_of(self.layout.names_opening)

    def of_block(self, path: str) -> int:
        """What the first item of a file adds to its own price."""
        return self.budget.price_of(self.layout.block_part(self.block(path, ())))

    def block(self, path: str, items: tuple[PackItem, ...]) -> FileBlock:
        """These items of a file, in source order, under its heading."""
        document = self.snapshot.documents[path]
        is_marked = self.changes is not None and path in self.changes.earlier
        return FileBlock(path, document.sha256, document.unsaved, items, is_marked)


def without_secrets(item: PackItem, document: Document, redactor: Redactor) -> PackItem:
    """`item`, which is from `document`, as it may leave."""
    pieces = tuple(Piece(piece.lines, redactor.piece(piece, document)) for piece in item.pieces)
    return item if pieces == item.pieces else replace(item, pieces=pieces)
