"""Every setting, frozen, with its default and one line of documentation.

Settings flow in from four places, later ones winning: `[tool.packlens]` of the root's pyproject.toml, the
root's packlens.toml, the client (an editor's user settings), and overrides (command line options, API
arguments). Out comes one `Config` and the warnings to show. Nothing here knows what a setting does.

The two files belong to the workspace, which may be a stranger's. What `RESERVED` names is ignored there with
a warning, and `privacy.neverIndex` can only grow. A mistake in a file or in the client's settings costs a
warning and keeps the value below; a mistake in an override is the caller's to hear about.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, convert

from packlens.base.layers import Layer, merge
from packlens.base.settings_files import workspace_layers

Natural = Annotated[int, Meta(ge=0)]
Auto = bool | Literal["auto"]

RESERVED = ("interpreter", "jedi.environmentPath", "mcp", "redact", "semantic", "serverPath")
"""Settings and whole sections that start a program, open a port, send something out or weaken redaction."""


class Lens(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The line above a function, method or class."""

    enabled: Annotated[bool, Meta(description="Show lenses.")] = True
    tests: Annotated[bool, Meta(description="Show how many tests reach the symbol.")] = True
    callers: Annotated[bool, Meta(description="Show how many callers the symbol has.")] = True


class CallHierarchy(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The editor's call hierarchy."""

    enabled: Annotated[Auto, Meta(description="`auto`: off in an editor whose other servers offer it.")] = (
        "auto"
    )


class WorkspaceSymbols(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The editor's workspace symbol search."""

    enabled: Annotated[Auto, Meta(description="`auto`: off in an editor whose other servers offer it.")] = (
        "auto"
    )


class Index(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Which files are indexed. Patterns are written as in .gitignore, relative to the root."""

    include: Annotated[
        tuple[str, ...], Meta(description="When not empty, only files that match are indexed.")
    ] = ()
    exclude: Annotated[tuple[str, ...], Meta(description="Files that match are not indexed.")] = ()
    max_file_bytes: Annotated[Natural, Meta(description="Larger files are skipped and counted.")] = 1_000_000


class Jedi(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The slower, more precise resolver."""

    enabled: Annotated[bool, Meta(description="Ask Jedi about what static resolution leaves open.")] = True
    scope: Annotated[
        Literal["open", "all"],
        Meta(description="Ask about the calls that static resolution leaves open, or about all."),
    ] = "open"
    workers: Annotated[Natural, Meta(description="Worker processes; 0 chooses by the machine.")] = 0
    environment_path: Annotated[
        str | None, Meta(description="The interpreter whose packages Jedi sees. User settings only.")
    ] = None


class Privacy(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """What is never read."""

    never_index: Annotated[
        tuple[str, ...],
        Meta(description="Files that match are never opened. A workspace file can only add patterns."),
    ] = (".env*", "*.pem", "id_rsa*", "*.p12", "secrets/")


class Semantic(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """How questions in words are compared with code by meaning too. User settings only."""

    enabled: Annotated[bool, Meta(description="Compare by meaning too, and not by words alone.")] = False
    provider: Annotated[
        Literal["local", "endpoint"],
        Meta(
            description="`local`: a model on this machine (`pip install 'packlens[semantic]'`); `endpoint`: a server, "
            "to which parts of the code are sent."
        ),
    ] = "local"
    endpoint: Annotated[
        str | None,
        Meta(description="Address of an OpenAI-compatible server, such as http://localhost:11434/v1."),
    ] = None
    model: Annotated[str | None, Meta(description="The model to ask the server for.")] = None
    key_variable: Annotated[
        str | None, Meta(description="Name of the environment variable that holds the server's key.")
    ] = None


class Mcp(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """What agents get of an editor's session. User settings only."""

    enabled: Annotated[bool, Meta(description="Answer agents from the editor's session.")] = True
    port: Annotated[
        Annotated[int, Meta(ge=0, le=65535)] | None,
        Meta(description="Serve MCP over HTTP too, on this port of 127.0.0.1; 0 takes a free one."),
    ] = None


class Trace(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """What the editor logs."""

    server: Annotated[
        Literal["off", "messages", "verbose"], Meta(description="How much of the protocol the client logs.")
    ] = "off"


class Config(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Every setting. Attribute names are snake_case here and camelCase in TOML and JSON."""

    budget: Annotated[Natural, Meta(description="Tokens a pack may hold.")] = 4000
    tokenizer: Annotated[
        Literal["o200k_base", "cl100k_base"], Meta(description="The tokenizer that counts them.")
    ] = "o200k_base"
    format: Annotated[Literal["markdown", "xml", "json", "text"], Meta(description="The form of a pack.")] = (
        "markdown"
    )
    signatures_only: Annotated[
        bool, Meta(description="Show everything but the targets as signatures only.")
    ] = False
    depth: Annotated[
        Natural | Literal["all"], Meta(description="How many hops a pack goes from its targets.")
    ] = 2
    templates: Annotated[
        dict[str, str], Meta(description="Name of a template to its text; `{pack}` stands for the pack.")
    ] = {}
    lens: Lens = Lens()
    call_hierarchy: CallHierarchy = CallHierarchy()
    workspace_symbols: WorkspaceSymbols = WorkspaceSymbols()
    index: Index = Index()
    jedi: Jedi = Jedi()
    redact: Annotated[bool, Meta(description="Replace secrets by placeholders. User settings only.")] = True
    privacy: Privacy = Privacy()
    semantic: Semantic = Semantic()
    mcp: Mcp = Mcp()
    server_path: Annotated[
        str | None, Meta(description="The packlens program an editor starts. User settings only.")
    ] = None
    interpreter: Annotated[
        str | None, Meta(description="The Python an editor starts packlens with. User settings only.")
    ] = None
    trace: Trace = Trace()


def load_config(
    root: Path, overrides: Mapping[str, Any] = {}, client: Mapping[str, Any] = {}
) -> tuple[Config, tuple[str, ...]]:
    """The settings for `root`, and a line for each one that was not taken as written.

    `overrides` and `client` hold camelCase names, nested (`{"index": {"exclude": []}}`) or dotted
    (`{"index.exclude": []}`); a value of None means not set. Raises UsageError for a wrong value in
    `overrides`.
    """
    layers, warnings = workspace_layers(root)
    layers = [
        *layers,
        Layer("settings", client or {}, trusted=True),
        Layer("options", overrides or {}, trusted=True, strict=True),
    ]
    merged, complaints = merge(layers, Config, RESERVED)
    return convert(merged, Config), (*warnings, *complaints)
