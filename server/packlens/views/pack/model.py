"""The values that a pack is made of. `views.pack.pack` makes them, the layouts write them down."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

from packlens.resolve.edge import EdgeKind, Resolver, Through
from packlens.symbols.diff import Change, SymbolChange
from packlens.symbols.symbol import SymbolKind
from packlens.views.pack.question import PackQuestion
from packlens.views.possible import PossibleUse
from packlens.views.targets import TargetKind
from packlens.views.verify.provenance import ManifestRow

Lines = tuple[int, int]
"""First and last line, 1-based and inclusive."""

_LONGEST_SHOWN = 72  # characters of a question in a header

OMITTED_LIMIT = 200
"""The most rows of `Pack.omitted`; `omitted_total` counts the rest."""


class Level(StrEnum):
    """How much of a symbol is shown.

    FULL       its source lines
    EXCERPT    some of its source lines: a class's header, and the attributes that a shown method uses; or all but
               what is dropped
    SIGNATURE  its signature in normal form
    NAME       where it is and what it is called
    """

    FULL = "full"
    EXCERPT = "excerpt"
    SIGNATURE = "signature"
    NAME = "name"


DOWNWARDS = (Level.FULL, Level.SIGNATURE, Level.NAME)
"""The levels that a part is tried at, best first. An excerpt comes about; it is not asked for."""

LEVELS = (Level.FULL, Level.EXCERPT, Level.SIGNATURE, Level.NAME)
"""All levels, largest first."""


def below(level: Level, other: Level) -> bool:
    """Whether `level` shows less than `other`."""
    return LEVELS.index(level) > LEVELS.index(other)


class Frame(IntEnum):
    """How much a pack says about itself, for want of room: a header line, `packlens used/limit`, nothing."""

    FULL = 0
    SHORT = 1
    NONE = 2


class Reason(StrEnum):
    """Why something is in the ledger: no form of it fitted, only a smaller one did, or it was not wanted."""

    OVER_BUDGET = "over budget"
    REDUCED = "shown smaller"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Via:
    """One edge by which the pack reached an item: from or to `id`, at `line` of the source's file."""

    kind: EdgeKind
    id: str
    confidence: float
    resolver: Resolver
    through: Through
    line: int


class Reached(StrEnum):
    """How a pack came to something that no edge led to.

    MATCH       its words are those of the question
    NAMED       the question names it, its file or a line of it
    COMPANION   it belongs to `Why.id`, which ranks high
    CHANGED     it changed
    """

    MATCH = "match"
    NAMED = "named"
    COMPANION = "companion"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Why:
    """A reason for an item that is no edge.

    id      the symbol it comes with; `""` where there is none
    words   those of the question that speak for it, as they are written there; the most telling first
    """

    kind: Reached
    id: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one item that stands together. `lines` is `None` for a signature, which is not verbatim.

    text    ends in exactly one `\\n`
    """

    lines: Lines | None
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Lines that a diff brought: `count` of them, from `first` on, in place of others.

    first  1-based; of a mark without lines, the line before which the others stood
    was    the lines of the earlier text that stood there
    old    these as they may leave, each with `\\n` at its end
    """

    first: int
    count: int
    was: tuple[Lines, ...]
    old: str = ""


@dataclass(frozen=True, slots=True)
class PackItem:
    """One symbol at one level.

    tokens    what it adds to the pack, its markup included
    distance  hops from the nearest target
    score     how strongly it is tied to what was asked, 1.0 for a target
    pieces    its text, without secrets; empty at level `name`
    marks     where a diff changed it; `None` in a file that no diff is about
    """

    id: str
    path: str
    qualname: str
    kind: SymbolKind
    level: Level
    start_line: int
    end_line: int
    tokens: int
    distance: int
    score: float
    via: tuple[Via | Why, ...]
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] | None = None

    @property
    def text(self) -> str:
        """The pieces, with an empty line where lines are left out between them."""
        return "\n".join(piece.text for piece in self.pieces)

    @property
    def ranges(self) -> tuple[Lines, ...]:
        """The source lines that the text holds verbatim."""
        return tuple(piece.lines for piece in self.pieces if piece.lines is not None)


@dataclass(frozen=True, slots=True)
class Omitted:
    """Something that the pack does not hold: what `level` of it would cost, and why it is not there."""

    id: str
    path: str
    qualname: str
    start_line: int
    end_line: int
    level: Level
    tokens: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """Something that changed and that no code of the later state shows.

    change  `None` for a file without text
    level   how much of what was removed is shown
    text    that as it may leave; "" at level `name` and for what was not removed
    note    the id before a rename or move; why a file has no text
    """

    change: Change | None
    path: str
    qualname: str
    start_line: int
    end_line: int
    level: Level = Level.NAME
    text: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """An item that the reader of an earlier pack has.

    sha256  64 hex digits that stand for its text, without the signs of a diff
    signs   64 that stand for the text with them; "" for one that no diff changed
    """

    id: str
    level: Level
    sha256: str
    signs: str = ""


@dataclass(frozen=True, slots=True)
class PackTarget:
    """What was asked for, and the symbols it stands for.

    changes  of a diff: 64 hex digits that stand for the earlier texts of the files that differ
    """

    kind: TargetKind
    text: str
    ids: tuple[str, ...]
    changes: str = ""

    def as_json(self) -> dict[str, Any]:
        """As `packlens.pack/1` and the digest have it."""
        changes = {"changes": self.changes} if self.changes else {}
        return {"kind": self.kind.value, "text": self.text, "ids": list(self.ids), **changes}

    @property
    def shown(self) -> str:
        """The text as a header names it: of a question, the beginning of it on one line."""
        if self.kind is TargetKind.DIFF:
            return f"diff {self.text}"
        if self.kind is not TargetKind.QUERY:
            return self.text
        line = " ".join(self.text.split())
        return line if len(line) <= _LONGEST_SHOWN else f"{line[: _LONGEST_SHOWN - 1].rstrip()}…"


@dataclass(frozen=True, slots=True)
class FileBlock:
    """The items of one file that have text, in source order, and which text of the file they are from.

    marked   whether its lines have signs, as in a diff
    """

    path: str
    sha256: str
    unsaved: bool
    items: tuple[PackItem, ...]
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Pack:
    """A finished pack.

    text          the string that obeys the budget, in the format that counts (markdown for a JSON pack)
    tokens        tokens of `text`
    blocks        items with text, by file, files in the order in which the pack reached them
    names         items at level `name`
    redactions    how many times a secret was replaced; `None` when redaction is off
    omitted       the nearest of what is left out: in a JSON pack up to 200, else what the ledger could name
    open_sites    (scope, site) of the sites that could still change it
    changes       of a diff: what it did to which symbol, and `rows` of what no code of the later state shows
    unchanged     of a pack since an earlier one, which the question names: what that one has and this one leaves out
    gone          and ids of what that one has and is no part of this one any more
    """

    question: PackQuestion
    root: str
    state: str
    generation: int
    target: PackTarget
    tokens: int
    digest: str
    frame: Frame
    blocks: tuple[FileBlock, ...]
    names: tuple[PackItem, ...]
    omitted: tuple[Omitted, ...]
    omitted_total: int
    possible: tuple[PossibleUse, ...]
    manifest: tuple[ManifestRow, ...]
    open_sites: frozenset[tuple[str, int]]
    warnings: tuple[str, ...]
    redactions: int | None
    text: str
    changes: tuple[SymbolChange, ...] = ()
    rows: tuple[ChangeRow, ...] = ()
    unchanged: tuple[Unchanged, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def pending(self) -> int:
        """How many sites could still change it."""
        return len(self.open_sites)

    @property
    def items(self) -> tuple[PackItem, ...]:
        """Every item, in pack order."""
        return tuple(item for block in self.blocks for item in block.items) + self.names
