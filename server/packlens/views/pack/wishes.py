"""What a person wants of single parts of a pack: at this level, or not at all.

A question names parts as targets are named; here they become ids. A part at a level below full, and one that is
dropped, must not come in as lines of what encloses it either, so an encloser at full leaves those lines out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from packlens.base.errors import UsageError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol
from packlens.views.pack.item_text import full_ranges, merged, pieces_at, without_lines
from packlens.views.pack.model import Level, Lines
from packlens.views.pack.question import PackQuestion, PartLevel
from packlens.views.redact import visible
from packlens.views.targets import resolve_target


@dataclass(frozen=True, slots=True)
class Wishes:
    """Parts by id.

    pinned   those that are to come, and at which level
    dropped  those that are not
    inside   encloser -> the lines of parts inside it that it must not bring
    """

    pinned: Mapping[str, Level]
    dropped: frozenset[str]
    inside: Mapping[str, tuple[Lines, ...]]

    @staticmethod
    def of(snapshot: Snapshot, question: PackQuestion) -> Wishes:
        """The wishes of a question whose parts are ids; see `with_ids`."""
        pinned = {
            part: _level(snapshot, part, level)
            for part, level in question.levels
            if level is not PartLevel.DROP
        }
        dropped = frozenset(part for part, level in question.levels if level is PartLevel.DROP)
        inside: dict[str, list[Lines]] = {}
        for part, level in question.levels:
            if level is not PartLevel.FULL:
                symbol = _symbol(snapshot, part)
                parent = symbol.parent
                while parent is not None:
                    inside.setdefault(parent, []).extend(full_ranges(symbol))
                    parent = _symbol(snapshot, parent).parent
        return Wishes(pinned, dropped, {encloser: merged(lines) for encloser, lines in inside.items()})

    def wanted(self, identifier: str) -> Level:
        """The level a part that was asked for is to come at."""
        return self.pinned.get(identifier, Level.FULL)

    def forbids_more(self, identifier: str) -> bool:
        """Whether a part must not grow, as the header of a class does for its members."""
        return identifier in self.dropped or self.wanted(identifier) is not Level.FULL

    def ranges(self, symbol: Symbol) -> tuple[Lines, ...]:
        """The lines of `symbol` at full, without those that it must not bring."""
        hidden = self.inside.get(symbol.id)
        return full_ranges(symbol) if hidden is None else without_lines(full_ranges(symbol), hidden)


def with_ids(snapshot: Snapshot, question: PackQuestion) -> PackQuestion:
    """`question` with its parts by id, sorted: what is meant, however and in whatever order it was written.

    Raises what a target raises, and `UsageError` for a part that is wanted at two levels.
    """
    if not question.levels:
        return question
    levels: dict[str, PartLevel] = {}
    for part, level in question.levels:
        known = snapshot.symbol(part) is not None  # also the module of a file, which as a target is the file
        for identifier in (part,) if known else resolve_target(snapshot, part).ids:
            other = levels.setdefault(identifier, level)
            if other is not level:
                raise UsageError(
                    f"{visible(identifier)}: wanted as {other.value} and as {level.value}; give one of them"
                )
    return replace(question, levels=tuple(sorted(levels.items())))


def _level(snapshot: Snapshot, part: str, level: PartLevel) -> Level:
    """The level; where a part has no signature, its name."""
    wanted = Level(level.value)
    return wanted if pieces_at(snapshot, _symbol(snapshot, part), wanted) is not None else Level.NAME


def _symbol(snapshot: Snapshot, identifier: str) -> Symbol:
    symbol = snapshot.symbol(identifier)
    assert symbol is not None, identifier
    return symbol
