"""Cold static index against `ast.parse` plus `ast.walk` over the same files, and peak memory.

    python -m tests.bench.index --corpus django

Each measurement runs in a process of its own, in turn; figures are the best of each. What is held against the goal
is what a person waits for, by the clock: the first index of a session that keeps nothing, files listed and read, with
as many processes as the machine has processors for. Beside it stands what the index costs one process, in processor
time, from texts already read. The plain parse runs with the garbage collector as Python sets it, and once more with
it off, because the index holds it off while it works. A busy machine has no processor for another process: look at
both ratios.
"""

from __future__ import annotations

import ast
import gc
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.bench.figures import announce, corpus, parser, single
from tests.support.corpus import python_texts


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--repeat", type=int, default=3)
    command.add_argument(
        "--work", choices=["parse", "parse-no-gc", "index", "session"], help="measure once and print"
    )
    arguments = command.parse_args()
    folder = corpus(arguments.corpus)
    if arguments.work:
        print(*measure(arguments.work, folder))
        return 0
    announce()
    documents = python_texts(folder)
    lines = sum(len(document.lines) for document in documents.values())
    print(f"{folder.name}: {len(documents)} files, {lines} lines")
    figures: dict[str, list[Figures]] = {"parse": [], "parse-no-gc": [], "index": [], "session": []}
    for _ in range(arguments.repeat):
        for work, taken in figures.items():
            output = subprocess.run(
                [sys.executable, "-m", "tests.bench.index", "--corpus", str(folder), "--work", work],
                check=True,
                capture_output=True,
                text=True,
            ).stdout.split()
            taken.append(Figures(*map(float, output)))
    best = {work: min(one.processor for one in taken) for work, taken in figures.items()}
    parse, session = (min(one.clock for one in figures[work]) for work in ("parse", "session"))
    single("ast.parse + ast.walk", best["parse"], "s")
    single("the same, collector off", best["parse-no-gc"], "s")
    single("index, one process", best["index"], "s")
    single("ratio, one process", best["index"] / best["parse"], "x")
    single("the same, collector off", best["index"] / best["parse-no-gc"], "x")
    single("session, first process", best["session"], "s")
    single("session, by the clock", session, "s")
    kept = single("ratio, by the clock", session / parse, "x", 2.5)
    everything = [one for taken in figures.values() for one in taken]
    single("peak RSS, another process", max(one.peak_of_others for one in everything), "MB")
    return 0 if single("peak RSS", max(one.peak for one in everything), "MB", 300) and kept else 1


class Figures(NamedTuple):
    """Seconds of this process's processor time and by the clock; the most memory in MB, also of one that it started."""

    processor: float
    clock: float
    peak: float
    peak_of_others: float


def measure(work: str, folder: Path) -> Figures:
    """The figures of one kind of work."""
    if work == "session":
        return timed(first_index(folder))
    documents = python_texts(folder)
    if work == "index":
        from packlens.graph.update import Writer

        return timed(lambda: Writer(folder.name).update(documents))
    if work == "parse-no-gc":
        gc.disable()

    def parse() -> None:
        for document in documents.values():
            for _ in ast.walk(ast.parse(document.text)):
                pass

    return timed(parse)


def timed(work: Callable[[], object]) -> Figures:
    """The figures of a call."""
    processor, clock = time.process_time(), time.perf_counter()
    work()
    return Figures(time.process_time() - processor, time.perf_counter() - clock, *peak_rss())


def first_index(folder: Path) -> Callable[[], object]:
    """The first index of a session that keeps nothing, to be called."""
    from packlens.session.engine import Engine

    return Engine.open(folder, keeps=False).index


def peak_rss() -> tuple[float, float]:
    """The most memory this process has held, in MB, and the most that one it started held; 0 where nobody knows."""
    if sys.platform == "win32":
        import psutil

        return float(psutil.Process().memory_info().peak_wset) / 1e6, 0.0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    mine, others = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return resource.getrusage(mine).ru_maxrss * unit / 1e6, resource.getrusage(others).ru_maxrss * unit / 1e6


if __name__ == "__main__":
    raise SystemExit(main())
