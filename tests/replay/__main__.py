"""Replay releases of a package through one writer and compare with a fresh build.

    python -m tests.replay click 7.0 7.1.2 8.0.4 8.1.7 [--every 25] [--all] [--seconds 110] [--jedi]

--every K    compare after each K-th hunk, besides the end of each file (default 25)
--all        compare after every single hunk
--jedi       with Jedi, asked about all calls: everything is settled, here and in the fresh build, before both are
             compared
--seconds N  after N seconds compare only at each 10th file end and each release

The last line counts the comparisons.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from contextlib import ExitStack

from packlens.graph.update import Writer
from packlens.resolve.jedi.process import Process
from packlens.resolve.merge import Asks
from packlens.text.document import Document
from tests.replay.edits import edits
from tests.support.corpus import package, python_texts
from tests.support.facts import differences, facts_of, fresh
from tests.support.settling import settle, worker


class Comparison:
    """Counts how often incremental and fresh agreed, and prints where they did not.

    processes  Jedi for the one and for the other; none for static resolution alone
    """

    def __init__(self, processes: tuple[Process, Process] | None = None) -> None:
        self.processes = processes
        self.passed = 0
        self.failed = 0

    def check(self, writer: Writer, where: str) -> None:
        """Compare the last generation with a fresh build of its texts."""
        snapshot = writer.snapshot
        if self.processes is None:
            built = fresh(snapshot.documents, snapshot.root_name)
        else:
            incremental, anew = self.processes
            snapshot = settle(writer, incremental)
            other = Writer(snapshot.root_name, asks=Asks.ALL)
            other.update(dict(snapshot.documents))
            built = settle(other, anew)
        lines = differences(facts_of(snapshot), facts_of(built))
        if lines:
            self.failed += 1
            print(f"{where}: {len(lines)} answers differ", *lines[:5], sep="\n  ", flush=True)
        else:
            self.passed += 1


def replay(
    releases: Mapping[str, Mapping[str, str]],
    every: int,
    seconds: float,
    processes: tuple[Process, Process] | None = None,
) -> Comparison:
    """Go through `releases` (version to texts), in order."""
    comparison = Comparison(processes)
    deadline = time.monotonic() + seconds
    versions = list(releases)
    texts = releases[versions[0]]
    writer = Writer("workspace", asks=Asks.ALL if processes is not None else Asks.NOTHING)
    writer.update({path: Document.of_text(path, text) for path, text in texts.items()})
    comparison.check(writer, versions[0])
    step = ends = 0
    for version in versions[1:]:
        began = time.monotonic()
        spent = 0.0
        steps_before = step
        for edit in edits(texts, releases[version]):
            document = None if edit.text is None else Document.of_text(edit.path, edit.text)
            begin = time.perf_counter()
            writer.update({edit.path: document})
            spent += time.perf_counter() - begin
            step += 1
            ends += edit.last
            in_time = time.monotonic() < deadline
            if (in_time and (step % every == 0 or edit.last)) or (edit.last and ends % 10 == 0):
                comparison.check(writer, f"{version} {edit.path} step {step}")
        texts = releases[version]
        assert {path: document.text for path, document in writer.snapshot.documents.items()} == texts
        comparison.check(writer, f"{version}, whole")
        count = step - steps_before
        print(
            f"{version}: {count} edits, {spent / max(count, 1) * 1000:.1f} ms each, "
            f"{time.monotonic() - began:.0f} s with comparisons",
            flush=True,
        )
    return comparison


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.replay", description=__doc__.partition("\n")[0])
    parser.add_argument("package")
    parser.add_argument("version", nargs="+")
    parser.add_argument("--every", type=int, default=25)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jedi", action="store_true")
    arguments = parser.parse_args()
    releases = {
        version: {
            f"{arguments.package}/{path}": document.text
            for path, document in python_texts(package(arguments.package, version)).items()
        }
        for version in arguments.version
    }
    every = 1 if arguments.all else arguments.every
    with ExitStack() as stack:
        processes = (stack.enter_context(worker()), stack.enter_context(worker())) if arguments.jedi else None
        comparison = replay(releases, every, arguments.seconds, processes)
    print(f"{arguments.package}: {comparison.passed} passed, {comparison.failed} failed")
    return 1 if comparison.failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
