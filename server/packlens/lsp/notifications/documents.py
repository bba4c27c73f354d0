"""Open, change, save and close of documents: their text rules over the disk's for as long as they are open.

The buffer is patched before these run; they pass the new text on and return, so that typing never waits.
"""

from __future__ import annotations

from lsprotocol import types

from packlens.lsp.protocol import LANGUAGES
from packlens.lsp.server import Server


def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    """A document's text is the client's from now on."""
    document = params.text_document
    path = _path(ls, document.uri)
    if path is not None:
        ls.lenses.opened(path, document.uri, document.text)
        _tell(ls, path, document.text)


def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    """The client's text changed."""
    path = _path(ls, params.text_document.uri)
    text = ls.buffers.text(params.text_document.uri)
    if path is not None and text is not None:
        ls.lenses.edited(path, text)
        _tell(ls, path, text)


def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    """The disk's text has become the client's."""
    path = _path(ls, params.text_document.uri)
    if path is not None and ls.session is not None:
        ls.session.refresh([path])
        ls.changed()


def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    """The disk's text rules again."""
    path = _path(ls, params.text_document.uri)
    if path is not None:
        ls.lenses.closed(path)
        if ls.session is not None:
            ls.session.close(path)
            ls.changed()


def _path(ls: Server, uri: str) -> str | None:
    path = ls.path(uri)
    return path if path is not None and path.endswith(LANGUAGES) else None


def _tell(ls: Server, path: str, text: str) -> None:
    if ls.session is not None:
        ls.session.change(path, text)
        ls.changed()
