"""A pack while it is put together: which symbols, at which level.

A draft adds the prices of items; it never renders. Putting a member of a class in brings the header of the class,
without which it would read as part of the class above it. A method at full also brings the attributes it uses,
in an excerpt of the class that grows with each further method. A symbol whose lines are shown as part of something
else is in the pack already. Drafts are copied to try something and dropped when it does not fit.
"""

from __future__ import annotations

import sys
from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from packlens.symbols.symbol import CALLABLE_KINDS, Symbol, SymbolKind
from packlens.views.pack.candidate import Candidate
from packlens.views.pack.item_prices import ItemPrices
from packlens.views.pack.item_text import class_context, full_ranges, merged, pieces_at, without_lines
from packlens.views.pack.model import FileBlock, Level, Lines, PackItem


class Context(Enum):
    """How much of its class comes with a member."""

    ATTRIBUTES = auto()
    HEADER = auto()
    NONE = auto()


@dataclass(slots=True)
class Draft:
    """The items so far, by id in the order of their coming.

    prices   of the items, shared by all drafts of one pack
    frame    tokens of the frame; `total` estimates those of the whole, frame included
    methods  for each class, the shown methods whose attributes its excerpt holds
    outlined for each class that came as an excerpt for its own sake, the lines of that
    """

    prices: ItemPrices
    frame: int
    total: int
    items: dict[str, PackItem] = field(default_factory=dict)
    methods: dict[str, tuple[str, ...]] = field(default_factory=dict)
    outlined: dict[str, tuple[Lines, ...]] = field(default_factory=dict)
    _shown: dict[str, list[Lines]] = field(default_factory=dict)
    _names: int = 0
    _outer: set[str] = field(default_factory=set)

    def copy(self) -> Draft:
        """A draft that can be changed without changing this one."""
        return replace(
            self,
            items=dict(self.items),
            methods=dict(self.methods),
            outlined=dict(self.outlined),
            _shown=dict(self._shown),
            _outer=set(self._outer),
        )

    def without(self, encloser: str) -> Draft:
        """A copy without `encloser` and all that it encloses, which can then take it in whole."""
        left = replace(
            self, total=self.frame, items={}, methods={}, outlined={}, _shown={}, _names=0, _outer=set()
        )
        for item in self.items.values():
            if encloser not in self._around(item.id):
                left.put(item, limit=1 << 30, context=Context.NONE)
        left.methods = {owner: methods for owner, methods in self.methods.items() if owner in left.items}
        left.outlined = {owner: lines for owner, lines in self.outlined.items() if owner in left.items}
        return left

    def put(
        self, item: PackItem, *, limit: int, context: Context = Context.ATTRIBUTES, own: bool = False
    ) -> bool:
        """Take `item` in, with that much of its class, when the total stays within `limit`.

        `own`: it is an excerpt for its own sake; that of a class keeps its lines when methods join.
        """
        if context is not Context.ATTRIBUTES and not own and self._is_too_much(item, limit):
            return False
        outlined = self._outline(item) if own else None
        puts = [outlined or item]
        methods: tuple[str, ...] = ()
        owner = None if context is Context.NONE else self._owner(item)
        if owner is not None:
            methods = self.methods.get(owner.id, ())
            before = self.items.get(owner.id)
            is_full = item.level in (Level.FULL, Level.EXCERPT)
            if context is Context.ATTRIBUTES and is_full and item.kind in CALLABLE_KINDS:
                methods = (*methods, item.id)
                puts.append(self._excerpt(owner, item, methods))
            elif before is None or before.level is Level.NAME:
                puts.append(self._header(owner, item))
        total = self.total + self._cost(puts)
        if total > limit:
            return False
        for put in puts:
            self._take(put)
        if owner is not None and methods:
            self.methods[owner.id] = methods
        if outlined is not None:
            self.outlined[item.id] = item.ranges
        self.total = total
        return True

    def covers(self, identifier: str) -> bool:
        """Whether the lines of `identifier` are in the pack, in something around it or beside it."""
        symbol = self.prices.symbol(identifier)
        shown = self._shown.get(symbol.path)
        wanted = self.prices.wishes.ranges(symbol) if shown else ()
        return bool(wanted) and all(_holds(shown or [], lines) for lines in wanted)

    def holds_part_of(self, identifier: str) -> bool:
        """Whether something inside `identifier` is shown."""
        return identifier in self._outer

    def outlines(self, identifier: str) -> bool:
        """Whether a class is there as an excerpt for its own sake, and not for that of its methods."""
        return identifier in self.outlined

    def blocks(self) -> tuple[FileBlock, ...]:
        """Items with text, by file in the order of their coming, each file in source order."""
        by_path: dict[str, list[PackItem]] = {}
        for item in self.items.values():
            if item.level is not Level.NAME:
                by_path.setdefault(item.path, []).append(item)
        return tuple(
            self.prices.block(
                path, tuple(sorted(items, key=lambda item: (item.start_line, item.end_line, item.id)))
            )
            for path, items in by_path.items()
        )

    def names(self) -> tuple[PackItem, ...]:
        """Items at level `name`, in the order of their coming."""
        return tuple(item for item in self.items.values() if item.level is Level.NAME)

    def _take(self, item: PackItem) -> None:
        before = self.items.get(item.id)
        self.items[item.id] = item
        self._outer.update(self._around(item.id)[1:])
        if before is not None and before.level is Level.NAME:
            self._names -= 1
        if item.level is Level.NAME:
            self._names += 1
            return
        # A list is never changed once it is here: copies of this draft share it.
        shown = self._shown_in(item.path, but=before)
        for lines in item.ranges:
            insort(shown, lines)
        self._shown[item.path] = shown

    def _cost(self, puts: Sequence[PackItem]) -> int:
        """What the total would grow by."""
        cost = 0
        opened: set[str] = set()
        names = self._names
        for item in puts:
            before = self.items.get(item.id)
            cost += item.tokens - (before.tokens if before is not None else 0)
            if item.level is Level.NAME:
                if not names:
                    cost += self.prices.names_opening
                names += 1
            elif item.path not in self._shown and item.path not in opened:
                opened.add(item.path)
                cost += self.prices.of_block(item.path)
        return cost

    def _is_too_much(self, item: PackItem, limit: int) -> bool:
        """Whether `item` alone, which takes the place of nothing that is here, is over the limit."""
        return not self._names and item.id not in self.items and self.total + item.tokens > limit

    def _header(self, owner: Symbol, member: PackItem) -> PackItem:
        """The header of `owner`, at signature beside a signature."""
        pieces = pieces_at(self.prices.snapshot, owner, Level.SIGNATURE)
        if member.level is not Level.SIGNATURE or pieces is None:
            return self._excerpt(owner, member, ())
        return self.prices.of(
            owner, Level.SIGNATURE, Candidate(owner.id, member.distance, member.score, ()), pieces
        )

    def _excerpt(
        self, owner: Symbol, member: PackItem, methods: tuple[str, ...], outlined: tuple[Lines, ...] = ()
    ) -> PackItem:
        """The header of `owner`, whose `member` joins or which joins itself, and the attributes that `methods` use."""
        shown = [lines for method in methods for lines in full_ranges(self.prices.symbol(method))]
        shown += () if member.id == owner.id else member.ranges
        before = self.items.get(owner.id)
        shown += self._shown_in(owner.path, but=before)
        shown += self.prices.wishes.inside.get(owner.id, ())
        wanted = without_lines(outlined or self.outlined.get(owner.id, ()), merged(shown))
        pieces = class_context(self.prices.snapshot, owner, methods, shown, wanted)
        if member.id == owner.id:
            candidate = Candidate(owner.id, member.distance, member.score, member.via)
        elif before is not None:
            candidate = Candidate(owner.id, before.distance, before.score, before.via)
        else:
            candidate = Candidate(owner.id, member.distance, member.score, ())
        return self.prices.of(owner, Level.EXCERPT, candidate, pieces)

    def _outline(self, item: PackItem) -> PackItem | None:
        """A class that comes as an excerpt, with what its shown methods brought of it; `None` for anything else."""
        if item.kind is not SymbolKind.CLASS:
            return None
        owner = self.prices.symbol(item.id)
        return self._excerpt(owner, item, self.methods.get(item.id, ()), item.ranges)

    def _owner(self, item: PackItem) -> Symbol | None:
        """The class that `item` is a member of, unless it is shown at full or must not grow."""
        symbol = self.prices.symbol(item.id)
        if item.level is Level.NAME or symbol.parent is None:
            return None
        owner = self.prices.symbol(symbol.parent)
        if (
            owner.kind is not SymbolKind.CLASS
            or self.prices.wishes.forbids_more(owner.id)
            or self.covers(item.id)
        ):
            return None
        return owner

    def _shown_in(self, path: str, but: PackItem | None) -> list[Lines]:
        """The source lines of `path` that are in the pack, in order, except those of the item `but`."""
        shown = self._shown.get(path, ())
        hidden = () if but is None else but.ranges
        return [lines for lines in shown if lines not in hidden] if hidden else list(shown)

    def _around(self, identifier: str) -> list[str]:
        """`identifier` and what encloses it, from the inside out."""
        around: list[str] = []
        current: str | None = identifier
        while current is not None:
            around.append(current)
            current = self.prices.symbol(current).parent
        return around


def _holds(shown: Sequence[Lines], wanted: Lines) -> bool:
    """Whether one of `shown`, which are in order and do not overlap, holds all of `wanted`."""
    place = bisect_right(shown, (wanted[0], sys.maxsize))
    return place > 0 and shown[place - 1][1] >= wanted[1]
