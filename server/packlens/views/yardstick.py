"""Packs beside what a person does without them: everything (find and cat), and every mention (grep with context).

For a few symbols of the workspace, spread over it: how many bytes and tokens each way hands over, how long it takes,
and how much of the code one hop away from the symbol (what it uses, what uses it) is in there. Here are the texts that
the other ways would give and how the figures are written; the clock is the session's (`session.measured`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from packlens.base.counted import counted
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import CALLABLE_KINDS
from packlens.text.position import LineTable
from packlens.views.json_text import json_text
from packlens.views.pack.model import Lines, Pack
from packlens.views.pack.neighbours import neighbours
from packlens.views.pack.question import Direction
from packlens.views.redact import visible

_SCHEMA = "packlens.bench/1"
_CONTEXT = 10


@dataclass(frozen=True, slots=True)
class Way:
    """One way to hand code over; medians over the symbols. `near`: the share of the code one hop away, 0 to 1."""

    name: str
    bytes: int
    tokens: int
    milliseconds: float
    near: float


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The comparison. `index_milliseconds`: what a pack waits for once, the graph of the workspace."""

    root: str
    files: int
    symbols: tuple[str, ...]
    budget: int
    tokenizer: str
    index_milliseconds: float
    ways: tuple[Way, ...]


def chosen_symbols(snapshot: Snapshot, most: int) -> tuple[str, ...]:
    """At most `most` functions and methods that have something one hop away, spread over the workspace by id."""
    ids = sorted(symbol.id for symbol in snapshot.symbols() if symbol.kind in CALLABLE_KINDS)
    tied = [identifier for identifier in ids if near_to(snapshot, identifier)]
    step = max(1, len(tied) // most) if most else 1
    return tuple(tied[step // 2 :: step][:most])


def near_to(snapshot: Snapshot, identifier: str) -> frozenset[str]:
    """What a symbol uses and what uses it, one hop away."""
    return frozenset(each.id for each in neighbours(snapshot, (identifier,), Direction.BOTH, 1))


def grepped(snapshot: Snapshot, name: str) -> tuple[str, dict[str, list[Lines]]]:
    """What `grep -rnw -C 10 NAME` prints for the indexed files, and the lines in it by path."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    printed: list[str] = []
    shown: dict[str, list[Lines]] = {}
    for path, document in sorted(snapshot.documents.items()):
        if name not in document.text:
            continue
        table = document.lines
        hits = sorted({table.position(match.start())[0] for match in word.finditer(document.text)})
        for first, last in _around(hits, len(table)):
            shown.setdefault(path, []).append((first, last))
            printed.extend(_grep_lines(path, table, first, last, set(hits)))
            printed.append("--\n")
    return "".join(printed[:-1]), shown


def share_shown(snapshot: Snapshot, near: frozenset[str], shown: Mapping[str, Sequence[Lines]]) -> float:
    """How many of `near` have the line of their name in what is shown, 0 to 1."""
    symbols = [symbol for identifier in near if (symbol := snapshot.symbol(identifier)) is not None]
    held = sum(
        any(first <= symbol.name_line <= last for first, last in shown.get(symbol.path, ()))
        for symbol in symbols
    )
    return held / len(symbols) if symbols else 1.0


def lines_of(pack: Pack) -> dict[str, list[Lines]]:
    """The lines that a pack shows, or names, by path."""
    shown: dict[str, list[Lines]] = {}
    for item in pack.items:
        shown.setdefault(item.path, []).extend(item.ranges or ((item.start_line, item.end_line),))
    return shown


def way_of(name: str, rows: Sequence[tuple[int, int, float, float]]) -> Way:
    """The medians of (bytes, tokens, milliseconds, share) rows."""
    size, tokens, milliseconds, near = (median(column) for column in zip(*rows, strict=True))
    return Way(name, round(size), round(tokens), round(milliseconds, 1), round(near, 3))


def to_json(yardstick: Yardstick) -> str:
    """`packlens.bench/1`."""
    ways: list[dict[str, Any]] = [
        {
            "way": way.name,
            "bytes": way.bytes,
            "tokens": way.tokens,
            "milliseconds": way.milliseconds,
            "near": way.near,
        }
        for way in yardstick.ways
    ]
    return json_text(
        {
            "schema": _SCHEMA,
            "root": yardstick.root,
            "files": yardstick.files,
            "symbols": list(yardstick.symbols),
            "budget": yardstick.budget,
            "tokenizer": yardstick.tokenizer,
            "index_milliseconds": yardstick.index_milliseconds,
            "ways": ways,
        }
    )


def to_text(yardstick: Yardstick) -> str:
    """A table for a person, and what it does not say."""
    lines = [
        f"{visible(yardstick.root)}: {counted(yardstick.files, 'file')}; medians over "
        f"{counted(len(yardstick.symbols), 'symbol')}; budget {yardstick.budget:,} {yardstick.tokenizer} tokens",
        "",
        f"{'':<22}{'bytes':>14}{'tokens':>12}{'ms':>9}   one hop away",
    ]
    lines += [
        f"{way.name:<22}{way.bytes:>14,}{way.tokens:>12,}{way.milliseconds:>9,.1f}   {way.near:>6.0%}"
        for way in yardstick.ways
    ]
    lines += [
        "",
        f"A pack also waits once for the graph: {yardstick.index_milliseconds:,.0f} ms here, kept afterwards.",
        "One hop away: how much of what a symbol uses, and of what uses it, is named or shown. That a model answers",
        "better with it is not measured here.",
    ]
    return "\n".join(lines) + "\n"


def _around(hits: Sequence[int], last_line: int) -> list[Lines]:
    """The lines around hits, those that touch as one."""
    found: list[Lines] = []
    for hit in hits:
        first, last = max(1, hit - _CONTEXT), min(last_line, hit + _CONTEXT)
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def _grep_lines(path: str, table: LineTable, first: int, last: int, hits: set[int]) -> list[str]:
    marks = ((number, ":" if number in hits else "-") for number in range(first, last + 1))
    return [f"{path}{mark}{number}{mark}{table.line(number).rstrip()}\n" for number, mark in marks]
