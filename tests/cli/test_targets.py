"""A target may be written from the current folder or from the root; the answer names it as the root does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import packlens, repository, write

FILES = """
#- top.py
def one(): ...
#- pkg/top.py
def two(): ...
#- pkg/inner/deep.py
def three(): ...
"""


def check_found(cwd: Path, target: str, identifier: str, *options: str) -> None:
    """`symbol TARGET` in `cwd` is about `identifier`."""
    answer = packlens("symbol", target, *options, cwd=cwd)
    assert (answer.code, answer.err) == (0, "")
    assert answer.text.split("  ", 1)[0] == identifier


@pytest.mark.parametrize(
    ("folder", "target", "identifier"),
    [
        (".", "pkg/top.py:1", "pkg/top.py::two"),
        (".", "pkg.top.two", "pkg/top.py::two"),
        ("pkg", "top.py:1", "pkg/top.py::two"),
        ("pkg", "./top.py:1", "pkg/top.py::two"),
        ("pkg", "../top.py:1", "top.py::one"),
        ("pkg", "pkg/top.py:1", "pkg/top.py::two"),
        ("pkg", "pkg/inner/deep.py::three", "pkg/inner/deep.py::three"),
        ("pkg", "inner/deep.py::three", "pkg/inner/deep.py::three"),
        ("pkg", "top.py::one", "top.py::one"),
        ("pkg", "top.py", "pkg/top.py::<module>"),
        ("pkg/inner", "../top.py::two", "pkg/top.py::two"),
        ("pkg/inner", "top.py:1", "top.py::one"),
        ("pkg/inner", "three", "pkg/inner/deep.py::three"),
    ],
)
def test_from_the_current_folder_and_from_the_root(
    tmp_path: Path, folder: str, target: str, identifier: str
) -> None:
    root = repository(tmp_path, FILES)
    check_found(root / folder, target, identifier)


def test_an_absolute_path_inside_the_root(tmp_path: Path) -> None:
    root = repository(tmp_path / "root", FILES)
    check_found(root, f"{root / 'pkg' / 'top.py'}:1", "pkg/top.py::two")
    check_found(tmp_path, f"{root / 'top.py'}:1", "top.py::one", "--root", "root")


def test_from_outside_the_root_a_path_is_the_roots(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    write(tmp_path / "root", "\n#- top.py\ndef other(): ...\n")
    check_found(tmp_path, "top.py:1", "top.py::other", "--root", "root")


def test_a_symlink_out_of_the_root_is_refused_by_name(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere", FILES)
    root = repository(tmp_path / "root", FILES)
    (root / "link.py").symlink_to(tmp_path / "elsewhere" / "top.py")
    answer = packlens("pack", "--entry", "link.py", cwd=root)
    assert (answer.code, answer.out) == (2, b"")
    assert answer.err.splitlines()[-1] == (
        "packlens: target 'link.py': leads out of root; give a path inside it"
    )
