"""How much a change puts at risk: the rule that docs/impact.md states, and the reasons that decided.

High before unknown, unknown before medium, medium before low: what is certainly bad is said although something else is
not known, and nothing is called low while something is not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from packlens.base.counted import counted

MANY_USERS = 50
MANY_FILES = 15
SOME_USERS = 10


class RiskLevel(StrEnum):
    """How much is at risk."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Risk:
    """The level, and each reason for it in a few words."""

    level: RiskLevel
    reasons: tuple[str, ...]


def risk_of(
    *,
    contract: str,
    users: int,
    files: int,
    direct: int,
    unfit: int,
    tests: int,
    possible: int,
    unknown: int,
    pending: int,
) -> Risk:
    """The risk of a change. The numbers count rows of the answer; `contract` is a value of `Contract`."""
    high = [
        (unfit > 0, counted(unfit, "place no longer fits", "places no longer fit")),
        (users >= MANY_USERS, f"{counted(users, 'symbol is', 'symbols are')} reached"),
        (files >= MANY_FILES, f"{counted(files, 'file is', 'files are')} reached"),
    ]
    not_known = [
        (unknown > 0, f"{counted(unknown, 'file')} cannot be judged"),
        (pending > 0, f"{counted(pending, 'call')} not settled yet"),
        (possible > direct, f"{counted(possible, 'call')} may use it, more than are known to"),
    ]
    medium = [
        (contract == "contract" and users > 0, "a contract changes that is in use"),
        (possible > 0, f"{counted(possible, 'call')} may use it"),
        (users >= SOME_USERS, f"{counted(users, 'symbol is', 'symbols are')} reached"),
        (contract != "none" and tests == 0, "no test reaches it"),
    ]
    for level, causes in (
        (RiskLevel.HIGH, high),
        (RiskLevel.UNKNOWN, not_known),
        (RiskLevel.MEDIUM, medium),
    ):
        reasons = tuple(reason for holds, reason in causes if holds)
        if reasons:
            return Risk(level, reasons)
    reason = "no code changed" if contract == "none" else "few users, and tests reach it"
    return Risk(RiskLevel.LOW, (reason,))
