"""One client on standard input and output, a message a line.

Lines are read as bytes and no longer than `MOST_BYTES`: what is longer, is no JSON or no message is answered with
an error and skipped, and the conversation goes on. It ends with the input, also in the middle of a line, and
whatever still runs then is not waited for.
"""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any, BinaryIO

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel.server import Server
from mcp.shared._context_streams import create_context_streams
from mcp.shared.message import SessionMessage

from packlens.base.streams import private_streams, pump

MOST_BYTES = 8 * 1024 * 1024
_MOST_NESTED = 500
_UNREADABLE = b'{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":"%b"}}\n'


async def serve_stdio(server: Server[Any]) -> None:
    """Serve until the input ends."""
    source, sink = private_streams()
    reader = asyncio.StreamReader(limit=MOST_BYTES)
    loop = asyncio.get_running_loop()
    threading.Thread(target=pump, args=(source, reader, loop), name="packlens-stdin", daemon=True).start()
    to_server, received = create_context_streams[SessionMessage | Exception](0)
    sent, from_server = create_context_streams[SessionMessage](0)
    lock = asyncio.Lock()

    async def read() -> None:
        async with to_server:
            while (line := await _line(reader)) != b"":
                if line is None:
                    await _write(
                        sink, lock, _UNREADABLE % (types.INVALID_REQUEST, b"the message is too long")
                    )
                elif line.strip():
                    await take(line)

    async def take(line: bytes) -> None:
        try:
            message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except (ValueError, RecursionError):
            unread = _UNREADABLE % (types.PARSE_ERROR, b"this is no JSON-RPC message")
            await _write(sink, lock, unread.replace(b"null", _identity(line), 1))
        else:
            await to_server.send(SessionMessage(message))

    async def write() -> None:
        async with from_server:
            async for item in from_server:
                text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
                await _write(sink, lock, text.encode() + b"\n")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(read)
        tasks.start_soon(write)
        await server.run(received, sent, server.create_initialization_options())
        tasks.cancel_scope.cancel()


def _identity(line: bytes) -> bytes:
    """The id of a message that could not be read, for who waits for its answer: `null` when it has none."""
    if line.count(b"[") + line.count(b"{") > _MOST_NESTED:
        return b"null"  # the interpreter's own limit may be that of a thread with a larger stack
    try:
        message = json.loads(line)
        identity = message.get("id") if isinstance(message, dict) else None
    except (ValueError, RecursionError):
        return b"null"
    known = isinstance(identity, int | str) and not isinstance(identity, bool)
    return json.dumps(identity).encode() if known else b"null"


async def _line(reader: asyncio.StreamReader) -> bytes | None:
    """The next line; empty at the end of the input, `None` for one that was too long and is skipped."""
    skipped = False
    while True:
        try:
            line = await reader.readuntil(b"\n")
        except asyncio.IncompleteReadError:
            return b""  # half a message is none
        except asyncio.LimitOverrunError as error:
            await reader.readexactly(error.consumed)
            skipped = True
        else:
            return None if skipped else line


async def _write(sink: BinaryIO, lock: asyncio.Lock, message: bytes) -> None:
    """In a thread: a client that reads slowly keeps nobody else waiting, and its end is noticed all the same."""
    async with lock:
        await anyio.to_thread.run_sync(_put, sink, message, abandon_on_cancel=True)


def _put(sink: BinaryIO, message: bytes) -> None:
    sink.write(message)
    sink.flush()
