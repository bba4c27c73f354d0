"""Proof of which texts a pack was made from.

The manifest has one row for each file that gave the pack text or a signature, by path. Each row's hash
covers the row before it, so that no row can be changed, dropped or moved without changing the last one; the
digest of the pack covers the last row, the question, the settings and the version of the tool.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from packlens.text.document import Document

_FIRST_PREVIOUS_ROW = "0" * 64
SHORT_SHA = 12
SHORT_DIGEST = 16


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """One file of a pack.

    index   place in the manifest, from 0
    sha256  of the bytes on disk, or of the UTF-8 form of an unsaved buffer; `size` counts the same bytes
    row     the link of the chain: hex sha256 over this row and the one before
    """

    index: int
    path: str
    sha256: str
    size: int
    unsaved: bool
    row: str


def manifest_of(documents: Iterable[Document]) -> tuple[ManifestRow, ...]:
    """The chained rows of `documents`, by path."""
    rows: list[ManifestRow] = []
    previous = _FIRST_PREVIOUS_ROW
    for index, document in enumerate(sorted(documents, key=lambda document: document.path)):
        previous = row_hash(index, document.path, document.sha256, document.size, document.unsaved, previous)
        rows.append(
            ManifestRow(index, document.path, document.sha256, document.size, document.unsaved, previous)
        )
    return tuple(rows)


def row_hash(index: int, path: str, sha256: str, size: int, unsaved: bool, previous: str) -> str:
    """The hash of one row, chained to the row before."""
    fields = (
        "packlens-manifest-1",
        str(index),
        path,
        sha256,
        str(size),
        "true" if unsaved else "false",
        previous,
    )
    return _sha256("\n".join(fields))


def first_broken_row(rows: Sequence[ManifestRow]) -> ManifestRow | None:
    """The first row whose hash does not follow from it and the row before, or `None`."""
    previous = _FIRST_PREVIOUS_ROW
    for index, row in enumerate(rows):
        expected = row_hash(index, row.path, row.sha256, row.size, row.unsaved, previous)
        if row.index != index or row.row != expected:
            return row
        previous = row.row
    return None


def digest_of(
    rows: Sequence[ManifestRow], question: Mapping[str, Any], settings: Mapping[str, Any], version: str
) -> str:
    """The digest of a pack: hex sha256 of last row, question, settings and tool version, a line each.

    Question and settings are written as JSON with sorted keys and no spaces.
    """
    last = rows[-1].row if rows else _FIRST_PREVIOUS_ROW
    return _sha256("\n".join((last, _canonical(question), _canonical(settings), version)))


def _canonical(value: Mapping[str, Any]) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
