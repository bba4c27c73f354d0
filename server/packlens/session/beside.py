"""A process that does a part of a first index for another one: requests on standard input, answers on standard output.

It reads texts, and where it has been told the facts of all other files, it draws scopes: it has an inference of its own
over the same tables and says what this has worked out, then and once something else reaches what it has drawn. A text
that cannot be read is answered with `None`; a scope that cannot be drawn ends the process, and whoever asked finds out
why.

It ends when its input does, so it does not outlive the one it works for. Nothing that it reads is run, and it looks at
no file.
"""

from __future__ import annotations

import gc
import os
import struct
import sys
from typing import IO, Any

from packlens.base.deep import run_deep
from packlens.resolve.static.engine import NOBODY
from packlens.resolve.static.inference import Inference, Share
from packlens.resolve.static.learned import Told, told_after, told_again
from packlens.store.codec import Codec
from packlens.symbols.table import build_table
from packlens.syntax.facts import FileFacts
from packlens.syntax.parse import read_file

READ = b"r"  # these texts; answered with their facts
KEEP = b"R"  # the same, and the facts are kept to draw with
KNOW = b"k"  # the facts of other files; not answered
DRAW = b"d"  # the scopes of these questions; answered with what was worked out on the way
AGAIN = b"a"  # what reaches these sinks now; answered with what is drawn again for it

TEXTS: Codec[tuple[tuple[str, str], ...]] = Codec(tuple[tuple[str, str], ...], 0)
FILES: Codec[tuple[tuple[str, FileFacts | None], ...]] = Codec(tuple[tuple[str, FileFacts | None], ...], 0)
KNOWN: Codec[tuple[bytes, ...]] = Codec(tuple[bytes, ...], 0)
"""Several of `FILES`."""
QUESTIONS: Codec[tuple[str, tuple[str, ...], tuple[Any, ...]]] = Codec(
    tuple[str, tuple[str, ...], tuple[Any, ...]], 0
)
"""Name of the root, its import hints, questions."""
SINKS: Codec[tuple[tuple[Any, Any], ...]] = Codec(tuple[tuple[Any, Any], ...], 0)
TOLD: Codec[Told] = Codec(Told, 0)
_HEAD = struct.Struct("<cQ")
_LATER = Share(lambda inference, questions: (), lambda inference, sinks: NOBODY)


def send(stream: IO[bytes], kind: bytes, body: bytes) -> None:
    """Write one frame. Raises `OSError` when nobody reads, `ValueError` when the stream is closed."""
    stream.write(_HEAD.pack(kind, len(body)))
    stream.write(body)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[bytes, bytes] | None:
    """The next frame, kind and body; `None` at the end of the stream, or where it ends within one."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, length = _HEAD.unpack(head)
    body = stream.read(length)
    return (kind, body) if len(body) == length else None


def facts_of(text: str) -> FileFacts | None:
    """The facts of a text; `None` where it cannot be read: the writer reads it again, and tells of it."""
    try:
        return read_file(text)
    except Exception:
        return None


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer requests until there are no more."""
    worker = Worker()
    while (frame := receive(source)) is not None:
        kind, body = frame
        if kind in (READ, KEEP):
            send(sink, kind, worker.read(body, keeps=kind == KEEP))
        elif kind == KNOW:
            worker.know(body)
        elif kind == DRAW:
            send(sink, kind, worker.draw(body))
        else:
            send(sink, kind, worker.draw_again(body))


class Worker:
    """What the process knows: the facts it has read or was told, and once it draws, what it has worked out."""

    def __init__(self) -> None:
        self._facts: dict[str, FileFacts] = {}
        self._inference: Inference | None = None
        self._told = 0

    def read(self, body: bytes, *, keeps: bool) -> bytes:
        """The facts of texts."""
        files = tuple([(path, facts_of(text)) for path, text in TEXTS.decode(body)])
        if keeps:
            self._keep(files)
        try:
            return FILES.encode(files)
        except ValueError:  # one of them nests too deeply to be sent
            return FILES.encode(tuple([(path, None) for path, _ in files]))

    def know(self, body: bytes) -> None:
        """Take the facts of files that others have read."""
        for files in KNOWN.decode(body):
            self._keep(FILES.decode(files))

    def draw(self, body: bytes) -> bytes:
        """What answering these questions has told, and was not told before. All facts must be known."""
        root_name, hints, questions = QUESTIONS.decode(body)
        if self._inference is None:
            tables = {path: build_table(path, self._facts[path], None) for path in sorted(self._facts)}
            self._inference = Inference(root_name, hints)
            self._inference.update(tables, _LATER)
        for question in questions:
            self._inference.ask(question)
        self._told, told = told_after(self._inference, self._told)
        return TOLD.encode(told)

    def draw_again(self, body: bytes) -> bytes:
        """What of the scopes drawn before is drawn again, now that this is what reaches the sinks."""
        assert self._inference is not None  # only who has drawn is asked
        return TOLD.encode(told_again(self._inference, SINKS.decode(body)))

    def _keep(self, files: tuple[tuple[str, FileFacts | None], ...]) -> None:
        self._facts.update((path, facts) for path, facts in files if facts is not None)


def main() -> None:
    """The process."""
    gc.disable()  # trees, facts and answers hold hardly any circles
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed by mistake does not get among the answers
    run_deep(lambda: serve(source, sink))


if __name__ == "__main__":
    main()
