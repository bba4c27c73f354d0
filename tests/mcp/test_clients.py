"""What is printed for clients: settings that start this program."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from packlens.mcp.clients import CLIENTS, RULE
from packlens.mcp.tools import TOOLS
from tests.cli.program import packlens, process
from tests.mcp.agent import Raw, hello


def printed(client: str, root: Path) -> str:
    answer = packlens("mcp", str(root), "--print-config", client, cwd=root)
    assert answer.code == 0
    assert answer.err.startswith("for ")
    return answer.text


@pytest.mark.parametrize("client", [name for name in CLIENTS if name != "continue"])
def test_the_settings_are_json_that_starts_this_program(tmp_path: Path, client: str) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    (servers,) = json.loads(printed(client, tmp_path)).values()
    check_starts(servers["packlens"], tmp_path)


def test_the_settings_of_continue_are_yaml_of_json_values(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    lines = [line.strip().partition(": ") for line in printed("continue", tmp_path).splitlines()]
    values = {name: json.loads(value) for name, _, value in lines if name in ("command", "args")}
    check_starts(values, tmp_path)


def check_starts(program: dict[str, Any], root: Path) -> None:
    assert program["command"] == sys.executable
    # A module of the folder that it is started in is not taken for one of Python's.
    (root / "json.py").write_text("raise SystemExit('the workspace was run')\n")
    with Raw(cwd=root, command=[program["command"], *program["args"]]) as server:
        server.say(hello())
        assert server.hear()["result"]["serverInfo"]["name"] == "packlens"
        assert server.end()[0] == 0


def test_without_a_path_the_client_names_the_workspace(tmp_path: Path) -> None:
    for client in ("cursor", "vscode"):
        answer = packlens("mcp", "--print-config", client, cwd=tmp_path)
        assert "${workspaceFolder}" in answer.text
    assert "${" not in packlens("mcp", "--print-config", "claude-code", cwd=tmp_path).text


def test_an_unknown_client_is_named(tmp_path: Path) -> None:
    answer = packlens("mcp", "--print-config", "emacs", cwd=tmp_path)
    assert (answer.code, answer.text) == (2, "")
    assert answer.err == (
        "packlens: --print-config 'emacs': not known; give one of claude-code, cursor, vscode, zed, continue\n"
    )


def test_the_rule_names_tools_that_exist(tmp_path: Path) -> None:
    answer = packlens("mcp", "--print-rule", cwd=tmp_path)
    assert (answer.code, answer.text) == (0, RULE)
    named = {word.strip("`") for word in RULE.split() if word.startswith("`") and "_" in word}
    assert named <= {tool.name for tool in TOOLS}


@pytest.mark.parametrize("port", ["x", "-1", "65536", "1.5"])
def test_a_port_is_a_number(tmp_path: Path, port: str) -> None:
    answer = process("mcp", "--http", port, cwd=tmp_path)
    assert (answer.code, answer.text) == (2, "")
    assert f"{port!r} is not a port (as 8765)" in answer.err
