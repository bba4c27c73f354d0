"""Commands, options, modules and links that the documents name."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import click
import pytest

from packlens import open_workspace
from packlens.cli.app import packlens

_ROOT = Path(__file__).resolve().parents[2]
_PAGES = [_ROOT / "README.md", _ROOT / "CHANGELOG.md", *sorted((_ROOT / "docs").rglob("*.md"))]

_COMMAND = re.compile(r"^ {4,}packlens +(?P<name>[a-z]+)(?P<rest>.*)$", re.MULTILINE)
_MODULE = re.compile(r"python -m (?P<name>(?:tests|packlens)[.\w]*)")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_LINK = re.compile(r"\]\((?P<target>[^)#:]+)(?:#[^)]*)?\)")
_PATH = re.compile(r"`(?P<path>(?:tests|docs|server)/[\w./-]+)`")

pages = pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.relative_to(_ROOT).as_posix())


@pages
def test_commands_and_their_options_exist(page: Path) -> None:
    for match in _COMMAND.finditer(page.read_text(encoding="utf-8")):
        command = packlens.get_command(click.Context(packlens), match["name"])
        assert command is not None, match[0]
        known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        assert set(_OPTION.findall(match["rest"])) <= known, match[0]


@pages
def test_modules_exist(page: Path) -> None:
    for match in _MODULE.finditer(page.read_text(encoding="utf-8")):
        name = match["name"].rstrip(".")
        if "NAME" not in name:
            assert importlib.util.find_spec(name), match[0]


def test_what_the_first_line_of_the_readme_packs_is_there() -> None:
    readme = (_ROOT / "README.md").read_text(encoding="utf-8")
    line = re.search(
        r"pip install -e \. && packlens pack \. --entry (?P<target>\S+) --budget \d+$", readme, re.MULTILINE
    )
    assert line is not None
    with open_workspace(_ROOT / "server" / "packlens" / "session", jedi={"enabled": False}) as session:
        assert session.symbol(line["target"]) is not None


@pages
def test_links_and_paths_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for match in _LINK.finditer(text):
        assert (page.parent / match["target"]).exists(), match["target"]
    for match in _PATH.finditer(text):
        assert (_ROOT / match["path"].rstrip("/")).exists(), match["path"]
