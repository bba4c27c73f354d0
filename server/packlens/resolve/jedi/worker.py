"""A process that asks Jedi, one unit at a time, about the texts it was given.

Reads `wire` questions from standard input and writes answers to standard output, until its input ends. Each unit gets
a fresh `Script`, its sites in source order, since what Jedi answers may depend on what the same script was asked
before. Whatever Jedi raises costs the one site. A site that takes too much processor time or memory ends the process:
nothing else ends a computation of Jedi's in good order. What can wait gives way before its next site, or the next file
that is parsed for it, and is asked again from its beginning.
"""

from __future__ import annotations

import gc
import os
import queue
import signal
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import jedi

from packlens.base.deep import deep_recursion, run_deep
from packlens.base.memory import resident_bytes
from packlens.resolve.jedi.overlay import (
    GivesWayError,
    Overlay,
    Parsing,
    Trail,
    check,
    definitions_at,
)
from packlens.resolve.jedi.places import Places, is_inside
from packlens.resolve.jedi.wire import (
    Answered,
    Ask,
    Definition,
    Done,
    Full,
    GivenUp,
    GiveWay,
    Late,
    Ready,
    Setup,
    Texts,
    questions,
    read,
    write,
)

_NICER = 10
_LOOK_SECONDS = 0.1
_COLLECT_EVERY = 50_000  # Jedi's values are full of cycles that live for one unit
_KINDS = ("function", "class", "property", "instance")


class Worker:
    """The answering side."""

    def __init__(self, setup: Setup, output: BinaryIO) -> None:
        self._output = output
        self._places = Places(setup.root, setup.hints)
        self._overlay = Overlay(self._places, setup.cache)
        self._watch = _Watch(setup, self._overlay.parsing, self._say_late, self._say_full)
        self._at = (0, 0)
        self._environment = jedi.InterpreterEnvironment()
        own = [folder for folder in sys.path if folder]
        self._outside = own if setup.outside is None else [*_standard_library(), *setup.outside]

    def take(self, texts: Texts) -> None:
        """Texts have changed."""
        self._places.change(texts.changed)
        for path, text in texts.changed.items():
            if text is None:
                self._overlay.forget(path)

    def answer(self, ask: Ask, gives_way: Callable[[], bool]) -> None:
        """Write the answers of one unit, unless it `gives_way` before its end."""
        self._overlay.gives_way = gives_way
        try:
            self._answer(ask)
        except GivesWayError:
            write(self._output, GivenUp(ask.unit))

    def _answer(self, ask: Ask) -> None:
        trail = self._overlay.trail = Trail()
        trail.loaded.add(ask.path)
        script = self._script(ask.path)
        for number, line, column in ask.sites:
            self._overlay.give_way()
            self._at = (ask.unit, number)
            with self._watch:
                found = tuple(self._definitions(script, line, column)) if script is not None else ()
            write(self._output, Answered(ask.unit, number, found))
        write(
            self._output,
            Done(ask.unit, tuple(sorted(trail.loaded)), tuple(sorted(trail.sought)), resident_bytes()),
        )

    def _say_late(self) -> None:
        trail = self._overlay.trail
        write(self._output, Late(*self._at, tuple(trail.loaded), tuple(trail.sought)))

    def _say_full(self) -> None:
        trail = self._overlay.trail
        write(self._output, Full(self._at[0], tuple(trail.loaded), tuple(trail.sought)))

    def _script(self, path: str) -> Any:
        places = self._places
        project = jedi.Project(
            places.root, sys_path=[*places.import_path(path), *self._outside], smart_sys_path=False
        )
        text = places.texts.get(path)
        if text is None:
            return None
        try:
            return jedi.Script(
                text, path=places.absolute(path), project=project, environment=self._environment
            )
        except Exception:
            return None

    def _definitions(self, script: Any, line: int, column: int) -> list[Definition]:
        found: dict[Definition, None] = {}
        try:
            for name in definitions_at(script, line, column):
                definition = self._definition(name)
                if definition is not None:
                    found[definition] = None
        except Exception:
            return []
        return list(found)

    def _definition(self, name: Any) -> Definition | None:
        kind = str(name.type)
        if kind not in _KINDS:
            return None
        place = name.module_path
        path = self._places.relative(place) if place is not None and self._places.holds(place) else None
        if not path:
            return Definition(kind, "", 0, 0, str(name.name))
        return Definition(kind, path, name.line or 0, name.column or 0, str(name.name))


class _Inbox:
    """Questions in the order of their coming, read in a thread of its own while others are answered.

    The end of them ends the process, in the midst of a computation too: nobody is left to hear what comes of it.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._waiting: queue.SimpleQueue[Texts | Ask] = queue.SimpleQueue()
        self._asked = self._taken = self._given_up = 0  # of the units, in order
        threading.Thread(target=self._read, daemon=True).start()

    def __iter__(self) -> Iterator[Texts | Ask]:
        while True:
            question = self._waiting.get()
            self._taken += isinstance(question, Ask)
            yield question

    def gives_way(self) -> bool:
        """Whether the unit that was taken last was asked before something that is more urgent."""
        return self._taken <= self._given_up

    def _read(self) -> None:
        try:
            while (question := read(self._source, questions)) is not None:
                if isinstance(question, GiveWay):
                    self._given_up = self._asked
                elif isinstance(question, Texts | Ask):
                    self._asked += isinstance(question, Ask)
                    self._waiting.put(question)
        finally:
            os._exit(0)


class _Watch:
    """Ends the process when what it is entered for takes too much processor time or the process has too much memory,
    parsing left out.

    `late` or `full` is called before that, never after what was entered is left.
    """

    def __init__(
        self, setup: Setup, parsing: Parsing, late: Callable[[], None], full: Callable[[], None]
    ) -> None:
        self._setup, self._parsing, self._late, self._full = setup, parsing, late, full
        self._begin: float | None = None
        self._leaving = threading.Lock()
        threading.Thread(target=self._look, daemon=True).start()

    def __enter__(self) -> None:
        self._begin = self._spent()[0]

    def __exit__(self, *exception: object) -> None:
        with self._leaving:
            self._begin = None

    def _spent(self) -> tuple[float, int]:
        seconds, size = self._parsing.spent
        return time.process_time() - seconds, resident_bytes() - size

    def _look(self) -> None:
        while True:
            time.sleep(_LOOK_SECONDS)
            with self._leaving:
                if self._begin is None:
                    continue
                seconds, size = self._spent()
                is_full = size > self._setup.most
                if is_full or seconds - self._begin > self._setup.seconds:
                    try:
                        (self._full if is_full else self._late)()
                    finally:
                        os._exit(1)


def _standard_library() -> list[str]:
    folders = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    dynamic = [folder for folder in sys.path if folder.endswith("lib-dynload")]
    return list(dict.fromkeys([*folders, *dynamic]))


def _leave_out(folder: str) -> None:
    """Take the workspace off the import path, where an editable install has put it; this Python's own folders stay."""
    own = {sys.prefix, sys.base_prefix}
    sys.path[:] = [
        entry
        for entry in sys.path
        if not is_inside(entry, folder) or any(is_inside(entry, prefix) for prefix in own)
    ]


def serve(source: BinaryIO, output: BinaryIO) -> None:
    """Answer, and end the process when the input ends."""
    setup = read(source, questions)
    if not isinstance(setup, Setup):
        return
    if setup.gentle and hasattr(os, "nice"):
        os.nice(_NICER)
    problem = check()
    if problem is not None:
        write(output, Ready(problem))
        return
    _leave_out(setup.folder)
    worker = Worker(setup, output)
    gc.set_threshold(_COLLECT_EVERY)
    write(output, Ready())
    inbox = _Inbox(source)
    for question in inbox:
        if isinstance(question, Texts):
            worker.take(question)
        else:
            worker.answer(question, inbox.gives_way)


def main() -> None:
    """Entry of the process. The pipe keeps the descriptors to itself: what Jedi prints goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the asking side, which ends this one
    source, output = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def body() -> None:
        with deep_recursion():
            serve(source, output)

    try:
        run_deep(body)
    except OSError:
        return  # the asking side is gone


if __name__ == "__main__":
    main()
