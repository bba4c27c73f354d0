"""Standard input and output for one protocol alone.

They are taken away from the rest of the program before anything else runs: the protocol keeps private copies,
descriptor 1 leads to standard error and descriptor 0 to the null device. A stray `print`, a library's warning
or a child process can then neither damage the protocol nor eat a message.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import os
import sys
from typing import BinaryIO

_CHUNK_BYTES = 1 << 16
_LOGGER = logging.getLogger(__name__)


def private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Copies of standard input and output that only the protocol holds, in binary mode."""
    sys.stdout.flush()
    source = os.fdopen(os.dup(0), "rb", buffering=0)
    sink = os.fdopen(os.dup(1), "wb", buffering=io.DEFAULT_BUFFER_SIZE)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(source.fileno(), os.O_BINARY)
        msvcrt.setmode(sink.fileno(), os.O_BINARY)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, sink


def pump(source: BinaryIO, reader: asyncio.StreamReader, loop: asyncio.AbstractEventLoop) -> None:
    """Feed `reader` from the blocking `source` until it ends, whatever the way. For a daemon thread."""
    with contextlib.suppress(RuntimeError):  # the loop is closed: the conversation is over
        try:
            while chunk := os.read(source.fileno(), _CHUNK_BYTES):
                loop.call_soon_threadsafe(reader.feed_data, chunk)
        except OSError as error:
            _LOGGER.warning("standard input failed: %s", error.strerror)
        loop.call_soon_threadsafe(reader.feed_eof)
