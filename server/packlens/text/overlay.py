"""Open buffers laid over the disk.

What an editor holds open is the text; the disk's text rules again once the buffer is closed. A buffer that
holds just what the disk decodes to is the file on disk, with the digest of its bytes; one that differs is
`unsaved`, with the digest of its UTF-8 form, so that whoever reads an answer can tell which of the two it
came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from packlens.text.disk import Tree
from packlens.text.document import Document
from packlens.text.listing import Cause, Skip


class Overlay:
    """The buffers open in one editor, by path. Every answer reads the disk as it is now."""

    def __init__(self, root: Path, max_bytes: int) -> None:
        self._root = root
        self._max_bytes = max_bytes
        self._buffers: dict[str, str] = {}

    def __contains__(self, path: object) -> bool:
        return path in self._buffers

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._buffers))

    def open(self, path: str, text: str) -> Document | Skip:
        """The buffer's text now rules `path`."""
        self._buffers[path] = text
        return self.read(path)

    def change(self, path: str, text: str) -> Document | Skip:
        """The buffer has a new text. One that was never announced counts as opened."""
        return self.open(path, text)

    def close(self, path: str) -> Document | Skip:
        """The buffer is gone and the disk's text rules; Cause.MISSING when there is no such file."""
        self._buffers.pop(path, None)
        return self.read(path)

    def read(self, path: str) -> Document | Skip:
        """The text that rules `path` now: the buffer's, else the disk's."""
        on_disk = Tree(self._root).read(path, self._max_bytes)
        text = self._buffers.get(path)
        if text is None:
            return on_disk
        text = text.removeprefix("\ufeff")
        if isinstance(on_disk, Document) and on_disk.text == text:
            return on_disk
        buffer = Document.of_text(path, text, unsaved=True)
        if buffer.size > self._max_bytes:
            return Skip(path, Cause.TOO_LARGE, f"{buffer.size} bytes")
        return buffer
