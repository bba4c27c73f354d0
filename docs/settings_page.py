"""Writes `settings.md` beside it: every setting of the editor, from the extension's `package.json`.

    python docs/settings_page.py

`page` gives the text; a test compares it with the file.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
EXTENSION = HERE.parent / "vscode-extension"

HEAD = """\
# Settings

The settings of the VS Code extension, as its settings editor shows them. This page is written by
`python docs/settings_page.py` from `vscode-extension/package.json`.

A setting that is sent to the server counts over the same one in the workspace's `pyproject.toml`
(`[tool.packlens]`) or `packlens.toml`, where it is written without `packlens.`; the server is sent only what a person
has set. Other editors send the same names ([protocol](protocol.md)). Where a setting counts:

| scope | what |
|---|---|
| resource | user, workspace and folder settings |
| window | user and workspace settings |
| machine, application | user settings alone: a workspace cannot set it |
"""


def page() -> str:
    """The text of `settings.md`."""
    package = _read("package.json")
    texts = _read("package.nls.json")
    sections = [_section(group, texts) for group in package["contributes"]["configuration"]]
    return "\n".join([HEAD, *sections])


def _section(group: dict[str, Any], texts: dict[str, str]) -> str:
    lines = [f"## {_said(group['title'], texts)}", ""]
    for key, setting in group["properties"].items():
        lines += [f"### `{key}`", "", _plain(_said(setting["markdownDescription"], texts)), ""]
        default = json.dumps(setting["default"], ensure_ascii=False)
        lines += [f"{_kind(setting)}; default `{default}`; scope {setting['scope']}.", ""]
        if "enum" in setting:
            meanings = [_plain(_said(text, texts)) for text in setting["enumDescriptions"]]
            values = zip(setting["enum"], meanings, strict=True)
            lines += [f"- `{json.dumps(value)}`: {meaning}" for value, meaning in values] + [""]
    return "\n".join(lines)


def _kind(setting: dict[str, Any]) -> str:
    kinds = setting["type"] if isinstance(setting["type"], list) else [setting["type"]]
    kinds = [f"{kind} of {setting['items']['type']}s" if kind == "array" else kind for kind in kinds]
    return " or ".join(kinds).capitalize()


def _said(text: str, texts: dict[str, str]) -> str:
    return texts[text.strip("%")] if text.startswith("%") else text


def _plain(text: str) -> str:
    """The editor's links to other settings (`#name#`) as plain code."""
    return re.sub(r"`#([\w.]+)#`", r"`\1`", text)


def _read(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((EXTENSION / name).read_text("utf-8"))
    return read


if __name__ == "__main__":
    (HERE / "settings.md").write_bytes(page().encode())
