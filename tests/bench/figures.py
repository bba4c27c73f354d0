"""How figures are taken and printed."""

from __future__ import annotations

import argparse
import math
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.support.corpus import package, release


def parser(description: str | None) -> argparse.ArgumentParser:
    """A parser that knows `--corpus`: the name of a pinned package, or a folder."""
    command = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    command.add_argument(
        "--corpus", default="django", help="a pinned package (django, flask, ...) or a folder"
    )
    command.add_argument("--seed", type=int, default=1, help="what random choices start from")
    return command


def corpus(name: str) -> Path:
    """The folder of Python files that `--corpus` names."""
    return Path(name) if Path(name).is_dir() else package(name)


def workspace(name: str) -> Path:
    """The folder that a person would open: the parent of the package."""
    return Path(name) if Path(name).is_dir() else release(name)


def announce() -> None:
    """Print the command line and the interpreter."""
    module = Path(sys.argv[0]).stem
    print(f"$ python -m tests.bench.{module} {' '.join(sys.argv[1:])}".rstrip())
    print(f"Python {platform.python_version()}, {platform.machine()}, {cores()} cores")


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def percentile(times: Sequence[float], part: float) -> float:
    """The nearest-rank percentile; `part` from 0 to 1."""
    ordered = sorted(times)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def row(name: str, times: Sequence[float], limit: float | None = None) -> bool:
    """Print p50, p95 and max in milliseconds; whether p95 keeps the limit."""
    p95 = percentile(times, 0.95)
    verdict = "" if limit is None else f"   limit p95 {limit:g} ms: {'kept' if p95 <= limit else 'MISSED'}"
    print(
        f"{name:<28} n {len(times):4}   p50 {percentile(times, 0.5):8.2f}   p95 {p95:8.2f}   "
        f"max {max(times):8.2f} ms{verdict}"
    )
    return limit is None or p95 <= limit


def single(name: str, value: float, unit: str, limit: float | None = None) -> bool:
    """Print one figure; whether it keeps the limit."""
    verdict = "" if limit is None else f"   limit {limit:g} {unit}: {'kept' if value <= limit else 'MISSED'}"
    print(f"{name:<28} {value:10.2f} {unit}{verdict}")
    return limit is None or value <= limit
