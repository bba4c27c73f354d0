"""The first question in words that a language server answers after its first index, on a store that holds nothing.

    python -m tests.bench.first_question --corpus django --rest 20

The server indexes the folder and is left alone for `--rest` seconds, in which it may make ready what questions need.
Then it is asked for a pack of a question, twice. CPU time is the server's own; that of the rest says what making ready
costs. While the server rests, requests for a method that nobody serves tell how long its loop leaves a message waiting.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from tests.bench.figures import announce, corpus, parser, percentile
from tests.bench.lens import started
from tests.support.corpus import python_texts
from tests.support.rpc import RpcClient

_QUERY = "cookies are not signed with the old keys when the secret key is rotated"
_EVERY_SECONDS = 0.02


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--rest", type=float, default=20.0)
    arguments = command.parse_args()
    announce()
    folder = corpus(arguments.corpus).resolve()
    first = min(python_texts(folder))
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache  # nothing is kept there yet
        with started(folder) as server:
            place = {"uri": (folder / first).as_uri(), "position": {"line": 0, "character": 0}}
            _told("first index", server, lambda: _ask(server, "callers", place))
            waits = _rested(server, arguments.rest)
            for name in ("first question", "second question"):
                _told(name, server, lambda: _ask(server, "pack", {"query": _QUERY}))
    print(
        f"a message waits while it rests: p50 {percentile(waits, 0.5):.1f} ms, p99 {percentile(waits, 0.99):.1f} ms"
    )
    return 0


def _rested(server: RpcClient, seconds: float) -> list[float]:
    """Milliseconds that messages wait for an answer while the server is left alone for `seconds`."""
    waits: list[float] = []

    def knock() -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            begin = time.perf_counter()
            server.answered(server.send_request("packlens/nobody", {}))
            waits.append((time.perf_counter() - begin) * 1000)
            time.sleep(_EVERY_SECONDS)

    _told("rest", server, knock)
    return waits


def _ask(server: RpcClient, command: str, argument: object) -> None:
    ask = {"command": f"packlens.server.{command}", "arguments": [argument]}
    server.request("workspace/executeCommand", ask)


def _told(name: str, server: RpcClient, work: object) -> None:
    assert callable(work)
    before, begin = _cpu(server), time.perf_counter()
    work()
    wall = (time.perf_counter() - begin) * 1000
    print(f"{name:<16}{wall:>9,.0f} ms   {_cpu(server) - before:>8,.0f} ms of CPU")


def _cpu(server: RpcClient) -> float:
    """Milliseconds of CPU time that the process has had."""
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    raise SystemExit(main())
