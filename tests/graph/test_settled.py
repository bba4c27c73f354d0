"""Jedi's answers in the graph: when they hold, when they go stale, and that a fresh build says the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from packlens.graph.absorb import Answered
from packlens.graph.update import Writer
from packlens.resolve.jedi.process import Process
from packlens.resolve.merge import Asks
from packlens.text.document import Document
from tests.graph import workspace_texts as texts
from tests.support.edges import edge_lines
from tests.support.facts import differences, facts_of
from tests.support.fixture import parse
from tests.support.settling import pending_units, settle, worker

JOB = """
    #- job.py
    class Job:
        def run(self): ...
    #- make.py
    import job

    def make():
        return min(job.Job(), job.Job())
    #- use.py
    from make import make

    def go():
        make().run()
"""


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with worker() as started:
        yield started


def writer_of(documents: dict[str, Document], asks: Asks = Asks.OPEN) -> Writer:
    writer = Writer("workspace", asks=asks)
    writer.update(documents)
    return writer


def check_steps(process: Process, fixture: str, *expected: str) -> None:
    """Run the steps of the fixture through one writer, settled at each; `expected` holds call edges with confidence."""
    parsed = parse(fixture)
    writer = writer_of({})
    for step, wanted in zip(parsed.steps, expected, strict=True):
        documents = parsed.documents(step)
        known = writer.snapshot.documents
        writer.update({**dict.fromkeys(known.keys() - documents.keys()), **documents})
        snapshot = settle(writer, process)
        lines = sorted(line.strip() for line in wanted.splitlines() if line.strip())
        assert edge_lines(snapshot, confidence=True) == lines, f"at step {step}"
        fresh = settle(writer_of(documents), process)
        assert not differences(facts_of(snapshot), facts_of(fresh)), f"at step {step}"


def test_the_answer_follows_a_change_in_another_file(process: Process) -> None:
    check_steps(
        process,
        f"""{JOB}
    #- job.py @2
    class Base:
        def run(self): ...

    class Job(Base): ...
        """,
        """
        make.py::make -calls 0.9-> job.py::Job
        use.py::go -calls 0.9-> make.py::make
        use.py::go -calls 1-> job.py::Job.run
        """,
        """
        make.py::make -calls 0.9-> job.py::Job
        use.py::go -calls 0.9-> make.py::make
        use.py::go -calls 1-> job.py::Base.run
        """,
    )


def test_a_module_that_appears_makes_stale_what_looked_for_it(process: Process) -> None:
    check_steps(
        process,
        """
        #- use.py
        import queue as q
        def go(): min(q.Queue(), q.Queue()).run()
        #- job.py
        class Job:
            def run(self): ...
        #- queue.py @2
        from job import Job as Queue
        """,
        "",
        """
        use.py::go -calls 0.9-> job.py::Job
        use.py::go -calls 1-> job.py::Job.run
        """,
    )


def change(writer: Writer, path: str, text: str | None) -> None:
    writer.update({path: None if text is None else Document.of_text(path, text)})


def callers_of_run(writer: Writer) -> list[tuple[str, float]]:
    return [(edge.source, edge.confidence) for edge in writer.snapshot.incoming("job.py::Job.run")]


def test_a_stale_answer_stays_visible_and_counts_as_pending(process: Process) -> None:
    writer = writer_of(parse(JOB).documents())
    assert writer.snapshot.pending == 1
    settle(writer, process)
    assert callers_of_run(writer) == [("use.py::go", 1.0)]
    change(writer, "make.py", "import job\ndef make():\n    job\n    return min(job.Job(), job.Job())\n")
    assert callers_of_run(writer) == [("use.py::go", 1.0)]
    assert writer.snapshot.pending == 1
    assert writer.snapshot.pending_for(["job.py::Job.run"]) == {("use.py::go", 1)}
    assert writer.snapshot.pending_for(["use.py::go"]) == {("use.py::go", 1)}
    assert writer.snapshot.pending_for(["make.py::make"]) == frozenset()


def test_comments_and_blank_lines_make_nothing_stale(process: Process) -> None:
    documents = parse(JOB).documents()
    writer = writer_of(documents)
    settle(writer, process)
    for path, document in documents.items():
        change(writer, path, "# new\n\n" + document.text.replace("\n", "  \n\n    # more\n"))
    assert writer.snapshot.pending == 0
    assert callers_of_run(writer) == [("use.py::go", 1.0)]


def test_an_edited_function_has_static_edges_at_once(process: Process) -> None:
    writer = writer_of(parse(JOB).documents())
    settle(writer, process)
    change(writer, "use.py", "from make import make\ndef go():\n    print()\n    make().run()\n")
    assert callers_of_run(writer) == []
    assert writer.snapshot.pending == 1


def test_a_target_that_is_gone_is_not_shown(process: Process) -> None:
    writer = writer_of(parse(JOB).documents())
    settle(writer, process)
    change(writer, "job.py", "class Job: ...\nclass Other:\n    def run(self): ...\n")
    assert all(writer.snapshot.symbol(edge.target) for edge in writer.snapshot.outgoing("use.py::go"))
    assert writer.snapshot.pending == 1


def test_an_answer_for_an_old_text_is_dropped(process: Process) -> None:
    writer = writer_of(parse(JOB).documents())
    before = writer.snapshot
    (unit,) = pending_units(before)
    ((_, answer),) = process.ask([unit], before.documents)
    change(writer, "use.py", "from make import make\ndef go(x):\n    make(x).run()\n")
    generation = writer.snapshot.generation
    writer.absorb([Answered(before, unit, answer)])
    assert writer.snapshot.generation == generation
    assert callers_of_run(writer) == []


def test_an_answer_is_stale_when_what_it_was_drawn_from_changed_meanwhile(process: Process) -> None:
    writer = writer_of(parse(JOB).documents())
    before = writer.snapshot
    (unit,) = pending_units(before)
    ((_, answer),) = process.ask([unit], before.documents)
    change(writer, "make.py", "import job\ndef make(): return max(job.Job(), job.Job())\n")
    writer.absorb([Answered(before, unit, answer)])
    assert callers_of_run(writer) == [("use.py::go", 1.0)]
    assert writer.snapshot.pending == 1


JOBS = """
    #- job.py
    class Job:
        def run(self): ...
    class Other:
        def run(self): ...
"""


def use(module: str, path: str = "use.py", expression: str = "") -> str:
    """A file in which Jedi alone knows what `run` is."""
    return f"""
    #- {path}
    import functools
    import {module}
    @functools.lru_cache
    def made(): return {expression or f"{module}.Job()"}
    def go():
        made().run()
    """


@pytest.mark.parametrize(
    ("fixture", "expected"),
    [
        (
            f"""{JOBS}{use("make", expression="make.make(1)")}
    #- make.py
    from job import Job, Other
    def make(x):
        # type: (int) -> Job
        return x[0]
    #- make.py @2
    from job import Job, Other
    def make(x):
        # type: (int) -> Other
        return x[0]
            """,
            "job.py::Job.run job.py::Other.run",
        ),
        (
            f"""{JOBS}{use("make", expression="make.make(1)")}
    #- make.py
    from job import Job, Other
    def make(x):
        ''':rtype:
        Job'''
        return x[0]
    #- make.py @2
    from job import Job, Other
    def make(x):
        ''':rtype:
        # no type
        Job'''
        return x[0]
            """,
            "job.py::Job.run -",
        ),
        (
            f"""{JOBS}{use("workspace", expression="workspace.new.Job()")}
    #- __init__.py
    #- new.py @2
    from job import Job
    #- new.py @3
    from workspace.job import Job
            """,
            "- - job.py::Job.run",
        ),
        (
            f"""{JOBS}{use("pkg", expression="pkg.new.Job()")}
    #- pkg/__init__.py
    #- pkg/new.py @2
    from job import Job
            """,
            "- job.py::Job.run",
        ),
        (
            f"""{JOBS}{use("other")}
    #- lib/other.py
    from job import Job
    #- lib/pkg/module.py
    #- lib/pkg/__init__.py @2
            """,
            "- job.py::Job.run",
        ),
        (
            f"""{JOBS}{use("other", "tools/use.py")}
    #- tools/other.py
    from job import Job
    #- tools/__init__.py @2
            """,
            "job.py::Job.run -",
        ),
        (
            f"""{JOBS}{use("thing", expression="thing.make()")}
    #- thing.py
    def make(): ...
    #- thing-stubs/__init__.pyi @2
    from job import Job
    def make() -> Job: ...
            """,
            "- job.py::Job.run",
        ),
        (
            f"""{JOBS}{use("first")}
    #- first.py
    from second import *
    #- second.py
    from job import *
    #- second.py @2
    from job import Other as Job
            """,
            "job.py::Job.run job.py::Other.run",
        ),
        (
            f"""{JOBS}{use("space.new")}
    #- src/space/old.py
    #- space/new.py @2
    from job import Job
    #- space/__init__.py @3
    #- space/new.py @4 deleted
            """,
            "- job.py::Job.run job.py::Job.run -",
        ),
    ],
    ids=["type comment", "docstring", "root", "package", "new root", "beside", "stubs", "star", "portion"],
)
def test_an_answer_follows_what_it_was_drawn_from(process: Process, fixture: str, expected: str) -> None:
    parsed = parse(fixture)
    writer = writer_of({})
    found: list[str] = []
    for step in parsed.steps:
        documents = parsed.documents(step)
        writer.update({**dict.fromkeys(writer.snapshot.documents.keys() - documents.keys()), **documents})
        snapshot = settle(writer, process)
        assert not differences(facts_of(snapshot), facts_of(settle(writer_of(documents), process)))
        (source,) = (path for path in documents if path.endswith("use.py"))
        runs = [edge.target for edge in snapshot.outgoing(f"{source}::go") if edge.target.endswith(".run")]
        found.append(" ".join(runs) or "-")
    assert found == expected.split()


def test_without_jedi_nothing_is_pending() -> None:
    writer = Writer("workspace")
    writer.update(parse(JOB).documents())
    assert writer.snapshot.pending == 0


_STEP = st.tuples(texts.path, st.one_of(st.none(), texts.text))


@pytest.mark.timeout(600)
@settings(
    max_examples=max(8, settings.default.max_examples // 8),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    first=st.dictionaries(texts.path, texts.text, min_size=4, max_size=8),
    steps=st.lists(_STEP, min_size=1, max_size=4),
)
def test_incremental_equals_full(
    process: Process, first: dict[str, str], steps: list[tuple[str, str | None]]
) -> None:
    writer = writer_of({path: Document.of_text(path, text) for path, text in first.items()}, Asks.ALL)
    settle(writer, process)
    for number, (path, text) in enumerate(steps):
        change(writer, path, text)
        snapshot = settle(writer, process, backwards=bool(number % 2))
        fresh = settle(writer_of(dict(snapshot.documents), Asks.ALL), process)
        assert not differences(facts_of(snapshot), facts_of(fresh))
