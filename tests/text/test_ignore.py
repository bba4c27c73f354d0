"""The rules read without git agree with git, whatever the patterns.

Asterisks glued to other characters two at a time (`a**/b`) are left out: the manual calls them ordinary, and
git's own answer depends on how it splits a pattern.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.text.ignore import Patterns, Rules
from packlens.text.walk import pattern_file, walk
from tests.text.repository import Repository, write

FOLDERS = ("", "a/", "b/", "a/a/", "a/b/", "b/a/", "a/b/a/", "a/b/b/")
FILES = tuple(folder + name for folder in FOLDERS for name in ("a.py", "b.py", "ab.py"))

SEGMENT = st.sampled_from(
    [
        "a",
        "b",
        "a.py",
        "b.py",
        "*",
        "**",
        "?",
        "a*",
        "*.py",
        "[ab]",
        "[!a]*",
        "?.py",
        "\\a",
    ]
)


@st.composite
def patterns(draw: st.DrawFn) -> str:
    """One line of an ignore file."""
    body = "/".join(draw(st.lists(SEGMENT, min_size=1, max_size=3)))
    return (
        draw(st.sampled_from(["", "", "!"]))
        + draw(st.sampled_from(["", "", "/"]))
        + body
        + draw(st.sampled_from(["", "", "/", " "]))
    )


ignore_files = st.lists(patterns(), max_size=4).map(lambda lines: "".join(f"{line}\n" for line in lines))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    Repository.new(root)
    write(root, *FILES)
    return root


@given(top=ignore_files, inner=ignore_files, deep=ignore_files)
def test_any_patterns(tree: Path, top: str, inner: str, deep: str) -> None:
    for folder, text in (("", top), ("a", inner), ("a/b", deep)):
        write(tree / folder, ".gitignore", text=text)
    found = walk(tree, Rules(lambda folder: pattern_file(tree, folder, ".gitignore")))
    expected = Repository(tree).python_files()
    assert tuple(sorted(path for path in found.files if path.endswith(".py"))) == expected


def test_rules_asked_in_any_order_say_the_same() -> None:
    text = {"": b"b/\n*.py\n", "a": b"!a.py\n"}
    expected = {path for path in FILES if path.rpartition("/")[0] in ("a", "a/a") and path.endswith("/a.py")}
    for order in (FILES, FILES[::-1]):
        rules = Rules(lambda folder: Patterns.of_file(text[folder]) if folder in text else None)
        assert {path for path in order if not rules.ignores(path)} == expected


def test_thousands_of_folders_deep() -> None:
    rules = Rules(base=[Patterns(["never.py"])])
    assert not rules.ignores("d/" * 3_000 + "a.py")
    assert rules.ignores("d/" * 3_000 + "never.py")


@given(st.lists(st.text(alphabet="ab*?[]!-/\\ #\t\0é", max_size=12), max_size=4))
def test_no_line_is_too_odd(lines: list[str]) -> None:
    rules = Rules(base=[Patterns(lines)])
    assert {rules.ignores(path) for path in FILES} <= {True, False}


@pytest.mark.parametrize(
    ("pattern", "name", "matches"),
    [
        (".env*", ".env", True),
        (".env*", ".env.py", True),
        (".env*", "x.env", False),
        ("*.pem", "a.b.pem", True),
        ("*.pem", "a.pem.py", False),
        ("id_rsa*", "id_rsa_old.py", True),
        ("*key*", "monkeys", True),
        ("a*", "a\nb", True),
        ("*", "x", True),
        ("**", "x", True),
    ],
)
def test_plain_names_match_as_the_library_matches_them(pattern: str, name: str, matches: bool) -> None:
    assert Rules(base=[Patterns([pattern])]).ignores(name) is matches
    assert Rules(base=[Patterns([f"{pattern}", "!nothing[x]"])]).ignores(f"folder/{name}") is matches
