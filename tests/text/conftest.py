"""Every git of these tests reads the same configuration: none of the machine's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.text.repository import Repository


@pytest.fixture(autouse=True)
def own_git_configuration(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The global git configuration of the test, which it may write to."""
    configuration = tmp_path_factory.mktemp("git") / "config"
    configuration.write_text("[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(configuration))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return configuration


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A new repository in a folder of its own."""
    return Repository.new(tmp_path / "project")
