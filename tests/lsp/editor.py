"""An editor as the tests see one: a real server in a process of its own, driven as VS Code or as Neovim.

Lines and characters are LSP's own, from 0. `Editor.open` and the like take paths relative to the root.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

VS_CODE = "visual-studio-code"
NEOVIM = "neovim"
SERVER = (sys.executable, "-m", "packlens", "lsp")
PATIENCE = 120.0
STATIC: dict[str, Any] = {"jedi": {"enabled": False}}
"""Settings of every editor that says nothing of Jedi: its numbers stand still."""


@dataclass
class Editor:
    """One client, one server.

    refreshes     how often the server asked for a lens refresh
    registered    what the server registered dynamically, by method
    """

    client: LanguageClient
    root: Path
    cache: Path
    initialized: types.InitializeResult
    shows_documents: bool = True
    refreshes: int = 0
    registered: dict[str, Any] = field(default_factory=dict)
    _versions: dict[str, int] = field(default_factory=dict)

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def open(self, path: str, text: str | None = None) -> None:
        """Open a document, with the disk's text unless another is given."""
        written = (self.root / path).read_bytes().decode() if text is None else text
        self._versions[path] = 1
        item = types.TextDocumentItem(self.uri(path), "python", 1, written)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def edit(self, path: str, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Replace a range."""
        where = types.Range(types.Position(*start), types.Position(*end))
        self._change(path, types.TextDocumentContentChangePartial(range=where, text=text))

    def rewrite(self, path: str, text: str) -> None:
        """Replace the whole text."""
        self._change(path, types.TextDocumentContentChangeWholeDocument(text=text))

    def save(self, path: str, text: str) -> None:
        """Write a text to the disk and say so."""
        write(self.root, {path: text})
        identity = types.TextDocumentIdentifier(self.uri(path))
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(identity))

    def close(self, path: str) -> None:
        identity = types.TextDocumentIdentifier(self.uri(path))
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(identity))

    def changed_on_disk(self, *paths: str) -> None:
        """Tell of files changed outside of the editor, as a client that watches them does."""
        changes = [types.FileEvent(self.uri(path), types.FileChangeType.Changed) for path in paths]
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))

    async def command(self, name: str, argument: Any = None, *, msg_id: str | None = None) -> Any:
        """Run a server command; objects come back as plain values."""
        arguments = [] if argument is None else [argument]
        params = types.ExecuteCommandParams(name, arguments)
        answer = self.client.protocol.send_request_async(types.WORKSPACE_EXECUTE_COMMAND, params, msg_id)
        return plain(await asyncio.wait_for(answer, PATIENCE))

    async def pack(self, *targets: str, **choices: Any) -> Any:
        return await self.command("packlens.server.pack", {"targets": list(targets), **choices})

    async def unresolved(self, path: str) -> list[types.CodeLens]:
        identity = types.TextDocumentIdentifier(self.uri(path))
        answer = self.client.text_document_code_lens_async(types.CodeLensParams(identity))
        return list(await asyncio.wait_for(answer, PATIENCE) or [])

    async def resolve(self, lens: types.CodeLens) -> types.CodeLens:
        return await asyncio.wait_for(self.client.code_lens_resolve_async(lens), PATIENCE)

    async def lenses(self, path: str) -> list[tuple[int, str]]:
        """(line, title) of every lens of a file, resolved."""
        resolved = [await self.resolve(lens) for lens in await self.unresolved(path)]
        return [(lens.range.start.line, lens.command.title if lens.command else "") for lens in resolved]

    def settings(self, settings: dict[str, Any], *, asked: bool = True) -> None:
        """The person's settings are these from now on; a client that is not `asked` for them says them."""
        settings = STATIC | settings
        self.client.set_configuration({"packlens": settings})
        said = None if asked else {"packlens": settings}
        self.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(said))

    async def until(self, condition: Any, patience: float = PATIENCE) -> None:
        """Wait until a condition on what was received holds."""
        async with asyncio.timeout(patience):
            while not condition():
                await asyncio.sleep(0.02)

    def _change(self, path: str, change: types.TextDocumentContentChangeEvent) -> None:
        self._versions[path] += 1
        identity = types.VersionedTextDocumentIdentifier(self._versions[path], self.uri(path))
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identity, [change]))


@asynccontextmanager
async def editor(
    root: Path,
    cache: Path,
    client: str = VS_CODE,
    *,
    encoding: str = "utf-16",
    options: dict[str, Any] | None = None,
    settings: dict[str, Any] | None = None,
    folders: list[Path] | None = None,
    command: tuple[str, ...] = SERVER,
    show_document: bool | None = None,
    asks: bool = True,
    watches: bool = True,
    news: list[Any] | None = None,
) -> AsyncIterator[Editor]:
    """A server for `root`, initialized by a client of the given kind, shut down at the end.

    `news` receives the parameters of every `packlens/statusChanged`.
    """
    lsp = make_test_lsp_client()
    lsp.set_configuration({"packlens": STATIC | (settings or {})})
    here: list[Editor] = []
    registered: dict[str, Any] = {}
    refreshes: list[None] = []

    @lsp.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(params: None) -> None:
        if here:
            here[0].refreshes += 1
        else:
            refreshes.append(None)

    @lsp.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        registered.update({item.method: item.register_options for item in params.registrations})

    @lsp.feature(types.CLIENT_UNREGISTER_CAPABILITY)
    def unregister(params: types.UnregistrationParams) -> None:
        for item in params.unregisterations:
            registered.pop(item.method)

    @lsp.feature("packlens/statusChanged")
    def status_changed(params: Any) -> None:
        if news is not None:
            news.append(params._asdict())

    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "LOCALAPPDATA": str(cache), "HOME": str(cache)}
    await lsp.start_io(*command, env=environment)
    capabilities = client_capabilities(client)
    assert capabilities.general is not None
    capabilities.general.position_encodings = [types.PositionEncodingKind(encoding)]
    if show_document is not None:
        assert capabilities.window is not None
        capabilities.window.show_document = types.ShowDocumentClientCapabilities(show_document)
    assert capabilities.workspace is not None
    if not asks:
        capabilities.workspace.configuration = False
    if not watches:
        capabilities.workspace.did_change_watched_files = None
    every = [root] if folders is None else folders
    answer = await asyncio.wait_for(
        lsp.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                root_uri=root.as_uri() if every else None,
                workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in every],
                initialization_options=options,
            )
        ),
        PATIENCE,
    )
    shows = show_document if show_document is not None else True
    here.append(Editor(lsp, root, cache, answer, shows, len(refreshes), registered))
    try:
        yield here[0]
    finally:
        await asyncio.wait_for(lsp.shutdown_session(), PATIENCE)
        await lsp.stop()


def plain(value: Any) -> Any:
    """A command's result, whatever classes the client's library made of it, as plain JSON values."""
    return json.loads(json.dumps(value, default=vars))


def write(root: Path, files: dict[str, str]) -> Path:
    """Files on disk, each replaced as a whole: a server that looks meanwhile sees the old or the new one."""
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f"{target.name}.new")
        temporary.write_bytes(text.encode())
        temporary.replace(target)
    return root
