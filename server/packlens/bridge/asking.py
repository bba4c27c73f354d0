"""The other end: a process that asks an editor's session.

A link is made to the newest editor that is there and proves that it holds the token. It is lost when the
connection ends, or when the editor has said nothing for some seconds and does not answer a `Look` either; whoever
was asking then asks somebody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import secrets
import sys
import time
from pathlib import Path

import msgspec

from packlens import __version__
from packlens.base.errors import PacklensError
from packlens.bridge.asked import name_of
from packlens.bridge.place import Address, addresses, secret
from packlens.bridge.reply import Answer, Question
from packlens.bridge.telling import Report
from packlens.bridge.wire import (
    MOST_STRANGE_BYTES,
    WIRE,
    Answered,
    Ask,
    Channel,
    ConversationError,
    FromServer,
    Hello,
    Look,
    Message,
    Proof,
    State,
    Told,
    Welcome,
    Withdraw,
    proof_of,
    same,
)

_CONNECT_SECONDS = 1.0
_SILENT_SECONDS = 5.0
_FORGOTTEN_SECONDS = 5.0  # a busy editor may have been too slow once, and a new one not have listened yet
_LOOK_SECONDS = 0.2


class LinkLostError(Exception):
    """The editor is gone, or as good as gone."""


class Link:
    """A connection to one editor's server."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Queue[Message]] = {}
        self._looks: list[asyncio.Future[bool]] = []
        self.lost = asyncio.Event()
        self._hearing = asyncio.create_task(self._hear())

    async def ask(self, question: Question, report: Report | None = None) -> Answer:
        """The editor's answer. Raises `PacklensError` for a refusal and `LinkLostError`."""
        number = next(self._numbers)
        heard: asyncio.Queue[Message] = asyncio.Queue()
        self._waiting[number] = heard
        answered = False
        try:
            await self._say(
                Ask(number=number, name=name_of(question), arguments=msgspec.to_builtins(question))
            )
            while True:
                message = await self._next(heard)
                if isinstance(message, Told):
                    if report is not None:
                        await report(message.done, message.total)
                    continue
                answered = True
                if isinstance(message, Answered):
                    return message.answer
                raise PacklensError(getattr(message, "line", "the editor gave no answer"))
        finally:
            del self._waiting[number]
            if not answered and not self.lost.is_set():
                with contextlib.suppress(LinkLostError):
                    await self._say(Withdraw(number=number))

    async def ready(self) -> bool:
        """Whether the editor has a graph. Raises `LinkLostError`."""
        seen: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._looks.append(seen)
        await self._say(Look())
        try:
            async with asyncio.timeout(_SILENT_SECONDS):
                return await seen
        except TimeoutError:
            self.close()
            raise LinkLostError from None

    def close(self) -> None:
        """Ask nothing more."""
        self._hearing.cancel()
        self._channel.close()
        self._lose()

    async def _next(self, heard: asyncio.Queue[Message]) -> Message:
        while True:
            if self.lost.is_set() and heard.empty():
                raise LinkLostError
            try:
                async with asyncio.timeout(_SILENT_SECONDS):
                    message = await heard.get()
            except TimeoutError:
                await self.ready()
                continue
            if isinstance(message, State):  # put there by `_lose`
                raise LinkLostError
            return message

    async def _say(self, message: Message) -> None:
        if self.lost.is_set():
            raise LinkLostError
        try:
            await self._channel.say(message)
        except ConversationError:
            self.close()
            raise LinkLostError from None

    async def _hear(self) -> None:
        with contextlib.suppress(ConversationError):
            while True:
                message = await self._channel.hear(FromServer)
                if isinstance(message, State):
                    looks, self._looks = self._looks, []
                    for look in looks:
                        if not look.done():
                            look.set_result(message.ready)
                elif message.number in self._waiting:
                    self._waiting[message.number].put_nowait(message)
        self._channel.close()
        self._lose()

    def _lose(self) -> None:
        self.lost.set()
        for heard in self._waiting.values():
            heard.put_nowait(State(ready=False))
        for look in self._looks:
            if not look.done():
                look.set_exception(LinkLostError())


class Editors:
    """The editors that may serve one root."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._passed_over: dict[str, float] = {}
        self._seen_none = -_LOOK_SECONDS

    async def link(self) -> Link | None:
        """A link to the newest one that can be asked; `None` when there was none a moment ago."""
        if time.monotonic() - self._seen_none < _LOOK_SECONDS:
            return None
        for address in addresses(self._root):
            name, now = address.file.name, time.monotonic()
            if now - self._passed_over.get(name, -_FORGOTTEN_SECONDS) < _FORGOTTEN_SECONDS:
                continue
            if not _alive(address.owner):
                with contextlib.suppress(OSError):
                    address.remove()
                continue
            try:
                async with asyncio.timeout(_CONNECT_SECONDS):
                    return Link(await _welcomed(address))
            except (OSError, TimeoutError, ConversationError):
                self._passed_over[name] = now
        self._seen_none = time.monotonic()
        return None


async def _welcomed(address: Address) -> Channel:
    held = secret()
    if sys.platform == "win32":
        loop = asyncio.get_running_loop()
        assert isinstance(loop, asyncio.ProactorEventLoop)
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        transport, _ = await loop.create_pipe_connection(lambda: protocol, address.pipe)
        channel = Channel(reader, asyncio.StreamWriter(transport, protocol, reader, loop))
    else:
        channel = Channel(*await asyncio.open_unix_connection(address.file))
    try:
        hello = await channel.hear(Hello, MOST_STRANGE_BYTES)
        if (hello.wire, hello.version) != (WIRE, __version__):
            raise ConversationError(f"it is of version {hello.version[:20]}")
        once = secrets.token_bytes(32)
        await channel.say(Proof(proof=proof_of(held, hello.once, "client"), once=once))
        welcome = await channel.hear(Welcome, MOST_STRANGE_BYTES)
        if not same(welcome.proof, proof_of(held, once, "server")):
            raise ConversationError("a wrong proof")
    except BaseException:
        channel.close()
        raise
    return channel


def _alive(owner: int) -> bool:
    """Whether a process is there. Where that cannot be told, the connection will."""
    if sys.platform == "win32" or owner <= 0:
        return True
    try:
        os.kill(owner, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
