"""Case Y2: a path from outside is inside the root or refused by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.base.errors import UsageError
from packlens.text.paths import on_disk, path_of_raw, raw_of_path, relative_path
from tests.text.repository import write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    write(root, "pkg/a.py", "b.py")
    write(tmp_path, "outside.py", "project2/c.py")
    (root / "away").symlink_to(tmp_path / "project2")
    (root / "away.py").symlink_to("../outside.py")
    (root / "near.py").symlink_to("b.py")
    (root / "pkg" / "up").symlink_to("..")
    (tmp_path / "alias").symlink_to(root)
    return root


def test_paths_inside(root: Path) -> None:
    for given_path, expected in {
        "pkg/a.py": "pkg/a.py",
        "./pkg//a.py": "pkg/a.py",
        "pkg/../b.py": "b.py",
        "pkg/": "pkg",
        ".": ".",
        "near.py": "near.py",
        "not/yet/there.py": "not/yet/there.py",
        "..hidden/..a.py": "..hidden/..a.py",
        "pkg/up/b.py": "pkg/up/b.py",
        str(root): ".",
        str(root / "pkg" / "a.py"): "pkg/a.py",
        "a:b.py": "a:b.py",
    }.items():
        assert relative_path(root, given_path) == expected
    alias = root.parent / "alias"
    assert relative_path(alias, str(alias / "b.py")) == "b.py"
    assert relative_path(alias, str(root / "b.py")) == "b.py"


@pytest.mark.parametrize(
    ("given_path", "message"),
    [
        ("../outside.py", "`../outside.py` is outside project; give a path inside it"),
        ("..", "`..` is outside project; give a path inside it"),
        ("pkg/../../outside.py", "`pkg/../../outside.py` is outside project; give a path inside it"),
        ("../project2/c.py", "`../project2/c.py` is outside project; give a path inside it"),
        ("/etc/passwd", "`/etc/passwd` is outside project; give a path inside it"),
        ("/", "`/` is outside project; give a path inside it"),
        ("away.py", "`away.py` leads out of project through a symlink; give a path inside it"),
        ("away/c.py", "`away/c.py` leads out of project through a symlink; give a path inside it"),
        ("away/new.py", "`away/new.py` leads out of project through a symlink; give a path inside it"),
        ("pkg/up/away.py", "`pkg/up/away.py` leads out of project through a symlink; give a path inside it"),
        ("", "`` is not a path; give one inside project"),
        ("b.py\0", "`b.py\\x00` is not a path; give one inside project"),
        ("../\x1b[31m\u202e", "`../\\x1b[31m\\xe2\\x80\\xae` is outside project; give a path inside it"),
    ],
)
def test_y2_paths_outside(root: Path, given_path: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        relative_path(root, given_path)
    assert str(refused.value) == message


def test_a_path_may_be_given_as_it_was_printed(root: Path) -> None:
    name = os.fsdecode(b"caf\xe9\n.py")
    write(root, name)
    assert relative_path(root, name) == "caf\\xe9\\x0a.py"
    assert relative_path(root, "caf\\xe9\\x0a.py") == "caf\\xe9\\x0a.py"
    assert on_disk(root, "caf\\xe9\\x0a.py") == root / name


@given(st.binary(max_size=12).map(lambda raw: raw.decode("utf-8", "surrogateescape")))
def test_every_name_has_one_printable_path(raw: str) -> None:
    path = path_of_raw(raw)
    assert raw_of_path(path) == raw
    path.encode("utf-8")
    assert len(path.splitlines()) <= 1


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("pkg/a.py", "日本/é.py", "e\u0301.py", "a b'\"[1].py"):
        assert path_of_raw(name) == raw_of_path(name) == name
