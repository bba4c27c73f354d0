"""Names and shapes of our own in the protocol: commands, notifications, their arguments and results.

`docs/protocol.md` and `vscode-extension/src/protocol.ts` mirror this file, and tests compare the three. Field
names are camelCase on the wire; results that a door shares with the others (`packlens.pack/1`,
`packlens.callers/1`, `packlens.status/1`) keep the shapes that the documents give them. Positions and ranges
are LSP's, in the negotiated encoding; targets are written as on the command line.

A field with a default may be left out by the side that writes the shape; results have no such fields.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec

SECTION = "packlens"
CODE_ACTION_KIND = "source.packlens.copyContext"
IMPACT_ACTION_KIND = "source.packlens.showImpact"
LANGUAGES = (".py", ".pyi")
SETTINGS_FILES = ("pyproject.toml", "packlens.toml")
IGNORE_FILES = (".gitignore", ".packlensignore")


class ServerCommand(StrEnum):
    """Commands the server runs (`workspace/executeCommand`), each with one object argument."""

    PACK = "packlens.server.pack"
    CALLERS = "packlens.server.callers"
    IMPACT = "packlens.server.impact"
    MAP = "packlens.server.map"
    SEARCH = "packlens.server.search"
    MCP = "packlens.server.mcp"
    STATUS = "packlens.server.status"
    REINDEX = "packlens.server.reindex"
    VERIFY = "packlens.server.verify"


class ClientCommand(StrEnum):
    """Commands that lenses and code actions call in a client that said `clientCommands`."""

    COPY_CONTEXT = "packlens.copyContext"
    SHOW_CALLERS = "packlens.showCallers"
    SHOW_IMPACT = "packlens.showImpact"


class ServerNotification(StrEnum):
    """Notifications of our own, sent by the server to a client that asked for them."""

    STATUS_CHANGED = "packlens/statusChanged"


class LensKind(StrEnum):
    """What a lens says of its symbol."""

    CONTEXT = "context"
    CALLERS = "callers"
    TESTS = "tests"


class Phase(StrEnum):
    """How the index stands: being made, there, or not to be had as things are."""

    INDEXING = "indexing"
    READY = "ready"
    PROBLEM = "problem"


class ErrorName(StrEnum):
    """`data.error` of an error that a client may act on: the name that `base/errors.py` gives it."""

    NOT_FOUND = "NotFoundError"
    NOTHING_DIFFERS = "NothingDiffersError"
    NOTHING_FITS = "NothingFitsError"


class _Shape(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    pass


class _Arguments(_Shape, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class ClientOptions(_Shape, frozen=True, kw_only=True):
    """`initializationOptions`.

    clientCommands        the client has the client-side commands; without it lenses call server commands
    impactCommand         with `clientCommands`: the client has `packlens.showImpact` too, so that lenses may call it
    statusNotifications   the client wants `packlens/statusChanged`
    settings              the client's `packlens.*` settings, nested, for clients without
                          `workspace/configuration`
    """

    client_commands: bool = False
    impact_command: bool = False
    status_notifications: bool = False
    settings: dict[str, Any] = {}


class Place(_Shape, frozen=True, kw_only=True):
    """A position as LSP counts it: line from 0, character in units of the negotiated encoding."""

    line: int
    character: int


class Stretch(_Shape, frozen=True, kw_only=True):
    """A range as LSP counts it; the end is exclusive."""

    start: Place
    end: Place


class LensKey(_Shape, frozen=True, kw_only=True):
    """`data` of a lens that waits to be resolved."""

    uri: str
    target: str
    kind: LensKind


class PackArguments(_Arguments, frozen=True, kw_only=True):
    """Argument of `packlens.server.pack`: what to pack, and where it differs from the settings.

    targets          as `--entry`, in order; or instead of them
    uri, range       a file, or the lines a range touches; or instead of both
    query            a task or question in words; or
    focus            beside a query, the files in view: paths relative to the root, or URIs, which count for nothing
                     where they are not indexed
    diff, staged     what differs between two states, as `--diff` and `--staged`; buffers belong to the working tree
    since            the text of an earlier pack, or the digest of one that this server gave lately: only what is new or
                     has changed since comes again
    levels           symbol id -> the level a part is wanted at, or `drop`
    template         name of the words around the pack
    parts            also answer with the pack's parts, for a preview
    show             write the pack to a file only its owner can read, and show or name that file
    """

    targets: list[str] = []
    uri: str | None = None
    range: Stretch | None = None
    query: str | None = None
    focus: list[str] = []
    diff: str | None = None
    staged: bool = False
    since: str | None = None
    budget: int | None = None
    format: Literal["markdown", "xml", "json", "text"] | None = None
    signatures_only: bool | None = None
    direction: Literal["both", "callees", "callers"] = "both"
    depth: int | Literal["all"] | None = None
    tokenizer: Literal["o200k_base", "cl100k_base"] | None = None
    levels: dict[str, Literal["full", "signature", "name", "drop"]] = {}
    template: str | None = None
    parts: bool = False
    show: bool = False


class PackResult(_Shape, frozen=True, kw_only=True):
    """Result of `packlens.server.pack`.

    text         the pack, byte for byte as at the other doors
    tokens       of its markdown form, in `tokenizer`
    generation   of the graph the pack was made from
    supersedes   the first digits of the digest of the earlier pack, when the pack is `since` one
    parts        the same pack as `packlens.pack/1`, when `parts` were asked for
    file         where it was written, when `show` was asked for
    """

    text: str
    format: str
    tokens: int
    budget: int
    tokenizer: str
    state: str
    digest: str
    generation: int
    pending: int
    warnings: list[str]
    supersedes: str | None
    parts: dict[str, Any] | None
    file: str | None


class CallersArguments(_Arguments, frozen=True, kw_only=True):
    """Argument of `packlens.server.callers`: one symbol, by target or by place.

    Its result is `packlens.callers/1`.

    show   also write the list to a file only its owner can read, and show or name that file
    """

    target: str | None = None
    uri: str | None = None
    position: Place | None = None
    depth: int = 1
    show: bool = False


class ImpactArguments(_Arguments, frozen=True, kw_only=True):
    """Argument of `packlens.server.impact`: symbols or files by target, one symbol by place, or a diff.

    Its result is `packlens.impact/1`. Without any of them it is about the working tree against HEAD, open buffers
    included.

    diff, staged   as `--diff` and `--staged` on the command line
    show           also write it to a file only its owner can read, and show or name that file
    """

    targets: list[str] = []
    uri: str | None = None
    position: Place | None = None
    diff: str | None = None
    staged: bool = False
    depth: int = 3
    min_confidence: float = 0.3
    show: bool = False


class MapArguments(_Arguments, frozen=True, kw_only=True):
    """Argument of `packlens.server.map`: where it differs from the settings, and where its reader is.

    focus        files in view: paths, which must be indexed, or URIs, which count for nothing where they are not
    query        what the person is about to do, in words
    path_prefix  the folder the map is of
    show         write the map to a file only its owner can read, and show or name that file
    """

    budget: int = 2000
    focus: list[str] = []
    query: str = ""
    path_prefix: str = ""
    format: Literal["text", "json"] = "text"
    tokenizer: Literal["o200k_base", "cl100k_base"] | None = None
    show: bool = False


class MapResult(_Shape, frozen=True, kw_only=True):
    """Result of `packlens.server.map`.

    text         the map, byte for byte as at the other doors
    tokens       of its text form, in `tokenizer`
    shown, total files of the map, and those that there are
    file         where it was written, when `show` was asked for
    """

    text: str
    format: str
    tokens: int
    budget: int
    tokenizer: str
    state: str
    generation: int
    shown: int
    total: int
    file: str | None


class SearchArguments(_Arguments, frozen=True, kw_only=True):
    """Argument of `packlens.server.search`: symbols that a text in words is about.

    Its result is `packlens.search/1`.

    kind   only symbols of this kind
    """

    text: str
    limit: int = 10
    kind: str | None = None


class McpArguments(_Arguments, frozen=True, kw_only=True):
    """Argument of `packlens.server.mcp`: nothing."""


class McpResult(_Shape, frozen=True, kw_only=True):
    """Result of `packlens.server.mcp`: how an agent connects to this session.

    command, arguments   a program that serves it on standard input and output
    url, header          where it is served over HTTP and what a client sends, while `mcp.port` is set
    """

    command: str
    arguments: list[str]
    url: str | None
    header: str | None


class StatusArguments(_Arguments, frozen=True, kw_only=True):
    """Argument of `packlens.server.status`: nothing. Its result is `packlens.status/1`."""


class ReindexArguments(_Arguments, frozen=True, kw_only=True):
    """Argument of `packlens.server.reindex`: nothing. Its result is `packlens.status/1`."""


class VerifyArguments(_Arguments, frozen=True, kw_only=True):
    """Argument of `packlens.server.verify`.

    text   a pack in any form
    """

    text: str


class VerifyResult(_Shape, frozen=True, kw_only=True):
    """Result of `packlens.server.verify`.

    files             paths that were compared with the disk
    firstDifference   one line naming the first thing that differs, when `ok` is false
    """

    ok: bool
    files: list[str]
    first_difference: str | None


class CopyContextArguments(_Shape, frozen=True, kw_only=True):
    """Argument of `packlens.copyContext`.

    The client asks `packlens.server.pack` for `targets` and copies the text.
    """

    uri: str
    targets: list[str]


class ShowCallersArguments(_Shape, frozen=True, kw_only=True):
    """Argument of `packlens.showCallers`.

    `position` is the symbol's name, for a call hierarchy opened there.
    """

    uri: str
    target: str
    position: Place


class ShowImpactArguments(_Shape, frozen=True, kw_only=True):
    """Argument of `packlens.showImpact`.

    `position` is the symbol's name; for a file or lines, the cursor.
    """

    uri: str
    target: str
    position: Place


class StatusChanged(_Shape, frozen=True, kw_only=True):
    """Parameters of `packlens/statusChanged`: how the index stands now.

    percentage   how far the index is, while it is being made and that is known
    pending      sites that wait for a better answer
    message      one line for the person: why there is a problem, or what is odd about an index that is ready
    """

    phase: Phase
    percentage: int | None
    files: int
    symbols: int
    pending: int
    message: str | None
