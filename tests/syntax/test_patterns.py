"""Regular expressions that read the same under every Python from 3.11.0 on."""

from __future__ import annotations

import re
from pathlib import Path

import packlens.syntax
import packlens.text.secret_rules

_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{+[0-9,]+\}+)\+")


def test_no_group_is_repeated_possessively() -> None:
    """CPython before 3.11.5 finds wrong ends for such groups."""
    folders = (*packlens.syntax.__path__, *packlens.text.secret_rules.__path__)
    found = [
        f"{file.name}: {line.strip()}"
        for folder in folders
        for file in sorted(Path(folder).glob("*.py"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if _POSSESSIVE_GROUP.search(line) and not line.lstrip().startswith("#")
    ]
    assert found == []
