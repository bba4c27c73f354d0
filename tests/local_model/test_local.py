"""The model on this machine, as the extra `semantic` installs it. Not in pytest's own paths: it needs the extra."""

from __future__ import annotations

from pathlib import Path

import pytest

from packlens.base.errors import CancelledError
from packlens.session.semantic.local import LocalModel
from packlens.session.semantic.provider import cosine
from packlens.session.semantic.word_pieces import pieces
from tests.cli.program import packlens, process, write

MODEL = LocalModel()
TEXTS = [
    "sign cookies with the old keys",
    "def rotate(secret):\n    return [*fallbacks, secret]  # previous signing keys",
    "def render(template):\n    return template.upper()",
]


def never() -> bool:
    return False


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", []),
        ("Hello, wörld!", [7592, 1010, 2088, 999]),
        ("getHTTPResponse", [2131, 11039, 25856, 6072, 26029, 3366]),
        ("中文 \x00😀", [1746, 1861, 100]),
        ("x" * 101, [100]),
    ],
)
def test_words_are_cut_as_the_model_learnt_them(text: str, numbers: list[int]) -> None:
    assert pieces(text, 126) == [101, *numbers, 102]
    assert pieces(text, 1) == [101, *numbers[:1], 102]


def test_what_means_the_same_is_alike() -> None:
    task, near, far = MODEL.vectors(TEXTS, never)
    assert len(task) == 384
    assert cosine(task, task) == pytest.approx(1, abs=1e-6)
    assert cosine(task, near) > cosine(task, far) + 0.2


def test_a_vector_depends_on_its_text_alone() -> None:
    together = MODEL.vectors(TEXTS, never)
    assert [LocalModel().vectors([text], never)[0] for text in reversed(TEXTS)] == list(reversed(together))


def test_any_text_has_a_vector() -> None:
    for text in ("", "\0", "\ud800", "a" * 100_000, "😀 \u202e"):
        assert len(MODEL.vectors([text], never)[0]) == 384


def test_a_question_can_be_withdrawn() -> None:
    with pytest.raises(CancelledError):
        MODEL.vectors(TEXTS, lambda: True)


def test_the_runtime_keeps_nothing_of_its_own_about_the_machine(tmp_path: Path) -> None:
    """Where it tells of its use, it first keeps a number to be known by."""
    root = write(tmp_path / "root", "#- a.py\ndef rotate(old): ...\n")
    home = tmp_path / "home"
    home.mkdir()
    env = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "XDG_CONFIG_HOME": str(home / "config")}
    answer = process("pack", "--query", "old", "--semantic", "local", cwd=root, env=env)
    assert (answer.code, answer.err) == (0, "")
    assert sorted(path.relative_to(home).parts[:3] for path in home.rglob("*.sqlite")) == [
        ("cache", "packlens", "store"),
        ("cache", "packlens", "vectors"),
    ]
    assert {path.relative_to(home).as_posix() for path in home.glob("*/*")} == {"cache/packlens"}


def test_the_command_line_asks_it_and_says_so(tmp_path: Path) -> None:
    functions = "".join(f"def f{number}(old):\n    return old.pages\n\n" for number in range(9))
    root = write(tmp_path / "root", f"#- a.py\n{functions}\ndef rotate(old):\n    return old.secret_keys\n")
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    asked = ("pack", "--query", "which old cipher", "--budget", "300")
    words, first, again = (
        packlens(*asked, *options, cwd=root, env=env) for options in ((), *[("--semantic", "local")] * 2)
    )
    assert (words.err, first.err, again.err) == ("", "", "")
    assert first.out == again.out
    assert " · semantic all-MiniLM-L6-v2-int8 · " in first.text
    assert first.out != words.out
