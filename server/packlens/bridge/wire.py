"""What the two ends say, and how it is framed: four bytes of length, then one message in msgpack.

    Hello     server   who it is, and a number used once
    Proof     client   that it holds the token, by the server's number; and a number of its own
    Welcome   server   that it holds the token too, by the client's number
    Ask, Withdraw, Look                    client, once it has been welcomed
    Told, Answered, Refused, State         server

The token itself never travels, so that who only pretends to be an end learns nothing. Frames have a largest size, a
small one before the welcome; what is larger, or no message, ends the conversation.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from typing import Any, TypeAlias, TypeVar

import msgspec

from packlens.bridge.reply import Answer

WIRE = 1
MOST_BYTES = 16 * 1024 * 1024
MOST_STRANGE_BYTES = 512
BODY_SECONDS = 10.0
WRITE_SECONDS = 10.0


class ConversationError(Exception):
    """The other end said what it may not say, or says nothing any more."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One message."""


class Hello(Message, frozen=True, kw_only=True):
    """wire and version are compared: ends that differ in them have nothing to say to each other."""

    wire: int
    version: str
    once: bytes


class Proof(Message, frozen=True, kw_only=True):
    """proof is made from the token and the server's number."""

    proof: bytes
    once: bytes


class Welcome(Message, frozen=True, kw_only=True):
    """proof is made from the token and the client's number."""

    proof: bytes


class Ask(Message, frozen=True, kw_only=True):
    """A question by name (`asked.QUESTIONS`); `number` stands for it from now on."""

    number: int
    name: str
    arguments: dict[str, Any]


class Withdraw(Message, frozen=True, kw_only=True):
    """Nobody waits for this one any more."""

    number: int


class Look(Message, frozen=True, kw_only=True):
    """Is somebody there, and is there a graph?"""


class State(Message, frozen=True, kw_only=True):
    """The answer to `Look`."""

    ready: bool


class Told(Message, frozen=True, kw_only=True):
    """How far the index is that a question waits for."""

    number: int
    done: int
    total: int


class Answered(Message, frozen=True, kw_only=True):
    """The answer to a question."""

    number: int
    answer: Answer


class Refused(Message, frozen=True, kw_only=True):
    """Why a question has no answer, as one line."""

    number: int
    line: str


FromClient: TypeAlias = Ask | Withdraw | Look
FromServer: TypeAlias = Told | Answered | Refused | State
Shape = TypeVar("Shape")


class Channel:
    """One end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._writing = asyncio.Lock()

    async def hear(self, shape: type[Shape] | Any, most: int = MOST_BYTES) -> Any:
        """The next message. Raises `ConversationError` for anything else, the end included."""
        try:
            size = int.from_bytes(await self._reader.readexactly(4), "big")
            if size > most:
                raise ConversationError(f"a frame of {size} bytes")
            async with asyncio.timeout(BODY_SECONDS):
                body = await self._reader.readexactly(size)
            return msgspec.msgpack.decode(body, type=shape)
        except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError) as error:
            raise ConversationError(type(error).__name__) from None
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise ConversationError(f"no message ({type(error).__name__})") from None

    async def say(self, message: Message) -> None:
        """Raises `ConversationError` when the other end does not take it in time."""
        body = msgspec.msgpack.encode(message)
        try:
            async with self._writing, asyncio.timeout(WRITE_SECONDS):
                self._writer.write(len(body).to_bytes(4, "big") + body)
                await self._writer.drain()
        except (OSError, TimeoutError, RuntimeError) as error:
            self.close()
            raise ConversationError(type(error).__name__) from None

    def close(self) -> None:
        """End the connection, whatever is still on its way."""
        self._writer.transport.abort()


def proof_of(token: str, once: bytes, side: str) -> bytes:
    """What only a holder of the token can make of a number used once."""
    return hmac.digest(token.encode(), side.encode() + once, hashlib.sha256)


def same(one: bytes, other: bytes) -> bool:
    """Whether two proofs are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one, other)
