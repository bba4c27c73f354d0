"""Tests to run, measured on real history: what did the change break, and which tests execute it?

    python -m tests.bench.history click jinja2 [--steps 10] [--tries 60]

A step takes one changed stretch of code between two successive releases and turns it back in the later one. The
later release's own tests say the truth (`tests.bench.history_truth`). A: tests whose outcome differs between the two
states. B: tests that execute a line of a function that the stretch changed, under coverage. Steps are the newest for
which A is not empty; at most `--tries` are tried. Only tests of B are run for A: a function that is not executed
changes no outcome. A parametrized test counts once.

Printed for each package: recall of A and of B, and how many tests are picked for each one in B at the median. Picked
are the tests that `packlens impact` names (`selected`), those that it names with the `.coverage` file of the release
when the stretch is turned back (`recorded`), all tests, and those in files that have the module's name. Then the order
of `selected`: recall among its first |B| and 1.5 x |B| tests, beside the same tests by name. The releases
and an environment with their test tools are fetched into the corpus folder. The tests of the packages are run: trust
them as you trust the packages.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from packlens.graph.snapshot import Snapshot
from packlens.session.earlier import Earlier
from packlens.session.recording import open_recording
from packlens.text.diff import Diff
from packlens.text.document import Document
from packlens.views.impact.impact import impact_of_diff, needs_earlier
from packlens.views.impact.model import Impact, ImpactInputs
from tests.bench.history_truth import Package, State, Step, Truth, steps, texts_of

PACKAGES = {
    "click": Package(
        "click",
        ("8.5.1", "8.5.0", "8.4.2", "8.4.1", "8.4.0", "8.3.3", "8.3.2"),
        "src/click",
        options=("-m", "not stress"),
    ),
    "jinja2": Package(
        "jinja2", ("3.1.6", "3.1.5", "3.1.4", "3.1.3", "3.1.2", "3.1.1"), "src/jinja2", ("markupsafe", "trio")
    ),
    "attrs": Package(
        "attrs", ("25.4.0", "25.3.0", "25.2.0", "25.1.0", "24.3.0"), "src", ("hypothesis", "cloudpickle")
    ),
    "requests": Package(
        "requests",
        (
            *("2.32.5", "2.32.4", "2.32.3", "2.32.2", "2.32.1", "2.32.0", "2.31.0"),
            *("2.30.0", "2.29.0", "2.28.2", "2.28.1"),
        ),
        "src/requests",
        (
            *("pytest-httpbin", "pytest-mock", "trustme", "urllib3", "idna", "certifi"),
            *("charset-normalizer", "PySocks"),
        ),
        earlier_source="requests",
    ),
}


def main() -> int:
    """The command."""
    command = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    command.add_argument("packages", nargs="*", default=[], choices=[*PACKAGES, []])
    command.add_argument("--steps", type=int, default=10)
    command.add_argument("--tries", type=int, default=60)
    arguments = command.parse_args()
    print(f"$ python -m tests.bench.history {' '.join(sys.argv[1:])}".rstrip())
    for name in arguments.packages or ("click", "jinja2"):
        measure(PACKAGES[name], arguments.steps, arguments.tries)
    return 0


@dataclass(frozen=True)
class Row:
    """One step: the truth, the tests that each way picks, and those of `selected` in their order."""

    step: Step
    truth: Truth
    ways: dict[str, frozenset[str]]
    order: tuple[str, ...]

    def __str__(self) -> str:
        picked = self.ways["selected"]
        return (
            f"A {len(self.truth.broken & picked)}/{len(self.truth.broken)}   "
            f"B {len(self.truth.executing & picked)}/{len(self.truth.executing)}   "
            f"selected {len(picked)} of {len(self.ways['all'])}   first of A at {self.first_broken}"
        )

    @property
    def first_broken(self) -> int:
        """Where the first test whose outcome differs stands in the order; 0 where none does."""
        return next((place for place, test in enumerate(self.order, 1) if test in self.truth.broken), 0)


def measure(package: Package, wanted: int, tries: int) -> None:
    """Print the figures of one package."""
    rows = []
    for state, step, truth in broken_steps(package, wanted, tries):
        order = tuple(test for test in statically(state, step) if test in state.every)
        row = Row(step, truth, ways(state, step, order), order)
        print(f"  {package.name} {state.version} {step.path}:{step.line}  {row}", flush=True)
        rows.append(row)
    if not rows:
        print(f"{package.name}: no step whose turning back changes an outcome")
        return
    print(f"{package.name}: {len(rows)} steps")
    for way in rows[0].ways:
        broken = sum(len(row.truth.broken) for row in rows)
        hit = sum(len(row.truth.broken & row.ways[way]) for row in rows)
        recalls = [len(row.truth.executing & row.ways[way]) / len(row.truth.executing) for row in rows]
        ratios = [len(row.ways[way]) / len(row.truth.executing) for row in rows]
        print(
            f"  {way:<10} recall A {hit / broken:.2f} ({hit} of {broken})   recall B {statistics.mean(recalls):.2f}"
            f"   tests / B at the median {statistics.median(ratios):.2f}"
        )
    for name, orders in (
        ("in order", [row.order for row in rows]),
        ("by name", [sorted(row.order) for row in rows]),
    ):
        print(f"  {name:<10} {'   '.join(_first(rows, orders, times) for times in (1, 1.5))}")
    print(
        f"  the first test of A stands at {statistics.median(row.first_broken for row in rows):g} at the median"
    )
    for row in rows:
        for test in sorted(row.truth.broken - row.ways["selected"]):
            print(f"  missed in A: {row.step.path}:{row.step.line} {test}")


def _first(rows: Sequence[Row], orders: Iterable[Sequence[str]], times: float) -> str:
    """Mean recall among the first tests of an order, so many times as there are in B."""
    broken, executing = [], []
    for row, order in zip(rows, orders, strict=True):
        first = set(order[: math.ceil(times * len(row.truth.executing))])
        broken.append(len(row.truth.broken & first) / len(row.truth.broken))
        executing.append(len(row.truth.executing & first) / len(row.truth.executing))
    return f"first {times:g} x B: A {statistics.mean(broken):.2f}, B {statistics.mean(executing):.2f}"


def broken_steps(package: Package, wanted: int, tries: int) -> Iterator[tuple[State, Step, Truth]]:
    """The newest steps whose turning back changes an outcome."""
    found = 0
    for version, before in zip(package.versions, package.versions[1:], strict=False):
        if found >= wanted or tries <= 0:
            return
        state = State(package, version)
        print(f"{package.name} {version}: {len(state.outcomes)} tests", flush=True)
        for step in steps(state, texts_of(package, before)):
            if found >= wanted or tries <= 0:
                return
            truth = state.truth(step)
            tries -= truth is not None
            if truth is not None and truth.broken:
                found += 1
                yield state, step, truth


def ways(state: State, step: Step, order: Iterable[str]) -> dict[str, frozenset[str]]:
    """Name of a way to pick tests -> what it picks for a step. `order` is what is selected."""
    stem = Path(step.path).stem.strip("_")
    picked = {
        "selected": order,
        "recorded": by_recording(state, step),
        "all": state.every,
        "by_name": (test for test in state.every if stem in Path(test.partition("::")[0]).stem),
    }
    return {way: state.every.intersection(tests) for way, tests in picked.items()}


def statically(state: State, step: Step) -> Iterator[str]:
    """What `packlens impact` names by the graph alone."""
    change = state.change(step)
    before = _before(state, state.snapshot, change, state.documents)
    return _nodeids(impact_of_diff(state.snapshot, change, inputs=ImpactInputs(before)))


def by_recording(state: State, step: Step) -> Iterator[str]:
    """What it names with the `.coverage` of the release, for a change from the release to the text turned back."""
    after, change = state.turned_back(step)
    recording, without = open_recording(state.kept, after.paths())
    if recording is None:
        raise SystemExit(without or "no .coverage")
    inputs = ImpactInputs(_before(state, after, change, after.documents), recording=recording)
    return _nodeids(impact_of_diff(after, change, inputs=inputs))


def _before(
    state: State, snapshot: Snapshot, change: Diff, documents: Mapping[str, Document]
) -> Snapshot | None:
    if not needs_earlier(snapshot, change):
        return None
    return Earlier(state.package.name, ("src",)).graph(documents, change)


def _nodeids(impact: Impact) -> Iterator[str]:
    return (test.nodeid for test in impact.tests)


if __name__ == "__main__":
    raise SystemExit(main())
