"""Tests to run, measured on real history: what did the change break, and which tests execute it?

    python -m tests.bench.history click jinja2 [--steps 10] [--tries 60]

A step takes one changed stretch of code between two successive releases and turns it back in the later one. The
later release's own tests say the truth. A: tests whose outcome differs between the two states. B: tests that execute
a line of a function that the stretch changed, under coverage. Steps are the newest for which A is not empty; at most
`--tries` are tried. Only tests of B are run for A: a function that is not executed changes no outcome. Selected are
the tests that `packlens impact` names for the difference; a parametrized test counts once.

Printed for each package: recall of A and of B, and how many tests are selected for each one in B at the median; beside
it the same for all tests, and for those in files that have the module's name. The releases and an environment with
their test tools are fetched into the corpus folder. The tests of the packages are run: trust them as you trust the
packages.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from packlens.graph.update import Writer
from packlens.session.earlier import Earlier
from packlens.symbols.symbol import CALLABLE_KINDS
from packlens.text.diff import Diff, diff
from packlens.text.document import Document
from packlens.views.changed import changed_symbols
from packlens.views.impact import ImpactInputs, impact_of_diff, needs_earlier
from tests.support.corpus import corpus_folder, python_texts, release


@dataclass(frozen=True)
class Package:
    """One package: its releases, newest first, where its code is, and what its tests need."""

    name: str
    versions: tuple[str, ...]
    source: str
    needs: tuple[str, ...] = ()


PACKAGES = {
    "click": Package("click", ("8.5.1", "8.5.0", "8.4.2", "8.4.1", "8.4.0", "8.3.3", "8.3.2"), "src/click"),
    "jinja2": Package(
        "jinja2", ("3.1.6", "3.1.5", "3.1.4", "3.1.3", "3.1.2"), "src/jinja2", ("markupsafe", "trio")
    ),
    "attrs": Package(
        "attrs", ("25.4.0", "25.3.0", "25.2.0", "25.1.0", "24.3.0"), "src", ("hypothesis", "cloudpickle")
    ),
    "requests": Package(
        "requests",
        ("2.32.5", "2.32.4", "2.32.3", "2.32.2"),
        "src/requests",
        (
            "pytest-httpbin",
            "pytest-mock",
            "trustme",
            "urllib3",
            "idna",
            "certifi",
            "charset-normalizer",
            "PySocks",
        ),
    ),
}
_TOOLS = ("pytest", "pytest-cov", "pytest-timeout")
_SECONDS = 600
_RECORDER = """
import json, os
outcomes = {}
def pytest_runtest_logreport(report):
    if report.outcome != "passed" or report.when == "call":
        if outcomes.get(report.nodeid) != "failed":
            outcomes[report.nodeid] = report.outcome
def pytest_collectreport(report):
    if report.failed:
        outcomes[report.nodeid] = "failed"
def pytest_sessionfinish(session):
    with open(os.environ["RECORDED"], "w") as file:
        json.dump(outcomes, file)
"""


@dataclass(frozen=True)
class Step:
    """One stretch turned back: the file's text without the change, and what it says of the change."""

    path: str
    line: int
    before: str


def main() -> int:
    """The command."""
    command = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    command.add_argument("packages", nargs="*", default=["click", "jinja2"], choices=[*PACKAGES, []])
    command.add_argument("--steps", type=int, default=10)
    command.add_argument("--tries", type=int, default=60)
    arguments = command.parse_args()
    print(f"$ python -m tests.bench.history {' '.join(sys.argv[1:])}".rstrip())
    for name in arguments.packages:
        measure(PACKAGES[name], arguments.steps, arguments.tries)
    return 0


def measure(package: Package, wanted: int, tries: int) -> None:
    """Print the figures of one package."""
    python = environment(package)
    rows: list[Row] = []
    for later, earlier in zip(package.versions, package.versions[1:], strict=False):
        if len(rows) >= wanted or tries <= 0:
            break
        with tempfile.TemporaryDirectory() as scratch:
            state = State(package, later, Path(scratch), python)
            for step in steps(package, state.texts, texts_of(package, earlier)):
                if len(rows) >= wanted or tries <= 0:
                    break
                row = state.row(step)
                tries -= row is not None
                if row is not None and row.broken:
                    print(f"  {package.name} {later} {step.path}:{step.line}  {row}", flush=True)
                    rows.append(row)
    if not rows:
        print(f"{package.name}: no step whose turning back changes an outcome")
        return
    print(f"{package.name}: {len(rows)} steps")
    for way in ("selected", "all", "by_name"):
        chosen = [getattr(row, way) for row in rows]
        broken = sum(len(row.broken) for row in rows)
        hit = sum(len(row.broken & picked) for row, picked in zip(rows, chosen, strict=True))
        recalls = [
            len(row.executing & picked) / len(row.executing)
            for row, picked in zip(rows, chosen, strict=True)
            if row.executing
        ]
        ratios = [
            len(picked) / len(row.executing)
            for row, picked in zip(rows, chosen, strict=True)
            if row.executing
        ]
        print(
            f"  {way:<10} recall A {hit / broken:.2f} ({hit} of {broken})   recall B {statistics.mean(recalls):.2f}"
            f"   tests / B at the median {statistics.median(ratios):.2f}"
        )
    for row in rows:
        for test in sorted(row.broken - row.selected):
            print(f"  missed in A: {row.step.path}:{row.step.line} {test}")


@dataclass(frozen=True)
class Row:
    """One step: tests whose outcome differs, that execute what changed, and those that each way picks."""

    step: Step
    broken: frozenset[str]
    executing: frozenset[str]
    selected: frozenset[str]
    all: frozenset[str]
    by_name: frozenset[str]

    def __str__(self) -> str:
        return (
            f"A {len(self.broken & self.selected)}/{len(self.broken)}   "
            f"B {len(self.executing & self.selected)}/{len(self.executing)}   "
            f"selected {len(self.selected)} of {len(self.all)}"
        )


class State:
    """One release, laid out for its tests, with what they say and execute."""

    def __init__(self, package: Package, version: str, folder: Path, python: Path) -> None:
        self.package = package
        self.python = python
        self.folder = folder / "work"
        shutil.copytree(
            release(package.name, version, sdist=True) / f"{root_of(package, version)}", self.folder
        )
        self.texts = texts_of(package, version)
        self.documents = python_texts(self.folder)
        self.snapshot = Writer(package.name, ("src",)).update(self.documents)
        self.earlier = Earlier(package.name, ("src",))
        self.outcomes = self.run("--cov", self.package.source, "--cov-context=test", "--cov-report=")
        self.contexts = contexts(self.folder)
        print(f"{package.name} {version}: {len(self.outcomes)} tests", flush=True)

    def run(self, *options: str, only: Iterable[str] = ("tests",)) -> Mapping[str, str]:
        """Outcome of each test of the state as it lies, or of some."""
        recorded = self.folder.parent / "outcomes.json"
        recorded.unlink(missing_ok=True)
        plugin = self.folder.parent / "recorder_of_outcomes.py"
        plugin.write_text(_RECORDER)
        path = os.pathsep.join([str(self.folder / "src"), str(self.folder.parent)])
        command = [
            str(self.python),
            "-m",
            "pytest",
            "-q",
            "--tb=no",
            "--continue-on-collection-errors",
            "-p",
            "recorder_of_outcomes",
            "--timeout=60",
        ]
        subprocess.run(
            [
                *command,
                "-p",
                "no:cacheprovider",
                "-o",
                "addopts=",
                "-o",
                "filterwarnings=",
                *options,
                *sorted(only),
            ],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": path, "RECORDED": str(recorded), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        if not recorded.exists():
            return {}
        outcomes: dict[str, str] = {}
        for nodeid, outcome in json.loads(recorded.read_text()).items():
            name = nodeid.partition("[")[0]
            outcomes[name] = "failed" if "failed" in (outcome, outcomes.get(name)) else outcome
        return outcomes

    def row(self, step: Step) -> Row | None:
        """What one step comes to; `None` where no test executes what changed."""
        before = {step.path: Document.of_text(step.path, step.before)}
        change = diff("step", [step.path], before, self.documents)
        every = frozenset(name for name in self.outcomes if "::" in name)
        executing = self.executing(change) & every
        if not executing:
            return None
        place = self.folder / step.path
        now = place.read_bytes()
        place.write_text(step.before, encoding="utf-8")
        try:
            turned_back = self.run(only=executing)
        finally:
            place.write_bytes(now)
        broken = {test for test in executing if turned_back.get(test, "gone") != self.outcomes[test]}
        stem = Path(step.path).stem.strip("_")
        return Row(
            step,
            frozenset(broken),
            executing,
            self.selected(change) & every,
            every,
            frozenset(test for test in every if stem in Path(test.partition("::")[0]).stem),
        )

    def selected(self, change: Diff) -> frozenset[str]:
        """What `packlens impact` names."""
        before = self.earlier.graph(self.documents, change) if needs_earlier(self.snapshot, change) else None
        impact = impact_of_diff(self.snapshot, change, inputs=ImpactInputs(before))
        return frozenset(test.nodeid for test in impact.tests)

    def executing(self, change: Diff) -> frozenset[str]:
        """The tests that execute a line in the body of a function that changed."""
        found: set[str] = set()
        for each in changed_symbols(self.snapshot, change):
            symbol = self.snapshot.symbol(each.id)
            if symbol is None or symbol.kind not in CALLABLE_KINDS:
                continue
            lines = self.contexts.get(symbol.path, {})
            for first, last in symbol.spans:
                for line in range(max(first + 1, symbol.body_line), last + 1):
                    found |= lines.get(line, frozenset())
        return frozenset(found)


def contexts(folder: Path) -> dict[str, dict[int, frozenset[str]]]:
    """Path -> line -> the tests that execute it, out of a coverage file."""
    from coverage import CoverageData

    read = CoverageData(str(folder / ".coverage"))
    read.read()
    found: dict[str, dict[int, frozenset[str]]] = {}
    for name in read.measured_files():
        path = Path(name).relative_to(folder).as_posix() if Path(name).is_relative_to(folder) else name
        found[path] = {
            line: frozenset(each.partition("|")[0].partition("[")[0] for each in tests if each)
            for line, tests in read.contexts_by_lineno(name).items()
        }
    return found


def steps(package: Package, later: Mapping[str, str], earlier: Mapping[str, str]) -> Iterator[Step]:
    """The changed stretches of the code, each turned back alone, as far as the text still compiles."""
    for path in sorted(later):
        if (
            not path.startswith(f"{package.source}/")
            or later[path] == earlier.get(path)
            or path not in earlier
        ):
            continue
        now, then = later[path].splitlines(keepends=True), earlier[path].splitlines(keepends=True)
        groups = difflib.SequenceMatcher(None, now, then, autojunk=False).get_grouped_opcodes(1)
        for group in groups:
            first, last = group[0][1], group[-1][2]
            before = "".join([*now[:first], *then[group[0][3] : group[-1][4]], *now[last:]])
            try:
                compile(before, path, "exec", dont_inherit=True)
            except SyntaxError:
                continue
            yield Step(path, first + 2, before)


def texts_of(package: Package, version: str) -> dict[str, str]:
    """The texts of a release by path from its own root."""
    folder = release(package.name, version, sdist=True) / root_of(package, version)
    return {path: document.text for path, document in python_texts(folder).items()}


def root_of(package: Package, version: str) -> str:
    """The one folder of an sdist."""
    [root] = [path.name for path in release(package.name, version, sdist=True).iterdir() if path.is_dir()]
    return root


def environment(package: Package) -> Path:
    """The interpreter of an environment with what the tests of a package need."""
    folder = corpus_folder() / f"history-{package.name}"
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        # The package too: its tests may ask for its metadata. Its code is that of the release, which stands before.
        install = [str(python), "-m", "pip", "install", "-q", *_TOOLS, package.name, *package.needs]
        subprocess.run(install, check=True)
    return python


if __name__ == "__main__":
    raise SystemExit(main())
