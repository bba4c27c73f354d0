"""What a reader has already: an earlier pack, and what of a new one it makes superfluous.

An item is unchanged when the earlier pack has it at the same level and holds its text as it is now, wherever its lines
stand by now; or when the earlier pack, which itself came after another one, names it as unchanged with the same hash.
Where a diff changed an item, what it changed must be the same too; where none did, it does not matter whether the
earlier pack was of a diff. Secrets are numbered by the whole of a pack, so their numbers are left out of account.
The header of a class comes again with a member that does: without it the member would read as part of the class
above.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from packlens.symbols.symbol import symbol_id
from packlens.views.layout.common import written
from packlens.views.layout.marks import NEW, OLD, marked, unmarked
from packlens.views.layout.templates import without_template
from packlens.views.pack.model import FileBlock, Level, Mark, PackItem, Piece, Unchanged
from packlens.views.verify.provenance import SHORT_DIGEST

if TYPE_CHECKING:
    from packlens.views.verify.stated import StatedFile, StatedItem, StatedPack

_NUMBER = re.compile("(\u2039secret:[^#\u203a]*)#[0-9]+\u203a")


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
    texts    id -> the text of each item that has one, as `_telling` gives it
    signed   id -> the same with the signs of a diff, of those that have any
    hashes   id -> first digits of the hash of an item that it names as unchanged
    signs    id -> the same with the signs of a diff, of those that have any
    """

    digest: str
    levels: dict[str, Level]
    texts: dict[str, str]
    signed: dict[str, str]
    hashes: dict[str, str]
    signs: dict[str, str]

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
            Unchanged(item.id, item.level, hash_of(item), hash_of_signs(item))
            for item in (*items, *names)
            if item.id not in kept
        )
        there = {item.id for item in (*items, *names)}
        return Split(frozenset(kept), unchanged, tuple(sorted({*self.levels, *self.hashes} - there)))

    def _holds(self, item: PackItem) -> bool:
        signs = hash_of_signs(item)
        stated = (self.signs if signs else self.hashes).get(item.id)
        if stated and (signs or hash_of(item)).startswith(stated):
            return True
        if self.levels.get(item.id) is not item.level:
            return False
        if item.marks:
            return self.signed.get(item.id) == _telling(item)
        return item.level is Level.NAME or self.texts.get(item.id) == _telling(item)


def known_of(text: str, templates: Mapping[str, str] = {}) -> Known:
    """The earlier pack `text`, in any form. Raises `VerificationError` for what is none of this version.

    templates   a person's own: words that may stand around a pack, besides those of the product
    """
    from packlens.views.verify.parse import parse_pack  # it loads an XML parser, which only this pays

    text = without_template(text.removeprefix("\ufeff").replace("\r\n", "\n"), templates)
    stated = parse_pack(text)
    levels = {symbol_id(each.path, each.qualname): Level.NAME for each in stated.names}
    texts: dict[str, str] = {}
    signed: dict[str, str] = {}
    for file in stated.files:
        levels |= {symbol_id(file.path, item.qualname): item.level for item in file.items}
        for item, text_of_item in zip(file.items, _item_texts(file), strict=False):
            identifier = symbol_id(file.path, item.qualname)
            if item.hunks:
                texts[identifier] = _without_numbers(text_of_item)
                signed[identifier] = _without_numbers(_with_signs(item, text_of_item))
            elif file.marked:
                texts[identifier] = _without_numbers(unmarked(text_of_item) or "")
                if any(row[:1] in (NEW, OLD) for row in text_of_item.split("\n")):
                    signed[identifier] = _without_numbers(text_of_item)
            else:
                texts[identifier] = _without_numbers(text_of_item)
    hashes = {row.id: row.sha256 for row in stated.unchanged}
    signs = {row.id: row.signs for row in stated.unchanged}
    return Known(_digest(stated, text), levels, texts, signed, hashes, signs)


def _with_signs(item: StatedItem, text: str) -> str:
    """The text of an item as the other forms write it, of a form that has what a diff changed beside it."""
    rows = text.removesuffix("\n").split("\n")
    sizes = [last - first + 1 for first, last in item.lines]
    if min(sizes, default=0) < 1 or len(rows) != sum(sizes) + len(sizes) - 1:
        return text  # no pack of ours
    pieces: list[Piece] = []
    at = 0
    for first, last in item.lines:
        end = at + last - first + 1
        pieces.append(Piece((first, last), "".join(f"{row}\n" for row in rows[at:end])))
        at = end + 1  # an empty line stands between two pieces
    return marked(pieces, [Mark(hunk.start_line, hunk.lines, (), hunk.removed) for hunk in item.hunks])


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
    """64 hex digits that stand for the text of an item, without signs; for one by name, for its id."""
    return _hash(item.id if item.level is Level.NAME else _without_numbers(item.text))


def hash_of_signs(item: PackItem) -> str:
    """64 hex digits that stand for the text of an item with the signs of a diff; "" for one that has none."""
    return _hash(_telling(item)) if item.marks and item.level is not Level.NAME else ""


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _telling(item: PackItem) -> str:
    """What a reader of an item knows: its text, with signs where a diff changed it."""
    return _without_numbers(written(item) if item.marks else item.text)


def _without_numbers(text: str) -> str:
    return _NUMBER.sub("\\1\u203a", text)


def only(blocks: Iterable[FileBlock], kept: frozenset[str]) -> tuple[FileBlock, ...]:
    """The blocks with their items in `kept`, without those that have none."""
    parts = (replace(block, items=tuple(item for item in block.items if item.id in kept)) for block in blocks)
    return tuple(block for block in parts if block.items)


def _digest(stated: StatedPack, text: str) -> str:
    if stated.stated_digest:
        return stated.stated_digest[:SHORT_DIGEST]
    return _hash(text)[:SHORT_DIGEST]
