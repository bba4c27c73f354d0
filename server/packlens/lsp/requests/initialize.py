"""`initialize`: what both sides can do. Answers at once: it reads nothing but settings files."""

from __future__ import annotations

import msgspec
from lsprotocol import types

from packlens.base.config import load_config
from packlens.base.errors import UsageError
from packlens.lsp.buffers import Buffers
from packlens.lsp.lifeline import watch
from packlens.lsp.positions import Positions
from packlens.lsp.protocol import ClientOptions
from packlens.lsp.server import Server
from packlens.lsp.uris import folder_of, name_of
from packlens.text.encoding import PositionEncoding


def initialize(ls: Server, params: types.InitializeParams) -> None:
    """Take note of the client, its folder and its options."""
    encoding = ls.workspace.position_encoding
    ls.positions = Positions(PositionEncoding(encoding or types.PositionEncodingKind.Utf16))
    folders = list(params.workspace_folders or ())
    uris = [folder.uri for folder in folders]
    if not uris and ls.workspace.root_uri is not None:
        uris = [ls.workspace.root_uri]
    ls.protocol.adopt(Buffers(uris[0] if uris else None, folders, ls.positions))
    ls.options = client_options(params.initialization_options)
    ls.settings = ls.options.settings
    if uris:
        ls.root = folder_of(uris[0])
        if ls.root is None:
            ls.trouble = UsageError(
                f"cannot serve {name_of(uris[0])}: it is not a folder of this machine; open one"
            )
    ls.refused = tuple(name_of(uri) for uri in uris[1:])
    _take_settings(ls)
    if params.process_id is not None:
        watch(params.process_id, ls.protocol.stop)


def client_options(written: object) -> ClientOptions:
    """`initializationOptions`, of which anything with the wrong shape counts as not said."""
    try:
        return msgspec.convert(written or {}, ClientOptions)
    except msgspec.ValidationError:
        return ClientOptions()


def _take_settings(ls: Server) -> None:
    if ls.root is not None and ls.root.is_dir():
        ls.config, _ = load_config(ls.root, client=ls.settings)
    for offer, wanted in ls.offers().items():
        if ls.client.can(offer.capability) or not wanted:
            ls.announce_later(offer.method)
