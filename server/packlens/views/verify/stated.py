"""What a pack states, read back from any of its forms: files, items with their lines and texts, hashes, its digest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from packlens.views.pack.model import Level, Lines
from packlens.views.verify.provenance import ManifestRow


class StatedHunk(msgspec.Struct, frozen=True):
    """`lines` new ones, from `start_line` on, in place of the text `removed`."""

    start_line: int
    lines: int
    removed: str


@dataclass(frozen=True, slots=True)
class StatedItem:
    """One item as a pack states it.

    text   `None` where a form gives the code of a file in one block
    hunks  what a diff changed of it, where a form says so beside the text
    """

    qualname: str
    lines: tuple[Lines, ...]
    level: Level
    text: str | None = None
    hunks: tuple[StatedHunk, ...] = ()


@dataclass(frozen=True, slots=True)
class StatedFile:
    """One file as a pack states it.

    sha256  the hash, or its first 12 digits
    code    the code of all items in one; `None` where each item has its own
    marked  whether its lines have the signs of a diff
    """

    path: str
    sha256: str
    unsaved: bool
    items: tuple[StatedItem, ...]
    code: str | None = None
    marked: bool = False


class StatedName(NamedTuple):
    """An item that is given by name: where it begins, or, of a module, where it uses something."""

    path: str
    line: int
    qualname: str


class StatedUnchanged(msgspec.Struct, frozen=True):
    """An item that its reader has: first digits of the hashes of its text without and with the signs of a diff."""

    id: str
    sha256: str
    signs: str = ""


@dataclass(frozen=True, slots=True)
class StatedPack:
    """What a pack states.

    redacted  whether secrets were replaced; `None` where the pack does not say
    chain     the manifest, where the form holds it whole
    digest    digest, and what it is made of besides the chain, where the form holds them
    stated_digest  the digest, or the first digits of it, "" where the pack does not say
    names     the items given by name
    unchanged what it names as unchanged since an earlier pack
    """

    files: tuple[StatedFile, ...]
    redacted: bool | None = None
    chain: tuple[ManifestRow, ...] = ()
    digest: tuple[str, dict[str, Any], dict[str, Any], str] | None = None
    stated_digest: str = ""
    names: tuple[StatedName, ...] = ()
    unchanged: tuple[StatedUnchanged, ...] = ()


def paths_of(files: Sequence[StatedFile]) -> tuple[str, ...]:
    """The files that a pack states, once each, in its order."""
    return tuple(dict.fromkeys(file.path for file in files))
