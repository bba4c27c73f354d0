"""The nearest existing names to one that does not exist.

Comparing a name with every name of a large workspace letter by letter takes seconds, so names are first
ranked by the pairs of letters they share (Dice's coefficient) and only the best of them are compared in
full.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from packlens.base.pattern import late_pattern

SUGGESTIONS = 5
_COMPARED = 200
_NEAR_ENOUGH = 0.6
_SEPARATOR = late_pattern(r"::|[./\\]")


def nearest(asked: str, names: Iterable[str], limit: int = SUGGESTIONS) -> tuple[str, ...]:
    """Up to `limit` of `names`, best first: those whose last part, or whole, is most like that of `asked`."""
    wanted = _last_part(asked)
    pairs = _pairs(wanted)
    ranked: list[tuple[float, str]] = []
    for name in names:
        last = _last_part(name)
        if abs(len(last) - len(wanted)) > max(len(last), len(wanted)) // 2 and wanted not in last:
            continue
        others = _pairs(last)
        shared = 2 * len(pairs & others) / (len(pairs) + len(others) or 1)
        if shared > 0:
            ranked.append((-shared, name))
    ranked.sort()
    scored: list[tuple[float, float, str]] = []
    for _, name in ranked[:_COMPARED]:
        likeness = _likeness(wanted, _last_part(name))
        if likeness >= _NEAR_ENOUGH:
            scored.append((-likeness, -_likeness(asked.lower(), _SEPARATOR.sub(".", name).lower()), name))
    return tuple(name for *_, name in sorted(scored)[:limit])


def _last_part(name: str) -> str:
    parts = _SEPARATOR.split(name.removesuffix(".pyi").removesuffix(".py"))
    return parts[-1].lower()


def _pairs(word: str) -> frozenset[str]:
    padded = f"^{word}$"
    return frozenset(padded[index : index + 2] for index in range(len(padded) - 1))


def _likeness(one: str, other: str) -> float:
    if one and other and (one in other or other in one):
        return max(_NEAR_ENOUGH, SequenceMatcher(None, one, other).ratio())
    return SequenceMatcher(None, one, other).ratio()
