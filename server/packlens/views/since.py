"""What a reader has already: an earlier pack, and what of a new one it makes superfluous.

An item is unchanged when the earlier pack has it at the same level and holds its text as it is now, wherever its lines
stand by now; or when the earlier pack, which itself came after another one, names it as unchanged with the same hash.
The header of a class comes again with a member that does: without it the member would read as part of the class
above.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from packlens.symbols.symbol import symbol_id
from packlens.views.layout import written
from packlens.views.marks import OLD
from packlens.views.model import FileBlock, Level, PackItem, Unchanged
from packlens.views.provenance import SHORT_DIGEST

if TYPE_CHECKING:
    from packlens.views.verify_parse import StatedFile, StatedPack


@dataclass(frozen=True, slots=True)
class Split:
    """What of a pack is new to its reader.

    kept       ids of the items that are new, have changed, or are the header of something that has
    unchanged  what the reader has, in pack order
    gone       ids of what the reader has and that is no part of the pack any more, sorted
    """

    kept: frozenset[str]
    unchanged: tuple[Unchanged, ...]
    gone: tuple[str, ...]


@dataclass(frozen=True)
class Known:
    """An earlier pack.

    digest   16 hex: that of its header, or, where it has none, of its text
    levels   id -> the level of each item
    texts    id -> the text of each item that has one, as it is written there
    hashes   id -> first digits of the hash of an item that it names as unchanged
    """

    digest: str
    levels: dict[str, Level]
    texts: dict[str, str]
    hashes: dict[str, str]

    def split(self, blocks: Sequence[FileBlock], names: Sequence[PackItem]) -> Split:
        """What of a pack with these parts its reader has not."""
        items = [item for block in blocks for item in block.items]
        held = {item.id for item in (*items, *names) if self._holds(item)}
        kept = {item.id for item in (*items, *names)} - held
        headers = {
            symbol_id(item.path, item.qualname.rpartition(".")[0]) for item in items if item.id in kept
        }
        kept |= {item.id for item in items if item.id in headers}
        unchanged = tuple(
            Unchanged(item.id, item.level, hash_of(item)) for item in (*items, *names) if item.id not in kept
        )
        there = {item.id for item in (*items, *names)}
        return Split(frozenset(kept), unchanged, tuple(sorted({*self.levels, *self.hashes} - there)))

    def _holds(self, item: PackItem) -> bool:
        if self.hashes.get(item.id) == hash_of(item)[: len(self.hashes.get(item.id, ""))]:
            return item.id in self.hashes
        if self.levels.get(item.id) is not item.level:
            return False
        return item.level is Level.NAME or self.texts.get(item.id) == written(item)


def known_of(text: str) -> Known:
    """The earlier pack `text`, in any form. Raises `VerificationError` for what is none of this version."""
    from packlens.views.verify_parse import parse_pack  # it loads an XML parser, which only this pays

    stated = parse_pack(text)
    levels = {symbol_id(path, qualname): Level.NAME for path, qualname in stated.names}
    texts: dict[str, str] = {}
    for file in stated.files:
        levels |= {symbol_id(file.path, item.qualname): item.level for item in file.items}
        for item, text_of_item in zip(file.items, _item_texts(file), strict=False):
            texts[symbol_id(file.path, item.qualname)] = text_of_item
    return Known(_digest(stated, text), levels, texts, dict(stated.unchanged))


def _item_texts(file: StatedFile) -> list[str]:
    """The text of each item, in order, as far as the code of the file tells them apart."""
    if file.code is None:
        return [item.text or "" for item in file.items]
    rows = file.code.removesuffix("\n").split("\n")
    texts: list[str] = []
    at = 0
    for item in file.items:
        end = at
        if item.level is Level.SIGNATURE:
            while end < len(rows) and rows[end]:
                end += 1
        else:
            wanted = sum(last - first + 1 for first, last in item.lines) + len(item.lines) - 1
            while end < len(rows) and (wanted or (file.marked and rows[end].startswith(OLD))):
                wanted -= not (file.marked and rows[end].startswith(OLD))
                end += 1
        if end < len(rows) and rows[end]:
            break  # not the empty line that follows an item: what is from here on is not known
        texts.append("".join(f"{row}\n" for row in rows[at:end]))
        at = end + 1
    return texts


def hash_of(item: PackItem) -> str:
    """64 hex digits that stand for the text of an item as it is written; for one by name, for its id."""
    text = item.id if item.level is Level.NAME else written(item)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def only(blocks: Iterable[FileBlock], kept: frozenset[str]) -> tuple[FileBlock, ...]:
    """The blocks with their items in `kept`, without those that have none."""
    parts = (replace(block, items=tuple(item for item in block.items if item.id in kept)) for block in blocks)
    return tuple(block for block in parts if block.items)


def _digest(stated: StatedPack, text: str) -> str:
    if stated.stated_digest:
        return stated.stated_digest[:SHORT_DIGEST]
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:SHORT_DIGEST]
