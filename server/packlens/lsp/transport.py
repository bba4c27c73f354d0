"""Bytes in, bytes out, and an end: how the server is connected to its client, and how it stops.

Standard input and output belong to the protocol alone (`base.streams`). Reading happens in a daemon thread of
its own, so that no other work can keep a message waiting and nothing waits for the reader at the end. The
server stops at the end of input, at `exit`, and when the editor's process is gone (`lifeline`). Work still
running then is told to stop and is not waited for: the process ends at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, BinaryIO

from pygls.io_ import run_async

from packlens.base.streams import private_streams, pump
from packlens.lsp.rpc import PacklensProtocol

_LOGGER = logging.getLogger(__name__)
_ENDED = "the connection to the client ended: %s"


def serve_stdio(protocol: PacklensProtocol) -> int:
    """Serve one client on standard input and output. Returns the exit code once the conversation is over."""
    source, sink = private_streams()

    async def conversation() -> None:
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        thread = threading.Thread(
            target=pump, args=(source, reader, loop), name="packlens-stdin", daemon=True
        )
        protocol.on_stop(lambda: _end_input(loop, reader))
        protocol.set_writer(_PipeWriter(sink, lambda: _end_input(loop, reader)))
        thread.start()
        await _converse(protocol, reader)

    _run(conversation())
    return protocol.exit_code


def serve_tcp(protocol: PacklensProtocol, host: str, port: int, listening: Callable[[str], None]) -> int:
    """Serve the first client of `host:port`; `listening` is told the address once it is open."""

    async def conversation() -> None:
        connected: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        connected = asyncio.get_running_loop().create_future()

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if connected.done():
                writer.close()
            else:
                connected.set_result((reader, writer))

        server = await asyncio.start_server(accept, host, port)
        address = server.sockets[0].getsockname()
        listening(f"{address[0]}:{address[1]}")
        reader, writer = await connected
        loop = asyncio.get_running_loop()
        protocol.on_stop(lambda: _end_input(loop, reader))
        protocol.set_writer(_SocketWriter(writer))
        await _converse(protocol, reader)

    _run(conversation())
    return protocol.exit_code


def _run(conversation: Coroutine[Any, Any, None]) -> None:
    """Run a conversation to its end, and leave what it started as it is: the program ends right after."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    with contextlib.suppress(KeyboardInterrupt):
        loop.run_until_complete(conversation)


def _end_input(loop: asyncio.AbstractEventLoop, reader: asyncio.StreamReader) -> None:
    loop.call_soon_threadsafe(reader.feed_eof)


class _PipeWriter:
    """A pipe as the protocol's writer. Once nobody reads it the conversation ends, and no more is written."""

    def __init__(self, sink: BinaryIO, left: Callable[[], None]) -> None:
        self._sink = sink
        self._left = left
        self._open = True

    def write(self, content: bytes) -> None:
        if not self._open:
            return
        try:
            self._sink.write(content)
            self._sink.flush()
        except (OSError, ValueError) as error:
            self._open = False
            _LOGGER.warning(_ENDED, type(error).__name__)
            self._left()

    def close(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._sink.close()


class _SocketWriter:
    """An asyncio stream as the protocol's writer: what is written is on its way, and nobody waits for it."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def write(self, content: bytes) -> None:
        self._writer.write(content)

    def close(self) -> None:
        self._writer.close()


class _Reader:
    """What `run_async` reads from. A connection that ends inside a message ends the conversation quietly."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream

    def readline(self) -> Awaitable[bytes]:
        return self._stream.readline()

    async def readexactly(self, count: int) -> bytes:
        try:
            return await self._stream.readexactly(count)
        except asyncio.IncompleteReadError:
            return b""


async def _converse(protocol: PacklensProtocol, stream: asyncio.StreamReader) -> None:
    try:
        await run_async(
            stop_event=protocol.stopped,
            reader=_Reader(stream),
            protocol=protocol,
            error_handler=protocol.report_unreadable,
        )
    except (BrokenPipeError, ConnectionError, ValueError) as error:
        # ValueError: a header line longer than any header is, or a write after the pipe was closed.
        _LOGGER.warning(_ENDED, type(error).__name__)
    finally:
        protocol.stop()
