"""What the settings of pytest in a root say about the names of tests.

The first of pytest's files that has its section counts, in pytest's order; a `pytest.ini` counts even where it is
empty. What cannot be read says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from configparser import ConfigParser, Error
from typing import Any

from packlens.resolve.static.pytest_names import OPTIONS, hints_of

_INI_FILES = (("pytest.ini", "pytest"), (".pytest.ini", "pytest"))
_OTHER_FILES = (("tox.ini", "pytest"), ("setup.cfg", "tool:pytest"))


def pytest_hints(read: Callable[[str], str | None], tools: Mapping[str, Any]) -> tuple[str, ...]:
    """The hints for `TestNames`.

    `read` gives the text of a file in the root, `None` where there is none; `tools` is what `pyproject.toml` says to
    each tool.
    """
    for name, section in _INI_FILES:
        text = read(name)
        if text is not None:
            return hints_of(_in_ini(text, section) or {})
    found = _in_tools(tools)
    for name, section in _OTHER_FILES if found is None else ():
        text = read(name)
        found = _in_ini(text, section) if text is not None else None
        if found is not None:
            break
    return hints_of(found or {})


def _in_ini(text: str, section: str) -> Mapping[str, list[str]] | None:
    parser = ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except Error:
        return None
    if not parser.has_section(section):
        return None
    return {
        option: parser.get(section, option).split()
        for option in OPTIONS
        if parser.has_option(section, option)
    }


def _in_tools(tools: Mapping[str, Any]) -> Mapping[str, list[str]] | None:
    pytest = tools.get("pytest")
    options: Any = pytest.get("ini_options", pytest) if isinstance(pytest, dict) else None
    if not isinstance(options, dict):
        return None
    found: dict[str, list[str]] = {}
    for option in OPTIONS:
        value = options.get(option)
        if isinstance(value, str):
            found[option] = value.split()
        elif isinstance(value, list):
            found[option] = [each for each in value if isinstance(each, str) and each.split() == [each]]
    return found
