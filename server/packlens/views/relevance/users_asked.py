"""Questions about the users of something: who calls it, what breaks when it changes.

They are answered from the graph: what uses the symbol that the question names comes first, then the symbol itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Edge, EdgeKind
from packlens.symbols.symbol import MODULE_QUALNAME, qualname_of
from packlens.views.model import Via
from packlens.views.relevance.question_words import QuestionWords
from packlens.views.relevance.seeds import modules_by_name, symbols_called

_LONGEST = 400  # characters: a longer text is a task that mentions users, not a question about them
_MOST_NAMESAKES, _MOST_OF_CODE = 3, 8  # of a plain word, and of what is written as code
_VERBS = (
    r"(?:calls?|uses?|using|invokes?|references?|imports?|needs?|depends?\s+on|relies\s+on|rely\s+on|overrides?"
    r"|extends?)"
)
_USERS = re.compile(
    rf"\b(?:who|what|which\s+\w+(?:\s+\w+)?)\s+(?:else\s+|all\s+|also\s+|directly\s+)?{_VERBS}\b"
    r"|\b(?:callers?|users?|usages?|uses|call\s+sites?|references|dependents?)\s+(?:of|to)\b"
    r"|\bwhere\s+(?:is|are|does)\b.{1,120}?\b(?:called|used|invoked|referenced|imported|overridden)\b"
    r"|\b(?:breaks?|affected|impact(?:ed)?)\b.{0,20}?\b(?:by|of)\b"
    r"|\b(?:breaks?|affected|impacted|happens)\b.{0,20}?\b(?:if|when)\b.{0,60}?"
    r"\b(?:chang|renam|remov|delet|mov|edit|replac|break|touch)\w*",
    re.IGNORECASE | re.DOTALL,
)
_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_FOLLOWED = frozenset(
    {
        EdgeKind.CALLS,
        EdgeKind.REFERENCES,
        EdgeKind.EXTENDS,
        EdgeKind.OVERRIDES,
        EdgeKind.DECORATES,
        EdgeKind.TESTS,
    }
)


@dataclass(frozen=True, slots=True)
class Users:
    """What a question asks the users of, and who they are: id -> the edges to it, the surest first."""

    of: tuple[str, ...]
    users: dict[str, tuple[Via, ...]]


def users_asked(snapshot: Snapshot, text: str, asked: QuestionWords) -> Users | None:
    """The answer to a question about users; `None` for any other text, and where it names nothing that exists."""
    if len(text) > _LONGEST or _USERS.search(text) is None:
        return None
    of = tuple(dict.fromkeys(_named(snapshot, text, asked)))
    if not of:
        return None
    edges: dict[str, list[Edge]] = {}
    for identifier in of:
        for edge in snapshot.incoming(identifier):
            if (
                edge.kind in _FOLLOWED
                and qualname_of(edge.source) != MODULE_QUALNAME
                and edge.source not in of
            ):
                edges.setdefault(edge.source, []).append(edge)
    surest = sorted(
        edges.items(), key=lambda pair: (-max(e.confidence for e in pair[1]), _is_test(pair[0]), pair[0])
    )
    return Users(of, {source: tuple(_via(found)) for source, found in surest})


def _named(snapshot: Snapshot, text: str, asked: QuestionWords) -> Iterator[str]:
    """The symbols whose users are asked for: names that are written as code, else the last word that is a name."""
    names = [match.group() for match in _NAME.finditer(text)]
    modules = modules_by_name(snapshot)
    written = [name for name in names if "." in name or name in asked.names]
    found = [
        ids for name in written if 0 < len(ids := symbols_called(snapshot, name, modules)) <= _MOST_OF_CODE
    ]
    if not found:
        found = [
            ids
            for name in reversed(names)
            if 0 < len(ids := symbols_called(snapshot, name, modules)) <= _MOST_NAMESAKES
        ][:1]
    for ids in found:
        yield from ids


def _via(edges: list[Edge]) -> Iterator[Via]:
    best: dict[tuple[str, EdgeKind], Edge] = {}
    for edge in edges:
        known = best.get((edge.target, edge.kind))
        if known is None or (-edge.confidence, edge.line) < (-known.confidence, known.line):
            best[edge.target, edge.kind] = edge
    for _, edge in sorted(best.items()):
        yield Via(edge.kind, edge.target, edge.confidence, edge.resolver, edge.through, edge.line)


def _is_test(identifier: str) -> bool:
    *folders, name = identifier.partition("::")[0].split("/")
    return name.startswith("test_") or name.endswith("_test.py") or "tests" in folders or "test" in folders
