"""Open documents, patched as the protocol counts lines and positions.

pygls' own documents split at every line boundary Unicode knows and would put an edit after a form feed into
the wrong place. Changes to a document that was never opened are left out: there is no text they could apply
to.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from packlens.lsp.positions import Positions


class Buffer(TextDocument):
    """One open document."""

    def __init__(
        self, uri: str, text: str, version: int | None, language: str | None, positions: Positions
    ) -> None:
        super().__init__(uri, source=text, version=version, language_id=language)
        self._positions = positions

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Replace the range that the change names, or the whole text."""
        if isinstance(change, types.TextDocumentContentChangePartial):
            self._source = self._positions.edited(self.source, change.range, change.text)
        else:
            self._source = change.text


class Buffers(Workspace):
    """The open documents of one conversation."""

    def __init__(
        self, root_uri: str | None, folders: list[types.WorkspaceFolder] | None, positions: Positions
    ) -> None:
        self._positions = positions
        kind = types.TextDocumentSyncKind.Incremental
        super().__init__(root_uri, kind, folders, positions.encoding.value)

    def texts(self) -> Iterator[tuple[str, str]]:
        """(uri, text) of every open document."""
        for document in list(self.text_documents.values()):
            yield document.uri, document.source

    def text(self, uri: str) -> str | None:
        """The text of an open document; `None` for one that is not open."""
        document = self._find(uri)
        return None if document is None else document.source

    def update_text_document(
        self, text_doc: types.VersionedTextDocumentIdentifier, change: types.TextDocumentContentChangeEvent
    ) -> None:
        """Apply one change of a `didChange`, if the document is open."""
        if self._find(text_doc.uri) is not None:
            super().update_text_document(text_doc, change)

    def _find(self, uri: str) -> TextDocument | None:
        document: TextDocument | None = self.text_documents.get(unquote(uri))
        return document

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        return Buffer(doc_uri, source or "", version, language_id, self._positions)
