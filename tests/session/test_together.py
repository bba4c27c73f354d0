"""The first index of many files by several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from packlens.base.deep import run_deep
from packlens.base.errors import CancelledError
from packlens.graph.compare import differing
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.resolve.static.engine import Elsewhere
from packlens.resolve.static.inference import Inference, Share
from packlens.resolve.static.nodes import Key
from packlens.session import others, publishing, together
from packlens.session.engine import Engine
from packlens.session.together import Together
from packlens.syntax.facts import FileFacts
from packlens.syntax.parse import read_file
from packlens.text.document import Document

TEXTS = {
    "plain.py": "import os\n\nclass A(B):\n    x: int = 1\n\n    def f(self, *, k=lambda n: n):\n        self.y = k\n",
    "empty.py": "",
    "broken.py": "def f(:\n    return 1\n\ndef g():\n    return [f(x) for x in ()]\n",
    "newer.py": "type Pair[T] = tuple[T, T]\n\ndef f[T: int](x: T) -> T:\n    return x\n",
    "odd.py": 'name = "\ud800 \u2028 \U0001f40d"\r\ncafé = name\rx = 1\n',
    "zero.py": "a = 1\0\n",
    "deep.py": "x = " + "(" * 3000 + "1" + ")" * 3000 + "\n",
    "chain.py": "x = " + " + ".join(["y"] * 5000) + "\n",
} | {
    f"many/m{number}.py": f"def f{number}(x):\n    return x.f{number + 1}({number})\n" + "# more\n" * 2000
    for number in range(60)
}  # enough text for several bundles


DEEP = "chain.py"  # nests too deeply to be sent
LINKED = (
    {
        "lib/__init__.py": "from lib.base import Base, run\n",
        "lib/base.py": """class Base:
    def step(self): ...

    def go(self):
        return self.step()

def run(task):
    task()
    return task
""",
    }
    | {
        f"lib/part{number}.py": f"""from lib import Base, run
from lib.part{(number + 7) % 45} import make as other

class Part{number}(Base):
    def step(self):
        return other().go()

def make():
    return Part{number}()

def task():
    run(make)().step()
    run(other)().go()
"""
        for number in range(45)
    }
    | {path: text for path, text in TEXTS.items() if path != DEEP and "many" not in path}
)

Children = Callable[[], set[psutil.Process]]


@pytest.fixture
def children() -> Children:
    """The processes that this test has started and that are still there."""
    before = set(psutil.Process().children())
    return lambda: set(psutil.Process().children()) - before


def read_all(folder: Path, count: int, *hearers: Callable[[int, int], None]) -> dict[str, FileFacts]:
    with Together(folder, count) as all_of_us:
        return dict(run_deep(lambda: all_of_us.read(TEXTS, *hearers)))


def documents(texts: dict[str, str]) -> dict[str, Document]:
    return {path: Document.of_text(path, text) for path, text in texts.items()}


def written(
    folder: Path, count: int, texts: dict[str, str] = LINKED, beside: Callable[[Share], Share] | None = None
) -> Writer:
    """A writer of `texts` that `count` others have helped; `beside` may put something around their sharing."""
    writer = Writer("root")
    with Together(folder, count) as all_of_us:
        facts = run_deep(lambda: all_of_us.read(texts))
        share = beside(all_of_us.share) if beside is not None else all_of_us.share
        run_deep(lambda: writer.update(documents(texts), facts=facts, share=share))
    return writer


def alone(texts: dict[str, str] = LINKED) -> Snapshot:
    return run_deep(lambda: Writer("root").update(documents(texts)))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_who_reads_a_file_never_shows(tmp_path: Path, children: Children, count: int) -> None:
    found = read_all(tmp_path, count)

    assert found == run_deep(lambda: {path: read_file(text) for path, text in TEXTS.items()})
    assert not children()


@pytest.mark.parametrize("count", [0, 1, 3])
def test_who_draws_a_scope_never_shows(
    tmp_path: Path, children: Children, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(together, "_FEWEST_SINKS", 1)
    writer = written(tmp_path, count)

    assert differing(writer.snapshot, alone()) == []
    assert not children()


@pytest.mark.parametrize("count", [1, 3])
def test_what_others_have_drawn_can_be_updated(tmp_path: Path, count: int) -> None:
    writer = written(tmp_path, count)
    edited = LINKED | {
        "lib/base.py": LINKED["lib/base.py"].replace("task()", "task.step()"),
        "lib/part88.py": "def make(): ...\n",
        "lib/part3.py": LINKED["lib/part3.py"].replace("class Part3(Base)", "class Part3"),
    }

    run_deep(lambda: writer.update(documents(edited)))

    assert differing(writer.snapshot, alone(edited)) == []


def test_facts_that_cannot_be_sent_are_drawn_from_here(tmp_path: Path) -> None:
    texts = LINKED | {DEEP: TEXTS[DEEP]}

    assert differing(written(tmp_path, 2, texts).snapshot, alone(texts)) == []


def test_of_very_much_text_the_others_only_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "_MOST_CHARACTERS", 1000)

    assert differing(written(tmp_path, 2).snapshot, alone()) == []


def test_no_file_at_all(tmp_path: Path) -> None:
    with Together(tmp_path, 1) as all_of_us:
        assert all_of_us.read({}) == {}


def test_readers_that_are_killed_cost_nothing(tmp_path: Path, children: Children) -> None:
    def kill(done: int, total: int) -> None:
        for child in children():
            child.kill()

    assert read_all(tmp_path, 2, kill).keys() == TEXTS.keys()


@pytest.mark.parametrize("after", [0, 1, 80])
def test_others_that_are_killed_while_they_draw_cost_nothing(
    tmp_path: Path, children: Children, after: int
) -> None:
    def killed(share: Share) -> Share:
        def shared(inference: Inference, questions: list[Key]) -> Iterator[Key]:
            for number, key in enumerate(share.first(inference, questions)):
                if number == after:
                    for child in children():
                        child.kill()
                yield key

        return share._replace(first=shared)

    assert differing(written(tmp_path, 2, beside=killed).snapshot, alone()) == []
    assert not children()


@pytest.mark.parametrize("end", [psutil.Process.kill, psutil.Process.suspend])
def test_others_that_fail_while_they_draw_again_cost_nothing(
    tmp_path: Path,
    children: Children,
    monkeypatch: pytest.MonkeyPatch,
    end: Callable[[psutil.Process], None],
) -> None:
    monkeypatch.setattr(others, "_PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(together, "_FEWEST_SINKS", 1)

    def failing(share: Share) -> Share:
        def again(inference: Inference, sinks: set[Key]) -> Elsewhere:
            for child in children():
                end(child)
            return share.again(inference, sinks)

        return share._replace(again=again)

    assert differing(written(tmp_path, 2, beside=failing).snapshot, alone()) == []
    assert not children()


def test_one_that_does_not_answer_is_not_waited_for_for_ever(
    tmp_path: Path, children: Children, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(others, "_PATIENCE_SECONDS", 0.2)

    def stopped(share: Share) -> Share:
        for child in children():
            child.suspend()
        return share

    assert differing(written(tmp_path, 2, beside=stopped).snapshot, alone()) == []
    assert not children()


def test_a_module_of_the_workspace_is_not_taken_for_a_part_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("packlens", "struct", "gc"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    assert read_all(tmp_path, 1).keys() == TEXTS.keys()
    assert not (tmp_path / "ran").exists()


def test_cancelled_while_others_read(tmp_path: Path, children: Children) -> None:
    asked: list[None] = []

    def cancelled() -> bool:
        asked.append(None)
        return len(asked) > 2

    with pytest.raises(CancelledError), Together(tmp_path, 2) as all_of_us:
        all_of_us.read(TEXTS, cancelled=cancelled)
    assert not children()


def test_cancelled_while_others_draw(tmp_path: Path, children: Children) -> None:
    withdrawn = [False]
    writer = Writer("root")

    with Together(tmp_path, 2) as all_of_us:
        facts = run_deep(lambda: all_of_us.read(LINKED, cancelled=lambda: withdrawn[-1]))
        withdrawn.append(True)
        with pytest.raises(CancelledError):
            run_deep(lambda: writer.update(documents(LINKED), facts=facts, share=all_of_us.share))

    assert not children()
    assert not writer.snapshot.documents
    assert differing(run_deep(lambda: writer.update(documents(LINKED))), alone()) == []


def test_progress_ends_with_every_file(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []

    read_all(tmp_path, 1, lambda done, total: heard.append((done, total)))

    assert heard == sorted(heard)
    assert heard[-1] == (len(TEXTS), len(TEXTS))


@pytest.mark.parametrize("count", [0, 2])
def test_a_session_indexes_alike_with_any_number_of_processors(
    tmp_path: Path, children: Children, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(publishing, "_FEWEST_CHARACTERS", 1000)
    monkeypatch.setattr(others, "others_here", lambda: count)
    texts = {
        path: text for path, text in LINKED.items() if path not in ("odd.py", "zero.py")
    }  # no text files
    for path, text in texts.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
    heard: list[tuple[int, int]] = []

    with Engine.open(tmp_path, keeps=False) as engine:
        engine.index(lambda done, total: heard.append((done, total)))

        assert differing(engine.snapshot, engine.computed_anew(engine.snapshot)) == []
    assert heard == sorted(heard)
    assert heard[-1] == (len(texts), len(texts))
    assert not children()
