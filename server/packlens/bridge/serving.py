"""The editor's end: its session, open to other processes of the same person.

Whoever connects has two seconds to prove that it holds the token. What it asks is answered side by side, up to
`_AT_ONCE` questions of one client; more are not read before some are answered. A client that sends what is no
message, or does not read its answers, is let go; nobody else notices.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from packlens import __version__
from packlens.base.errors import PacklensError
from packlens.base.fault import log_fault
from packlens.bridge.asked import read_question
from packlens.bridge.place import Address, own_address, secret
from packlens.bridge.reply import Answer, Question
from packlens.bridge.telling import Report
from packlens.bridge.wire import (
    MOST_STRANGE_BYTES,
    WIRE,
    Answered,
    Ask,
    Channel,
    ConversationError,
    FromClient,
    Hello,
    Proof,
    Refused,
    State,
    Told,
    Welcome,
    Withdraw,
    proof_of,
    same,
)

Answering = Callable[[Question, Report], Awaitable[Answer]]

_LOGGER = logging.getLogger(__name__)
_HANDSHAKE_SECONDS = 2.0
_CONNECTIONS = 64
_AT_ONCE = 32


class Serving:
    """The socket of one root in this process.

    answer   what a question comes to, asked on the event loop
    ready    whether there is a graph
    """

    def __init__(self, root: Path, answer: Answering, ready: Callable[[], bool]) -> None:
        self._root = root
        self._answer = answer
        self._ready = ready
        self._token = ""
        self._address: Address | None = None
        self._listening: list[asyncio.AbstractServer] = []
        self._conversations: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen. Raises `OSError` when there is no safe place for it."""
        self._token = secret()
        address = own_address(self._root)
        if sys.platform == "win32":
            loop = asyncio.get_running_loop()
            assert isinstance(loop, asyncio.ProactorEventLoop)

            def conversation() -> asyncio.StreamReaderProtocol:
                return asyncio.StreamReaderProtocol(asyncio.StreamReader(), self._connected)

            self._listening = list(await loop.start_serving_pipe(conversation, address.pipe))
            address.file.touch()
        else:
            self._listening = [await asyncio.start_unix_server(self._connected, address.file)]
            address.file.chmod(0o600)
        self._address = address

    def close(self) -> None:
        """Let everybody go, and leave nothing behind."""
        for server in self._listening:
            server.close()
        for task in self._conversations:
            task.cancel()
        if self._address is not None:
            with contextlib.suppress(OSError):
                self._address.remove()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        channel = Channel(reader, writer)
        task = asyncio.current_task()
        assert task is not None
        if len(self._conversations) >= _CONNECTIONS:
            channel.close()
            return
        self._conversations.add(task)
        try:
            await self._converse(channel)
        except ConversationError as error:
            _LOGGER.info("a conversation with another process ended: %s", error)
        except asyncio.CancelledError:
            pass
        finally:
            self._conversations.discard(task)
            channel.close()

    async def _converse(self, channel: Channel) -> None:
        try:
            async with asyncio.timeout(_HANDSHAKE_SECONDS):
                await self._welcome(channel)
        except TimeoutError:
            raise ConversationError("nothing was proven in time") from None
        at_work: dict[int, asyncio.Task[None]] = {}
        room = asyncio.Semaphore(_AT_ONCE)

        def ended(number: int, _task: asyncio.Task[None]) -> None:
            at_work.pop(number, None)
            room.release()

        try:
            while True:
                message = await channel.hear(FromClient)
                if isinstance(message, Ask):
                    await room.acquire()
                    task = asyncio.create_task(self._ask(channel, message))
                    at_work[message.number] = task
                    task.add_done_callback(partial(ended, message.number))
                elif isinstance(message, Withdraw):
                    if message.number in at_work:
                        at_work[message.number].cancel()
                else:
                    await channel.say(State(ready=self._ready()))
        finally:
            for task in list(at_work.values()):
                task.cancel()

    async def _welcome(self, channel: Channel) -> None:
        once = secrets.token_bytes(32)
        await channel.say(Hello(wire=WIRE, version=__version__, once=once))
        proof = await channel.hear(Proof, MOST_STRANGE_BYTES)
        if not same(proof.proof, proof_of(self._token, once, "client")):
            raise ConversationError("a wrong proof")
        await channel.say(Welcome(proof=proof_of(self._token, proof.once, "server")))

    async def _ask(self, channel: Channel, asked: Ask) -> None:
        async def report(done: int, total: int) -> None:
            await channel.say(Told(number=asked.number, done=done, total=total))

        with contextlib.suppress(ConversationError):  # whoever asked is gone
            try:
                answer = await self._answer(read_question(asked.name, asked.arguments), report)
            except PacklensError as error:
                await channel.say(Refused(number=asked.number, line=" ".join(str(error).split())))
            except ConversationError:
                raise
            except Exception as error:
                log_fault(_LOGGER, f"{asked.name} failed", error)
                line = (
                    f"Packlens failed at this question ({type(error).__name__}); the editor's log says where"
                )
                await channel.say(Refused(number=asked.number, line=line))
            else:
                await channel.say(Answered(number=asked.number, answer=answer))
