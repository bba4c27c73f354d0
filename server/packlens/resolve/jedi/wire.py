"""What goes between the asking side and a worker: frames of msgpack, each with its length before it.

The asking side sends `Setup` once, `Texts` whenever texts have changed, and `Ask` one unit at a time. The worker says
`Ready`, then for each unit one `Answered` a site, in the order asked, and one `Done`; or `Late` or `Full`, and ends.
After `GiveWay` a unit that was asked before it and has no `Done` soon ends with `GivenUp`.

A text may hold halves of surrogate pairs, which no frame can: they go as characters of private use, one for one, so
that no position moves.
"""

from __future__ import annotations

import re
import struct
from typing import Any, BinaryIO, TypeVar

import msgspec

MOST_BYTES = 600 * 1024 * 1024
_HALF = re.compile("[\ud800-\udfff]")
_LENGTH = struct.Struct(">I")
_Frame = TypeVar("_Frame")


class Setup(msgspec.Struct, tag=True, frozen=True):
    """What never changes while a worker lives.

    root     the root's folder name
    hints    folders that the project's own settings name as import roots
    outside  import paths after those of the workspace; `None` for those of the worker's own interpreter
    cache    the folder for parsed files from outside the workspace
    seconds  processor time that one site may take, parsing left out
    gentle   whether other programs go first
    folder   where the workspace is on the disk, so that nothing is taken from there; "" for nowhere
    most     resident bytes that a worker may come to hold; more for what it has parsed, till the end of the scope
    """

    root: str
    hints: tuple[str, ...]
    outside: tuple[str, ...] | None
    cache: str
    seconds: float
    gentle: bool
    folder: str = ""
    most: int = MOST_BYTES


class Texts(msgspec.Struct, tag=True, frozen=True):
    """Texts by path; `None` where there is no file any more."""

    changed: dict[str, str | None]


class Ask(msgspec.Struct, tag=True, frozen=True):
    """One unit: (number, line, column) of its sites in source order; lines from 1, columns in code points from 0."""

    unit: int
    path: str
    sites: tuple[tuple[int, int, int], ...]


class GiveWay(msgspec.Struct, tag=True, frozen=True):
    """Something else is more urgent than all units asked so far."""


class Definition(msgspec.Struct, array_like=True, frozen=True):
    """What a site leads to: a function, class or property, or an instance of the class defined there.

    path   relative to the root; "" outside the workspace, where the position says nothing
    """

    kind: str
    path: str
    line: int
    column: int
    name: str


class Ready(msgspec.Struct, tag=True, frozen=True):
    """The worker has loaded Jedi; `problem` says why it can not be asked all the same."""

    problem: str | None = None


class Answered(msgspec.Struct, tag=True, frozen=True):
    """One site's definitions; none where Jedi finds nothing, or fails."""

    unit: int
    site: int
    definitions: tuple[Definition, ...]


class Late(msgspec.Struct, tag=True, frozen=True):
    """The site takes too long; the worker ends itself. Further fields as those of `Done`, as far as it came."""

    unit: int
    site: int
    loaded: tuple[str, ...]
    sought: tuple[str, ...]


class Full(msgspec.Struct, tag=True, frozen=True):
    """The worker holds too much; it ends itself. Fields as those of `Done`, as far as it came."""

    unit: int
    loaded: tuple[str, ...]
    sought: tuple[str, ...]


class Done(msgspec.Struct, tag=True, frozen=True):
    """The end of a unit.

    loaded  files of the workspace that the answers were drawn from
    sought  last names of all imports that were looked up, whether there or not
    memory  resident bytes of the worker
    """

    unit: int
    loaded: tuple[str, ...]
    sought: tuple[str, ...]
    memory: int


class GivenUp(msgspec.Struct, tag=True, frozen=True):
    """The end of a unit that has given way; what was answered of it counts for nothing."""

    unit: int


Question = Setup | Texts | Ask | GiveWay
Answer = Ready | Answered | Late | Full | Done | GivenUp

questions = msgspec.msgpack.Decoder(Question)
answers = msgspec.msgpack.Decoder(Answer)
_encoder = msgspec.msgpack.Encoder()


def write(stream: BinaryIO, frame: Question | Answer) -> None:
    """Send one frame. Raises `OSError` when the other side is gone."""
    try:
        body = _encoder.encode(frame)
    except UnicodeEncodeError:
        body = _encoder.encode(_whole_characters(msgspec.to_builtins(frame)))
    stream.write(_LENGTH.pack(len(body)) + body)
    stream.flush()


def _whole_characters(value: Any) -> Any:
    """The same value with each half of a surrogate pair as one of the last 2,048 characters of private use."""
    if isinstance(value, str):
        return _HALF.sub(lambda match: chr(ord(match[0]) - 0xD800 + 0x10F800), value)
    if isinstance(value, dict):
        return {_whole_characters(key): _whole_characters(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [_whole_characters(held) for held in value]
    return value


def read(stream: BinaryIO, decoder: msgspec.msgpack.Decoder[_Frame]) -> _Frame | None:
    """The next frame; `None` at the end of the stream."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    body = stream.read(length)
    return decoder.decode(body) if len(body) == length else None
