"""What makes the lexical index of each snapshot from that of the one before it.

An index shares with earlier ones every file whose text is the same, and every unit of a changed file whose own text is.
What was kept of earlier runs is taken, and what was read for an index that was given up belongs to the next one too, so
that one can be made in steps. What an index says depends on its snapshot alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock
from typing import Protocol
from weakref import ref

from packlens.base.errors import CancelledError
from packlens.base.workers import resting
from packlens.graph.snapshot import Snapshot
from packlens.text.document import Document
from packlens.views.relevance.file_terms import FileTerms, read_terms
from packlens.views.relevance.index import LexicalIndex
from packlens.views.relevance.words import Words

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]
Look = Callable[[Document], Words | None]


class Kept(Protocol):
    """The terms that are kept between runs."""

    def reading(self) -> AbstractContextManager[Look]:
        """What gives the terms of a document, `None` for those that were not kept."""
        ...

    def made(self, files: Sequence[FileTerms]) -> None:
        """Terms that were not kept, and had to be made."""
        ...


class Lexicon:
    """Makes indexes, one after another. Any thread may ask; one at a time works.

    kept   what is kept between runs
    """

    def __init__(self, kept: Kept | None = None) -> None:
        self._kept = kept
        self._files: dict[str, FileTerms] = {}  # by path: those that were read last
        self._made: list[FileTerms] = []  # nobody keeps them yet
        self._snapshot: ref[Snapshot] | None = None  # held by whoever asks for it
        self._last = LexicalIndex({})
        self._working = Lock()

    def of(
        self, snapshot: Snapshot, progress: Progress | None = None, cancelled: Cancelled | None = None
    ) -> LexicalIndex:
        """The index of `snapshot`.

        `progress` hears (files done, files). Raises `CancelledError` when `cancelled` says so; what has been read by
        then is not read again.
        """
        with self._alone():
            if self._is_of(snapshot):
                return self._last
            with self._kept.reading() if self._kept is not None else nullcontext(_nothing) as look:
                self._read(snapshot, look, progress, cancelled)
            if self._kept is not None:
                self._kept.made(self._made)
            self._made = []
            files = {path: self._files[path] for path in snapshot.paths()}
            self._files = files.copy()
            self._last, self._snapshot = LexicalIndex(files), ref(snapshot)
            return self._last

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While nobody else works at an index. Who waits for that keeps no other question waiting."""
        if not self._working.acquire(blocking=False):
            with resting():
                self._working.acquire()
        try:
            yield
        finally:
            self._working.release()

    def missing(self, snapshot: Snapshot) -> int:
        """How many files the index of `snapshot` has yet to read."""
        if self._is_of(snapshot):
            return 0
        if not self._files:
            return len(snapshot.documents)
        return sum(not self._has(snapshot, path) for path in snapshot.paths())

    def _read(
        self, snapshot: Snapshot, look: Look, progress: Progress | None, cancelled: Cancelled | None
    ) -> None:
        paths = snapshot.paths()
        for number, path in enumerate(paths):
            if self._has(snapshot, path):
                continue
            if cancelled is not None and cancelled():
                raise CancelledError("the search index was cancelled")
            if progress is not None:
                progress(number, len(paths))
            words = look(snapshot.documents[path])
            if words is not None:
                self._files[path] = FileTerms(snapshot, path, words)
            else:
                self._files[path] = read_terms(snapshot, path, self._files.get(path))
                self._made.append(self._files[path])

    def _has(self, snapshot: Snapshot, path: str) -> bool:
        """Whether what was read last of a file is of its text in `snapshot`."""
        known = self._files.get(path)
        return known is not None and known.is_of(snapshot, path)

    def _is_of(self, snapshot: Snapshot) -> bool:
        return self._snapshot is not None and self._snapshot() is snapshot


def _nothing(_document: Document) -> None:
    """Nothing is kept."""
