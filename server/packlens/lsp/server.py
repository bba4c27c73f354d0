"""The server object that handlers get: the conversation and the session it is about.

Handlers run on the event loop, in the order of their messages. Whatever takes longer than a key stroke is
given to `work`, in a pool of our own; a request that the client withdraws while it waits there is never
begun.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pygls.lsp.server import LanguageServer

from packlens import __version__
from packlens.base.config import Config, Index, Jedi, Privacy
from packlens.base.errors import CancelledError, PacklensError, UsageError
from packlens.base.workers import Workers
from packlens.graph.snapshot import Snapshot
from packlens.lsp.buffers import Buffers
from packlens.lsp.client import CALL_HIERARCHY, WORKSPACE_SYMBOLS, Client, Offer
from packlens.lsp.first_answers import FirstAnswers
from packlens.lsp.first_index import FirstIndex
from packlens.lsp.kept_titles import KeptTitles
from packlens.lsp.last_packs import LastPacks
from packlens.lsp.lens_numbers import LensNumbers
from packlens.lsp.lenses import Lenses
from packlens.lsp.positions import Positions
from packlens.lsp.protocol import ClientOptions, LensKind
from packlens.lsp.refresh import Refresher
from packlens.lsp.rpc import PacklensProtocol
from packlens.lsp.sharing import OpenHttp, Sharing
from packlens.lsp.status_news import StatusNews
from packlens.lsp.uris import name_of, path_under, uri_of
from packlens.lsp.words_ahead import WordsAhead
from packlens.session.asking import Waits
from packlens.session.session import Session
from packlens.text.encoding import PositionEncoding

if TYPE_CHECKING:
    from packlens.views.pack.question import PackQuestion

Answer = TypeVar("Answer")

_WORKERS = 2
SETTLE_SECONDS = 0.3
_LAST_SAVE_SECONDS = 2.0


class Server(LanguageServer):
    """One conversation about one root.

    root      the folder served; `None` until `initialize`, and where the client has none
    refused   the client's further folders, which are not served
    session   the open root; `None` until it is open, or where it cannot be (`trouble` says why)
    settings  what the client said last; `config` is what came of it, with the workspace's own settings, and
              `warnings` what was wrong with them, and `made_with` those that the session was made with
    """

    protocol: PacklensProtocol

    def __init__(self, http: OpenHttp | None = None) -> None:
        super().__init__("packlens", __version__, protocol_cls=PacklensProtocol, max_workers=1)
        self.client = Client(self)
        self.positions = Positions(PositionEncoding.UTF16)
        self.options = ClientOptions()
        self.root: Path | None = None
        self.refused: tuple[str, ...] = ()
        self.session: Session | None = None
        self.settings: Mapping[str, Any] = {}
        self.config = Config()
        self.warnings: tuple[str, ...] = ()
        self.settling = asyncio.Lock()
        self.replacing = asyncio.Lock()
        self.made_with: tuple[Index, Privacy, Jedi] | None = None
        self._telling = 0
        self._told = asyncio.Event()
        self._told.set()
        self.trouble: PacklensError = UsageError("no folder is open; open the folder of a Python project")
        self.first_index = FirstIndex(self)
        self.first_answers = FirstAnswers(self)
        self.lenses = Lenses()
        self.numbers = LensNumbers(self.lens_question)
        self.kept_titles = KeptTitles(self)
        self.last_packs = LastPacks()
        self.refresher = Refresher(self)
        self.status = StatusNews(self)
        self.words = WordsAhead(self)
        self._at_work = 0
        self._last_active = 0.0
        self.sharing = Sharing(self, http)
        self._workers = Workers(_WORKERS, "packlens-request")

    @property
    def buffers(self) -> Buffers:
        """The open documents."""
        workspace = self.workspace
        assert isinstance(workspace, Buffers)
        return workspace

    def opened(self) -> Session:
        """The session; raises the reason for which there is none."""
        if self.session is None:
            raise self.trouble
        return self.session

    def lens_question(self, target: str) -> PackQuestion:
        """What a click on the lens of `target` asks for."""
        return self.opened().question((target,))

    def lens_kinds(self) -> tuple[LensKind, ...]:
        """The lenses that the settings ask for, in the order they stand."""
        lens = self.config.lens
        if not lens.enabled:
            return ()
        tests = lens.tests and self.shows_impact
        wanted = ((LensKind.CALLERS, lens.callers), (LensKind.TESTS, tests))
        return (LensKind.CONTEXT, *(kind for kind, is_wanted in wanted if is_wanted))

    @property
    def shows_impact(self) -> bool:
        """Whether the client is offered to see an impact: one with commands of its own may not have that one."""
        return self.options.impact_command or not self.options.client_commands

    def offers(self) -> dict[Offer, bool]:
        """Which methods that settings switch are on. What `auto` means is for the client to decide."""
        return {
            CALL_HIERARCHY: self.config.call_hierarchy.enabled is not False,
            WORKSPACE_SYMBOLS: self.config.workspace_symbols.enabled is not False,
        }

    def changed(self) -> None:
        """A text, a file or a setting changed: what the client shows may no longer be so."""
        self._last_active = time.monotonic()
        self.refresher.edited()
        self.status.look()
        self.words.look()

    @property
    def idle_seconds(self) -> float:
        """For how long nobody has waited for an answer and nothing has changed."""
        return 0.0 if self._at_work else time.monotonic() - self._last_active

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While somebody waits for an answer."""
        self._at_work += 1
        try:
            yield
        finally:
            self._at_work -= 1
            self._last_active = time.monotonic()
            if not self._at_work:
                self.first_answers.look()

    @contextmanager
    def being_told(self) -> Iterator[None]:
        """While settings that have changed are asked for and taken. Questions wait for them."""
        self._telling += 1
        self._told.clear()
        try:
            yield
        finally:
            self._telling -= 1
            if not self._telling:
                self._told.set()

    async def told(self) -> None:
        """Wait for settings that are being told."""
        await self._told.wait()

    def settled_more(self) -> None:
        """Jedi has settled some calls: numbers that the client shows may have changed."""
        self.refresher.settled()
        self.status.look()

    def heard(self, handler: Callable[[], None]) -> Callable[[], None]:
        """`handler` for threads other than that of the event loop."""
        loop = asyncio.get_running_loop()

        def hear() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and with it whoever would be told
                loop.call_soon_threadsafe(handler)

        return hear

    async def settled(self) -> Session:
        """The session, once its graph is of exactly the texts the client has told of so far.

        Waits for the first index, and for settings that are being told. Raises the reason for which there is
        no graph.
        """
        await self.told()
        await self.first_index.wait()
        self.first_answers.asked()
        session = self.opened()
        if not self.hears_of_files():
            await self.work(session.fresh)
        elif not session.quiet:
            await self.work(session.settle)
        return session

    def hears_of_files(self) -> bool:
        """Whether the client tells of files that change on disk. Else it is for us to look."""
        return self.client.can("workspace.did_change_watched_files.dynamic_registration")

    async def snapshot(self) -> Snapshot:
        """The graph of exactly the texts the client has told of so far."""
        return (await self.settled()).snapshot

    async def answer(self, session: Session, view: Callable[[Snapshot], Waits]) -> Waits:
        """What `view` says of a settled session, a moment waited for what could change it."""
        return await self.work(lambda: session.settled(view, SETTLE_SECONDS))

    async def work(self, question: Callable[[], Answer]) -> Answer:
        """What `question` returns, asked in a worker thread with room to recurse, unless withdrawn before."""
        withdrawn = self.protocol.withdrawn()

        def body() -> Answer:
            if withdrawn.is_set():
                raise CancelledError("the request was withdrawn")
            return question()

        with self.at_work():
            return await self.aside(body)

    async def aside(self, question: Callable[[], Answer]) -> Answer:
        """What `question` returns, asked in a worker thread with room to recurse."""
        return await asyncio.get_running_loop().run_in_executor(self._workers, question)

    def path(self, uri: str) -> str | None:
        """The path of a document under the root; `None` for any other document."""
        return None if self.root is None else path_under(self.root, uri)

    def asked_path(self, uri: str) -> str:
        """The path of a document that a person asks about. Raises `UsageError` for one not under the root."""
        path = self.path(uri)
        root = self.opened().root
        if path == ".":
            raise UsageError(f"{name_of(uri)} is a folder; ask about a file in it")
        if path is not None:
            return path
        if uri.startswith("file:"):
            raise UsageError(
                f"{name_of(uri)} is outside of {root.name}, which is served here; open the folder it is in"
            )
        remedy = f"save it in {root.name} first" if uri.startswith("untitled:") else "open the file itself"
        raise UsageError(f"{uri} is no file on disk; {remedy}")

    def focus(self, names: Sequence[str]) -> tuple[str, ...]:
        """Files in view as paths. An editor may have anything open, so a URI that is no indexed file is left out."""
        documents = self.opened().snapshot.documents
        found = [(self.path(name) if "://" in name else name, name) for name in names]
        return tuple(
            path for path, name in found if path is not None and ("://" not in name or path in documents)
        )

    def uri(self, path: str) -> str:
        """The URI of a path under the root, as the client writes it where it has the document open."""
        assert self.root is not None
        return self.lenses.uri(path) or uri_of(self.root, path)

    def announce_later(self, method: str) -> None:
        """Do not announce a method at the start. It is answered all the same, once it is registered."""
        self.protocol.fm.feature_options[method] = None

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Failures are told where they belong: in the answer, or in the client's log."""

    def end(self) -> None:
        """Stop whatever still runs. The program ends right after."""
        self._workers.shutdown()
        self.sharing.close()
        self.kept_titles.end()
        if self.session is not None:
            self.session.stop(_LAST_SAVE_SECONDS)
