"""The direct rows of an impact, to be checked by a person: which symbol is used where, with the line that uses it.

    python -m tests.bench.direct [PACKAGE ...] [--symbols 15] [--rows 8] [--seed 60]

From each package of the corpus the same symbols every time: functions, methods, classes and constants that have a
direct row, drawn by a seed; of each no more than `--rows` rows. A row is true when its line uses that symbol and no
namesake. What reading them has found is kept in `direct_verdicts.txt`, by ids and lines; a row that is not there has a
`?`. The last line is the precision of the rows that were judged.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.symbols.symbol import CALLABLE_KINDS, SymbolKind, path_of
from packlens.views.impact.impact import impact_of_targets
from tests.support.corpus import PINNED, package, python_texts

_VERDICTS = Path(__file__).with_name("direct_verdicts.txt")
_KINDS = CALLABLE_KINDS | {SymbolKind.CLASS, SymbolKind.CONSTANT}


def main() -> int:
    """The command."""
    command = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    command.add_argument("packages", nargs="*", default=[], choices=[*PINNED, []])
    command.add_argument("--symbols", type=int, default=15)
    command.add_argument("--rows", type=int, default=8)
    command.add_argument("--seed", type=int, default=60)
    arguments = command.parse_args()
    known = verdicts(_VERDICTS.read_text(encoding="utf-8"))
    total: Counter[str] = Counter()
    for name in arguments.packages or sorted(PINNED):
        snapshot = Writer(name).update(python_texts(package(name)))
        judged = known.get(f"{name} {PINNED[name]}", {})
        found = show(snapshot, arguments.symbols, arguments.rows, random.Random(arguments.seed), judged)
        print(f"{name} {PINNED[name]}: {arguments.symbols} symbols, {found.total()} rows")
        total += found
    right, wrong = total["true"], total["false"]
    if right + wrong:
        print(
            f"judged {right + wrong} of {total.total()} rows, {wrong} false: precision {right / (right + wrong):.2f}"
        )
    return 0


def verdicts(text: str) -> dict[str, dict[tuple[str, str], str]]:
    """Package and version -> (symbol, row) -> "true" or "false", as the file has them."""
    found: dict[str, dict[tuple[str, str], str]] = {}
    package, symbol = "", ""
    for line in text.splitlines():
        if line.startswith("["):
            package = line.strip("[]")
        elif line.startswith("  "):
            row, _, verdict = line.strip().rpartition(" ")
            found.setdefault(package, {})[symbol, row] = verdict
        elif not line.startswith("#"):
            symbol = line
    return found


def show(
    snapshot: Snapshot,
    symbols: int,
    most: int,
    drawn: random.Random,
    judged: Mapping[tuple[str, str], str],
) -> Counter[str]:
    """Print the rows of the symbols drawn; how many there are of each verdict."""
    ids = [symbol.id for symbol in snapshot.symbols() if symbol.kind in _KINDS]
    drawn.shuffle(ids)
    shown: Counter[str] = Counter()
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
            place = f"{step.kind}/{step.through.value} {row.id}:{step.line}"
            verdict = judged.get((identifier, place), "?")
            shown[verdict] += 1
            print(f"  {verdict:<5} {place}  {written[:90]}")
    return shown


if __name__ == "__main__":
    raise SystemExit(main())
