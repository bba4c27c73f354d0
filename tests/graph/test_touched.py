"""What Jedi's answers leave as it was: whatever is said to be spared is the same as before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from packlens.graph.absorb import Answered
from packlens.graph.directory import Directory, Says
from packlens.graph.possible import possible_callees, possible_callers
from packlens.graph.snapshot import Snapshot
from packlens.graph.touched import RestsOn
from packlens.graph.update import Writer
from packlens.resolve.jedi.process import Process
from packlens.resolve.merge import Asks
from packlens.text.document import Document
from packlens.views.pack.price import fingerprint_of
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.source import source_of_targets
from packlens.views.testing.to_run import count_tests, runs_of
from tests.graph import workspace_texts as texts
from tests.support.facts import facts_of
from tests.support.settling import pending_units, worker

QUESTION = PackQuestion(("-",))
OPEN = """
import json
class A:
    def go(self): ...
class B(A):
    def stop(self): ...
def f(): return min(A(), B())
def g(): f().go(); max(B(), B()).stop()
def test_f(): g(); x.go(); x.nowhere()
min(A(), A()).go()
"""
TESTED = {
    "c.py": OPEN,
    "test_c.py": f"from a import f, g\nfrom b import A, B\n{OPEN}def test_g(): f(); g(); B()\n",
}


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    with worker() as started:
        yield started


def answers_of(process: Process, snapshot: Snapshot) -> list[Answered]:
    """What Jedi says of all that is pending."""
    units = pending_units(snapshot)
    asked = process.ask(units, snapshot.documents)
    return [Answered(snapshot, unit, answer) for unit, answer in asked if answer is not None]


def said_of(snapshot: Snapshot, symbol: str) -> dict[str, tuple[object, RestsOn]]:
    """What views work out of a symbol, each with what it rests on."""
    alone = RestsOn.on(symbol)
    source = source_of_targets(snapshot, replace(QUESTION, targets=(symbol,)))
    pack, rests_on = fingerprint_of(snapshot, symbol, source)
    shown = (
        snapshot.outgoing(symbol),
        snapshot.incoming(symbol),
        possible_callers(snapshot, symbol),
        possible_callees(snapshot, symbol),
        snapshot.pending_for((symbol,)),
    )
    return {
        "edges": (shown, alone),
        "pack": (pack[0], rests_on),
        "tests": count_tests(snapshot, symbol),
    }


def all_said(snapshot: Snapshot) -> dict[tuple[str, str], tuple[object, RestsOn]]:
    return {
        (symbol.id, name): said
        for symbol in snapshot.symbols()
        for name, said in said_of(snapshot, symbol.id).items()
    }


def check_spared(earlier: list[Snapshot], now: Snapshot) -> int:
    """What `now` spares of each of the earlier generations is so still. How much that is."""
    present, count = all_said(now), 0
    for before in earlier:
        for key, (value, rests_on) in all_said(before).items():
            if now.touched.spares(rests_on, before.generation):
                assert present[key][0] == value, key
                count += 1
    return count


def check_directory(snapshot: Snapshot) -> None:
    """What a generation took over from those before is what it would find by itself."""
    made = Directory(snapshot.shards)
    for what in (Says.NAMED, Says.UNSETTLED, Says.BEYOND, Says.PENDING):
        for name in (*texts.NAMES, *texts.METHODS, "nowhere", ""):
            assert set(snapshot.directory.saying(what, name)) == set(made.saying(what, name)), (what, name)


@settings(
    max_examples=max(12, settings.default.max_examples // 4),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    first=st.dictionaries(texts.path, texts.text, min_size=3, max_size=6),
    asks=st.sampled_from([Asks.OPEN, Asks.ALL]),
    many=st.integers(1, 4),
)
def test_what_answers_spare_is_as_it_was(
    process: Process, first: dict[str, str], asks: Asks, many: int
) -> None:
    writer = Writer("workspace", asks=asks)
    writer.update({path: Document.of_text(path, text) for path, text in {**first, **TESTED}.items()})
    answers = answers_of(process, writer.snapshot)
    generations = [writer.snapshot]
    for begin in range(0, len(answers), many):
        writer.absorb(answers[begin : begin + many])
        check_spared(generations, writer.snapshot)
        check_directory(writer.snapshot)
        generations.append(writer.snapshot)
    assert facts_of(generations[0])["state"] == writer.snapshot.state
    if len(generations) > 1:
        assert check_spared(generations[:-1], writer.snapshot) == 0, "all is looked at once nothing is open"


def test_an_answer_spares_what_it_does_not_touch(process: Process) -> None:
    writer = Writer("workspace", asks=Asks.OPEN)
    writer.update({path: Document.of_text(path, OPEN) for path in ("a.py", "b.py")})
    before = writer.snapshot
    mine, others = [], []
    for answer in answers_of(process, before):
        (mine if answer.unit.path == "a.py" else others).append(answer)
    writer.absorb(mine)
    assert 10 < check_spared([before], writer.snapshot) < len(all_said(before))
    go = RestsOn.on("a.py::A.go")
    assert not writer.snapshot.touched.spares(go, before.generation)
    assert writer.snapshot.touched.spares(go, writer.snapshot.generation)
    assert not before.touched.spares(go, writer.snapshot.generation)
    writer.update({"c.py": Document.of_text("c.py", "x = 1\n")})
    assert check_spared([before], writer.snapshot) == 0
    writer.absorb(others)
    assert check_spared([before], writer.snapshot) == 0
    check_directory(writer.snapshot)


def test_a_directory_takes_over_what_generations_between_were_never_asked() -> None:
    writer = Writer("workspace")
    writer.update({path: Document.of_text(path, OPEN) for path in texts.PATHS[:6]})
    writer.snapshot.directory.warm()
    for path, text in [("a.py", None), ("b.py", "def f(): x.nowhere()\n"), ("d.py", OPEN), ("b.py", "f()\n")]:
        writer.update({path: None if text is None else Document.of_text(path, text)})
    check_directory(writer.snapshot)


def test_a_count_of_tests_rests_on_what_leads_to_the_tests(process: Process) -> None:
    writer = Writer("workspace", asks=Asks.OPEN)
    lib = """
def far(): ...
class A:
    def near(self): far()
class B:
    def other(self): ...
"""
    calls = """
from lib import A, B
def test_it(): min(A(), A()).near()
def test_not(): min(B(), B()).other()
"""
    writer.update({p: Document.of_text(p, text) for p, text in {"lib.py": lib, "test_lib.py": calls}.items()})
    before = writer.snapshot
    answers = answers_of(process, before)
    (mine,) = (answer for answer in answers if answer.unit.scope == "test_lib.py::test_it")
    writer.absorb([mine])
    spared = {
        name: writer.snapshot.touched.spares(count_tests(before, f"lib.py::{name}")[1], before.generation)
        for name in ("far", "A.near", "B.other")
    }
    assert spared == {"far": False, "A.near": False, "B.other": True}
    assert runs_of(writer.snapshot) is runs_of(before), "answers make no function a test"
    check_spared([before], writer.snapshot)
