"""Reading packs back: the JSON form to the files, lines and code that it states.

A field of another type, and an item without its file, is an error that names it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from packlens.base.errors import VerificationError
from packlens.views.layout.render import PACK_SCHEMA
from packlens.views.pack.model import Level
from packlens.views.verify.provenance import ManifestRow
from packlens.views.verify.stated import (
    StatedFile,
    StatedHunk,
    StatedItem,
    StatedName,
    StatedPack,
    StatedUnchanged,
)


class _Item(msgspec.Struct):
    path: str
    qualname: str
    level: str
    start_line: int
    end_line: int
    text: str
    ranges: list[tuple[int, int]] | None = None
    hunks: list[StatedHunk] = []


class _PackFile(msgspec.Struct):
    items: list[_Item]
    manifest: list[ManifestRow]
    digest: str
    target: dict[str, Any]
    settings: dict[str, Any] | None = None
    tool: str | None = None
    unchanged: list[StatedUnchanged] = []


class _Schema(msgspec.Struct):
    schema: str


def parse_json(text: str) -> StatedPack:
    """What a pack in the JSON form states. Raises `VerificationError` for what is no pack of this version."""
    try:
        schema = msgspec.json.decode(text, type=_Schema).schema
        if schema != PACK_SCHEMA:
            raise VerificationError(other_version(schema))
        pack = msgspec.json.decode(text, type=_PackFile)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise VerificationError(f"not a pack: {error}") from None
    chain = tuple(pack.manifest)
    by_path = {row.path: row for row in chain}
    files: list[StatedFile] = []
    for item in pack.items:
        level = level_of(item.level)
        if level is Level.NAME:
            continue
        row = by_path.get(item.path)
        if row is None:
            raise VerificationError(f"{item.path}: has an item but no row in the manifest")
        if not 1 <= item.start_line <= item.end_line:
            raise VerificationError(
                f"{item.path}: {item.qualname}: no item has the lines {item.start_line}-{item.end_line}"
            )
        lines = tuple(item.ranges or [(item.start_line, item.end_line)])
        stated = StatedItem(item.qualname, lines, level, item.text, tuple(item.hunks))
        files.append(StatedFile(item.path, row.sha256, row.unsaved, (stated,)))
    redact = (pack.settings or {}).get("redact")
    digest = None
    if pack.settings is not None and pack.tool is not None:
        digest = (pack.digest, pack.target, pack.settings, pack.tool.removeprefix("packlens "))
    return StatedPack(
        tuple(files),
        redact if isinstance(redact, bool) else None,
        chain,
        digest,
        pack.digest,
        tuple(
            StatedName(item.path, item.start_line, item.qualname)
            for item in pack.items
            if item.level == Level.NAME.value
        ),
        tuple(pack.unchanged),
    )


def level_of(name: str) -> Level:
    """The level of this name. Raises `VerificationError` for another."""
    try:
        return Level(name)
    except ValueError:
        raise VerificationError(f"level {name!r}: not one of a pack") from None


def other_version(schema: str) -> str:
    """What is said of a pack of another version."""
    return f"{schema!r}: this version reads {PACK_SCHEMA}; make the pack again"
