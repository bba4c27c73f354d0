"""The first reading of many files by several processes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from packlens.base.deep import run_deep
from packlens.base.errors import CancelledError
from packlens.session.reading import read_many
from packlens.syntax.parse import read_file

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


Children = Callable[[], set[psutil.Process]]


@pytest.fixture
def children() -> Children:
    """The processes that this test has started and that are still there."""
    before = set(psutil.Process().children())
    return lambda: set(psutil.Process().children()) - before


@pytest.mark.parametrize("readers", [0, 1, 3])
def test_who_reads_a_file_never_shows(tmp_path: Path, children: Children, readers: int) -> None:
    found = run_deep(lambda: read_many(TEXTS, tmp_path, readers))

    assert found == run_deep(lambda: {path: read_file(text) for path, text in TEXTS.items()})
    assert not children()


def test_no_file_at_all(tmp_path: Path) -> None:
    assert read_many({}, tmp_path, 1) == {}


def test_readers_that_are_killed_cost_nothing(tmp_path: Path, children: Children) -> None:
    def kill(done: int, total: int) -> None:
        for child in children():
            child.kill()

    assert read_many(TEXTS, tmp_path, 2, kill).keys() == TEXTS.keys()


def test_a_module_of_the_workspace_is_not_taken_for_a_part_of_a_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("packlens", "struct", "gc"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    assert read_many(TEXTS, tmp_path, 1).keys() == TEXTS.keys()
    assert not (tmp_path / "ran").exists()


def test_cancelled_while_others_read(tmp_path: Path, children: Children) -> None:
    asked: list[None] = []

    def cancelled() -> bool:
        asked.append(None)
        return len(asked) > 2

    with pytest.raises(CancelledError):
        read_many(TEXTS, tmp_path, 2, cancelled=cancelled)
    assert not children()


def test_progress_ends_with_every_file(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []

    read_many(TEXTS, tmp_path, 1, lambda done, total: heard.append((done, total)))

    assert heard == sorted(heard)
    assert heard[-1] == (len(TEXTS), len(TEXTS))
