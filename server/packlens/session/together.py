"""The first index of a large root, by several processes.

In: the texts of files that no graph knows yet. Out: their facts by path, and later the answers of an inference over
their tables. Facts are a function of a text and an answer is one of the tables, so it never shows who worked it out. A
file that cannot be read is left out, for the writer to find out why; so is a scope that cannot be drawn.

Each process draws with all facts at hand, so each is told what it has not read itself. Of the questions below the
scopes a few are answered by several; whoever comes second is not listened to. What values reach the parameters is
settled here, when everything is drawn (`resolve/static/link.py`); for scopes that are drawn again for it, who drew them
first is asked.

The processes live as long as the first index. A small root, or a machine with one processor, never starts one.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from packlens.base.deep import deep_recursion
from packlens.base.errors import CancelledError, DamagedStoreError
from packlens.resolve.static.answers import Remembered
from packlens.resolve.static.engine import NOBODY, Elsewhere
from packlens.resolve.static.inference import Inference, Share
from packlens.resolve.static.learned import take, take_again
from packlens.resolve.static.nodes import Key
from packlens.resolve.static.values import NOTHING
from packlens.session import beside
from packlens.session.beside import FILES, TEXTS, TOLD, facts_of
from packlens.session.others import Other, Work
from packlens.syntax.facts import FileFacts

_PIECE_CHARACTERS = 50_000
_PIECE_QUESTIONS = 64
_MOST_CHARACTERS = 30_000_000  # of text; past it the others read and do not draw: each would hold all facts
_FEWEST_SINKS = 32  # that are worth a turn of all
_SWITCH_SECONDS = 0.0005

Files = tuple[tuple[str, FileFacts | None], ...]
Item = TypeVar("Item")


class Together:
    """This process and others, with the files that each has read. To be closed."""

    def __init__(self, folder: Path, others: int) -> None:
        """Start `others` processes, which take no module from `folder`; fewer where they cannot be started."""
        self._others: list[Other] = []
        with contextlib.suppress(OSError, ValueError):
            for _ in range(others):
                self._others.append(Other(folder))
        self._facts: dict[str, FileFacts] = {}
        self._read_by: list[tuple[Other | None, bytes]] = []
        self._cancelled: Callable[[], bool] | None = None
        self._draws = True  # whether the others draw too
        self._drawn: dict[Other, set[Key]] = {}
        self._moved: set[Key] = set()  # sinks that something else reaches than the others know
        self._usual_interval = sys.getswitchinterval()

    def __enter__(self) -> Self:
        # Each turn of another one waits for its thread here to have its own.
        sys.setswitchinterval(min(self._usual_interval, _SWITCH_SECONDS))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.setswitchinterval(self._usual_interval)
        for other in self._others:
            other.end()

    def read(
        self,
        texts: Mapping[str, str],
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Mapping[str, FileFacts]:
        """Facts of `texts` by path. Raises `CancelledError` when `cancelled` says so, as `share` does later."""
        self._cancelled = cancelled
        self._draws = sum(map(len, texts.values())) <= _MOST_CHARACTERS
        kind = beside.KEEP if self._draws else beside.READ

        def ask(other: Other, paths: tuple[str, ...]) -> bytes | None:
            return other.ask(kind, TEXTS.encode(tuple([(path, texts[path]) for path in paths])))

        done = 0
        work = Work(
            _pieces(sorted(texts), lambda path: len(texts[path]), _PIECE_CHARACTERS), self._others, ask
        )
        with deep_recursion():
            for part in work.parts():
                if part.other is None:
                    self._keep(None, tuple([(path, facts_of(texts[path])) for path in part.items]), None)
                else:
                    self._keep(part.other, _decoded(part.answer), part.answer)
                done += len(part.items)
                if progress is not None:
                    progress(done, len(texts))
                self._check()
        return self._facts

    @property
    def share(self) -> Share:
        """What the others take of the questions of an inference, once all files are read."""
        return Share(self._first, self._again)

    def _first(self, inference: Inference, questions: list[Key]) -> Iterator[Key]:
        """Those of `questions` that this process is to ask; `inference` learns what others have answered meanwhile."""
        root = (inference.layout.root_name, inference.hints)
        changed = [
            (path, table.facts)
            for path, table in inference.tables.items()
            if table.facts is not self._facts.get(path)
        ]
        self._keep(None, tuple(changed), None)
        drawn = self._drawn

        def ask(other: Other, keys: tuple[Key, ...]) -> bytes | None:
            if other not in drawn:
                drawn[other] = set()
                files = [raw for reader, raw in self._read_by if reader is not other]
                other.tell(beside.KNOW, beside.KNOWN.encode(tuple(files)))
            return other.ask(beside.DRAW, beside.QUESTIONS.encode((*root, keys)))

        others = self._others if self._draws else []
        for part in Work(_pieces(questions, _one, _PIECE_QUESTIONS), others, ask).parts():
            self._check()
            if part.other is None:
                yield from part.items
            else:
                with contextlib.suppress(DamagedStoreError):
                    take(inference, TOLD.decode(part.answer))
                    drawn[part.other].update(part.items)
        yield from [key for key in questions if inference.engine.answer(key) is None]

    def _again(self, inference: Inference, sinks: set[Key]) -> Elsewhere:
        """Have the others draw again what they have drawn, where many `sinks` have changed."""
        self._moved |= sinks
        others = [other for other in self._drawn if other.usable]
        if not others or len(sinks) < _FEWEST_SINKS:
            return NOBODY
        reaching = inference.reaching
        news = beside.SINKS.encode(tuple([(sink, reaching.get(sink, NOTHING)) for sink in self._moved]))
        self._moved.clear()
        for other in others:
            other.begin(beside.AGAIN, news)

        def answers() -> Iterator[Remembered]:
            for other in others:
                answer = other.finish()
                if answer is not None:
                    with contextlib.suppress(DamagedStoreError):
                        told = TOLD.decode(answer)
                        yield from take_again(inference, told)

        return Elsewhere(set().union(*[self._drawn[other] for other in others]), answers)

    def _check(self) -> None:
        if self._cancelled is not None and self._cancelled():
            raise CancelledError("indexing was cancelled; ask again to start over")

    def _keep(self, by: Other | None, files: Files, raw: bytes | None) -> None:
        """Take in files that were read, encoded already (`raw`) when another one has read them."""
        self._facts.update((path, facts) for path, facts in files if facts is not None)
        if not files or not self._others or not self._draws:
            return
        try:
            # Now and here, since a thread that encodes while another one draws keeps both waiting for each other.
            self._read_by.append((by, FILES.encode(files) if raw is None else raw))
        except ValueError:  # one of them nests too deeply to be sent
            self._draws = False


def _pieces(items: Sequence[Item], size: Callable[[Item], int], most: int) -> list[tuple[Item, ...]]:
    """The items in order, in pieces of about the same size."""
    pieces: list[tuple[Item, ...]] = []
    piece: list[Item] = []
    filled = 0
    for item in items:
        piece.append(item)
        filled += size(item)
        if filled >= most:
            pieces.append(tuple(piece))
            piece, filled = [], 0
    return [*pieces, tuple(piece)] if piece else pieces


def _one(item: Any) -> int:
    return 1


def _decoded(answer: bytes) -> Files:
    try:
        return FILES.decode(answer)
    except DamagedStoreError:
        return ()
