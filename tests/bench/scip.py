"""Reading a SCIP index (https://github.com/sourcegraph/scip, scip.proto): the few fields that places need.

The format is protocol buffers. Fields are told by number: an index has documents (2); a document a path (1) and
occurrences (2); an occurrence a range (1), a symbol (2) and roles (3), of which bit 1 marks a definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_DEFINITION = 1


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One name in a file: line and column (0-based, UTF-16 units), its symbol, whether it defines it."""

    path: str
    line: int
    column: int
    symbol: str
    defines: bool


def occurrences(index: bytes) -> Iterator[Occurrence]:
    """Every occurrence of the index."""
    for number, document in _fields(index):
        if number == 2 and isinstance(document, bytes):
            fields = list(_fields(document))
            path = next(value.decode() for key, value in fields if key == 1 and isinstance(value, bytes))
            for key, value in fields:
                if key == 2 and isinstance(value, bytes):
                    yield _occurrence(path, value)


def _occurrence(path: str, raw: bytes) -> Occurrence:
    places, symbol, roles = [0, 0], "", 0
    for number, value in _fields(raw):
        if number == 1 and isinstance(value, bytes):
            places = list(_varints(value))
        elif number == 2 and isinstance(value, bytes):
            symbol = value.decode()
        elif number == 3 and isinstance(value, int):
            roles = value
    return Occurrence(path, places[0], places[1], symbol, bool(roles & _DEFINITION))


def _fields(raw: bytes) -> Iterator[tuple[int, int | bytes]]:
    offset = 0
    while offset < len(raw):
        tag, offset = _varint(raw, offset)
        number, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            value, offset = _varint(raw, offset)
            yield number, value
        elif wire == _BYTES:
            size, offset = _varint(raw, offset)
            yield number, raw[offset : offset + size]
            offset += size
        elif wire in (_FIXED32, _FIXED64):
            offset += 4 if wire == _FIXED32 else 8
        else:
            raise ValueError(f"wire type {wire} in a SCIP index")


def _varints(raw: bytes) -> Iterator[int]:
    offset = 0
    while offset < len(raw):
        value, offset = _varint(raw, offset)
        yield value


def _varint(raw: bytes, offset: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = raw[offset]
        offset += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, offset
        shift += 7
