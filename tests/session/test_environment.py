"""Which installed packages Jedi sees."""

from __future__ import annotations

import os
import sysconfig
import venv
from pathlib import Path

from packlens.session.environment import outside_packages


def environment(folder: Path) -> Path:
    """A real environment without pip; its folder of packages."""
    venv.create(folder, with_pip=False)
    return Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))


def test_none_when_there_is_no_environment(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    assert outside_packages(tmp_path, None) is None


def test_the_workspace_s_own(tmp_path: Path) -> None:
    packages = environment(tmp_path / ".venv")
    assert outside_packages(tmp_path, None) == (str(packages),)


def test_the_one_that_is_named_by_folder_or_interpreter(tmp_path: Path) -> None:
    environment(tmp_path / ".venv")
    packages = environment(tmp_path / "named")
    interpreter = tmp_path / "named" / ("Scripts" if os.name == "nt" else "bin") / "python"
    assert outside_packages(tmp_path, str(tmp_path / "named")) == (str(packages),)
    assert outside_packages(tmp_path, str(interpreter)) == (str(packages),)
    assert outside_packages(tmp_path, str(tmp_path / "absent" / "bin" / "python")) is None


def test_a_name_that_no_file_can_have_is_of_no_environment(tmp_path: Path) -> None:
    for name in ("x" * 5000, f"{tmp_path}/{'é' * 300}/bin/python", f"{'x' * 300}/bin/python", "a\0b", ""):
        assert outside_packages(tmp_path, name) is None
