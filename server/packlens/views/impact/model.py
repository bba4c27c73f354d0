"""The answer of `impact`, as a value, and what it is made from besides the graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from packlens.graph.snapshot import Snapshot
from packlens.views.affected import Step
from packlens.views.impact.fit import Unfit
from packlens.views.impact.risk import Risk
from packlens.views.possible import PossibleUse
from packlens.views.testing.recorded import Recording
from packlens.views.testing.to_run import TestRow

TARGET = "target"
"""The change of what a person named: any."""


class Contract(StrEnum):
    """What a change means for those who use what changed.

    NONE       nothing: documentation
    BEHAVIOUR  contracts hold, only behaviour may differ
    CHANGED    a signature, a name or a base is not what it was
    OPEN       it is not said how the symbol changes
    """

    NONE = "none"
    BEHAVIOUR = "behaviour"
    CHANGED = "contract"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Changed:
    """One changed symbol; `change` is one of `Change`, or "target". `before`: its earlier id, if another."""

    id: str
    change: str
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A symbol that the change reaches, by `steps` from a changed one."""

    id: str
    depth: int
    confidence: float
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A file of which it is not known what the change means for it, or what its change means."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Impact:
    """The answer. Rows of the nearest hop come first, the surest of a hop first.

    asked       the targets or the diff, as written
    unfit       places that the change breaks
    other       changed files that are not Python, and that no Python code names
    open_sites  (scope, site) of the sites that could still change it
    recording   what became of a recording of a test run, in a line; "" where there is none
    """

    asked: str
    contract: Contract
    depth: int
    changed: tuple[Changed, ...]
    rows: tuple[Row, ...]
    unfit: tuple[Unfit, ...]
    tests: tuple[TestRow, ...]
    possible: tuple[PossibleUse, ...]
    unknown: tuple[Unknown, ...]
    other: tuple[str, ...]
    risk: Risk
    open_sites: frozenset[tuple[str, int]] = frozenset()
    recording: str = ""

    @property
    def pending(self) -> int:
        """How many sites could still change the answer."""
        return len(self.open_sites)


@dataclass(frozen=True, slots=True)
class ImpactInputs:
    """What the graph alone does not say.

    earlier  the graph before the diff; `None` where no name went away, or nobody knows
    blind    files of the root that give no text, by path, with the reason
    recording  of a run of the tests; `None` where there is none, or none of use: `without` says why
    """

    earlier: Snapshot | None = None
    blind: Mapping[str, str] = field(default_factory=dict)
    recording: Recording | None = None
    without: str = ""


NOTHING_ELSE = ImpactInputs()
"""The graph alone answers."""
