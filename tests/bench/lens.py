"""The lenses of a long file, and the price of one, through the language server.

    python -m tests.bench.lens --corpus django

The file nearest to 3,000 lines is opened. Times are those of whole requests, protocol included: the list
of lenses, each lens resolved for the first time (its pack is built), and each once more (its number is
known).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from tests.bench.figures import announce, corpus, parser, row, timed
from tests.support.corpus import python_texts
from tests.support.rpc import RpcClient

# An editor that reports changed files, so that a server need not look at every file before it answers.
CAPABILITIES = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--lines", type=int, default=3000)
    command.add_argument("--repeat", type=int, default=20)
    command.add_argument("--no-jedi", action="store_true", help="as when its first pass is over")
    arguments = command.parse_args()
    announce()
    folder = corpus(arguments.corpus).resolve()
    documents = python_texts(folder)
    path = min(documents, key=lambda path: abs(len(documents[path].lines) - arguments.lines))
    print(f"{folder.name}/{path}: {len(documents[path].lines)} lines")
    with started(folder, jedi=not arguments.no_jedi) as server:
        uri = (folder / path).as_uri()
        document = {"uri": uri, "languageId": "python", "version": 1, "text": documents[path].text}
        server.notify("textDocument/didOpen", {"textDocument": document})
        # Questions about callers wait for the first index, which lenses do not.
        place = {"uri": uri, "position": {"line": 0, "character": 0}}
        server.request(
            "workspace/executeCommand", {"command": "packlens.server.callers", "arguments": [place]}
        )
        lenses: list[list[Any]] = []
        ask = {"textDocument": {"uri": uri}}
        listed = [
            timed(lambda: lenses.append(server.request("textDocument/codeLens", ask)))
            for _ in range(arguments.repeat)
        ]
        priced = [lens for lens in lenses[-1] if lens["data"]["kind"] == "context"]
        resolve = [timed(lambda lens=lens: server.request("codeLens/resolve", lens)) for lens in priced]
        again = [timed(lambda lens=lens: server.request("codeLens/resolve", lens)) for lens in priced]
    print(f"{len(lenses[-1])} lenses, {len(priced)} with a price")
    kept = [
        row("list of lenses", listed, 20),
        row("a lens, pack built", resolve, 60),
        row("a lens, known", again, 2),
    ]
    return 0 if all(kept) else 1


def started(folder: Path, *, jedi: bool = True) -> RpcClient:
    """A server on `folder`, initialized; with Jedi its first pass goes on beside."""
    # -P keeps modules of the workspace, which is the current folder, from being imported.
    server = RpcClient([sys.executable, "-P", "-m", "packlens", "lsp"], headers=True, cwd=folder)
    server.request(
        "initialize",
        {
            "processId": os.getpid(),
            "rootUri": folder.as_uri(),
            "capabilities": CAPABILITIES,
            "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
            "initializationOptions": {"clientCommands": True, "settings": {"jedi": {"enabled": jedi}}},
        },
    )
    server.notify("initialized", {})
    return server


if __name__ == "__main__":
    raise SystemExit(main())
