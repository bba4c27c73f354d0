"""Questions about the users of something: who calls it, what breaks when it changes.

They are answered from the graph: what uses the symbol that the question names comes first, then the symbol itself. So
much rests on it that a question must say so in one of a few phrases, and name the symbol where the phrase wants it
(`who calls send`). What is written as code is meant as a name wherever else it stands (`what breaks if the result of
parse_args changes`); a plain word elsewhere is a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Edge, EdgeKind
from packlens.symbols.symbol import MODULE_QUALNAME, path_of, qualname_of
from packlens.views.pack.model import Via
from packlens.views.pack.neighbours import is_test
from packlens.views.relevance.seeds import LONGEST_QUESTION, modules_by_name, symbols_called

_MOST_NAMESAKES, _MOST_OF_CODE = 3, 8  # of a plain word, and of what is written as code

_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_KIND = (
    r"(?:functions?|methods?|class(?:es)?|attributes?|property|constants?|variables?|fixtures?|decorators?"
    r"|modules?)"
)
_OBJECT = rf"(?:(?:the|a|an|this|that|our|my)\s+)?(?:{_KIND}\s+)?[`'\"]?(?P<name>{_NAME})(?:\(\))?[`'\"]?"
# What may stand behind a plain word that is a name and not the first of two words.
_END = rf"(?=\s*(?:$|[?.!,;:)])|\s+(?:{_KIND}|in|inside|within|from|on|and|or|now|here|anywhere|directly)\b)"
_CHANGED = r"(?:chang|renam|remov|delet|mov|edit|replac|break|touch)\w*"
_PART = r"(?:(?:the|a)\s+\w+(?:\s+\w+)?\s+(?:of|to)\s+)?"  # the return type of, a change to
_VERBS = (
    r"(?:calls?|uses?|using|invokes?|references?|imports?|needs?(?!\s+to\b)|depends?\s+on|relies\s+on|rely\s+on"
    r"|overrides?|extends?)"
)
_USED = r"(?:called|used|invoked|referenced|imported|overridden)"
_WHO = (
    r"\b(?:who|what(?:\s+\w+)?|which\s+\w+(?:\s+(?!to\b)\w+)?)\s+(?:else\s+|all\s+|also\s+|directly\s+)?"
    rf"{_VERBS}"
)
_OF = r"\b(?:callers?|users?|usages?|uses|call\s+sites?|references|dependents?)\s+(?:of|to)"
_AFFECTED = r"\b(?:breaks?|affected|impact(?:ed)?)"
_PHRASES = tuple(
    re.compile(phrase, re.IGNORECASE)
    for phrase in (
        rf"{_WHO}\s+{_OBJECT}{_END}",
        rf"{_OF}\s+{_OBJECT}{_END}",
        rf"\bwhere\s+(?:is|are|does|do)\s+{_OBJECT}\s+(?:\w+\s+)?{_USED}\b",
        rf"{_AFFECTED}\s+(?:by|of)\s+(?:{_CHANGED}\s+)?{_PART}{_OBJECT}{_END}",
        rf"{_AFFECTED}\s+(?:if|when)\s+(?:\w+\s+)?{_CHANGED}\s+{_PART}{_OBJECT}{_END}",
        rf"{_AFFECTED}\s+(?:if|when)\s+{_PART}{_OBJECT}\s+(?:is\s+|gets\s+)?{_CHANGED}",
    )
)
# Questions with anything between their words: enough for what is written as code.
_LOOSE = re.compile(
    rf"{_WHO}\b|\bwhere\s+(?:is|are|does|do)\b.{{1,120}}?\b{_USED}\b"
    rf"|(?:{_AFFECTED}|\bhappens)\b.{{0,20}}?\b(?:if|when)\b.{{0,60}}?\b{_CHANGED}",
    re.IGNORECASE | re.DOTALL,
)
_CODE = re.compile(
    rf"`(?P<quoted>{_NAME})(?:\(\))?`|(?P<written>\w+(?:[._]\w+)+|_\w+|[a-z]+[A-Z]\w*|[A-Z]+[a-z]+[A-Z]\w*|\w+(?=\(\)))"
)
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
    """What a question asks the users of, and who they are: id -> the edges to it, the surest first and tests last."""

    of: tuple[str, ...]
    users: dict[str, tuple[Via, ...]]


def users_asked(snapshot: Snapshot, text: str) -> Users | None:
    """The answer to a question about users; `None` for any other text, and where it names nothing that exists."""
    if len(text) > LONGEST_QUESTION:
        return None
    of = tuple(dict.fromkeys(_named(snapshot, text)))
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
        edges.items(),
        key=lambda pair: (is_test(path_of(pair[0])), -max(e.confidence for e in pair[1]), pair[0]),
    )
    return Users(of, {source: tuple(_via(found)) for source, found in surest})


def _named(snapshot: Snapshot, text: str) -> Iterator[str]:
    """The symbols whose users are asked for: names that are written as code, else those where a phrase wants one."""
    code, plain = tuple(_written_as_code(text)), tuple(_in_phrases(text))
    modules = modules_by_name(snapshot) if code or plain else {}
    for names, most in ((code, _MOST_OF_CODE), (plain, _MOST_NAMESAKES)):
        found = [ids for name in names if 0 < len(ids := symbols_called(snapshot, name, modules)) <= most]
        if found:
            for ids in found:
                yield from ids
            return


def _written_as_code(text: str) -> Iterator[str]:
    if _LOOSE.search(text) is not None:
        for match in _CODE.finditer(text):
            yield match["quoted"] or match["written"]


def _in_phrases(text: str) -> Iterator[str]:
    for phrase in _PHRASES:
        for match in phrase.finditer(text):
            yield match["name"]


def _via(edges: list[Edge]) -> Iterator[Via]:
    best: dict[tuple[str, EdgeKind], Edge] = {}
    for edge in edges:
        known = best.get((edge.target, edge.kind))
        if known is None or (-edge.confidence, edge.line) < (-known.confidence, known.line):
            best[edge.target, edge.kind] = edge
    for _, edge in sorted(best.items()):
        yield Via(edge.kind, edge.target, edge.confidence, edge.resolver, edge.through, edge.line)
