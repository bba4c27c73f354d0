"""A process that reads texts for another one: bundles of texts on standard input, their facts on standard output.

It ends when its input does, so it does not outlive the one it reads for. A text that cannot be read is answered with
`None`. Nothing that it reads is run, and it looks at no file.
"""

from __future__ import annotations

import gc
import os
import struct
import sys
from typing import IO

from packlens.base.deep import run_deep
from packlens.store.codec import Codec
from packlens.syntax.facts import FileFacts
from packlens.syntax.parse import read_file

BUNDLES: Codec[tuple[str, ...]] = Codec(tuple[str, ...])
ANSWERS: Codec[tuple[FileFacts | None, ...]] = Codec(tuple[FileFacts | None, ...])
_LENGTH = struct.Struct("<Q")


def send(stream: IO[bytes], body: bytes) -> None:
    """Write one frame. Raises `OSError` when nobody reads, `ValueError` when the stream is closed."""
    stream.write(_LENGTH.pack(len(body)))
    stream.write(body)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """The next frame; `None` at the end of the stream, or where it ends within one."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    body = stream.read(length)
    return body if len(body) == length else None


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer bundles until there are no more."""
    while (frame := receive(source)) is not None:
        send(sink, _answer(BUNDLES.decode(frame)))


def _answer(texts: tuple[str, ...]) -> bytes:
    facts = tuple([_facts(text) for text in texts])
    try:
        return ANSWERS.encode(facts)
    except ValueError:  # one of them nests too deeply to be sent
        return ANSWERS.encode(tuple([None for _ in texts]))


def _facts(text: str) -> FileFacts | None:
    try:
        return read_file(text)
    except Exception:  # whoever asked reads it again, and tells of it
        return None


def main() -> None:
    """The process."""
    gc.disable()  # trees and facts hold no circles
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed by mistake does not get among the answers
    run_deep(lambda: serve(source, sink))


if __name__ == "__main__":
    main()
