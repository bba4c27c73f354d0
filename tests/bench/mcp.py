"""What an agent waits for: a tool call beside its view, and eight agents at once while an editor types.

    python -m tests.bench.mcp --corpus django

First each question is asked in turn of a session in this process, with the look at the disk that every answer begins
with, and of `packlens mcp` over stdio and over HTTP: the overhead is the difference, pair by pair. Each door is asked
once before its time is taken, so that what a view keeps after its first answer is kept at all of them. All three
stand on a copy of the corpus in which Jedi is off, so that nobody waits for it at one door and not at another. Then
the server of an editor is started, a comment is typed ten times a second, and eight `packlens mcp` processes ask it a
thousand mixed questions, once Jedi's pass is over and the words are read. What the server and each client used of a
processor is printed beside the times: a machine with few of them is shared by all of these processes.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil

from packlens.base.deep import run_deep
from packlens.bridge.asked import answer, read_question
from packlens.session.session import Session
from packlens.symbols.symbol import CALLABLE_KINDS, simple_name
from tests.bench.figures import announce, corpus, parser, row, single, timed
from tests.bench.lens import started
from tests.support.corpus import python_texts
from tests.support.rpc import RpcClient

CLIENTS = 8
HANDSHAKE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
COMMAND = [sys.executable, "-P", "-m", "packlens", "mcp"]
Call = tuple[str, dict[str, Any]]


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--pairs", type=int, default=150, help="questions of the first part")
    command.add_argument("--questions", type=int, default=1000, help="questions of the second part, in all")
    command.add_argument("--no-jedi", action="store_true", help="the second part without Jedi's pass")
    arguments = command.parse_args()
    announce()
    folder = corpus(arguments.corpus).resolve()
    draw = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as place:
        quiet = Path(shutil.copytree(folder, Path(place).resolve() / folder.name))
        (quiet / "packlens.toml").write_text("[jedi]\nenabled = false\n")
        with Session.open(quiet) as session:
            session.index()
            session.stay()
            session.warm()
            session.read_words()
            calls = drawn(session, draw, max(arguments.pairs, arguments.questions))
            kept = overheads(session, quiet, calls[: arguments.pairs])
    kept += together(folder, calls[: arguments.questions], jedi=not arguments.no_jedi)
    return 0 if all(kept) else 1


def drawn(session: Session, draw: random.Random, count: int) -> list[Call]:
    """Questions of every kind that is asked often, about symbols drawn at random."""
    snapshot = session.snapshot
    symbols = sorted(symbol.id for symbol in snapshot.symbols() if symbol.kind in CALLABLE_KINDS)
    calls: list[Call] = []
    for target in draw.choices(symbols, k=count):
        kind = draw.randrange(8)
        if kind == 0:
            calls.append(("get_context", {"task": target, "budget": draw.choice((1000, 2000, 4000))}))
        elif kind in (1, 2):
            calls.append(("callers_of", {"target": target}))
        elif kind == 3:
            calls.append(("callees_of", {"target": target}))
        elif kind in (4, 5):
            calls.append(("get_symbol", {"target": target, "include_body": kind == 5}))
        elif kind == 6:
            calls.append(("find_symbol", {"query": simple_name(target)[:6]}))
        else:
            calls.append(
                ("search_code", {"query": target.rpartition("::")[2].replace("_", " ").replace(".", " ")})
            )
    return calls


def overheads(session: Session, folder: Path, calls: list[Call]) -> list[bool]:
    """What a call costs beside the same question in this process."""
    stdio: list[float] = []
    http: list[float] = []
    alone: list[float] = []
    unlike = 0
    with (
        RpcClient([*COMMAND, str(folder)], headers=False, cwd=folder) as over_stdio,
        Http(folder) as over_http,
    ):
        over_stdio.request("initialize", HANDSHAKE)
        over_stdio.notify("notifications/initialized", {})
        for client in (over_stdio, over_http):  # until all that is made ready behind the first answers is
            for name, given in (*calls[:20], ("search_code", {"query": "warm"})):
                client.request("tools/call", {"name": name, "arguments": given})
        for name, given in calls:
            question = read_question(name, given)
            asked = {"name": name, "arguments": given}
            run_deep(lambda question=question: answer(session, question, look=True))
            view = run_deep(lambda question=question: timed(lambda: answer(session, question, look=True)))
            alone.append(view)
            said = [
                client.request("tools/call", asked)["content"][0]["text"]
                for client in (over_stdio, over_http)
            ]
            unlike += said[0] != said[1]
            stdio.append(timed(lambda asked=asked: over_stdio.request("tools/call", asked)) - view)
            http.append(timed(lambda asked=asked: over_http.request("tools/call", asked)) - view)
    row("in this process", alone)
    return [
        row("stdio, beside it", stdio, 5),
        row("HTTP, beside it", http, 10),
        single("answers unlike", unlike, "questions", 0),
    ]


def together(folder: Path, calls: list[Call], *, jedi: bool) -> list[bool]:
    """Many agents at once, and an editor that types."""
    times: list[float] = []
    wrong: list[str] = []
    used: list[float] = []
    with started(folder, jedi=jedi) as editor:
        texts = python_texts(folder)
        path = max(texts, key=lambda path: len(texts[path].lines) if len(texts[path].lines) < 1500 else 0)
        uri = (folder / path).as_uri()
        document = {"uri": uri, "languageId": "python", "version": 1, "text": texts[path].text}
        editor.notify("textDocument/didOpen", {"textDocument": document})
        editor.request(
            "workspace/executeCommand",
            {
                "command": "packlens.server.callers",
                "arguments": [{"uri": uri, "position": {"line": 0, "character": 0}}],
            },
        )
        if jedi:
            settle(editor)
        ended = threading.Event()
        typed = threading.Thread(target=type_into, args=(editor, uri, ended))
        shares = [calls[number::CLIENTS] for number in range(CLIENTS)]
        ready = threading.Barrier(CLIENTS + 1)
        agents = [
            threading.Thread(target=ask, args=(folder, share, ready, times, wrong, used)) for share in shares
        ]
        for agent in agents:
            agent.start()
        ready.wait()
        before = processor_seconds(editor.pid)
        typed.start()
        for agent in agents:
            agent.join()
        ended.set()
        typed.join()
        server = processor_seconds(editor.pid) - before
    if not times:
        return [False]
    print(f"{CLIENTS} agents, an editor typing into {path}")
    single("the editor's server", server * 1000 / len(times), "ms of processor a question")
    single("the clients' servers", sum(used) * 1000 / len(times), "ms of processor a question")
    return [
        row("a question among many", times, 250),
        single("errors", len(wrong), "questions", 0),
    ]


def settle(editor: RpcClient) -> None:
    """Wait until Jedi has answered for all that is pending."""
    status = {"command": "packlens.server.status", "arguments": [{}]}
    while editor.request("workspace/executeCommand", status)["pending"]:
        time.sleep(1)


def processor_seconds(process: int) -> float:
    """What a process has used of a processor."""
    spent = psutil.Process(process).cpu_times()
    return float(spent.user + spent.system)


def ask(
    folder: Path,
    calls: list[Call],
    ready: threading.Barrier,
    times: list[float],
    wrong: list[str],
    used: list[float],
) -> None:
    """One agent with a server of its own."""
    with RpcClient([*COMMAND, str(folder)], headers=False, cwd=folder) as client:
        client.request("initialize", HANDSHAKE)
        client.notify("notifications/initialized", {})
        client.request("tools/call", {"name": "search_code", "arguments": {"query": "warm"}})
        ready.wait()
        before = processor_seconds(client.pid)
        for name, given in calls:
            begin = time.perf_counter()
            result = client.request("tools/call", {"name": name, "arguments": given})
            times.append((time.perf_counter() - begin) * 1000)
            if result.get("isError"):
                wrong.append(result["content"][0]["text"])
        used.append(processor_seconds(client.pid) - before)


def type_into(editor: RpcClient, uri: str, ended: threading.Event) -> None:
    """Ten key strokes a second: a comment grows above the first line, and then another one."""
    version = 1
    column = 0
    while not ended.wait(0.1):
        version += 1
        place = {"line": 0, "character": column}
        change = {"range": {"start": place, "end": place}, "text": "x" if column else "#\n"}
        column = (column + 1) % 40
        editor.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]},
        )


class Http:
    """A client over one connection that is kept open."""

    def __init__(self, folder: Path) -> None:
        self._server = subprocess.Popen(
            [*COMMAND, str(folder), "--http", "0"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert self._server.stderr is not None
        address, token = (self._server.stderr.readline().decode() for _ in range(2))
        if " at " not in address or "Bearer " not in token:
            self._server.kill()
            raise SystemExit(f"packlens mcp --http says no address, but: {address}{token}")
        threading.Thread(target=self._server.stderr.read, daemon=True).start()  # a full pipe would hold it up
        place = urlsplit(address.split(" at ")[1].strip())
        self._path = place.path
        self._headers = {
            "Authorization": f"Bearer {token.split('Bearer ')[1].split(chr(39))[0]}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        self._connection = HTTPConnection(place.hostname or "", place.port)
        self._next = 0

    def __enter__(self) -> Http:
        self.request("initialize", HANDSHAKE)
        self._post({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()
        self._server.kill()
        self._server.wait()

    def request(self, method: str, params: Any) -> Any:
        """The result of one request."""
        self._next += 1
        message = self._post({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        assert message is not None
        return message["result"]

    def _post(self, message: Any) -> Any:
        self._connection.request("POST", self._path, json.dumps(message), self._headers)
        answer = self._connection.getresponse()
        session = answer.getheader("Mcp-Session-Id")
        if session:
            self._headers["Mcp-Session-Id"] = session
        events = [line for line in answer.read().splitlines() if line.startswith(b"data: {")]
        return json.loads(events[-1][len(b"data: ") :]) if events else None


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUTF8", "1")
    raise SystemExit(main())
