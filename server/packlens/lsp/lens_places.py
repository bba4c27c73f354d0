"""Where the lenses of one open file stand, while its text is being typed.

A lens stands at the name of a definition. Between two parses, and for as long as the text around a
definition does not parse, its lens moves with the text: every edit shifts what lies behind it, and what
lies inside the replaced stretch stays if the same definition is written again in the new text. When a
generation arrives whose text is the buffer's, definitions it knows take their places from it; a lens it
does not know is kept only in a file that did not parse whole, and only while its line still begins a
definition that no known symbol claims.

Lines are 1-based and columns count code points, as everywhere inside Packlens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.text.position import LineTable

_WITH_LENS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.PROPERTY, SymbolKind.CLASS})
_DEFINITION = re.compile(r"[ \t\f]*(?:async[ \t]+def|def|class)\b")


@dataclass(frozen=True, slots=True)
class LensPlace:
    """The name of one definition: its symbol's id, and where the name stands."""

    id: str
    name: str
    line: int
    column: int
    is_class: bool


def places_of(symbols: Iterable[Symbol]) -> tuple[LensPlace, ...]:
    """Places for every function, method and class among `symbols`, in source order."""
    places = (
        LensPlace(
            symbol.id, symbol.name, symbol.name_line, symbol.name_column, symbol.kind is SymbolKind.CLASS
        )
        for symbol in symbols
        if symbol.kind in _WITH_LENS and not symbol.name.startswith("<")
    )
    return tuple(sorted(places, key=_position))


def after_edit(places: tuple[LensPlace, ...], before: str, after: str) -> tuple[LensPlace, ...]:
    """The places after one edit turned the text `before` into `after`."""
    if before == after or not places:
        return places
    first = _common_prefix(before, after)
    tail = _common_suffix(before, after, first)
    old_end, new_end = len(before) - tail, len(after) - tail
    old_lines, new_lines = LineTable(before), LineTable(after)
    moved: list[tuple[LensPlace, int]] = []
    inside: list[LensPlace] = []
    for place in places:
        offset = old_lines.offset(place.line, place.column)
        if offset < first:
            moved.append((place, offset))
        elif offset >= old_end:
            moved.append((place, offset + new_end - old_end))
        else:
            inside.append(place)
    taken = {offset for _, offset in moved}
    for place in inside:
        target = _written_again(place, after, first, new_end, taken)
        if target is not None:
            taken.add(target)
            moved.append((place, target))
    at = ((place, new_lines.position(offset)) for place, offset in moved)
    return tuple(
        sorted((replace(place, line=line, column=column) for place, (line, column) in at), key=_position)
    )


def after_parse(
    places: tuple[LensPlace, ...], symbols: Iterable[Symbol], whole: bool, text: str
) -> tuple[LensPlace, ...]:
    """The places once `symbols` of exactly this `text` are known; `whole`: all of the text parsed."""
    known = places_of(symbols)
    if whole:
        return known
    identities = {place.id for place in known}
    claimed = {place.line for place in known}
    lines = LineTable(text)
    kept = (
        place
        for place in places
        if place.id not in identities
        and place.line not in claimed
        and _DEFINITION.match(lines.line(place.line))
    )
    return tuple(sorted((*known, *kept), key=_position))


def _position(place: LensPlace) -> tuple[int, int]:
    return place.line, place.column


def _written_again(place: LensPlace, text: str, first: int, end: int, taken: set[int]) -> int | None:
    """Offset of the name where the new stretch defines it again; the first that no other place has."""
    keyword = "class" if place.is_class else "def"
    # The stretch may begin in the middle of the definition's line, so the search begins at the line's start.
    start = max(text.rfind("\n", 0, first), text.rfind("\r", 0, first)) + 1
    pattern = re.compile(rf"(?:async[ \t]+)?{keyword}[ \t]+({re.escape(place.name)})\b")
    for match in pattern.finditer(text, start, max(end, start) + len(place.name)):
        if match.start(1) not in taken:
            return match.start(1)
    # A name that is being typed anew is still the name of this definition, as long as its keyword stands.
    being_named = first not in taken and _DEFINITION.fullmatch(text[start:first].rstrip())
    return first if being_named else None


def _common_prefix(left: str, right: str) -> int:
    """Length of the longest common beginning, by halving: slices compare fast."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_suffix(left: str, right: str, prefix: int) -> int:
    """Length of the longest common ending that does not reach into the common beginning."""
    low, high = 0, min(len(left), len(right)) - prefix
    while low < high:
        middle = (low + high + 1) // 2
        if left[len(left) - middle : len(left) - low] == right[len(right) - middle : len(right) - low]:
            low = middle
        else:
            high = middle - 1
    return low
