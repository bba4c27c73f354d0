"""What a root keeps between runs: the graph, how its texts were found, and search terms.

Only the writer's thread works here, but for `notes`, `hindrance`, `exists`, `place`, `words`, `left` and `leave`. A
generation is saved when it was computed from texts on disk alone; while an open buffer differs from its file the store
stays as it was, and whoever loads it finds the difference.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from packlens.base.errors import DamagedStoreError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.session.texts import Found, Texts, worth_keeping
from packlens.session.words import KeptWords

if TYPE_CHECKING:
    from packlens.store.codec import Codec
    from packlens.store.store import Store


class Keeper:
    """The store of one root, as its engine uses it.

    way    what decides the graph beside the texts: hints, what Jedi is asked, the packages that it sees
    wake   called when something besides the graph is to be saved
    words  the search terms that it keeps
    """

    def __init__(self, folder: Path, root: Path, way: str, texts: Texts, wake: Callable[[], object]) -> None:
        self._where = (folder, root, way)
        self._opened: Store | None = None
        self._opening = Lock()
        self.words = KeptWords(lambda: self._store, wake)
        self._texts = texts
        self._leaving: dict[str, Callable[[Snapshot], bytes]] = {}
        self._unsaved: set[str] = set()  # names of what is to be left beside the generation that is kept
        self._found: Found | None = None  # what the store holds of how the texts were found

    @property
    def _store(self) -> Store:
        from packlens.store.store import Store

        with self._opening:
            if self._opened is None:
                self._opened = Store(*self._where)
            return self._opened

    @cached_property
    def _codec(self) -> Codec[Found]:
        from packlens.store.codec import Codec

        return Codec(Found)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know of the store, one line each."""
        return self._store.notes

    @property
    def hindrance(self) -> str | None:
        """Why nothing can be kept just now; one of the notes."""
        return self._store.hindrance

    @property
    def exists(self) -> bool:
        """Whether there is a store, or something else in its place."""
        return os.path.lexists(self.place)

    @property
    def place(self) -> Path:
        """Where the store is."""
        return self._store.place.database

    def resume(self, writer: Writer) -> bool:
        """Let the writer and the texts stand where those of the last process stood. False where nothing was kept."""
        found = self._store.resume(writer, self._texts.read)
        if found is None:
            return False
        self._found = self._codec.decode(found)
        self._texts.resume(self._found)
        return True

    def owes(self, snapshot: Snapshot) -> bool:
        """Whether there is something to save that may be saved."""
        if any(document.unsaved for document in snapshot.documents.values()):
            return False
        if self._found is None:
            return bool(snapshot.documents)
        if not self._store.holds(snapshot):
            return True
        return worth_keeping(self._texts.found, self._found)

    def save(self, writer: Writer) -> bool:
        """Save the writer's generation. False where that cannot be."""
        found = self._texts.found
        saved = self._store.save(writer, self._codec.encode(found))
        if saved:
            self._found = found
            self._unsaved.update(self._leaving)
        return saved

    def left(self, name: str, snapshot: Snapshot) -> bytes | None:
        """What an earlier process left beside this generation; `None` where it is another one than was kept."""
        with suppress(DamagedStoreError):  # whoever asks the graph itself hears of that
            return self._store.left(name, snapshot)
        return None

    def leave(self, name: str, made: Callable[[Snapshot], bytes]) -> None:
        """Leave what `made` says of it beside each generation that is kept from now on, or is already."""
        self._leaving[name] = made
        self._unsaved.add(name)

    def save_left(self, snapshot: Snapshot) -> None:
        """Save what is to be left beside this generation, if it is the one that is kept."""
        while self._unsaved and self._store.holds(snapshot):
            name = self._unsaved.pop()
            self._store.leave(name, self._leaving[name](snapshot))

    def check(self) -> str | None:
        """What is wrong with the file; `None` where nothing is."""
        return self._store.check()

    def set_aside(self, error: DamagedStoreError) -> None:
        """The store is no use."""
        self._found = None
        self._store.set_aside(error)

    def let_go(self) -> None:
        """All that was loaded has come in."""
        self._store.let_go()

    def close(self) -> None:
        """Let go of the store."""
        self._store.close()
