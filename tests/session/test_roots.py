"""Which folder is the root, and what `pyproject.toml` says about where imports start."""

from __future__ import annotations

import os
import subprocess
import textwrap
from pathlib import Path

import pytest

from packlens.base.errors import UsageError
from packlens.resolve.static import pytest_names
from packlens.session.roots import find_root, import_hints
from packlens.session.session import Session


def test_without_a_path_the_enclosing_work_tree_is_the_root(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "repository")], check=True)
    inner = tmp_path / "repository" / "a" / "b"
    inner.mkdir(parents=True)
    outside = tmp_path / "outside"
    outside.mkdir()

    assert find_root(None, inner) == (tmp_path / "repository").resolve()
    assert find_root(None, outside) == outside.resolve()


def test_a_worktree_of_git_is_a_root_by_its_git_file(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: /elsewhere/.git/worktrees/x\n")
    (tmp_path / "pkg").mkdir()
    assert find_root(None, tmp_path / "pkg") == tmp_path.resolve()


def test_a_path_is_relative_to_the_current_folder_and_rules_over_the_work_tree(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "pkg").mkdir()
    assert find_root("pkg", tmp_path) == (tmp_path / "pkg").resolve()
    assert find_root(tmp_path / "pkg", Path.cwd()) == (tmp_path / "pkg").resolve()


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("absent", "cannot open the folder 'absent': it does not exist; check the spelling"),
        (
            "module.py",
            "cannot open 'module.py': it is a file; give the folder that holds it, "
            "and the file as a target (module.py)",
        ),
        ("nul\0l", "cannot open the folder 'nul\\x00l': a path cannot hold a NUL character"),
    ],
)
def test_what_is_no_folder_is_refused_by_name(tmp_path: Path, given: str, line: str) -> None:
    (tmp_path / "module.py").write_text("")
    with pytest.raises(UsageError) as caught:
        find_root(given, tmp_path)
    assert str(caught.value) == line


def check_hints(folder: Path, pyproject: str, expected: tuple[str, ...]) -> None:
    for name in ("src", "lib/python", "apps/one"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(textwrap.dedent(pyproject))
    assert import_hints(folder) == expected


def test_setuptools_find_where(tmp_path: Path) -> None:
    check_hints(
        tmp_path, '[tool.setuptools.packages.find]\nwhere = ["src", "lib/python"]\n', ("src", "lib/python")
    )


def test_setuptools_package_dir(tmp_path: Path) -> None:
    check_hints(
        tmp_path,
        '[tool.setuptools.package-dir]\n"" = "src"\n"a.b" = "lib/python/a/b"\n',
        ("src", "lib/python"),
    )


def test_hatch_packages(tmp_path: Path) -> None:
    check_hints(
        tmp_path,
        '[tool.hatch.build.targets.wheel]\npackages = ["src/pkg", "apps/one/other", "top"]\n',
        ("src", "apps/one", ""),
    )


def test_hatch_sources(tmp_path: Path) -> None:
    check_hints(tmp_path, '[tool.hatch.build.targets.wheel]\nsources = ["src"]\n', ("src",))


def test_poetry_from(tmp_path: Path) -> None:
    check_hints(
        tmp_path,
        """
        [tool.poetry]
        packages = [{ include = "pkg", from = "src" }, { include = "plain" }]
        """,
        ("src",),
    )


@pytest.mark.parametrize(
    "pyproject",
    [
        "[tool.setuptools.packages.find]\nwhere = ['../elsewhere', '/etc', 'absent', 3]\n",
        "[tool.setuptools]\npackage-dir = 'src'\npackages = ['a']\n",
        "[tool.poetry]\npackages = 'src'\n",
        "tool = 1\n",
        "not toml at all [",
        f"deep = {'[' * 10_000}{']' * 10_000}\n",
        f"# {'x' * 1_000_000}\n[tool.hatch.build.targets.wheel]\npackages = ['src/a']\n",
        "",
    ],
)
def test_what_leads_out_is_absent_or_is_of_another_shape_gives_no_hint(
    tmp_path: Path, pyproject: str
) -> None:
    check_hints(tmp_path, pyproject, ())


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"pytest.ini": ""}, ()),
        ({"pytest.ini": "[pytest]\npython_files =\n  a_*.py\n  b/*.py\n"}, ("python_files=a_*.py b/*.py",)),
        ({"pytest.ini": "", "tox.ini": "[pytest]\npython_files = a.py\n"}, ()),
        ({".pytest.ini": "[pytest]\npython_classes = Spec\n"}, ("python_classes=Spec",)),
        ({"setup.cfg": "[pytest]\npython_files = a.py\n"}, ()),
        ({"setup.cfg": "[tool:pytest\npython_files = a.py\n"}, ()),
        ({"setup.cfg": "[tool:pytest]\npython_files = %(x)s\n"}, ("python_files=%(x)s",)),
        (
            {"pyproject.toml": "[tool.pytest.ini_options]\npython_functions = ['it_', 1, 'a b']\n"},
            ("python_functions=it_",),
        ),
        ({"pyproject.toml": "[tool.pytest]\npython_files = ['x.py']\n"}, ("python_files=x.py",)),
        (
            {"pyproject.toml": "[tool]\npytest = 1\n", "tox.ini": "[pytest]\npython_files = a.py\n"},
            ("python_files=a.py",),
        ),
    ],
)
def test_what_pytest_is_told_to_collect(
    tmp_path: Path, files: dict[str, str], expected: tuple[str, ...]
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert import_hints(tmp_path) == expected


def test_a_folder_may_have_the_name_of_an_option_of_pytest(tmp_path: Path) -> None:
    (tmp_path / "python_files").mkdir()
    check_hints(
        tmp_path,
        """
        [tool.setuptools.packages.find]
        where = ["python_files"]
        [tool.pytest.ini_options]
        python_files = "check_*.py"
        """,
        ("python_files", "python_files=check_*.py"),
    )
    hints = import_hints(tmp_path)
    assert (pytest_names.folders_of(hints), pytest_names.TestNames.of(hints).files) == (
        ("python_files",),
        ("check_*.py",),
    )


def test_no_pyproject_gives_no_hint(tmp_path: Path) -> None:
    assert import_hints(tmp_path) == ()


if os.name == "posix":

    def test_a_current_folder_that_was_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        gone = tmp_path / "gone"
        gone.mkdir()
        monkeypatch.chdir(gone)
        gone.rmdir()
        for given in (None, "pkg"):
            with pytest.raises(UsageError) as error:
                Session.open(given)
            assert str(error.value) == (
                "cannot open the current folder: it was deleted or cannot be read; change to one that exists"
            )
        with Session.open(tmp_path) as session:
            assert session.root == tmp_path.resolve()

    def test_a_settings_file_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pyproject.toml")
        assert import_hints(tmp_path) == ()
