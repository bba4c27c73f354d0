"""How long the language server's event loop leaves a message waiting while somebody types.

    python -m tests.bench.loop --corpus django

A line is typed into random functions, `--rate` key strokes a second, while requests for a method that nobody serves go
out every few milliseconds: what the server does for one is next to nothing, so that its round trip is the delay of the
loop and of the pipe. The same requests before any edit give the pipe alone.
"""

from __future__ import annotations

import itertools
import random
import threading
import time
from pathlib import Path
from typing import Any

from tests.bench.figures import announce, corpus, parser, percentile, row
from tests.bench.lens import started
from tests.support.corpus import python_texts
from tests.support.rpc import RpcClient

_EVERY_SECONDS = 0.005
_LIMIT_MS = 20.0


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--seconds", type=float, default=30.0)
    command.add_argument("--rate", type=float, default=15.0)
    command.add_argument("--no-jedi", action="store_true", help="as when its first pass is over")
    arguments = command.parse_args()
    announce()
    folder = corpus(arguments.corpus).resolve()
    documents = python_texts(folder)
    chooser = random.Random(arguments.seed)
    paths = sorted(path for path in documents if "\n    " in documents[path].text)
    with started(folder, jedi=not arguments.no_jedi) as server:
        place = {"uri": (folder / paths[0]).as_uri(), "position": {"line": 0, "character": 0}}
        ask = {"command": "packlens.server.callers", "arguments": [place]}
        server.request("workspace/executeCommand", ask)
        quiet = _delays(server, itertools.repeat(None), 3, arguments.rate)
        strokes = _strokes(folder, documents, paths, chooser)
        typing = _delays(server, strokes, arguments.seconds, arguments.rate)
    row("the pipe alone", quiet)
    row("while typing", typing)
    worst = percentile(typing, 0.999)
    kept = worst <= _LIMIT_MS
    print(f"p99.9 {worst:.1f} ms   limit {_LIMIT_MS:g} ms: {'kept' if kept else 'MISSED'}")
    return 0 if kept else 1


def _strokes(folder: Path, documents: Any, paths: list[str], chooser: random.Random) -> Any:
    """Endless notifications: a file is opened, a line typed into it key by key, then the next file."""
    while True:
        path = chooser.choice(paths)
        uri = (folder / path).as_uri()
        lines = documents[path].text.split("\n")
        line = chooser.choice([number for number, text in enumerate(lines) if text.startswith("    ")])
        item = {"uri": uri, "languageId": "python", "version": 1, "text": documents[path].text}
        yield "textDocument/didOpen", {"textDocument": item}
        typed = "\n    value = self.items(1)\n"
        at = {"line": line, "character": 0}
        for version, character in enumerate(typed, start=2):
            change = {"range": {"start": at, "end": at}, "text": character}
            document = {"uri": uri, "version": version}
            yield "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
            after = {"line": at["line"] + 1, "character": 0}
            at = after if character == "\n" else {**at, "character": at["character"] + 1}
        yield "textDocument/didClose", {"textDocument": {"uri": uri}}


def _delays(server: RpcClient, strokes: Any, seconds: float, rate: float) -> list[float]:
    """Milliseconds of each request sent within `seconds`, with `strokes` going out beside them."""
    found: list[float] = []
    end = time.monotonic() + seconds
    typing = threading.Lock()

    def type_on() -> None:
        for stroke in strokes:
            if time.monotonic() > end:
                return
            if stroke is not None:
                with typing:
                    server.notify(*stroke)
            time.sleep(1 / rate)

    thread = threading.Thread(target=type_on)
    thread.start()
    while time.monotonic() < end:
        begin = time.perf_counter()
        with typing:
            number = server.send_request("packlens/nobody", {})
        server.answered(number)
        found.append((time.perf_counter() - begin) * 1000)
        time.sleep(_EVERY_SECONDS)
    thread.join()
    return found


if __name__ == "__main__":
    raise SystemExit(main())
