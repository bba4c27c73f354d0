"""What a text names outright: frames of a stack trace, lines of files, ids, dotted paths, messages in constants, what a
question is about, or one symbol as a whole.

A person pastes what they have (`places_named`). What is named is no guess, and ranks above all that only shares words
with the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from weakref import WeakKeyDictionary

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import (
    CALLABLE_KINDS,
    MODULE_QUALNAME,
    SymbolKind,
    path_of,
    qualname_of,
    symbol_id,
)
from packlens.views.pack.neighbours import is_test
from packlens.views.reexports import reexported
from packlens.views.relevance.keys import tables_with
from packlens.views.relevance.messages import messages_in
from packlens.views.relevance.places_named import Paths, Place, frames_in, places_in
from packlens.views.targets import definition_at

# Scores of what is named; words alone score less than 2.
_FRAME, _FRAME_FARTHER = 3.0, 0.02
_LINE = 2.6
_ID = 2.4
_MESSAGE, _SAID_BY = 2.3, 2.2
_ASKED = 2.0
_VALUE = 1.0  # one line, hardly what a text is about
_MOST_FRAMES = 40
_READ = 20_000  # characters, from the end: the innermost frames stand there
_MOST_NAMESAKES = 3
LONGEST_QUESTION = 400  # characters: a longer text is a task
_MOST_WORDS = 4  # of a name that is written with blanks

_ID_SPAN = re.compile(
    r"(?P<path>[\w./\\-]{1,300}\.pyi?)::(?P<name>\w{1,200}(?:(?:\.|::)\w{1,200}){0,9}(?:#\d{1,4})?)"
)
_WORDS = re.compile(rf"[^\W\d]\w{{0,99}}(?: \w{{1,100}}){{0,{_MOST_WORDS - 1}}}")
_DOTTED = re.compile(r"(?<![\w./\\])[^\W\d]\w{0,99}(?:\.[^\W\d]\w{0,99}){1,9}")

_QUESTION = re.compile(
    r"\s*(?:how|what|where|why|when|which|who|does|is|are|can|explain)\b",
    re.IGNORECASE,
)
_AS_CODE = re.compile(
    r"(?<![\w./\\-])(?P<name>[^\W\d_]+_\w+|_\w+|[a-z]+[A-Z]\w*|[A-Z]+[a-z0-9]+[A-Z]\w*|\w+(?=\(\)))(?![\w/-]|\.\w)"
)

Modules = Mapping[str, Sequence[str]]
"""Dotted name of a module -> the files that answer to it."""

_known_modules: WeakKeyDictionary[Snapshot, Modules] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Seed:
    """One symbol that the text names, and as what it stands there."""

    id: str
    score: float
    word: str


def seeds_of(snapshot: Snapshot, text: str) -> tuple[Seed, ...]:
    """The symbols that `text` names, each once, by its best reason; frames from the innermost outwards."""
    text = text[-_READ:]
    paths = Paths(snapshot)
    found: dict[str, Seed] = {}
    named = (
        *_frames(snapshot, paths, text),
        *_lines(snapshot, paths, text),
        *_names(snapshot, paths, text),
        *_whole(snapshot, text),
        *_asked(snapshot, text),
    )
    for seed in named:
        found.setdefault(seed.id, seed)
    return tuple(found.values())


def seeds_of_values(
    snapshot: Snapshot, text: str, modules: Sequence[str], classes: Sequence[str]
) -> Iterator[Seed]:
    """The constants of `modules` whose message stands in `text`, and who uses them; and the variables of them and of
    `classes` in which a setting of `text` is a key."""
    text = text[-_READ:]
    for table, setting in tables_with(snapshot, text, (*modules, *classes)):
        yield Seed(table, _VALUE, setting)
    for message in messages_in(snapshot, text, modules):
        yield Seed(message.id, _MESSAGE, message.words)
        for user in message.users:
            yield Seed(user, _SAID_BY, message.words)


def symbols_called(snapshot: Snapshot, name: str, modules: Modules) -> tuple[str, ...]:
    """Ids of the symbols that a name means: qualified names that end so, with or without their module; else what is
    behind the import of `package.name`."""
    last = name.rpartition(".")[2]
    found = [
        identifier
        for identifier in snapshot.named(last)
        if f".{qualname_of(identifier)}".endswith(f".{name}")
        or any(
            f"{module}.{qualname_of(identifier)}".endswith(name) for module in _modules(snapshot, identifier)
        )
    ]
    if not found:
        prefixes = accumulate(name.split("."), "{}.{}".format)
        around = [(path, (prefix,)) for prefix in prefixes for path in modules.get(prefix, ())]
        found = reexported(snapshot, name, around)
    return tuple(dict.fromkeys(each for each in found if qualname_of(each) != MODULE_QUALNAME))


def modules_by_name(snapshot: Snapshot) -> Modules:
    """The indexed files by the dotted names of their modules."""
    known = _known_modules.get(snapshot)
    if known is not None:
        return known
    modules: dict[str, list[str]] = {}
    for path in snapshot.paths():
        for module in snapshot.modules_of(path):
            modules.setdefault(module, []).append(path)
    _known_modules[snapshot] = modules
    return modules


def _modules(snapshot: Snapshot, identifier: str) -> tuple[str, ...]:
    return tuple(f".{module}" for module in snapshot.modules_of(path_of(identifier)))


def _frames(snapshot: Snapshot, paths: Paths, text: str) -> Iterator[Seed]:
    number = 0
    for place in reversed(frames_in(text)[-_MOST_FRAMES:]):
        identifier = _at(snapshot, paths, place)
        if identifier is not None:
            yield Seed(identifier, _FRAME - number * _FRAME_FARTHER, place.shown)
            number += 1


def _lines(snapshot: Snapshot, paths: Paths, text: str) -> Iterator[Seed]:
    for place in places_in(text):
        identifier = _at(snapshot, paths, place)
        if identifier is not None:
            yield Seed(identifier, _LINE, place.shown)


def _names(snapshot: Snapshot, paths: Paths, text: str) -> Iterator[Seed]:
    for match in _ID_SPAN.finditer(text):
        known = paths.known(match["path"].replace("\\", "/"))
        written, qualname = match.group(), match["name"].replace("::", ".")
        for identifier in (written, *((symbol_id(known[0], qualname),) if known else ())):
            if snapshot.symbol(identifier) is not None:
                yield Seed(identifier, _ID, written)
                break
    names = dict.fromkeys(match.group() for match in _DOTTED.finditer(text))
    modules = modules_by_name(snapshot) if names else {}
    for name in names:
        found = symbols_called(snapshot, name, modules)
        for identifier in found if len(found) <= _MOST_NAMESAKES else ():
            symbol = snapshot.symbol(identifier)
            is_value = symbol is not None and symbol.kind not in CALLABLE_KINDS | {SymbolKind.CLASS}
            yield Seed(identifier, _VALUE if is_value else _ID / len(found), name)


def _whole(snapshot: Snapshot, text: str) -> Iterator[Seed]:
    """The functions and classes whose name is the whole text, as it is or with blanks for `_`; tests only alone."""
    line = " ".join(text.split())
    if _WORDS.fullmatch(line) is None:
        return
    found = [
        identifier
        for name in dict.fromkeys((line.replace(" ", "_"), line.replace(" ", "_").lower()))
        for identifier in _called(snapshot, name)
    ]
    found = [each for each in found if not is_test(path_of(each))] or found
    for identifier in found if len(found) <= _MOST_NAMESAKES else ():
        yield Seed(identifier, _ID / len(found), line)


def _asked(snapshot: Snapshot, text: str) -> Iterator[Seed]:
    """What a question names and writes as code: `how does url_for build the host`. A task that names a function is
    more often about what is around it."""
    if len(text) > LONGEST_QUESTION or _QUESTION.match(text) is None:
        return
    for name in dict.fromkeys(match["name"] for match in _AS_CODE.finditer(text)):
        found = [each for each in _called(snapshot, name) if not is_test(path_of(each))]
        found = [each for each in found if "." not in qualname_of(each)] or found
        for identifier in found if len(found) <= _MOST_NAMESAKES else ():
            yield Seed(identifier, _ASKED, name)


def _called(snapshot: Snapshot, name: str) -> Iterator[str]:
    """The functions and classes of a simple name."""
    for identifier in snapshot.named(name):
        symbol = snapshot.symbol(identifier)
        if symbol is not None and symbol.kind in CALLABLE_KINDS | {SymbolKind.CLASS}:
            yield identifier


def _at(snapshot: Snapshot, paths: Paths, place: Place) -> str | None:
    """The definition at a place; where the text has moved since, the function of the frame's name nearest to it.

    A file of which only the name agrees, and which has no function of the frame's name, is another one.
    """
    known = paths.known(place.path)
    if known is None:
        return None
    path, agreeing = known
    here = definition_at(snapshot, path, place.line)
    name = place.name.rpartition(".")[2]
    if not name or name.startswith("<") or (here and qualname_of(here).rpartition(".")[2] == name):
        return here
    called = [
        symbol
        for symbol in snapshot.symbols_in(path)
        if symbol.name == name and symbol.kind is not SymbolKind.MODULE
    ]
    nearest = min(
        called, key=lambda symbol: (abs(symbol.start_line - place.line), symbol.start_line), default=None
    )
    if nearest is not None:
        return nearest.id
    return here if agreeing > 1 or "/" not in place.path else None
