"""A `Document` is one file's text at one moment, with what is needed to prove which text it was."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from packlens.base.errors import ChangedFileError
from packlens.text.position import LineTable

if TYPE_CHECKING:
    from packlens.text.secrets import Secret


@dataclass(frozen=True)
class Document:
    """The text of one file.

    path      relative to the root, with forward slashes
    text      decoded, without a byte order mark, line ends as they are
    sha256    hex digest of the bytes on disk, or of the UTF-8 form of an unsaved buffer
    size      length in bytes of what `sha256` covers
    unsaved   true for a buffer whose text differs from the disk
    """

    path: str
    text: str
    sha256: str
    size: int
    unsaved: bool = False
    hash: bytes = field(default=b"", compare=False)

    def __post_init__(self) -> None:
        if not self.hash:
            object.__setattr__(self, "hash", text_hash(self.text))

    @property
    def has_text(self) -> bool:
        """Whether the text is at hand; `UnreadDocument` reads it when it is asked for."""
        return True

    @cached_property
    def lines(self) -> LineTable:
        """Where each line starts."""
        return LineTable(self.text)

    @cached_property
    def secrets(self) -> tuple[Secret, ...]:
        """What in the text must not leave, by place."""
        from packlens.text.secrets import secrets_in  # its rules are needed once something is shown

        return secrets_in(self.text)

    @staticmethod
    def of_text(path: str, text: str, *, unsaved: bool = False) -> Document:
        """A document whose bytes are the UTF-8 form of `text`."""
        raw = text.encode("utf-8", "surrogatepass")
        return Document(path, text, hashlib.sha256(raw).hexdigest(), len(raw), unsaved)


class UnreadDocument(Document):
    """A document known by its digests, whose text is read when somebody wants it.

    code    digest of what of the text can mean anything, as whoever kept it counts that; empty where nobody did

    `read` gives the file as it is now. A file that has changed meanwhile raises `ChangedFileError`: the snapshot that
    holds this document is out of date.
    """

    code: bytes

    def __init__(
        self,
        path: str,
        sha256: str,
        size: int,
        hash: bytes,
        read: Callable[[str], Document | None],
        code: bytes = b"",
    ) -> None:
        for name, value in (("path", path), ("sha256", sha256), ("size", size), ("unsaved", False)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "hash", hash)
        object.__setattr__(self, "_read", read)
        object.__setattr__(self, "code", code)

    @property
    def has_text(self) -> bool:
        return "text" in self.__dict__

    def __getattr__(self, name: str) -> Any:
        if name != "text":
            raise AttributeError(name)
        now = self._read(self.path)
        if now is None or now.sha256 != self.sha256:
            raise ChangedFileError(f"{self.path} has changed since it was indexed; ask again")
        object.__setattr__(self, "text", now.text)
        return now.text


def text_hash(text: str) -> bytes:
    """16 bytes that identify a text: equal texts, equal hash, on every machine."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
