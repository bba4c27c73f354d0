"""What a person puts into a client so that it starts `packlens mcp`, and what an agent is told to use it for.

The program is named by the interpreter that runs now, so that a client finds it whatever its PATH. Clients that hand
only structured output to a model are given `--text-only`: a pack reads better, and costs less, as text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from packlens.base.errors import UsageError

RULE = """\
## Reading this code

This workspace is indexed by the MCP server `packlens`. Use its tools before you open files or search with grep:

- `get_context` to read code for a task, within a token budget: by the names of symbols or files, or in words.
- `search_code` to find code by what it does, `find_symbol` by its name; `repo_map` to get an overview.
- `callers_of` and `callees_of` to follow code; they know imports, inheritance and values, which grep does not.
- `impact_of` with a symbol before you change it; without a target after edits: run the tests that it names.

Open a file only to edit it, or when a tool says that it is not indexed.
"""


@dataclass(frozen=True, slots=True)
class SetUp:
    """What to put where: `text` into one of the files that `where` names."""

    where: str
    text: str


def set_up(client: str, path: str | None, *, text_only: bool = False) -> SetUp:
    """The settings of `client` for the workspace at `path`. Raises `UsageError` for an unknown client."""
    known = client.lower()
    if known not in CLIENTS:
        raise UsageError(f"--print-config {client!r}: not known; give one of {', '.join(CLIENTS)}")
    root = _WORKSPACE.get(known) if path is None else str(Path(path).resolve())
    options = ["--text-only"] if text_only or known in _TEXT_ONLY else []
    # -P: no module of the folder it is started in is taken for one of Python's.
    arguments = ["-P", "-m", "packlens", "mcp", *([root] if root is not None else []), *options]
    where, write = CLIENTS[known]
    return SetUp(where, write({"command": sys.executable, "args": arguments}))


def _servers(key: str, extra: Mapping[str, object]) -> Callable[[Mapping[str, object]], str]:
    """Writes the settings of a client that keeps its servers under `key`, as JSON."""

    def write(program: Mapping[str, object]) -> str:
        settings = {key: {"packlens": {**extra, **program}}}
        return msgspec.json.format(msgspec.json.encode(settings), indent=2).decode() + "\n"

    return write


def _yaml(program: Mapping[str, object]) -> str:
    # Every JSON value is one of YAML.
    command, arguments = (msgspec.json.encode(program[key]).decode() for key in ("command", "args"))
    return (
        "name: packlens\n"
        "version: 0.0.1\n"
        "schema: v1\n"
        "mcpServers:\n"
        "  - name: packlens\n"
        f"    command: {command}\n"
        f"    args: {arguments}\n"
    )


CLIENTS: dict[str, tuple[str, Callable[[Mapping[str, object]], str]]] = {
    "claude-code": (".mcp.json in the workspace", _servers("mcpServers", {"type": "stdio"})),
    "cursor": (
        ".cursor/mcp.json in the workspace, or ~/.cursor/mcp.json",
        _servers("mcpServers", {"type": "stdio"}),
    ),
    "vscode": (".vscode/mcp.json in the workspace", _servers("servers", {"type": "stdio"})),
    "zed": (
        ".zed/settings.json in the workspace, or ~/.config/zed/settings.json",
        _servers("context_servers", {"source": "custom", "env": {}}),
    ),
    "continue": (".continue/mcpServers/packlens.yaml in the workspace", _yaml),
}
_WORKSPACE = {"cursor": "${workspaceFolder}", "vscode": "${workspaceFolder}"}
_TEXT_ONLY = frozenset({"claude-code", "cursor"})
