"""An evaluation set of tasks and questions, and what a list of items scores on it.

A line of `localization.jsonl` or `qa.jsonl` holds a query, the release it is asked of, and the symbols that an answer
must show. The rules of what counts as found are those of the set: a function, when it or something around it is
there in full; a class whose own lines are to change, when these are there; a class that gains a method, when any of
it is.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KINDS = ("localization", "qa")


@dataclass(frozen=True, slots=True)
class Gold:
    """One symbol that an answer must show."""

    path: str
    qualname: str
    is_class: bool
    gains_member: bool
    outer: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One task or question. `release` is (sdist, source root)."""

    id: str
    package: str
    release: tuple[str, str]
    query: str
    names_symbol: bool
    golds: tuple[Gold, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """One symbol of an answer. `full`: all its code is there; else its signature, or a class without its methods."""

    path: str
    qualname: str
    full: bool


@dataclass(frozen=True, slots=True)
class Score:
    """One answer, scored.

    all_full   all golds are there in full
    all_shown  or at least shown
    rank       place of the first item that shows a gold, from 1; 0 when there is none
    """

    all_full: float
    all_shown: float
    rank: int

    @property
    def reciprocal(self) -> float:
        """1/rank."""
        return 1 / self.rank if self.rank else 0.0

    @property
    def hit8(self) -> float:
        """Whether one of the first eight shows a gold."""
        return float(0 < self.rank <= 8)


def entries(folder: Path, kind: str) -> list[Entry]:
    """The entries of a kind, in the order of the file; `folder` may also be one or two folders above it."""
    for place in (folder, folder / "open", folder / "data" / "open"):
        if (place / f"{kind}.jsonl").is_file():
            lines = (place / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
            return [_entry(json.loads(line)) for line in lines if line.strip()]
    raise SystemExit(f"{folder}: no {kind}.jsonl there, nor in open/ or data/open/")


def score(entry: Entry, items: Sequence[Shown]) -> Score:
    """What `items`, in the order of their worth, score."""
    full: set[int] = set()
    shown: set[int] = set()
    rank = 0
    for place, item in enumerate(items, 1):
        for number, gold in enumerate(entry.golds):
            is_full, is_shown = _covers(item, gold)
            if is_full:
                full.add(number)
            if is_shown:
                shown.add(number)
                rank = rank or place
    count = len(entry.golds)
    return Score(float(len(full) == count), float(len(shown) == count), rank)


def interval(differences: Sequence[float], rounds: int = 2000) -> tuple[float, float, float]:
    """Mean of paired differences with its 95% bootstrap interval."""
    chance = random.Random(0)
    count = len(differences)
    means = sorted(sum(chance.choices(differences, k=count)) / count for _ in range(rounds))
    return sum(differences) / count, means[int(rounds * 0.025)], means[int(rounds * 0.975)]


def mean(rows: Sequence[Score], value: Callable[[Score], float]) -> float:
    """The mean of a value over scores."""
    return sum(map(value, rows)) / len(rows) if rows else 0.0


def _covers(item: Shown, gold: Gold) -> tuple[bool, bool]:
    if item.path != gold.path:
        return False, False
    name, wanted = item.qualname, gold.qualname
    if item.full and (name == "" or name == wanted or wanted.startswith(f"{name}.")):
        return True, True
    if gold.is_class:
        if name == wanted or (gold.gains_member and item.full and name.startswith(f"{wanted}.")):
            return True, True
        return False, False
    return False, name == wanted or (bool(name) and wanted.startswith(f"{name}.") and gold.outer == name)


def _entry(line: dict[str, Any]) -> Entry:
    return Entry(
        line["id"],
        line["package"],
        (line["sdist"], line["source_root"]),
        line["query"],
        bool(line.get("names_symbol")),
        tuple(
            Gold(
                gold["path"],
                gold["qualname"],
                gold.get("kind") == "class",
                gold.get("change") == "members",
                gold.get("outer"),
            )
            for gold in line["gold_symbols"]
        ),
    )
