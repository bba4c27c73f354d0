"""Impact and tests to run in a warm process.

    python -m tests.bench.impact --corpus django --tests flask

Impact three hops deep of the most called functions of one package; the tests to run for each function of another, whose
release carries its tests, and for the most called of both. The graph is built, and nothing about it has been asked yet.
"""

from __future__ import annotations

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.symbols.symbol import CALLABLE_KINDS
from packlens.views.affected import MIN_CONFIDENCE, affected, backwards_of
from packlens.views.callers import count_callers
from packlens.views.impact.impact import DEPTH, impact_of_targets
from packlens.views.testing.to_run import runs_of, tests_to_run
from tests.bench.figures import announce, corpus, parser, row, timed
from tests.support.corpus import python_texts, release

ROWS_MS = 100
TESTS_MS = 300


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--functions", type=int, default=50)
    command.add_argument("--tests", default="flask", help="a package whose sdist holds its tests")
    arguments = command.parse_args()
    announce()
    folder = corpus(arguments.corpus)
    snapshot = Writer(folder.name).update(python_texts(folder))
    chosen = most_called(snapshot, arguments.functions)
    backwards_of(snapshot)
    kept = row(
        f"impact, {DEPTH} hops",
        [timed(lambda id=id: rows_of(snapshot, id)) for id in chosen],
        ROWS_MS,
    )
    row("the same, whole answer", [timed(lambda id=id: impact_of_targets(snapshot, [id])) for id in chosen])

    with_tests = Writer("sdist").update(python_texts(release(arguments.tests, sdist=True)))
    first = timed(lambda: len(runs_of(with_tests).items.all) and runs_of(with_tests).autouse)
    print(f"{len(runs_of(with_tests).items.all)} tests, found in {first:.0f} ms")
    for name, ids in (
        ("most called", most_called(with_tests, arguments.functions)),
        (
            "every function",
            [s.id for s in with_tests.symbols() if s.kind in CALLABLE_KINDS and "test" not in s.path],
        ),
    ):
        kept &= row(
            f"tests to run, {name}",
            [timed(lambda id=id: tests_of(with_tests, id)) for id in ids],
            TESTS_MS,
        )
    row(
        "tests to run, most called, without any",
        [timed(lambda id=id: tests_of(snapshot, id)) for id in chosen],
    )
    return 0 if kept else 1


def most_called(snapshot: Snapshot, count: int) -> list[str]:
    """Ids of the functions with the most callers."""
    ids = [symbol.id for symbol in snapshot.symbols() if symbol.kind in CALLABLE_KINDS]
    return sorted(ids, key=lambda identifier: (-count_callers(snapshot, identifier), identifier))[:count]


def rows_of(snapshot: Snapshot, identifier: str) -> None:
    """The rows of the impact of one symbol."""
    affected(backwards_of(snapshot), {identifier: True}, DEPTH, MIN_CONFIDENCE)


def tests_of(snapshot: Snapshot, identifier: str) -> None:
    """The tests to run for one symbol."""
    tests_to_run(backwards_of(snapshot), {identifier: True}, (), MIN_CONFIDENCE)


if __name__ == "__main__":
    raise SystemExit(main())
