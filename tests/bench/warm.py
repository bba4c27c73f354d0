"""A start from what was kept, against one from nothing.

    python -m tests.bench.warm --corpus django

Each round runs, one after another so that the machine treats them alike: `packlens callers` with an empty cache folder,
the same again, and the same after one line of one file has changed. User and system time of the process is what is
compared; wall time stands beside it. The store lies in a folder of its own, the corpus is copied.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from packlens.session.session import Session
from tests.bench.figures import announce, corpus, parser, percentile, single

_QUESTIONS = 12


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of one process."""

    wall: float
    processor: float


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--rounds", type=int, default=3)
    arguments = command.parse_args()
    announce()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "corpus"
        shutil.copytree(corpus(arguments.corpus), folder)
        targets = _targets(folder, random.Random(arguments.seed))
        cold, warm, edited = list[Cost](), list[Cost](), list[Cost]()
        bare = [_cost([sys.executable, "-c", "pass"], Path(scratch)) for _ in range(arguments.rounds)]
        for number in range(arguments.rounds):
            cache = Path(scratch) / f"cache{number}"
            cold.append(_callers(folder, targets[0], cache))
            for target in targets:
                warm.append(_callers(folder, target, cache))
            changed = sorted(folder.rglob("*.py"))[number * 37 % 101]
            changed.write_bytes(changed.read_bytes() + b"\n\ndef added_by_the_bench(): ...\n")
            edited.append(_callers(folder, targets[0], cache))
        size = max(file.stat().st_size for file in (cache / "packlens/store").iterdir())
    print(f"callers of {len(targets)} symbols, {arguments.rounds} rounds; medians")
    _print("python -c pass", bare)
    _print("from nothing, and saved", cold)
    _print("from what was kept", warm, 350)
    _print("the same, one file changed", edited, 1070)
    ratio = _median(cold, "processor") / _median(warm, "processor")
    print(
        f"{'from nothing / kept':<28} {ratio:10.1f} times   at least 3: {'kept' if ratio >= 3 else 'MISSED'}"
    )
    fits = single("the store", size / 1e6, "MB", 20)
    return 0 if fits and ratio >= 3 and _median(warm, "processor") <= 350 else 1


def _targets(folder: Path, choice: random.Random) -> list[str]:
    """Functions and classes, drawn among those that are used."""
    with Session.open(folder, keeps=False) as session:
        snapshot = session.index()
        used = [symbol.id for symbol in snapshot.symbols() if symbol.parent and snapshot.incoming(symbol.id)]
    return choice.sample(sorted(used), _QUESTIONS)


def _callers(folder: Path, target: str, cache: Path) -> Cost:
    command = [sys.executable, "-m", "packlens", "callers", target, "--root", str(folder), "--no-jedi"]
    return _cost(command, cache)


def _cost(command: list[str], cache: Path) -> Cost:
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, begin = os.times(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    wall, after = time.perf_counter() - begin, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Cost(wall * 1000, processor * 1000)


def _median(costs: list[Cost], what: str) -> float:
    return percentile([getattr(cost, what) for cost in costs], 0.5)


def _print(name: str, costs: list[Cost], limit: float | None = None) -> None:
    processor = _median(costs, "processor")
    verdict = "" if limit is None else f"   limit {limit:g} ms: {'kept' if processor <= limit else 'MISSED'}"
    print(f"{name:<28} processor {processor:8.0f} ms   wall {_median(costs, 'wall'):8.0f} ms{verdict}")


if __name__ == "__main__":
    raise SystemExit(main())
