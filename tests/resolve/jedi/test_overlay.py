"""What Jedi sees is what it was given: unsaved texts, files that are on no disk, nothing that was taken away."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import jedi
import pytest

from packlens.resolve.jedi.overlay import TESTED, check
from packlens.resolve.jedi.process import Process
from packlens.resolve.jedi.unit import Unit
from packlens.text.document import Document
from tests.support.fixture import parse
from tests.support.settling import worker


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with worker() as started:
        yield started


def definitions(process: Process, documents: Mapping[str, Document], path: str, calls: str) -> list[str]:
    """Where each of the `calls` in a file leads, as `path:line name`, in the order they stand."""
    text = documents[path].text
    sites: list[tuple[int, int, int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        for name in calls.split():
            for match in re.finditer(rf"(?<!def )\b{name}\(", line):
                sites.append((len(sites), number, match.start()))
    ((_, answer),) = process.ask([Unit(f"{path}::<module>", path, tuple(sites))], documents)
    return [
        f"{found.path or 'outside'}:{found.line} {found.name}"
        for number, _, _ in sites
        for found in answer.definitions[number]
    ]


def check_steps(process: Process, fixture: str, *expected: list[str]) -> None:
    """The answers about `run` in `b.py` after each step of the fixture."""
    parsed = parse(fixture)
    for step, wanted in zip(parsed.steps, expected, strict=True):
        assert definitions(process, parsed.documents(step), "b.py", "run go") == wanted, f"at step {step}"


def test_this_release_of_jedi_has_what_the_overlay_needs() -> None:
    assert check() is None
    assert jedi.__version__.startswith(tuple(f"{version}." for version in TESTED)), (
        f"Jedi {jedi.__version__} has not been tried: run these tests with it and add it to overlay.TESTED"
    )


def test_an_unsaved_text_rules_and_closing_gives_the_saved_one_back(process: Process) -> None:
    check_steps(
        process,
        """
        #- a.py
        def run(): ...
        #- b.py
        import a
        a.run()
        #- a.py @2 open
        import sys

        def run(): ...
        #- a.py @3 closed
        """,
        ["a.py:1 run"],
        ["a.py:3 run"],
        ["a.py:1 run"],
    )


def test_a_file_that_is_on_no_disk(process: Process) -> None:
    check_steps(
        process,
        """
        #- b.py
        from pkg.deep.new import run
        run()
        #- pkg/__init__.py @2 open
        #- pkg/deep/__init__.py @2 open
        #- pkg/deep/new.py @2 open
        def run(): ...
        #- pkg/deep/new.py @3 deleted
        """,
        [],
        ["pkg/deep/new.py:1 run"],
        [],
    )


def test_a_chain_of_imports_in_unsaved_files(process: Process) -> None:
    check_steps(
        process,
        """
        #- b.py
        from first import run
        run()
        #- first.py open
        from second import run
        #- second.py open
        from third import run
        #- third.py open
        def run(): ...
        """,
        ["third.py:1 run"],
    )


def test_a_stub_beside_a_file(process: Process) -> None:
    check_steps(
        process,
        """
        #- a.py
        def make(): ...

        class Job:
            def run(self): ...
        #- b.py
        from a import make
        make().run()
        #- a.pyi @2 open
        class Job:
            def run(self) -> None: ...
        def make() -> Job: ...
        """,
        [],
        ["a.py:4 run"],
    )


def test_a_namespace_package_and_one_that_becomes_regular(process: Process) -> None:
    check_steps(
        process,
        """
        #- space/tools.py
        def run(): ...
        #- b.py
        import space.tools
        space.tools.run()
        #- space/__init__.py @2 open
        #- space/tools.py @3 deleted
        #- space/tools/__init__.py @3 open


        def run(): ...
        """,
        ["space/tools.py:1 run"],
        ["space/tools.py:1 run"],
        ["space/tools/__init__.py:3 run"],
    )


def test_a_package_lists_the_modules_that_it_was_given(process: Process) -> None:
    check_steps(
        process,
        """
        #- pkg/__init__.py
        #- pkg/jobs.py
        def run(): ...
        #- b.py
        import pkg.jobs
        import pkg
        pkg.jobs.run()
        """,
        ["pkg/jobs.py:1 run"],
    )


def test_the_workspace_comes_before_the_standard_library(process: Process) -> None:
    check_steps(
        process,
        """
        #- b.py
        import queue
        queue.run()
        #- queue.py @2 open
        def run(): ...
        #- queue.py @3 deleted
        """,
        [],
        ["queue.py:1 run"],
        [],
    )


def test_what_leads_to_the_standard_library_is_outside(process: Process) -> None:
    documents = parse("#- b.py\nimport textwrap\ntextwrap.dedent('')\n").documents()
    assert definitions(process, documents, "b.py", "dedent") == ["outside:0 dedent"]


def test_installed_packages_are_seen_through(tmp_path: Path) -> None:
    (tmp_path / "registry.py").write_text("def same(value):\n    return value\n")
    documents = parse(
        """
        #- app.py
        from registry import same
        class App:
            def run(self): ...
        same(App()).run()
        """
    ).documents()
    with worker(str(tmp_path)) as process:
        assert definitions(process, documents, "app.py", "run") == ["app.py:3 run"]


def test_a_script_sees_the_files_beside_it(process: Process) -> None:
    documents = parse(
        """
        #- tools/helper.py
        def run(): ...
        #- tools/script.py
        import helper
        helper.run()
        """
    ).documents()
    assert definitions(process, documents, "tools/script.py", "run") == ["tools/helper.py:1 run"]


def test_the_order_of_texts_and_questions_does_not_show() -> None:
    documents = parse(
        """
        #- a.py
        from b import Base
        class A(Base):
            def go(self): return self.run()
        #- b.py
        import c
        class Base:
            def run(self): return c.make()
        #- c.py
        from a import A
        def make(): return A()
        #- d.py
        from c import make
        make().go()
        make().run().go()
        """
    ).documents()
    asked = {"a.py": "run", "b.py": "make", "d.py": "go run"}
    answers = set()
    for order in itertools.permutations(asked):
        with worker() as process:
            for path in order:  # texts arrive in this order, and are asked about before the others are there
                definitions(process, {path: documents[path]}, path, asked[path])
            found = {path: tuple(definitions(process, documents, path, asked[path])) for path in order}
        answers.add(tuple(sorted(found.items())))
    assert answers == {
        (
            ("a.py", ("b.py:3 run",)),
            ("b.py", ("c.py:2 make",)),
            ("d.py", ("a.py:3 go", "a.py:3 go", "b.py:3 run")),
        )
    }
