"""What a text names outright: frames of a stack trace, lines of files, ids, dotted paths, or one symbol as a whole.

A person pastes what they have. A path in it may come from another machine, so it is matched from its end, by as many
folders as agree. What is named is no guess, and ranks above all that only shares words with the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import CALLABLE_KINDS, MODULE_QUALNAME, SymbolKind, path_of, qualname_of
from packlens.views.neighbours import is_test
from packlens.views.reexports import reexported
from packlens.views.targets import definition_at

# Scores of what is named; words alone score less than 2.
_FRAME, _FRAME_FARTHER = 3.0, 0.02
_LINE = 2.6
_ID = 2.4
_VALUE = 1.0  # one line, hardly what a text is about
_MOST_FRAMES = 40
_READ = 20_000  # characters, from the end: the innermost frames stand there
_MOST_NAMESAKES = 3
_MOST_WORDS = 4  # of a name that is written with blanks

_TRACE = re.compile(r'File "(?P<path>[^"\n]{1,500})", line (?P<line>\d{1,9})(?:, in (?P<name>[^\n]{1,200}))?')
_PLACE = re.compile(r"(?P<path>[\w@+~./\\-]{1,300}\.pyi?):(?P<line>\d{1,9})(?:: in (?P<name>\w{1,200}))?")
_ID_SPAN = re.compile(r"[\w./\\-]{1,300}\.pyi?::[\w.]{1,200}")
_WORDS = re.compile(rf"[^\W\d]\w{{0,99}}(?: \w{{1,100}}){{0,{_MOST_WORDS - 1}}}")
_DOTTED = re.compile(r"(?<![\w./\\])[^\W\d]\w{0,99}(?:\.[^\W\d]\w{0,99}){1,9}")

Modules = Mapping[str, Sequence[str]]
"""Dotted name of a module -> the files that answer to it."""


@dataclass(frozen=True, slots=True)
class Seed:
    """One symbol that the text names, and as what it stands there."""

    id: str
    score: float
    word: str


def seeds_of(snapshot: Snapshot, text: str) -> tuple[Seed, ...]:
    """The symbols that `text` names, each once, by its best reason; frames from the innermost outwards."""
    text = text[-_READ:]
    found: dict[str, Seed] = {}
    named = (
        *_frames(snapshot, text),
        *_lines(snapshot, text),
        *_names(snapshot, text),
        *_whole(snapshot, text),
    )
    for seed in named:
        found.setdefault(seed.id, seed)
    return tuple(found.values())


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
    modules: dict[str, list[str]] = {}
    for path in snapshot.paths():
        for module in snapshot.modules_of(path):
            modules.setdefault(module, []).append(path)
    return modules


def _modules(snapshot: Snapshot, identifier: str) -> tuple[str, ...]:
    return tuple(f".{module}" for module in snapshot.modules_of(path_of(identifier)))


def _frames(snapshot: Snapshot, text: str) -> Iterator[Seed]:
    by_name = _by_name(snapshot)
    frames = list(_TRACE.finditer(text)) or [match for match in _PLACE.finditer(text) if match["name"]]
    place = 0
    for match in reversed(frames[-_MOST_FRAMES:]):
        identifier = _at(snapshot, by_name, match)
        if identifier is not None:
            yield Seed(identifier, _FRAME - place * _FRAME_FARTHER, _shown(match["path"], match["line"]))
            place += 1


def _lines(snapshot: Snapshot, text: str) -> Iterator[Seed]:
    by_name = _by_name(snapshot)
    for match in _PLACE.finditer(text):
        identifier = _at(snapshot, by_name, match)
        if identifier is not None:
            yield Seed(identifier, _LINE, _shown(match["path"], match["line"]))


def _names(snapshot: Snapshot, text: str) -> Iterator[Seed]:
    for match in _ID_SPAN.finditer(text):
        if snapshot.symbol(match.group()) is not None:
            yield Seed(match.group(), _ID, match.group())
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
        for identifier in snapshot.named(name)
        if (it := snapshot.symbol(identifier)) and it.kind in CALLABLE_KINDS | {SymbolKind.CLASS}
    ]
    found = [each for each in found if not is_test(path_of(each))] or found
    for identifier in found if len(found) <= _MOST_NAMESAKES else ():
        yield Seed(identifier, _ID / len(found), line)


def _by_name(snapshot: Snapshot) -> Mapping[str, list[str]]:
    """File name -> the indexed files of that name."""
    names: dict[str, list[str]] = {}
    for path in snapshot.paths():
        names.setdefault(path.rpartition("/")[2], []).append(path)
    return names


def _at(snapshot: Snapshot, by_name: Mapping[str, Sequence[str]], match: re.Match[str]) -> str | None:
    """The definition at a place; where the text has moved since, the function of the frame's name nearest to it."""
    path = _known_path(by_name, match["path"].replace("\\", "/"))
    if path is None:
        return None
    line, name = int(match["line"]), match["name"]
    here = definition_at(snapshot, path, line)
    name = name.strip() if name else None
    if name is None or (here is not None and qualname_of(here).rpartition(".")[2] == name):
        return here
    called = [
        symbol
        for symbol in snapshot.symbols_in(path)
        if symbol.name == name.rpartition(".")[2] and symbol.kind is not SymbolKind.MODULE
    ]
    nearest = min(called, key=lambda symbol: (abs(symbol.start_line - line), symbol.start_line), default=None)
    return nearest.id if nearest is not None else here


def _known_path(by_name: Mapping[str, Sequence[str]], given: str) -> str | None:
    """The indexed file whose path agrees longest with the end of `given`; `None` where none or several do."""
    wanted = [part for part in given.split("/") if part not in ("", ".")]
    best: list[str] = []
    most = 0
    for path in by_name.get(wanted[-1], ()) if wanted else ():
        parts = path.split("/")
        shared = 0
        while shared < min(len(parts), len(wanted)) and parts[-1 - shared] == wanted[-1 - shared]:
            shared += 1
        if shared > most or (shared == most and len(parts) == shared):
            best, most = ([path] if shared > most or len(parts) == shared else [*best, path]), shared
        elif shared == most:
            best.append(path)
    is_telling = most > 1 or (wanted and wanted[-1] not in ("__init__.py", "__main__.py"))
    return best[0] if len(best) == 1 and is_telling else None


def _shown(path: str, line: str) -> str:
    return f"{path.replace(chr(92), '/').rpartition('/')[2]}:{line}"
