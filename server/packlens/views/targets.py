"""From what a person wrote to the symbols it stands for.

    pkg.mod.Class.method    dotted, from an import root or any unique suffix (`Flask.wsgi_app`)
    pkg.mod                 a module: its file
    path.py                 a file: its top-level definitions
    path.py:LINE            the innermost definition around a line
    path.py:LINE-LINE       the definition that holds the lines, or those the lines touch
    path.py::Class.method   an id

A name that is exactly right beats one that merely ends so, and what does not exist is an error with the
nearest names: the answer is never about another symbol. Paths are relative to the root; one that leaves it
is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import NoReturn

from packlens.base.counted import counted
from packlens.base.errors import AmbiguousError, NotFoundError, UsageError
from packlens.base.pattern import late_pattern
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import MODULE_QUALNAME, SymbolKind, path_of, qualname_of, symbol_id
from packlens.views.nearest import nearest
from packlens.views.redact import visible
from packlens.views.reexports import reexported

_LINES = late_pattern(r"(?P<path>.+):(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?")
_DRIVE = late_pattern(r"[A-Za-z]:[\\/]")
_FILE_NAME = late_pattern(
    r"[^.]*\.(?:pyi?|ipynb|md|rst|txt|toml|ya?ml|json|cfg|ini|[jt]sx?|mjs|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php"
    r"|swift|sh|sql|html?|css|lua)"
)
_SHOWN_CANDIDATES = 10


class TargetKind(StrEnum):
    """What a target is."""

    SYMBOL = "symbol"
    FILE = "file"
    QUERY = "query"
    DIFF = "diff"


@dataclass(frozen=True, slots=True)
class Target:
    """What one target stands for.

    text  as written
    ids   symbols, in source order; for a file its top-level definitions, or its module symbol if it has none
    path  the file, for a target that names one
    """

    kind: TargetKind
    text: str
    ids: tuple[str, ...]
    path: str | None = None


def resolve_target(snapshot: Snapshot, text: str) -> Target:
    """The symbols that `text` stands for.

    Raises `UsageError` for what can be no target, `NotFoundError` with up to five suggestions,
    `AmbiguousError` with the candidates.
    """
    if text in snapshot.documents:  # as it stands, blanks and backslashes too: a file may be called so
        return _of_file(snapshot, text, text)
    asked = text.strip()
    _refuse_malformed(asked, text)
    if snapshot.symbol(asked) is not None:
        return _of_symbol(snapshot, text, asked)
    posix = asked.replace("\\", "/")
    if posix.startswith("./"):
        posix = posix[2:]
    if posix in snapshot.documents:
        return _of_file(snapshot, text, posix)
    path, separator, qualname = posix.partition("::")
    if separator:
        return _of_id(snapshot, text, path, qualname)
    lines = _LINES.fullmatch(posix)
    if lines:
        return _of_lines(snapshot, text, lines)
    if "/" in posix or _FILE_NAME.fullmatch(posix.lower()):
        return _of_dotted(snapshot, text, asked, named_file=posix)
    return _of_dotted(snapshot, text, asked, named_file=None)


def definition_at(snapshot: Snapshot, path: str, line: int) -> str | None:
    """The id of the innermost definition around `line` of `path`; `None` outside every definition."""
    found: str | None = None
    for symbol in snapshot.symbols_in(path):
        if symbol.kind is not SymbolKind.MODULE and any(
            first <= line <= last for first, last in symbol.spans
        ):
            found = symbol.id  # source order: an inner symbol comes after the one around it
    return found


def _refuse_malformed(asked: str, text: str) -> None:
    if not asked:
        raise UsageError("target '': nothing named; give a symbol, a file or an id")
    if "\0" in asked:
        raise UsageError(f"target {visible(text)!r}: holds a NUL character; give a symbol, a file or an id")
    path = asked.partition("::")[0].replace("\\", "/")
    if path.startswith("/") or _DRIVE.match(asked):
        raise UsageError(f"target {visible(text)!r}: an absolute path; give it relative to the root")
    if asked.startswith("::") or asked.endswith("::"):
        raise UsageError(f"target {visible(text)!r}: half an id; give both parts, as path.py::Class.method")
    if ".." in PurePosixPath(path).parts:
        raise UsageError(f"target {visible(text)!r}: leads out of the root; give a path inside it")


def _of_symbol(snapshot: Snapshot, text: str, identifier: str) -> Target:
    if qualname_of(identifier) == MODULE_QUALNAME:
        return _of_file(snapshot, text, path_of(identifier))
    return Target(TargetKind.SYMBOL, text, (identifier,))


def _of_file(snapshot: Snapshot, text: str, path: str) -> Target:
    module = symbol_id(path, MODULE_QUALNAME)
    return Target(TargetKind.FILE, text, snapshot.children(module) or (module,), path)


def _of_id(snapshot: Snapshot, text: str, path: str, qualname: str) -> Target:
    if path not in snapshot.documents:
        _no_such_file(snapshot, text, path)
    identifier = symbol_id(path, qualname)
    if snapshot.symbol(identifier) is None:
        _not_found(
            text,
            f"no such symbol in {visible(path)}",
            nearest(qualname, [symbol.id for symbol in snapshot.symbols_in(path)]),
        )
    return _of_symbol(snapshot, text, identifier)


def _of_lines(snapshot: Snapshot, text: str, match: re.Match[str]) -> Target:
    path, first = match["path"], int(match["first"])
    last = int(match["last"] or first)
    if path not in snapshot.documents:
        _no_such_file(snapshot, text, path)
    total = len(snapshot.documents[path].lines)
    if first < 1 or last < first:
        raise UsageError(f"target {visible(text)!r}: lines count from 1 and the first comes first")
    if first > total:
        _not_found(text, f"{visible(path)} has {counted(total, 'line')}", (), "give one of them")
    ids = _touched(snapshot, path, first, last)
    if not ids:
        by_distance = sorted(
            (min(abs(symbol.start_line - last), abs(symbol.end_line - first)), symbol.start_line, symbol.id)
            for symbol in snapshot.symbols_in(path)
            if symbol.kind is not SymbolKind.MODULE
        )
        where = f"line {first}" if first == last else f"lines {first}-{last}"
        _not_found(text, f"no definition at {where}", [identifier for *_, identifier in by_distance[:5]])
    return Target(TargetKind.SYMBOL, text, ids, path)


def _touched(snapshot: Snapshot, path: str, first: int, last: int) -> tuple[str, ...]:
    """The innermost definition that holds the lines; where parts of it are touched, those parts."""
    around = symbol_id(path, MODULE_QUALNAME)
    while True:
        parts: list[str] = []
        for identifier in snapshot.children(around):
            symbol = snapshot.symbol(identifier)
            assert symbol is not None
            if not symbol.name.startswith("<") and any(
                start <= last and first <= end for start, end in symbol.spans
            ):
                parts.append(identifier)
        if len(parts) == 1 and _holds(snapshot, parts[0], first, last):
            around = parts[0]
        elif len(parts) > 1 or _is_module(around):
            return tuple(parts)
        else:
            return (around,)


def _holds(snapshot: Snapshot, identifier: str, first: int, last: int) -> bool:
    symbol = snapshot.symbol(identifier)
    return symbol is not None and any(start <= first and last <= end for start, end in symbol.spans)


def _of_dotted(snapshot: Snapshot, text: str, asked: str, *, named_file: str | None) -> Target:
    name = asked.rpartition(".")[2].partition("#")[0]
    symbols = [identifier for identifier in snapshot.named(name) if not _is_module(identifier)]
    modules = [(path, names) for path in snapshot.paths() if (names := snapshot.modules_of(path))]
    dotted = dict(modules)
    rules = (
        [i for i in symbols if any(f"{m}.{qualname_of(i)}" == asked for m in dotted.get(path_of(i), ()))]
        + [symbol_id(path, MODULE_QUALNAME) for path, names in modules if asked in names],
        [i for i in symbols if qualname_of(i) == asked],
        reexported(snapshot, asked, modules),
        [
            i
            for i in symbols
            if any(f"{m}.{qualname_of(i)}".endswith(f".{asked}") for m in dotted.get(path_of(i), ("",)))
        ]
        + [
            symbol_id(path, MODULE_QUALNAME)
            for path, names in modules
            if any(module.endswith(f".{asked}") for module in names)
        ],
    )
    for found in rules:
        ids = _without_stubs(found)
        if len(ids) == 1:
            return _of_symbol(snapshot, text, ids[0])
        if ids:
            _ambiguous(text, ids)
    if named_file is not None:
        _no_such_file(snapshot, text, named_file)
    _not_found(text, "no such symbol", nearest(asked, (symbol.id for symbol in snapshot.symbols())))


def _is_module(identifier: str) -> bool:
    return qualname_of(identifier) == MODULE_QUALNAME


def _without_stubs(ids: Iterable[str]) -> tuple[str, ...]:
    """`ids` once each, sorted; a stub's symbol gives way to the same symbol of the file beside it."""
    unique = sorted(set(ids))
    return tuple(
        identifier
        for identifier in unique
        if not (
            path_of(identifier).endswith(".pyi")
            and symbol_id(path_of(identifier)[:-1], qualname_of(identifier)) in unique
        )
    )


def _no_such_file(snapshot: Snapshot, text: str, path: str) -> NoReturn:
    file, colon, name = path.partition(".py:")
    if colon and not name.startswith(":"):
        _not_found(text, "a symbol of a file stands after two colons", (symbol_id(f"{file}.py", name),))
    if path.lower().endswith((".py", ".pyi")) or "." not in PurePosixPath(path).name:
        wrong = f"{visible(path)} is not among the indexed files"
    else:
        wrong = f"{visible(path)} is not indexed: only Python files are"
    _not_found(text, wrong, nearest(path, snapshot.paths()))


def _not_found(
    text: str,
    wrong: str,
    suggestions: Sequence[str],
    otherwise: str = "give a symbol, a file or a line of one (path.py:LINE)",
) -> NoReturn:
    names = ", ".join(visible(name) for name in suggestions)
    hint = f"did you mean {names}?" if names else otherwise
    raise NotFoundError(f"target {visible(text)!r}: {wrong}; {hint}", asked=text, suggestions=suggestions)


def _ambiguous(text: str, ids: Sequence[str]) -> NoReturn:
    shown = ", ".join(visible(identifier) for identifier in ids[:_SHOWN_CANDIDATES])
    more = f" and {len(ids) - _SHOWN_CANDIDATES} more" if len(ids) > _SHOWN_CANDIDATES else ""
    raise AmbiguousError(
        f"target {visible(text)!r}: names {len(ids)} symbols; give one of {shown}{more}",
        asked=text,
        candidates=ids,
    )
