"""The same repository through other tools, side by side: cold graph, and callers in a warm server.

    python -m tests.bench.peers --corpus django

Each peer is installed from its registry, in an environment of its own, below the corpus folder, and works
on its own copy of the sources. Cold: the command that builds the whole graph (ty: `ty check`), best of
`--repeat`. Warm: the callers of the same symbols, each asked once, through the server that the tool
offers to an editor or an agent. The answers are not compared here; their number is printed, because a
fast answer may also be a short one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.symbols.symbol import Symbol, SymbolKind
from tests.bench.figures import announce, corpus, parser, percentile, timed
from tests.bench.lens import CAPABILITIES
from tests.support.corpus import corpus_folder, python_texts
from tests.support.rpc import RpcClient

_PEERS = {"codegraph": "@colbymchenry/codegraph", "code-review-graph": "code-review-graph", "ty": "ty"}
# Peers that would report home are told not to.
_ENVIRONMENT = {**os.environ, "DO_NOT_TRACK": "1", "CODEGRAPH_TELEMETRY": "0"}


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds of the cold graph, milliseconds and number of callers of each warm question."""

    cold: float
    warm: list[float]
    answers: int


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--repeat", type=int, default=3)
    command.add_argument("--symbols", type=int, default=40)
    command.add_argument("--only", action="append", choices=["packlens", *_PEERS])
    arguments = command.parse_args()
    announce()
    source = corpus(arguments.corpus)
    snapshot = Writer(source.name).update(python_texts(source))
    questions = chosen(snapshot, arguments.symbols)
    homes = corpus_folder() / "peers"
    tools: dict[str, Callable[..., Figures]] = {
        "packlens": packlens, "codegraph": codegraph, "code-review-graph": code_review_graph, "ty": ty
    }  # fmt: skip
    found: dict[str, Figures] = {}
    for name in arguments.only or tools:
        work = homes / "work" / name
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(source, work / source.name)
        subprocess.run(["git", "init", "-q", str(work)], check=True)
        found[name] = tools[name](homes, work, source.name, questions, arguments.repeat)
        figures = found[name]
        print(
            f"{name:<18} cold {figures.cold:6.2f} s   callers p50 {percentile(figures.warm, 0.5):7.2f}   "
            f"p95 {percentile(figures.warm, 0.95):7.2f} ms   ({figures.answers} answers to {len(questions)})",
            flush=True,
        )
    if not {"packlens", "codegraph"} <= found.keys():
        return 0
    ours = found["packlens"]
    ratio = ours.cold / found["codegraph"].cold
    slower = [
        name
        for name, figures in found.items()
        if name != "packlens" and percentile(figures.warm, 0.5) <= percentile(ours.warm, 0.5)
    ]
    print(f"cold, packlens / codegraph   {ratio:.2f}   limit 0.5: {'kept' if ratio <= 0.5 else 'MISSED'}")
    print(f"warm callers faster than each: {'kept' if not slower else 'MISSED for ' + ', '.join(slower)}")
    return 1 if ratio > 0.5 or slower else 0


def chosen(snapshot: Snapshot, count: int) -> list[Symbol]:
    """Top-level functions with a name that only they have and with callers, spread over the repository."""
    symbols = [
        symbol
        for symbol in snapshot.symbols()
        if symbol.kind is SymbolKind.FUNCTION
        and "." not in symbol.qualname
        and len(snapshot.named(symbol.name)) == 1
        and len(snapshot.incoming(symbol.id)) >= 3
    ]
    return symbols[:: max(1, len(symbols) // count)][:count]


def packlens(homes: Path, work: Path, package: str, questions: Sequence[Symbol], repeat: int) -> Figures:
    """Packlens itself: `packlens graph`, then the call hierarchy of its language server."""
    program = [sys.executable, "-P", "-m", "packlens"]  # -P: modules of the workspace are not importable
    cold = _best(lambda: run([*program, "graph", str(work), "--no-jedi", "--format", "json"], work), repeat)
    with language_server([*program, "lsp"], work) as server:
        return _call_hierarchy(server, cold, work, package, questions)


def ty(homes: Path, work: Path, package: str, questions: Sequence[Symbol], repeat: int) -> Figures:
    """The type checker: `ty check`, then the call hierarchy of its language server."""
    program = str(python_peer(homes, "ty"))
    cold = _best(lambda: run([program, "check", str(work)], work, check=False), repeat)
    with language_server([program, "server"], work) as server:
        return _call_hierarchy(server, cold, work, package, questions)


def codegraph(homes: Path, work: Path, package: str, questions: Sequence[Symbol], repeat: int) -> Figures:
    """codegraph: `init`, then its MCP tool for callers."""
    program = node_peer(homes, _PEERS["codegraph"], "codegraph")

    def build() -> None:
        shutil.rmtree(work / ".codegraph", ignore_errors=True)
        run([str(program), "init", str(work)], work)

    cold = _best(build, repeat)
    with _mcp_server([str(program), "serve", "--mcp", "--no-watch"], work) as server:
        return _tool_calls(
            server, cold, questions, "codegraph_callers", lambda symbol: {"symbol": symbol.name}
        )


def code_review_graph(
    homes: Path, work: Path, package: str, questions: Sequence[Symbol], repeat: int
) -> Figures:
    """code-review-graph: `build`, then its MCP tool for callers."""
    program = str(python_peer(homes, "code-review-graph"))

    def build() -> None:
        shutil.rmtree(work / ".code-review-graph", ignore_errors=True)
        run([program, "build", "--repo", str(work)], work)

    cold = _best(build, repeat)
    with _mcp_server([program, "serve", "--repo", str(work)], work) as server:
        return _tool_calls(
            server,
            cold,
            questions,
            "query_graph_tool",
            lambda symbol: {
                "pattern": "callers_of",
                "target": f"{work / package / symbol.path}::{symbol.qualname}",
            },
        )


def python_peer(homes: Path, name: str) -> Path:
    """The program of a package from PyPI, in an environment of its own."""
    home = homes / name
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    if not (scripts / name).exists():
        homes.mkdir(parents=True, exist_ok=True)
        run([sys.executable, "-m", "venv", str(home)], homes)
        run([str(scripts / "python"), "-m", "pip", "install", "-q", name], homes)
    return scripts / name


def node_peer(homes: Path, package: str, program: str) -> Path:
    """A program of a package from npm, in a folder of its own."""
    home = homes / program
    path = home / "node_modules" / ".bin" / program
    if not path.exists():
        home.mkdir(parents=True, exist_ok=True)
        run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(home), package], home)
    return path


def run(command: Sequence[str], cwd: Path, *, check: bool = True) -> None:
    """One command, its output thrown away."""
    quiet = subprocess.DEVNULL
    subprocess.run(command, cwd=cwd, env=_ENVIRONMENT, check=check, stdin=quiet, stdout=quiet, stderr=quiet)


def _best(work: Callable[[], object], repeat: int) -> float:
    return min(timed(work) for _ in range(repeat)) / 1000


def language_server(command: Sequence[str], work: Path) -> RpcClient:
    """A language server that has been told of the folder `work`."""
    server = RpcClient(command, headers=True, cwd=work, env=_ENVIRONMENT)
    folder = {"uri": work.as_uri(), "name": work.name}
    server.request(
        "initialize",
        {
            "processId": os.getpid(),
            "rootUri": work.as_uri(),
            "capabilities": CAPABILITIES,
            "workspaceFolders": [folder],
        },
    )
    server.notify("initialized", {})
    return server


def _call_hierarchy(
    server: RpcClient, cold: float, work: Path, package: str, questions: Sequence[Symbol]
) -> Figures:
    items = []
    for symbol in questions:
        uri = (work / package / symbol.path).as_uri()
        text = (work / package / symbol.path).read_text(encoding="utf-8")
        document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": document})
        position = {"line": symbol.name_line - 1, "character": symbol.name_column}
        place = {"textDocument": {"uri": uri}, "position": position}
        items.append(server.request("textDocument/prepareCallHierarchy", place)[0])
    _incoming(server, items[0])
    times, answers = [], 0
    for item in items:
        result: list[Any] = []
        times.append(timed(lambda item=item, to=result: to.append(_incoming(server, item))))
        answers += len(result[0])
    return Figures(cold, times, answers)


def _incoming(server: RpcClient, item: Any) -> list[Any]:
    return server.request("callHierarchy/incomingCalls", {"item": item}) or []


def _mcp_server(command: Sequence[str], work: Path) -> RpcClient:
    server = RpcClient(command, headers=False, cwd=work, env=_ENVIRONMENT)
    client = {"name": "bench", "version": "1"}
    server.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
    server.notify("notifications/initialized", {})
    return server


def _tool_calls(
    server: RpcClient,
    cold: float,
    questions: Sequence[Symbol],
    tool: str,
    arguments: Callable[[Symbol], dict[str, str]],
) -> Figures:
    def ask(symbol: Symbol) -> str:
        result = server.request("tools/call", {"name": tool, "arguments": arguments(symbol)})
        return str(result["content"][0]["text"])

    ask(questions[0])
    times, answers = [], 0
    for symbol in questions:
        result: list[str] = []
        times.append(timed(lambda symbol=symbol, to=result: to.append(ask(symbol))))
        # codegraph writes a list, code-review-graph JSON with one `qualified_name` a caller.
        answers += result[0].count("\n- ") or result[0].count('"qualified_name"')
    return Figures(cold, times, answers)


if __name__ == "__main__":
    raise SystemExit(main())
