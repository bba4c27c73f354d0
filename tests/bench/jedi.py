"""Jedi at work: a key stroke until its function is settled, and the whole of a corpus.

    python -m tests.bench.jedi --corpus django
    python -m tests.bench.jedi --corpus flask --edits 0

Edits are typed while the background pass is under way, each into a function that has a call to settle, in a file that
has been open for long enough to be settled; `--cold` types as soon as it is open. The time runs from the change to the
generation in which nothing of the function is pending. Then the pass is waited for. Seconds of processors are printed
beside those of the clock, for a machine that has other work too.
"""

from __future__ import annotations

import random
import resource
import threading
import time

from packlens.base.memory import resident_bytes
from packlens.graph.counts import by_resolver, timed_out
from packlens.graph.snapshot import Snapshot
from packlens.session.session import Session
from packlens.symbols.symbol import path_of
from tests.bench.figures import announce, corpus, parser, row

MEGABYTE = 1 << 20


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--edits", type=int, default=50)
    command.add_argument(
        "--warm", type=float, default=20.0, help="seconds of background before the first edit"
    )
    command.add_argument("--cold", action="store_true", help="type into files that were opened just now")
    arguments = command.parse_args()
    announce()
    chooser = random.Random(arguments.seed)
    with Session.open(corpus(arguments.corpus), {"jedi": {"enabled": True}}, keeps=False) as session:
        session.index()
        asked = session.snapshot.pending
        heard = threading.Event()
        begin, spent = time.perf_counter(), time.process_time()
        session.settle_in_background(heard.set)
        if arguments.edits:
            time.sleep(arguments.warm)
        waits = [
            _settled_after_edit(session, chooser, heard, cold=arguments.cold) for _ in range(arguments.edits)
        ]
        largest = _wait_for_all(session, heard)
        seconds, spent = time.perf_counter() - begin, time.process_time() - spent
        snapshot = session.snapshot
        print(
            f"calls asked about: {asked:,}; timed out: {timed_out(snapshot):,}; edges: {by_resolver(snapshot)}"
        )
        print(
            f"background pass{' with the edits' if waits else ''}: {seconds:.1f} s (goal: django 90, flask 8)"
        )
        print(
            f"server: {resident_bytes() / MEGABYTE:.0f} MB (450); largest worker: {largest / MEGABYTE:.0f} MB (600)"
        )
    workers = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"processor seconds of that: server {spent:.1f}, workers {workers.ru_utime + workers.ru_stime:.1f}")
    return 0 if not waits or row("key stroke to settled", waits, 150) else 1


def _settled_after_edit(
    session: Session, chooser: random.Random, heard: threading.Event, *, cold: bool
) -> float:
    """Milliseconds from an edit of a function to its last answer."""
    snapshot = session.snapshot
    scope = chooser.choice(_scopes(snapshot))
    path = path_of(scope)
    lines = snapshot.documents[path].text.splitlines(keepends=True)
    site = snapshot.shards[path].open[scope][0]
    line, _ = snapshot.shards[path].site(scope, site)
    indent = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
    lines.insert(line - 1, f"{indent}typed_{chooser.randrange(1000)} = 1\n")
    session.change(path, snapshot.documents[path].text)  # opened
    session.settle(60)
    while session.snapshot.shards[path].pending and not cold:
        heard.wait(1)
        heard.clear()
    begin = time.perf_counter()
    session.change(path, "".join(lines))
    session.settle(60)
    while scope in session.snapshot.shards[path].pending:
        heard.wait(1)
        heard.clear()
    passed = (time.perf_counter() - begin) * 1000
    session.close(path)
    return passed


def _scopes(snapshot: Snapshot) -> list[str]:
    return [
        scope
        for path in snapshot.paths()
        for scope in sorted(snapshot.shards[path].open)
        if "<" not in scope and "\0" not in scope
    ]


def _wait_for_all(session: Session, heard: threading.Event) -> int:
    """Wait until nothing is pending; the most bytes that a worker said it held."""
    largest = 0
    while session.snapshot.pending:
        heard.wait(1)
        heard.clear()
        largest = max(largest, *session.worker_bytes, 0)
    return largest


if __name__ == "__main__":
    raise SystemExit(main())
