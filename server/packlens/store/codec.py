"""Values of the graph to bytes and back, driven by their types alone.

A codec is made from a type: `Codec(FileFacts)`. Named tuples, frozen dataclasses, enums and arrays become plain tuples
and are made again from the annotations of their fields, so that a new field needs no line here. What is annotated as
`Any` (terms, keys, values) is plain already: tuples, frozensets, dicts, text and numbers.

The plain form is written by `marshal`, which alone among the encodings at hand knows tuples and frozensets, writes a
thing that occurs many times once, and is ten times as fast as the others on terms. It carries no code that would be
run, and its form is fixed by the Python version, which is part of the format. It trusts what it reads: so the bytes are
compressed, and `zlib` refuses what does not fit its checksum before anything is read. A value that nests too deeply is
refused with `ValueError`.
"""

from __future__ import annotations

import dataclasses
import enum
import marshal
import sys
import types
import zlib
from array import array
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from packlens.base.errors import DamagedStoreError

T = TypeVar("T")
Convert = Callable[[Any], Any]
Both = tuple[Convert, Convert] | None
"""To the plain form and back; `None` for what is plain as it is."""

_LEVEL = 1
_PLAIN = (str, int, float, bool, bytes, type(None), Any, object)


class Codec(Generic[T]):
    """Encodes and decodes values of one type. `level` is that of the compression; at 0 the checksum alone is added."""

    def __init__(self, of: Any, level: int = _LEVEL) -> None:
        self._both = _converters(of)
        self._level = level

    def encode(self, value: T) -> bytes:
        """The value as bytes. Raises `ValueError` for what nests too deeply."""
        plain: Any = value if self._both is None else self._both[0](value)
        return zlib.compress(marshal.dumps(plain), self._level)

    def decode(self, raw: bytes) -> T:
        """The value of bytes. Raises `DamagedStoreError`."""
        try:
            plain = marshal.loads(zlib.decompress(raw))  # noqa: S302 - our own bytes, behind a checksum
            value: T = plain if self._both is None else self._both[1](plain)
        except (zlib.error, ValueError, TypeError, EOFError, KeyError, IndexError, AttributeError) as error:
            raise DamagedStoreError(f"what was kept cannot be read ({type(error).__name__})") from error
        return value


@cache
def _converters(of: Any) -> Both:
    if of in _PLAIN:
        return None
    origin, arguments = get_origin(of), get_args(of)
    if origin is None:
        return _of_class(of)
    if origin in (Union, types.UnionType):
        return _optional([argument for argument in arguments if argument is not type(None)])
    if origin is tuple:
        return _of_tuple(arguments)
    if origin in (frozenset, set):
        return _each(arguments[0], origin)
    if origin is list:
        return _each(arguments[0], list)
    if origin is dict or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _of_mapping(*arguments)
    raise TypeError(f"{of} cannot be kept")


def _of_class(of: Any) -> Both:
    if not isinstance(of, type):
        raise TypeError(f"{of} cannot be kept")
    if issubclass(of, enum.Enum):
        members = {member.value: member for member in of}
        return (lambda member: member.value), members.__getitem__
    if of is _Numbers:
        return _of_array()
    if issubclass(of, tuple) and hasattr(of, "_fields"):
        hints = get_type_hints(of, localns={"array": _Numbers})
        names: tuple[str, ...] = of._fields
        return _record(of, [hints[name] for name in names], tuple)
    if dataclasses.is_dataclass(of):
        hints = get_type_hints(of, localns={"array": _Numbers})
        names = tuple(field.name for field in dataclasses.fields(of))
        return _record(of, [hints[name] for name in names], lambda value: [getattr(value, n) for n in names])
    if of in (tuple, frozenset, dict):
        return None
    raise TypeError(f"{of} cannot be kept")


def _record(of: Callable[..., Any], hints: list[Any], parts: Callable[[Any], Any]) -> Both:
    each = [_converters(hint) for hint in hints]
    special = [(number, both[0], both[1]) for number, both in enumerate(each) if both is not None]

    def to(value: Any) -> Any:
        plain = list(parts(value))
        for number, convert, _ in special:
            plain[number] = convert(plain[number])
        return tuple(plain)

    def back(plain: Any) -> Any:
        if special:
            fields = list(plain)
            for number, _, convert in special:
                fields[number] = convert(fields[number])
            return of(*fields)
        return of(*plain)

    return to, back


def _optional(choices: list[Any]) -> Both:
    each = [both for both in map(_converters, choices) if both is not None]
    if not each:
        return None
    if len(choices) > 1:
        raise TypeError(f"one of {choices} cannot be kept: nothing says which")
    to, back = each[0]
    return (
        lambda value: None if value is None else to(value),
        lambda plain: None if plain is None else back(plain),
    )


def _of_tuple(arguments: tuple[Any, ...]) -> Both:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return _each(arguments[0], tuple)
    if all(_converters(argument) is None for argument in arguments):
        return None
    return _record(lambda *parts: parts, list(arguments), tuple)


def _each(of: Any, made: Callable[[Any], Any]) -> Both:
    both = _converters(of)
    if both is None:
        return None if made in (tuple, frozenset) else (tuple, made)
    to, back = both
    return (lambda value: tuple([to(part) for part in value])), (
        lambda plain: made([back(part) for part in plain])
    )


def _of_mapping(key: Any, value: Any) -> Both:
    keys, values = _converters(key), _converters(value)
    if keys is None and values is None:
        return dict, lambda plain: plain
    to_key, back_key = keys or (_same, _same)
    to, back = values or (_same, _same)
    return (
        lambda mapping: {to_key(name): to(part) for name, part in mapping.items()},
        lambda plain: {back_key(name): back(part) for name, part in plain.items()},
    )


def _same(value: Any) -> Any:
    return value


class _Numbers:
    """Stands for `array`, which an annotation may not subscript before Python 3.12."""

    def __class_getitem__(cls, number: Any) -> type:
        return cls


def _of_array() -> Both:
    return (lambda numbers: (numbers.typecode, numbers.tobytes())), _array


def _array(plain: tuple[str, bytes]) -> array[Any]:
    return array(*plain)


def written_by() -> str:
    """What the bytes depend on beside the types: the interpreter's version and the machine's order of bytes."""
    major, minor = sys.version_info[:2]
    return f"{major}.{minor} {marshal.version} {sys.byteorder} {array('l').itemsize}"
