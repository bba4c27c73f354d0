"""A symbol that a pack may hold: why, and how much of it is worth having."""

from __future__ import annotations

from dataclasses import dataclass

from packlens.views.pack.model import Level, Lines, Via, Why


@dataclass(frozen=True, slots=True)
class Candidate:
    """One symbol.

    distance  hops from the nearest thing that was asked for; 0 for that itself
    score     how strongly it is tied to what was asked. Of a neighbour: the product of the best confidences on the
              way, divided by `distance + 1`
    via       the edges that reached it in the hop that found it, or the other reasons
    levels    those it is tried at, best first; empty: all from the best that its kind and the question allow
    lines     what an excerpt of it shows
    brief     whether the second of its levels is the first to be tried, unless everything fits
    """

    id: str
    distance: int
    score: float
    via: tuple[Via | Why, ...]
    levels: tuple[Level, ...] = ()
    lines: tuple[Lines, ...] = ()
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """Candidates that are tried one after the other.

    share     the part of the budget that may be spent when the round is over, from 0 to 1
    patience  how many in a row may find no room before those after them are only counted
    """

    candidates: tuple[Candidate, ...]
    share: float = 1.0
    patience: int = 64


def asked_for(identifier: str) -> Candidate:
    """What was asked for itself, as the candidate that it is."""
    return Candidate(identifier, 0, 1.0, ())
