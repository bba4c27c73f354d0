"""Cold static index against `ast.parse` plus `ast.walk` over the same files, and peak memory.

    python -m tests.bench.index --corpus django

Each measurement runs in a process of its own, in turn, from texts already read; the figure is the ratio
of the best of each. The plain parse runs with the garbage collector as Python sets it, and once more with
it off, because the index holds it off while it works. Last comes what a person waits for: the first index of
a session that keeps nothing, by the clock, with as many processes as the machine has processors for.
"""

from __future__ import annotations

import ast
import gc
import subprocess
import sys
import time
from pathlib import Path

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
    seconds: dict[str, list[float]] = {"parse": [], "parse-no-gc": [], "index": [], "session": []}
    peaks = []
    for _ in range(arguments.repeat):
        for work, times in seconds.items():
            output = subprocess.run(
                [sys.executable, "-m", "tests.bench.index", "--corpus", str(folder), "--work", work],
                check=True,
                capture_output=True,
                text=True,
            ).stdout.split()
            times.append(float(output[0]))
            if work == "index":
                peaks.append(float(output[1]))
    best = {work: min(times) for work, times in seconds.items()}
    single("ast.parse + ast.walk", best["parse"], "s")
    single("the same, collector off", best["parse-no-gc"], "s")
    single("index", best["index"], "s")
    kept = single("ratio", best["index"] / best["parse"], "x", 2.5)
    single("ratio, collector off", best["index"] / best["parse-no-gc"], "x")
    single("first index of a session", best["session"], "s")
    single("ratio, first index of a session", best["session"] / best["parse"], "x")
    return 0 if single("peak RSS", max(peaks), "MB", 300) and kept else 1


def measure(work: str, folder: Path) -> tuple[float, float]:
    """(CPU seconds, for a session those on the clock; peak RSS in MB) of one kind of work."""
    if work == "session":
        return first_index(folder), peak_rss()
    documents = python_texts(folder)
    if work == "index":
        from packlens.graph.update import Writer

        begin = time.process_time()
        Writer(folder.name).update(documents)
        return time.process_time() - begin, peak_rss()
    if work == "parse-no-gc":
        gc.disable()
    begin = time.process_time()
    for document in documents.values():
        for _ in ast.walk(ast.parse(document.text)):
            pass
    return time.process_time() - begin, peak_rss()


def first_index(folder: Path) -> float:
    """Seconds until a session that keeps nothing has its graph."""
    from packlens.session.engine import Engine

    with Engine.open(folder, keeps=False) as engine:
        begin = time.perf_counter()
        engine.index()
        return time.perf_counter() - begin


def peak_rss() -> float:
    """The most memory this process has held, in MB."""
    if sys.platform == "win32":
        import psutil

        return float(psutil.Process().memory_info().peak_wset) / 1e6
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


if __name__ == "__main__":
    raise SystemExit(main())
