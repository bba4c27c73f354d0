"""Questions that take long: they tell how far they are, and end when nobody waits any more."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar

import pytest

from packlens.base.errors import CancelledError
from packlens.bridge.engine import OwnEngine
from packlens.bridge.questions.impact_of import ImpactOf
from packlens.bridge.reply import Answer, LongQuestion, Question
from packlens.bridge.telling import answer_telling
from packlens.session.session import Session
from packlens.session.texts import Cancelled, Progress
from tests.text.conftest import own_git_configuration  # noqa: F401 - holds for every git of these tests
from tests.text.repository import Repository, write

PATIENCE = 120


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A repository from whose working tree a function is gone, so that the earlier state has something to say."""
    made = Repository.new(tmp_path / "project")
    write(made.root, "shop.py", text="def pay(): ...\n\ndef keep(): ...\n")
    write(made.root, "use.py", text="from shop import pay\n\ndef buy():\n    pay()\n")
    made.commit()
    write(made.root, "shop.py", text="def keep(): ...\n")
    return made.root


def test_an_impact_of_what_is_not_committed_tells_how_far_it_is(changed: Path) -> None:
    heard: list[tuple[int, int]] = []
    with Session.open(changed) as session:
        session.index()
        answer = ImpactOf().reply_telling(session, lambda *files: heard.append(files), None)
    assert heard[-1] == (2, 2)
    assert "use.py:4 buy uses `pay`, which is gone" in answer.text


def test_an_impact_that_is_withdrawn_is_no_mistake_of_whoever_asked(changed: Path) -> None:
    with Session.open(changed) as session:
        session.index()
        with pytest.raises(CancelledError):
            ImpactOf().reply_telling(session, None, lambda: True)


class Waiting(LongQuestion, frozen=True, kw_only=True):
    """Says that one of three files is read, and waits to be withdrawn."""

    def reply_telling(
        self, session: Session, progress: Progress | None, cancelled: Cancelled | None
    ) -> Answer:
        assert progress is not None and cancelled is not None
        progress(1, 3)
        while not cancelled():
            _pause.wait(0.01)
        _ended.set()
        raise CancelledError("withdrawn")


_pause = threading.Event()
_ended = threading.Event()


def test_a_question_on_its_way_tells_and_ends_when_it_is_withdrawn(changed: Path) -> None:
    async def ask(session: Session) -> tuple[int, int]:
        heard: asyncio.Queue[tuple[int, int]] = asyncio.Queue()

        async def report(done: int, total: int) -> None:
            await heard.put((done, total))

        with ThreadPoolExecutor(1) as workers:
            asked = asyncio.create_task(answer_telling(workers, session, Waiting(), report, look=False))
            first = await asyncio.wait_for(heard.get(), PATIENCE)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            await asyncio.to_thread(_ended.wait, PATIENCE)
        return first

    with Session.open(changed) as session:
        session.index()
        assert asyncio.run(ask(session)) == (1, 3)
    assert _ended.is_set()


class InWords(Question, frozen=True, kw_only=True):
    """Needs the words of the workspace, which it has read once it may."""

    may_need_words: ClassVar[bool] = True

    def needs_words(self, session: Session) -> bool:
        _begun.set()
        return _may_read.wait(PATIENCE)


class Meeting(Question, frozen=True, kw_only=True):
    """Is answered once every thread is: says how many files have words that are not read."""

    needs_graph: ClassVar[bool] = False

    def reply(self, session: Session) -> Answer:
        _everybody.wait(PATIENCE)
        return Answer(text=str(session.words_missing), structured={}, generation=0)


_begun = threading.Event()
_may_read = threading.Event()
_everybody = threading.Barrier(4)


def test_a_question_in_words_that_is_withdrawn_reads_no_farther(changed: Path) -> None:
    async def ask() -> set[str]:
        engine = OwnEngine(changed)
        asked = asyncio.create_task(engine.ask(InWords()))
        await asyncio.to_thread(_begun.wait, PATIENCE)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        _may_read.set()
        answers = await asyncio.gather(*(engine.ask(Meeting()) for _ in range(_everybody.parties)))
        engine.end()
        return {answer.text for answer in answers}

    assert asyncio.run(ask()) == {"2"}
