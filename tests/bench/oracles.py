"""What other resolvers say is called, call by call: how often they agree with Packlens and with each other.

    python -m tests.bench.oracles --corpus flask
    python -m tests.bench.oracles --corpus django --sites 3000 --list 50

The calls are found by `ast`, not by Packlens. Each tool is asked for the definition of the name that is called: `ty`
and `basedpyright` through their language servers, `scip-python` through the index it writes; each is installed from its
registry below the corpus folder. An answer is a function or class of the corpus, `outside`, or nothing: a variable that
holds a function is nothing, since the tools name the variable and Packlens the function. A call of a class and of its
`__init__` are the same answer. Where a tool names several definitions, any common one is agreement.

No tool is the truth. `--list N` prints calls on which one names another function than Packlens, for reading.
"""

from __future__ import annotations

import ast
import random
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind, Through
from packlens.session.session import Session
from packlens.symbols.symbol import CALLABLE_KINDS, SymbolKind
from tests.bench.figures import announce, corpus, parser
from tests.bench.peers import language_server, node_peer, python_peer, run
from tests.bench.scip import occurrences
from tests.support.corpus import corpus_folder
from tests.support.rpc import RpcClient

_OUTSIDE = "outside"
_OF_CALLS = (EdgeKind.CALLS, EdgeKind.DECORATES)
_CONSTRUCTORS = (".__init__", ".__new__")
Answer = frozenset[str]
_NOTHING: Answer = frozenset()


@dataclass(frozen=True, slots=True, order=True)
class Site:
    """The name that is called: its path, line (1-based), column (code points), and the name."""

    path: str
    line: int
    column: int
    name: str


class Places:
    """From a place that a tool names to the symbol that is defined there."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._symbols: dict[tuple[str, str], list[tuple[int, int, str]]] = defaultdict(list)
        for symbol in snapshot.symbols():
            if symbol.kind is SymbolKind.CLASS or symbol.kind in CALLABLE_KINDS:
                for start, end in symbol.spans:
                    self._symbols[symbol.path, symbol.name].append((end - start, start, symbol.id))
        self._lines = {path: document.text.split("\n") for path, document in snapshot.documents.items()}

    def answer(self, path: str | None, line: int, column: int) -> Answer:
        """The symbol whose name stands at a place (0-based); `path` is `None` outside of the corpus."""
        if path is None or path not in self._lines:
            return frozenset({_OUTSIDE})
        text = self._lines[path][line] if line < len(self._lines[path]) else ""
        name = ""
        for character in text[column:]:
            if not (character.isalnum() or character == "_"):
                break
            name += character
        around = [
            (length, identifier)
            for length, start, identifier in self._symbols[path, name]
            if start <= line + 1 <= start + length and text[:column].split()[-1:] in (["def"], ["class"])
        ]
        return frozenset({normal(min(around)[1])}) if around else _NOTHING


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument(
        "--sites", type=int, default=0, help="this many calls, drawn at random (default: all)"
    )
    command.add_argument("--list", type=int, default=0, help="print this many disagreements of each tool")
    command.add_argument(
        "--jedi", action="store_true", help="let Jedi settle what static resolution left open"
    )
    command.add_argument("--only", action="append", choices=list(_TOOLS))
    arguments = command.parse_args()
    announce()
    source = corpus(arguments.corpus)
    work = corpus_folder() / "oracles" / source.name
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(source, work / source.name)
    subprocess.run(["git", "init", "-q", str(work)], check=True)
    with Session.open(work, {"jedi": {"enabled": arguments.jedi}}) as session:
        session.index()
        snapshot = session.settle_all()
    sites = sorted(site for path in snapshot.paths() for site in called_names(snapshot, path))
    if arguments.sites:
        sites = sorted(random.Random(arguments.seed).sample(sites, min(arguments.sites, len(sites))))
    answers: dict[str, dict[Site, Answer]] = {"packlens": ours(snapshot, sites)}
    for name in arguments.only or _TOOLS:
        answers[name] = _TOOLS[name](work, Places(snapshot), snapshot, sites)
    table(answers, sites)
    for name in answers:
        if name != "packlens" and arguments.list:
            disagreements(answers, name, snapshot, arguments.list, random.Random(arguments.seed))
    return 0


def called_names(snapshot: Snapshot, path: str) -> Iterator[Site]:
    """The last name of each callee that has one."""
    text = snapshot.documents[path].text
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    lines = text.split("\n")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            line = node.func.end_lineno or 0
            end = len(lines[line - 1].encode()[: node.func.end_col_offset].decode())
            yield Site(path, line, end - len(name), name)


def normal(identifier: str) -> str:
    """A constructor stands for its class."""
    for ending in _CONSTRUCTORS:
        identifier = identifier.removesuffix(ending)
    return identifier


def ours(snapshot: Snapshot, sites: Sequence[Site]) -> dict[Site, Answer]:
    """What Packlens says: the targets of the calls, of a decorated name both what it stands for and what it hides."""
    found: dict[tuple[str, int, int], set[str]] = defaultdict(set)
    for symbol in snapshot.symbols():
        for edge in snapshot.outgoing(symbol.id):
            if edge.kind in _OF_CALLS and edge.through is not Through.DISPATCH:
                found[symbol.path, edge.line, edge.column].add(normal(edge.target))
    return {site: frozenset(found.get((site.path, site.line, site.column), ())) for site in sites}


def _by_definition(
    server: RpcClient, work: Path, places: Places, snapshot: Snapshot, sites: Sequence[Site]
) -> dict[Site, Answer]:
    answers: dict[Site, Answer] = {}
    opened = ""
    for site in sites:
        uri = (work / site.path).as_uri()
        text = snapshot.documents[site.path].text
        if site.path != opened:
            document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
            server.notify("textDocument/didOpen", {"textDocument": document})
            opened = site.path
        before = text.split("\n")[site.line - 1][: site.column]
        position = {"line": site.line - 1, "character": len(before.encode("utf-16-le")) // 2}
        reply = server.request(
            "textDocument/definition", {"textDocument": {"uri": uri}, "position": position}
        )
        answers[site] = _located(reply, work, places)
    return answers


def _located(reply: Any, work: Path, places: Places) -> Answer:
    found: set[str] = set()
    for place in [reply] if isinstance(reply, dict) else reply or []:
        path = Path(unquote(urlparse(place.get("uri") or place["targetUri"]).path))
        start = (place.get("range") or place["targetSelectionRange"])["start"]
        inside = path.relative_to(work).as_posix() if path.is_relative_to(work) else None
        found |= places.answer(inside, start["line"], start["character"])
    return frozenset(found - {_OUTSIDE}) or frozenset(found)


def _ty(work: Path, places: Places, snapshot: Snapshot, sites: Sequence[Site]) -> dict[Site, Answer]:
    with language_server([str(python_peer(corpus_folder() / "peers", "ty")), "server"], work) as server:
        return _by_definition(server, work, places, snapshot, sites)


def _basedpyright(
    work: Path, places: Places, snapshot: Snapshot, sites: Sequence[Site]
) -> dict[Site, Answer]:
    program = python_peer(corpus_folder() / "peers", "basedpyright").with_name("basedpyright-langserver")
    with language_server([str(program), "--stdio"], work) as server:
        return _by_definition(server, work, places, snapshot, sites)


def _scip_python(work: Path, places: Places, snapshot: Snapshot, sites: Sequence[Site]) -> dict[Site, Answer]:
    program = node_peer(corpus_folder() / "peers", "@sourcegraph/scip-python", "scip-python")
    index = work / "index.scip"
    words = ["index", "--project-name", work.name, "--project-version", "1", "--output", str(index)]
    run([str(program), *words], work)
    uses: dict[tuple[str, int, int], list[str]] = defaultdict(list)
    definitions: dict[str, set[str]] = defaultdict(set)
    for occurrence in occurrences(index.read_bytes()):
        if occurrence.defines:
            definitions[occurrence.symbol] |= places.answer(
                occurrence.path, occurrence.line, occurrence.column
            )
        else:
            uses[occurrence.path, occurrence.line + 1, occurrence.column].append(occurrence.symbol)
    answers: dict[Site, Answer] = {}
    for site in sites:
        found: set[str] = set()
        for symbol in uses.get((site.path, site.line, site.column), ()):
            found |= definitions.get(symbol, {_OUTSIDE} if not symbol.startswith("local ") else set())
        answers[site] = frozenset(found - {_OUTSIDE}) or frozenset(found)
    return answers


_TOOLS: Mapping[str, Callable[[Path, Places, Snapshot, Sequence[Site]], dict[Site, Answer]]] = {
    "ty": _ty,
    "basedpyright": _basedpyright,
    "scip-python": _scip_python,
}


def table(answers: Mapping[str, Mapping[Site, Answer]], sites: Sequence[Site]) -> None:
    """How many calls each settles inside the corpus, and on how many of those that two settle they agree."""
    names = list(answers)
    print(f"{len(sites):,} calls of a name")
    print(f"{'':<14}{'inside':>8}   " + "".join(f"{name:>24}" for name in names))
    for one in names:
        cells = []
        for other in names:
            both = [site for site in sites if _inside(answers[one][site]) and _inside(answers[other][site])]
            same = sum(bool(answers[one][site] & answers[other][site]) for site in both)
            share = f"{same:,} of {len(both):,} ({100 * same / len(both):.1f}%)" if both else "none"
            cells.append("" if one == other else share)
        settled = sum(_inside(answers[one][site]) for site in sites)
        print(f"{one:<14}{settled:>8,}   " + "".join(f"{cell:>24}" for cell in cells))
    for name in names[1:]:
        alone = sum(_inside(answers[name][site]) and not answers["packlens"][site] for site in sites)
        wrong = sum(
            _inside(answers["packlens"][site]) and answers[name][site] == {_OUTSIDE} for site in sites
        )
        print(f"{name}: settles {alone:,} that Packlens leaves open; calls {wrong:,} of its targets outside")


def disagreements(
    answers: Mapping[str, Mapping[Site, Answer]],
    name: str,
    snapshot: Snapshot,
    count: int,
    chooser: random.Random,
) -> None:
    """Print calls on which a tool names a function or class and Packlens another, or none, or the other way round."""
    ours, theirs = answers["packlens"], answers[name]
    found = [
        site
        for site in ours
        if (ours[site] or _inside(theirs[site])) and theirs[site] and not ours[site] & theirs[site]
    ]
    print(f"\n{name}: {len(found):,} disagreements")
    for site in sorted(chooser.sample(found, min(count, len(found)))):
        line = snapshot.documents[site.path].text.split("\n")[site.line - 1].strip()
        print(f"{site.path}:{site.line}:{site.column} {site.name}   {line[:100]}")
        print(f"    {name}: {', '.join(sorted(theirs[site]))}")
        print(f"    packlens: {', '.join(sorted(ours[site])) or 'open'}")


def _inside(answer: Answer) -> bool:
    return bool(answer) and answer != {_OUTSIDE}


if __name__ == "__main__":
    raise SystemExit(main())
