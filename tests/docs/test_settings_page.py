"""The settings page is what package.json gives; package.json agrees with the server's own settings."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from packlens.base.config import RESERVED, Config

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "vscode-extension"
CLIENT_ALONE = {"lens.click", "callers.openIn"}  # what a click does is the editor's affair


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("settings_page", ROOT / "docs" / "settings_page.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def contributed() -> dict[str, dict[str, Any]]:
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    groups = package["contributes"]["configuration"]
    return {
        key.removeprefix("packlens."): setting
        for group in groups
        for key, setting in group["properties"].items()
    }


def flat(tree: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """`{"lens": {"enabled": True}}` as `{"lens.enabled": True}`."""
    found: dict[str, Any] = {}
    for key, value in tree.items():
        inner = isinstance(value, dict) and value
        found |= flat(value, f"{prefix}{key}.") if inner else {f"{prefix}{key}": value}
    return found


def server_defaults() -> dict[str, Any]:
    written: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(Config()))
    return flat(written)


def test_the_page_is_current() -> None:
    written = (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert written == generator().page(), "run: python docs/settings_page.py"


def test_every_setting_is_the_servers_or_the_editors_own() -> None:
    assert set(contributed()) == set(server_defaults()) | CLIENT_ALONE


def test_defaults_are_the_servers() -> None:
    defaults = server_defaults()
    shown = {key: setting for key, setting in contributed().items() if key not in CLIENT_ALONE}
    assert {key: setting["default"] for key, setting in shown.items()} == {
        # The settings editor has an empty field for a text, and none for null.
        key: "" if defaults[key] is None and setting["type"] == "string" else defaults[key]
        for key, setting in shown.items()
    }


def test_values_are_the_servers() -> None:
    """Every value that the editor offers is one that the server takes, and no other is."""
    schema = flat_schema(msgspec.json.schema(Config))
    for key, setting in contributed().items():
        if key in schema and "enum" in setting:
            assert sorted(map(str, setting["enum"])) == sorted(map(str, schema[key])), key


def test_what_a_workspace_may_not_set_is_the_users_alone() -> None:
    for key, setting in contributed().items():
        reserved = any(key == name or key.startswith(f"{name}.") for name in RESERVED)
        assert (setting["scope"] in ("machine", "application")) == reserved, key


def test_every_text_of_the_package_is_there_and_used() -> None:
    package = (EXTENSION / "package.json").read_text("utf-8")
    texts = json.loads((EXTENSION / "package.nls.json").read_text("utf-8"))
    assert set(re.findall(r'"%([\w.]+)%"', package)) == set(texts)


def test_the_lock_file_names_no_address_of_a_download() -> None:
    assert '"resolved"' not in (EXTENSION / "package-lock.json").read_text("utf-8")


def flat_schema(schema: dict[str, Any]) -> dict[str, list[Any]]:
    """Dotted key to the values that its schema names, for settings that take named values."""
    found: dict[str, list[Any]] = {}

    def visit(node: dict[str, Any], prefix: str) -> None:
        if "$ref" in node:
            node = schema["$defs"][node["$ref"].rpartition("/")[2]]
        for name, inner in node.get("properties", {}).items():
            visit(inner, f"{prefix}.{name}" if prefix else name)
        values = [
            value
            for option in node.get("anyOf", [node])
            for value in ([True, False] if option.get("type") == "boolean" else option.get("enum", []))
        ]
        if values:
            found[prefix] = values

    visit(schema, "")
    return found
