"""Which handler answers which message: the whole surface of the server in one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types

from packlens.lsp.notifications.configuration import did_change_configuration
from packlens.lsp.notifications.documents import did_change, did_close, did_open, did_save
from packlens.lsp.notifications.folders import did_change_workspace_folders
from packlens.lsp.notifications.initialized import initialized
from packlens.lsp.notifications.watched_files import did_change_watched_files
from packlens.lsp.protocol import CODE_ACTION_KIND, IMPACT_ACTION_KIND, ServerCommand
from packlens.lsp.requests.code_action import code_action
from packlens.lsp.requests.code_lens import code_lens
from packlens.lsp.requests.code_lens_resolve import code_lens_resolve
from packlens.lsp.requests.execute_callers import execute_callers
from packlens.lsp.requests.execute_impact import execute_impact
from packlens.lsp.requests.execute_map import execute_map
from packlens.lsp.requests.execute_mcp import execute_mcp
from packlens.lsp.requests.execute_pack import execute_pack
from packlens.lsp.requests.execute_reindex import execute_reindex
from packlens.lsp.requests.execute_search import execute_search
from packlens.lsp.requests.execute_status import execute_status
from packlens.lsp.requests.execute_verify import execute_verify
from packlens.lsp.requests.incoming_calls import incoming_calls
from packlens.lsp.requests.initialize import initialize
from packlens.lsp.requests.outgoing_calls import outgoing_calls
from packlens.lsp.requests.prepare_call_hierarchy import prepare_call_hierarchy
from packlens.lsp.requests.workspace_symbol import workspace_symbol
from packlens.lsp.server import Server
from packlens.lsp.sharing import OpenHttp

Handler = Callable[..., Any]

COMMANDS: dict[ServerCommand, Handler] = {
    ServerCommand.PACK: execute_pack,
    ServerCommand.CALLERS: execute_callers,
    ServerCommand.IMPACT: execute_impact,
    ServerCommand.MAP: execute_map,
    ServerCommand.SEARCH: execute_search,
    ServerCommand.MCP: execute_mcp,
    ServerCommand.STATUS: execute_status,
    ServerCommand.REINDEX: execute_reindex,
    ServerCommand.VERIFY: execute_verify,
}

FEATURES: dict[str, tuple[Handler, Any]] = {
    types.INITIALIZE: (initialize, None),
    types.INITIALIZED: (initialized, None),
    types.TEXT_DOCUMENT_DID_OPEN: (did_open, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (did_change, None),
    types.TEXT_DOCUMENT_DID_SAVE: (did_save, types.SaveOptions(include_text=False)),
    types.TEXT_DOCUMENT_DID_CLOSE: (did_close, None),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (did_change_watched_files, None),
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: (did_change_configuration, None),
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: (did_change_workspace_folders, None),
    types.TEXT_DOCUMENT_CODE_LENS: (code_lens, types.CodeLensOptions(resolve_provider=True)),
    types.CODE_LENS_RESOLVE: (code_lens_resolve, None),
    types.TEXT_DOCUMENT_CODE_ACTION: (
        code_action,
        types.CodeActionOptions(
            code_action_kinds=[CODE_ACTION_KIND, IMPACT_ACTION_KIND], resolve_provider=False
        ),
    ),
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: (prepare_call_hierarchy, None),
    types.CALL_HIERARCHY_INCOMING_CALLS: (incoming_calls, None),
    types.CALL_HIERARCHY_OUTGOING_CALLS: (outgoing_calls, None),
    types.WORKSPACE_SYMBOL: (workspace_symbol, types.WorkspaceSymbolOptions()),
}


def new_server(http: OpenHttp | None = None) -> Server:
    """A server with every handler in its place. `http` serves agents over HTTP, for who asks for it."""
    server = Server(http)
    for method, (handler, options) in FEATURES.items():
        server.feature(method, options)(handler)
    for command, handler in COMMANDS.items():
        server.command(command.value)(handler)
    return server
