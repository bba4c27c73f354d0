"""Messages that a person pastes, and that stand in constants: `UNAVAILABLE = "The session is not available ..."`.

Constants are no units, so words alone do not find them. Of the modules that a text's words are most like, the
literals of the variables are looked at; one of which a part between its holes (`%s`, `{name}`) stands word for word in
the text is what the text shows. Who uses it raised it, logged it or printed it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import dedent

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import CALLABLE_KINDS, path_of
from packlens.views.pack.neighbours import is_test
from packlens.views.relevance.keys import variables_in

_LEAST_WORDS = 4
_MOST = 3
_MOST_USERS = 5
_SHOWN = 60
_BREAK = re.compile(r"%(?:\(\w+\))?[#0 +-]{0,3}[\d.]{0,5}[a-zA-Z%]|\{[^{}]*\}|(?<=[.!?])\s+|\n\s*\n")
_ENDS = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True, slots=True)
class Message:
    """One message: the constant that holds it, those who use the constant, and the words of it that the text has."""

    id: str
    users: tuple[str, ...]
    words: str


def messages_in(snapshot: Snapshot, text: str, modules: Iterable[str]) -> tuple[Message, ...]:
    """The messages of `text` in constants of the modules with these ids: the longest first, three at most."""
    written = _plain(text)
    found: dict[str, str] = {}
    if written.count(" ") >= _LEAST_WORDS - 1:
        for variable, source in variables_in(snapshot, modules):
            part = _shared(source, written)
            if part:
                found[variable] = part
    longest = sorted(found.items(), key=lambda pair: (is_test(path_of(pair[0])), -len(pair[1]), pair[0]))
    return tuple(
        Message(identifier, _users(snapshot, identifier), part[:_SHOWN])
        for identifier, part in longest[:_MOST]
    )


def _shared(source: str, written: str) -> str:
    """The longest part of a literal of a variable that stands in `written`; "" where none does."""
    parts = {part for part in _parts(source) if part in written}
    return max(parts, key=lambda part: (len(part), part), default="")


def _parts(source: str) -> Iterator[str]:
    """The sentences of the literals of a statement, without their holes, as far as they say something."""
    try:
        tree = ast.parse(dedent(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for part in map(_plain, _BREAK.split(node.value)):
                if part.count(" ") >= _LEAST_WORDS - 1:
                    yield part


def _users(snapshot: Snapshot, identifier: str) -> tuple[str, ...]:
    """The functions that use a constant, tests only where nothing else does."""
    users = sorted(
        {
            edge.source
            for edge in snapshot.incoming(identifier)
            if (user := snapshot.symbol(edge.source)) is not None and user.kind in CALLABLE_KINDS
        }
    )
    return tuple([each for each in users if not is_test(path_of(each))] or users)[:_MOST_USERS]


def _plain(text: str) -> str:
    """`text` as it is compared: blanks as one, in small letters, without marks at its ends."""
    return _ENDS.sub("", " ".join(text.split()).casefold())
