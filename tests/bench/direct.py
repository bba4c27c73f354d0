"""The direct rows of an impact, to be checked by a person: which symbol is used where, with the line that uses it.

    python -m tests.bench.direct [PACKAGE ...] [--symbols 15] [--rows 8] [--seed 60]

From each package of the corpus the same symbols every time: functions, methods, classes and constants that have a
direct row, drawn by a seed; of each no more than `--rows` rows. A row is true when its line uses that symbol and no
namesake.
"""

from __future__ import annotations

import argparse
import random

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.symbols.symbol import CALLABLE_KINDS, SymbolKind, path_of
from packlens.views.impact import impact_of_targets
from tests.support.corpus import PINNED, package, python_texts

_KINDS = CALLABLE_KINDS | {SymbolKind.CLASS, SymbolKind.CONSTANT}


def main() -> int:
    """The command."""
    command = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    command.add_argument("packages", nargs="*", default=sorted(PINNED), choices=[*PINNED, []])
    command.add_argument("--symbols", type=int, default=15)
    command.add_argument("--rows", type=int, default=8)
    command.add_argument("--seed", type=int, default=60)
    arguments = command.parse_args()
    for name in arguments.packages:
        snapshot = Writer(name).update(python_texts(package(name)))
        rows = show(snapshot, arguments.symbols, arguments.rows, random.Random(arguments.seed))
        print(f"{name} {PINNED[name]}: {arguments.symbols} symbols, {rows} rows")
    return 0


def show(snapshot: Snapshot, symbols: int, most: int, drawn: random.Random) -> int:
    """Print the rows of the symbols drawn; how many there are."""
    ids = [symbol.id for symbol in snapshot.symbols() if symbol.kind in _KINDS]
    drawn.shuffle(ids)
    shown = 0
    for identifier in ids:
        rows = impact_of_targets(snapshot, [identifier], 1).rows[:most]
        if not rows or symbols <= 0:
            continue
        symbols -= 1
        print(identifier)
        for row in rows:
            step = row.steps[-1]
            lines = snapshot.documents[path_of(row.id)].text.split("\n")
            written = lines[step.line - 1].strip() if step.line else ""
            print(f"  {step.kind}/{step.through.value} {row.id}:{step.line}  {written[:90]}")
        shown += len(rows)
    return shown


if __name__ == "__main__":
    raise SystemExit(main())
