"""A writer whose generations are kept in a store, and which can be started again from it."""

from __future__ import annotations

from pathlib import Path

from packlens.graph.update import Writer
from packlens.store.store import Store
from packlens.text.document import Document


class Kept:
    """One writer after another over the same texts, each from where the one before was saved."""

    def __init__(self, folder: Path, root_name: str = "workspace") -> None:
        self._folder = folder
        self._root = folder / root_name
        self._disk: dict[str, Document] = {}
        self.store = Store(folder, self._root, "")
        self.writer = Writer(root_name)

    def save(self) -> None:
        """Save the writer's generation, whose texts are those on disk from now on."""
        snapshot = self.writer.snapshot
        self._disk = {
            path: Document.of_text(path, document.text) for path, document in snapshot.documents.items()
        }
        assert self.store.save(self.writer, b"texts")

    def restart(self) -> None:
        """End, and begin with what was saved."""
        self.store.close()
        self.store = Store(self._folder, self._root, "")
        self.writer = Writer(self._root.name)
        assert self.store.resume(self.writer, self._disk.get) == b"texts", self.store.notes

    def close(self) -> None:
        self.store.close()
