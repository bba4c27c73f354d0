"""What the client can do, and what is said to it.

Each sentence is a no-op for a client that cannot hear it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

from packlens.lsp.protocol import IGNORE_FILES, LANGUAGES, SECTION, SETTINGS_FILES

if TYPE_CHECKING:
    from packlens.lsp.server import Server

_PYTHON_FILES = types.TextDocumentFilterLanguage(language="python", scheme="file")
_PATIENCE_SECONDS = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """A method that a setting switches on and off.

    capability   by which a client says that it can be told of it while it runs
    """

    capability: str
    method: str
    options: Any


CALL_HIERARCHY = Offer(
    "text_document.call_hierarchy.dynamic_registration",
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
    types.CallHierarchyRegistrationOptions(document_selector=[_PYTHON_FILES]),
)
WORKSPACE_SYMBOLS = Offer(
    "workspace.symbol.dynamic_registration",
    types.WORKSPACE_SYMBOL,
    types.WorkspaceSymbolRegistrationOptions(),
)


class Client:
    """The other side of the conversation."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._offered: set[str] = set()

    def can(self, capability: str) -> bool:
        """Whether the client announced a capability, by its dotted name in `ClientCapabilities`."""
        return bool(get_capability(self._server.client_capabilities, capability, False))

    def tell(self, message: str) -> None:
        """Show a line to the person."""
        self._show(types.MessageType.Info, message)

    def warn(self, message: str) -> None:
        """Show a line about something that does not work as asked."""
        self._show(types.MessageType.Warning, message)

    def log(self, message: str) -> None:
        """A line for the client's log, which nobody has to read."""
        self._server.window_log_message(types.LogMessageParams(types.MessageType.Info, message))

    async def settings(self) -> dict[str, Any] | None:
        """The client's `packlens.*` settings as it has them now; `None` where it cannot be asked.

        A client that has none there has those of its `initializationOptions`.
        """
        if not self.can("workspace.configuration"):
            return None
        item = types.ConfigurationItem(section=SECTION)
        question = self._server.workspace_configuration_async(types.ConfigurationParams([item]))
        with contextlib.suppress(JsonRpcException, asyncio.TimeoutError):
            answer = await asyncio.wait_for(question, _PATIENCE_SECONDS)
            return answer[0] if answer and isinstance(answer[0], dict) else self._server.options.settings
        return None

    async def watch_files(self) -> None:
        """Ask to be told of changes on disk."""
        if not self.can("workspace.did_change_watched_files.dynamic_registration"):
            return
        globs = [f"**/*{suffix}" for suffix in LANGUAGES] + [
            f"**/{name}" for name in SETTINGS_FILES + IGNORE_FILES
        ]
        watchers = [types.FileSystemWatcher(glob) for glob in globs]
        await self._register(
            types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
            types.DidChangeWatchedFilesRegistrationOptions(watchers),
        )

    async def watch_settings(self) -> None:
        """Ask to be told of changed settings; clients that announce it do not tell otherwise."""
        if self.can("workspace.did_change_configuration.dynamic_registration"):
            options = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
            await self._register(types.WORKSPACE_DID_CHANGE_CONFIGURATION, options)

    async def offer(self, offers: Mapping[Offer, bool]) -> None:
        """Register what is wanted, and take back what is not, where the client can be told while it runs."""
        for offer, wanted in offers.items():
            if not self.can(offer.capability) or wanted == (offer.method in self._offered):
                continue
            if wanted:
                self._offered.add(offer.method)
                await self._register(offer.method, offer.options)
            else:
                self._offered.discard(offer.method)
                await self._unregister(offer.method)

    async def refresh_lenses(self) -> None:
        """Ask the client to ask for its lenses again."""
        with contextlib.suppress(JsonRpcException, asyncio.TimeoutError):
            await asyncio.wait_for(self._server.workspace_code_lens_refresh_async(None), _PATIENCE_SECONDS)

    async def show_document(self, uri: str) -> bool:
        """Open a document in the editor. False where the client cannot or would not."""
        if not self.can("window.show_document.support"):
            return False
        wanted = types.ShowDocumentParams(uri, take_focus=True)
        with contextlib.suppress(JsonRpcException, asyncio.TimeoutError):
            shown = await asyncio.wait_for(self._server.window_show_document_async(wanted), _PATIENCE_SECONDS)
            return shown.success
        return False

    async def _register(self, method: str, options: Any) -> None:
        registration = types.Registration(f"{SECTION}:{method}", method, options)
        with contextlib.suppress(JsonRpcException, asyncio.TimeoutError):
            await asyncio.wait_for(
                self._server.client_register_capability_async(types.RegistrationParams([registration])),
                _PATIENCE_SECONDS,
            )

    async def _unregister(self, method: str) -> None:
        gone = types.Unregistration(f"{SECTION}:{method}", method)
        with contextlib.suppress(JsonRpcException, asyncio.TimeoutError):
            await asyncio.wait_for(
                self._server.client_unregister_capability_async(types.UnregistrationParams([gone])),
                _PATIENCE_SECONDS,
            )

    def _show(self, kind: types.MessageType, message: str) -> None:
        self._server.window_show_message(types.ShowMessageParams(kind, f"Packlens: {message}"))
