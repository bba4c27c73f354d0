"""What the tests of a release say of a change: the truth that `tests.bench.history` measures against.

A release is laid out and its tests are run once under coverage. Then one changed stretch at a time is turned back and
the tests that execute it are run again. What was found is kept in the corpus folder, in `history-truth`: a folder
for each release, with the outcomes and steps as JSON and the coverage file. A second run reads these and runs no test.
"""

from __future__ import annotations

import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.symbols.symbol import CALLABLE_KINDS
from packlens.text.diff import Diff, diff
from packlens.text.document import Document
from packlens.views.changed import changed_symbols
from tests.support.corpus import corpus_folder, python_texts, release

_TOOLS = ("pytest", "pytest-cov", "pytest-timeout")
_SECONDS = 900
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
class Package:
    """One package.

    versions  its releases, newest first
    source    where its code is; `earlier_source` where it was in releases that have no such folder
    needs     what its tests need
    options   for pytest
    """

    name: str
    versions: tuple[str, ...]
    source: str
    needs: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    earlier_source: str = ""


@dataclass(frozen=True)
class Step:
    """One stretch turned back: the file's text without the change."""

    path: str
    line: int
    before: str


@dataclass(frozen=True)
class Truth:
    """What the tests say of a step: those that execute a changed function, and those whose outcome differs."""

    executing: frozenset[str]
    broken: frozenset[str]


class State:
    """One release and what its tests say and execute."""

    def __init__(self, package: Package, version: str) -> None:
        self.package = package
        self.version = version
        self.folder = release(package.name, version, sdist=True) / root_of(package, version)
        at_source = (self.folder / package.source).is_dir()
        self.source = package.source if at_source else package.earlier_source
        self.documents = python_texts(self.folder)
        self.texts = {path: document.text for path, document in self.documents.items()}
        self.kept = corpus_folder() / "history-truth" / f"{package.name}-{version}"
        self.kept.mkdir(parents=True, exist_ok=True)
        self._coverage = self.kept / ".coverage"
        self._kept = self.kept / "truth.json"
        self._known: dict[str, Any] = {"outcomes": {}, "steps": {}}
        if self._kept.exists() and self._coverage.exists():
            self._known = json.loads(self._kept.read_text(encoding="utf-8"))
        else:
            self._record()

    @cached_property
    def snapshot(self) -> Snapshot:
        """The graph of the release."""
        return Writer(self.package.name, ("src",)).update(self.documents)

    @property
    def outcomes(self) -> Mapping[str, str]:
        """Outcome of each test of the release."""
        outcomes: dict[str, str] = self._known["outcomes"]
        return outcomes

    def turned_back(self, step: Step) -> tuple[Snapshot, Diff]:
        """The graph after a step is turned back, and the difference from the release to it."""
        after = {step.path: Document.of_text(step.path, step.before)}
        self._turning.update(self.documents | after)
        return self._turning.snapshot, diff("step", [step.path], self.documents, after)

    @cached_property
    def _turning(self) -> Writer:
        return Writer(self.package.name, ("src",))

    @cached_property
    def every(self) -> frozenset[str]:
        """Node ids of all tests."""
        return frozenset(name for name in self.outcomes if "::" in name)

    @cached_property
    def contexts(self) -> Mapping[str, Mapping[int, frozenset[str]]]:
        """Path -> line -> the tests that execute it, as coverage itself reads the file."""
        from coverage import CoverageData

        read = CoverageData(str(self._coverage))
        read.read()
        found = {}
        for name in read.measured_files():
            path = name.rpartition("/work/")[2]
            found[path] = {
                line: frozenset(each.partition("|")[0].partition("[")[0] for each in tests if each)
                for line, tests in read.contexts_by_lineno(name).items()
            }
        return found

    def truth(self, step: Step) -> Truth | None:
        """What the tests say of a step; `None` where no test executes what changed."""
        executing = self._executing(self.change(step)) & self.every
        if not executing:
            return None
        key = f"{step.path}:{step.line}"
        known = self._known["steps"].get(key)
        if known is None:
            known = self._known["steps"][key] = sorted(self._broken(step, executing))
            self._keep()
        return Truth(executing, frozenset(known))

    def change(self, step: Step) -> Diff:
        """The difference that a step stands for: from the text turned back to that of the release."""
        before = {step.path: Document.of_text(step.path, step.before)}
        return diff("step", [step.path], before, self.documents)

    def _executing(self, change: Diff) -> frozenset[str]:
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

    def _record(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            work = self._lay_out(Path(scratch))
            self._known["outcomes"] = self._run(
                work, ("tests",), "--cov", self.source, "--cov-context=test", "--cov-report="
            )
            shutil.copyfile(work / ".coverage", self._coverage)
        self._keep()

    def _broken(self, step: Step, executing: Iterable[str]) -> Iterator[str]:
        with tempfile.TemporaryDirectory() as scratch:
            work = self._lay_out(Path(scratch))
            (work / step.path).write_text(step.before, encoding="utf-8")
            now = self._run(work, sorted(executing))
        return (test for test in executing if now.get(test, "gone") != self.outcomes[test])

    def _lay_out(self, scratch: Path) -> Path:
        return Path(shutil.copytree(self.folder, scratch / "work"))

    def _keep(self) -> None:
        self._kept.write_text(json.dumps(self._known, indent=1, sort_keys=True), encoding="utf-8")

    def _run(self, work: Path, tests: Iterable[str], *options: str) -> dict[str, str]:
        """Outcome of each of these tests in a release as it lies."""
        recorded = work.parent / "outcomes.json"
        (work.parent / "recorder_of_outcomes.py").write_text(_RECORDER)
        path = os.pathsep.join([str(work / "src"), str(work), str(work.parent)])
        command = [str(environment(self.package)), "-m", "pytest", "-q", "--tb=no", "--timeout=60"]
        command += ["--continue-on-collection-errors", "-p", "recorder_of_outcomes", "-p", "no:cacheprovider"]
        command += ["-o", "addopts=", "-o", "filterwarnings="]
        command += [*self.package.options, *options, *tests]
        variables = {"PYTHONPATH": path, "RECORDED": str(recorded), "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run(
            command,
            cwd=work,
            env=os.environ | variables,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        outcomes: dict[str, str] = {}
        for nodeid, outcome in json.loads(recorded.read_text()).items() if recorded.exists() else ():
            name = nodeid.partition("[")[0]
            outcomes[name] = "failed" if "failed" in (outcome, outcomes.get(name)) else outcome
        return outcomes


def steps(state: State, earlier: Mapping[str, str]) -> Iterator[Step]:
    """The changed stretches of the code, each turned back alone, as far as the text still compiles."""
    later = state.texts
    for path in sorted(later):
        inside = path.startswith(f"{state.source}/")
        if not inside or path not in earlier or later[path] == earlier[path]:
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
