"""The search terms that a root keeps between runs.

Whoever makes a lexical index takes from here what is kept, and leaves here what it had to make, which the writer's
thread saves when it rests. The terms of an unsaved buffer are neither looked for nor saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from packlens.base.errors import DamagedStoreError

if TYPE_CHECKING:
    from packlens.store.codec import Codec
    from packlens.store.store import Store
    from packlens.text.document import Document
    from packlens.views.relevance.file_terms import FileTerms
    from packlens.views.relevance.words import Words


class KeptWords:
    """Implements `packlens.views.relevance.lexicon.Kept`, for the store that `store` gives.

    wake   called when there is something to save
    """

    def __init__(self, store: Callable[[], Store], wake: Callable[[], object]) -> None:
        self._store = store
        self._wake = wake
        self._made: dict[str, FileTerms] = {}  # by path: those of the last text that was on disk
        self._anew = False
        self._changing = Lock()

    @cached_property
    def _codec(self) -> Codec[Words]:
        from packlens.store.codec import Codec
        from packlens.views.relevance.words import Words

        return Codec(Words)

    @contextmanager
    def reading(self) -> Iterator[Callable[[Document], Words | None]]:
        """What gives the kept terms of a document; `None` too for those that cannot be read."""
        with self.believing() as believed:

            def look(document: Document) -> Words | None:
                try:
                    return believed(document)
                except DamagedStoreError:
                    return None

            yield look

    @contextmanager
    def believing(self) -> Iterator[Callable[[Document], Words | None]]:
        """What gives the kept terms of a document, and raises `DamagedStoreError` for those that cannot be read."""
        kept = self._store().terms()

        def look(document: Document) -> Words | None:
            raw = None if document.unsaved or self._anew else kept.of(document.hash, document.path)
            return self._codec.decode(raw) if raw is not None else None

        try:
            yield look
        finally:
            kept.close()

    def forget(self) -> None:
        """What is kept is not to be used, and goes at the next save."""
        self._anew = True
        self._wake()

    def made(self, files: Sequence[FileTerms]) -> None:
        """Take note of terms that were not kept."""
        by_path = {file.document.path: file for file in files if not file.document.unsaved}
        if by_path:
            with self._changing:
                self._made |= by_path
            self._wake()

    def save(self) -> None:
        """Save what was made; what cannot be saved now, another time. In the writer's thread alone."""
        with self._changing:
            made, self._made = self._made, {}
        if not made and not self._anew:
            return
        rows = ((file.document.hash, path, self._codec.encode(file.words)) for path, file in made.items())
        if self._store().save_terms(rows, anew=self._anew):
            self._anew = False
        else:
            with self._changing:
                self._made = made | self._made
