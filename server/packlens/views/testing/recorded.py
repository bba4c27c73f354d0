"""What a run of the tests recorded: which lines of a file each test executed.

A recording says nothing about the texts it is of, so it is held against them: a file counts only where every recorded
line has code in the earlier or the later text of that file. One line more or less above moves a definition onto a blank
line or a comment somewhere, and the file does not fit any more. What does not fit, or was not measured, is unknown.

Functions alone are looked up. The lines of a module or class run when it is imported, once for all tests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import CALLABLE_KINDS, Symbol, path_of, qualname_of, symbol_id
from packlens.symbols.table import FileTable
from packlens.text.diff import Diff
from packlens.text.document import Document
from packlens.views.changed import table_of

_LINE_END = re.compile("\r\n|\r|\n")
_AROUND = frozenset({"setup", "teardown"})
_PHASES = _AROUND | {"run", "call"}


class Recording(Protocol):
    """A recording as the session reads it, file by file.

    name   the file it is in, as a person knows it
    tests  names of the tests that it knows, as it writes them, without parameters
    problem  why it cannot be used any farther; "" while it can
    """

    @property
    def name(self) -> str: ...

    @property
    def tests(self) -> frozenset[str]: ...

    @property
    def problem(self) -> str: ...

    def lines(self, path: str) -> Mapping[str, int] | None:
        """Context -> the lines of a file that ran in it: bit N for line N. `None` for a file not measured."""
        ...


class Seen(NamedTuple):
    """Who executed a function, by the names of the recording.

    tests    the tests that did
    setups   those of them that did it while they were set up or torn down: perhaps once for others too
    outside  it also ran outside of all tests, as when a module was imported
    """

    tests: frozenset[str]
    setups: frozenset[str]
    outside: bool


@dataclass(frozen=True, slots=True)
class _File:
    table: FileTable
    contexts: Mapping[str, int]


class Recorded:
    """A recording held against the texts of a question."""

    def __init__(self, recording: Recording, snapshot: Snapshot, diff: Diff | None = None) -> None:
        self.recording = recording
        self._snapshot = snapshot
        files = diff.files if diff is not None else ()
        self._changed = {file.path: file for file in files}
        self._now = {file.before: file.path for file in files if file.before is not None}
        self._files: dict[str, _File | None] = {}
        self.unfit: set[str] = set()

    def of(self, identifier: str) -> Seen | None:
        """Who executed a function, by its present or its earlier id; `None` where the recording cannot say."""
        path = path_of(identifier)
        if path in self._now:
            path = self._now[path]
            identifier = symbol_id(path, qualname_of(identifier))
        if path not in self._files:
            self._files[path] = self._read(path)
        file = self._files[path]
        symbol = file.table.by_id.get(identifier) if file is not None else None
        if file is None or symbol is None or symbol.kind not in CALLABLE_KINDS:
            return None
        body = _body(symbol)
        tests: set[str] = set()
        setups: set[str] = set()
        for context, lines in file.contexts.items():
            if lines & body:
                name, phase = split_context(context)
                tests.add(name)
                if phase in _AROUND:
                    setups.add(name)
        now = self._snapshot.symbol(identifier)
        wrapped_anew = now is not None and now.decorators != symbol.decorators
        return Seen(frozenset(tests - {""}), frozenset(setups), "" in tests or wrapped_anew)

    @property
    def told(self) -> str:
        """What the recording was good for, in a line."""
        name = self.recording.name
        if self.recording.problem:
            return self.recording.problem
        if self.unfit:
            first, *others = sorted(self.unfit)
            more = f" and {len(others)} more" if others else ""
            rest = f"it is of another text of {first}{more}, for which the graph answers"
            return f"tests are those that {name} says; {rest}"
        return f"tests are those that {name} says"

    def _read(self, path: str) -> _File | None:
        """A file in the first of its states that the recording fits: the earlier one, then the later one."""
        changed = self._changed.get(path)
        now = self._snapshot.documents.get(path)
        states: list[tuple[str, FileTable | None, Document | None]] = []
        if changed is not None and changed.old is not None and not changed.unread:
            states.append((changed.before or path, table_of(path, changed.old), changed.old))
        states.append((path, self._snapshot.table(path), now))
        for place, table, document in states:
            if table is None or document is None:
                continue
            contexts = self.recording.lines(place)
            if contexts is None:
                continue
            if _fits(contexts, document.text):
                return _File(table, contexts)
            self.unfit.add(path)
        return None


def split_context(context: str) -> tuple[str, str]:
    """(name of a test without its parameters, phase) of a context; `("", "")` for none."""
    name, _, phase = context.rpartition("|")
    if phase not in _PHASES:
        name, phase = context, ""
    return name.partition("[")[0], phase


def _body(symbol: Symbol) -> int:
    """The lines that run when a function is called."""
    lines = 0
    for first, last in symbol.spans:
        begin = min(max(first + 1, symbol.body_line), last)
        lines |= (1 << (last + 1)) - (1 << begin)
    return lines


def _fits(contexts: Mapping[str, int], text: str) -> bool:
    recorded = 0
    for lines in contexts.values():
        recorded |= lines
    code = 1  # coverage counts entries and exits of a module as line 0
    for number, line in enumerate(_LINE_END.split(text), 1):
        written = line.strip()
        if written and not written.startswith("#"):
            code |= 1 << number
    return recorded & ~code == 0
