"""Whether a pack is true: made from the files as they are now, and not changed since.

Files are compared by hash, then every block of code with the lines that it states, passed through the same
redaction; a signature is taken from the file again, and so is where a name stands. A JSON pack also proves its chain
of manifest rows and its digest. The first difference is named.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.symbols.symbol import MODULE_QUALNAME, symbol_id
from packlens.text.decode import UndecodableError, decode
from packlens.text.document import Document
from packlens.views.layout.common import lines_label
from packlens.views.layout.marks import unmarked
from packlens.views.layout.templates import without_template
from packlens.views.pack.item_text import signature_text, verbatim
from packlens.views.pack.model import Level, Piece
from packlens.views.redact import Redactor, visible
from packlens.views.verify.parse import parse_pack
from packlens.views.verify.provenance import digest_of, first_broken_row
from packlens.views.verify.stated import StatedFile, StatedItem, StatedName, StatedPack, paths_of

Read = Callable[[str], bytes | None]
"""The bytes of the file at a path relative to the root; `None` when it is not there or not inside it."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome.

    checked           the files that were compared, in pack order
    first_difference  one line that names it; `None` when the pack is true
    """

    checked: tuple[str, ...]
    first_difference: str | None

    @property
    def ok(self) -> bool:
        """Whether the pack is true."""
        return self.first_difference is None


def verify(text: str, read: Read, templates: Mapping[str, str] = {}) -> Verification:
    """Compare the pack `text`, in any form, with what `read` gives.

    templates   a person's own: words that may stand around a pack, besides those of the product

    Raises `VerificationError` when `text` is no pack, or one of another version.
    """
    stated = parse_pack(without_template(text.removeprefix("\ufeff").replace("\r\n", "\n"), templates))
    paths = paths_of(stated.files)
    broken = _broken_chain(stated)
    if broken is not None:
        return Verification((), broken)
    documents: dict[str, Document] = {}
    for file in stated.files:
        if file.path not in documents:
            found = _document(stated, file, read)
            if isinstance(found, str):
                return Verification(tuple(documents), found)
            documents[file.path] = found
    modes = (True, False) if stated.redacted is None else (stated.redacted,)
    differences = [_first_difference(stated, documents, redact=mode) for mode in modes]
    return Verification(paths, None if None in differences else differences[0])


def _broken_chain(stated: StatedPack) -> str | None:
    row = first_broken_row(stated.chain)
    if row is not None:
        return f"manifest row {row.index} ({visible(row.path)}): does not follow from the rows before it"
    if stated.digest is not None:
        digest, question, settings, version = stated.digest
        if digest_of(stated.chain, question, settings, version) != digest:
            return "digest: does not follow from the manifest, the question and the settings"
    return None


def _document(stated: StatedPack, file: StatedFile, read: Read) -> Document | str:
    """The file as it is, or what is wrong with it."""
    path = visible(file.path)
    raw = read(file.path)
    if raw is None:
        return f"{path}: is not there"
    sha256 = hashlib.sha256(raw).hexdigest()
    row = next((row for row in stated.chain if row.path == file.path), None)
    if not file.sha256 or not sha256.startswith(file.sha256) or (row and row.size != len(raw)):
        if file.unsaved:
            return f"{path}: was packed from an unsaved buffer, which is not what the file holds"
        return f"{path}: has changed since the pack was made (sha256 {sha256[:12]}, the pack has {file.sha256[:12]})"
    try:
        return Document.of_text(file.path, decode(raw))
    except UndecodableError:
        return f"{path}: cannot be decoded"


def _first_difference(stated: StatedPack, documents: dict[str, Document], *, redact: bool) -> str | None:
    redactor = Redactor(enabled=redact)
    redactor.know(documents.values())
    snapshots: dict[str, Snapshot] = {}
    for file in stated.files:
        document = documents[file.path]
        texts: list[str] = []
        for item in file.items:
            expected = _expected(document, item, snapshots)
            if expected is None:
                return f"{visible(file.path)}: has no {visible(item.qualname)} with a signature"
            texts.append("\n".join(redactor.piece(piece, document) for piece in expected))
        if file.code is not None:
            expected_code, given = "\n".join(texts), _unmarked(file, file.code)
            if expected_code != given:
                return _difference(file, file.items, expected_code, given)
            continue
        for item, expected_text in zip(file.items, texts, strict=True):
            given = _unmarked(file, item.text or "")
            if given != expected_text:
                return _difference(file, (item,), expected_text, given)
    for name in stated.names:
        # A file of which a pack gives names alone has no hash in it, and may have changed since.
        if name.path in documents and not _stands(name, documents[name.path], snapshots):
            return f"{visible(name.path)}: has no {visible(name.qualname)} at line {name.line}"
    return None


def _stands(name: StatedName, document: Document, snapshots: dict[str, Snapshot]) -> bool:
    """Whether what is given by name begins at its line; that of a module is where it uses something."""
    symbol = _graph(document, snapshots).symbol(symbol_id(document.path, name.qualname))
    return symbol is not None and (name.qualname == MODULE_QUALNAME or symbol.start_line == name.line)


def _unmarked(file: StatedFile, code: str) -> str:
    """The code without the signs of a diff; with a line that no diff has, as it is, which is then different."""
    without = unmarked(code) if file.marked else code
    return code if without is None else without


def _expected(
    document: Document, item: StatedItem, snapshots: dict[str, Snapshot]
) -> tuple[Piece, ...] | None:
    """The pieces that `item` should hold."""
    if item.level is not Level.SIGNATURE:
        return verbatim(document, item.lines)
    snapshot = _graph(document, snapshots)
    symbol = snapshot.symbol(symbol_id(document.path, item.qualname))
    if symbol is None:
        return None
    return (Piece(None, signature_text(snapshot, symbol)),)


def _graph(document: Document, snapshots: dict[str, Snapshot]) -> Snapshot:
    """The graph of one file, for its signatures and names."""
    snapshot = snapshots.get(document.path)
    if snapshot is None:
        snapshot = snapshots[document.path] = Writer("").update({document.path: document})
    return snapshot


def _difference(file: StatedFile, items: tuple[StatedItem, ...], expected: str, given: str) -> str:
    where = "; ".join(f"{visible(item.qualname)} {lines_label(item.lines)}" for item in items)
    rows = zip_longest(expected.split("\n"), given.split("\n"))
    number = next(number for number, (one, other) in enumerate(rows, 1) if one != other)
    return f"{visible(file.path)}: line {number} of the code ({where}) is not what the file holds"
