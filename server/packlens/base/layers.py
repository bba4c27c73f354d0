"""Laying settings over one another: several mappings in, one valid mapping and the complaints out.

Works on any tree of msgspec structs, so that each setting's name and type are written once, in `config`. A
value is taken or refused leaf by leaf: one bad value never costs its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from packlens.base.errors import UsageError

_GROWING = "privacy.neverIndex"
_SHOWN_VALUE = 40


@dataclass(frozen=True)
class Layer:
    """One source of settings.

    trusted   written by the user and not by the workspace
    strict    a wrong value is an error and not a warning
    """

    source: str
    values: Mapping[str, Any]
    trusted: bool = False
    strict: bool = False


def merge(
    layers: Sequence[Layer], schema: type[Struct], reserved: Sequence[str]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The valid settings of all layers as one nested mapping, the last layer winning, and the complaints.

    Settings and sections in `reserved` are taken from trusted layers only. Raises UsageError for a wrong
    value in a strict layer.
    """
    types = setting_types(schema)
    taken: dict[str, Any] = {}
    grown: dict[str, tuple[str, ...]] = {}
    complaints: list[str] = []
    for layer in layers:
        for name, value in _leaves(layer.values, types):
            complaint = _refusal(layer, name, value, types, reserved)
            if complaint is not None:
                complaints.append(complaint)
            elif value is not None and name == _GROWING and not layer.trusted:
                grown[layer.source] = tuple(value)
            elif isinstance(value, Mapping) and isinstance(taken.get(name), Mapping):
                taken[name] = {**taken[name], **value}
            elif value is not None:
                taken[name] = value
    if grown:
        taken[_GROWING], more = _grow(tuple(taken.get(_GROWING, _default(schema, _GROWING))), grown)
        complaints.extend(more)
    return _nested(taken), tuple(complaints)


@cache
def setting_types(schema: type[Struct]) -> dict[str, Any]:
    """Dotted name of each setting to its type, sections left out, in the order they are written."""
    types: dict[str, Any] = {}
    for field in msgspec.structs.fields(schema):
        if isinstance(field.type, type) and issubclass(field.type, Struct):
            inner = setting_types(field.type)
            types |= {f"{field.encode_name}.{name}": kind for name, kind in inner.items()}
        else:
            types[field.encode_name] = field.type
    return types


def _leaves(
    values: Mapping[str, Any], types: Mapping[str, Any], prefix: str = ""
) -> Iterator[tuple[str, Any]]:
    """(dotted name, value) of every setting, known or not; a section that is no table comes as itself."""
    for key, value in values.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping) and name not in types and _is_section(name, types):
            yield from _leaves(value, types, f"{name}.")
        else:
            yield name, value


def _is_section(name: str, types: Mapping[str, Any]) -> bool:
    return any(known.startswith(f"{name}.") for known in types)


def _refusal(
    layer: Layer, name: str, value: Any, types: Mapping[str, Any], reserved: Sequence[str]
) -> str | None:
    """Why this value is not taken, as one line; None when it is."""
    if not layer.trusted and any(name == key or name.startswith(f"{key}.") for key in reserved):
        return f"{layer.source}: `{name}` is ignored in a workspace file; set it in your own settings"
    if name not in types and not _is_section(name, types):
        return f"{layer.source}: unknown setting `{_printable(name)}`{_suggestion(name, types)}"
    if value is None:
        return None
    if name not in types:
        return _wrong(layer, f"`{name}` should be a table of settings, not {_shown(value)}")
    try:
        msgspec.convert(value, types[name])
    except msgspec.ValidationError as error:
        return _wrong(layer, f"`{name}` = {_shown(value)}: {_reason(error, types[name])}")
    return None


def _wrong(layer: Layer, complaint: str) -> str:
    if layer.strict:
        raise UsageError(complaint)
    return f"{layer.source}: {complaint}; ignored"


def _reason(error: msgspec.ValidationError, kind: Any) -> str:
    said = str(error).replace("`", "")
    if said.startswith("Invalid enum value"):
        return f"not one of {', '.join(_choices(kind))}"
    return f"{said[:1].lower()}{said[1:]}"


def _choices(kind: Any) -> list[str]:
    """The words a type accepts."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [word for inner in get_args(kind) for word in _choices(inner)]


def _suggestion(name: str, types: Mapping[str, Any]) -> str:
    from difflib import get_close_matches

    folded = {known.lower(): known for known in types}
    folded |= {known.rpartition(".")[2].lower(): known for known in types if known.lower() not in folded}
    asked = name.replace("_", "").replace("-", "").lower()
    near = get_close_matches(asked, folded, n=1, cutoff=0.6)
    return f"; did you mean `{folded[near[0]]}`?" if near else ""


def _shown(value: Any) -> str:
    text = _printable(repr(value))
    return text if len(text) <= _SHOWN_VALUE else f"{text[: _SHOWN_VALUE - 3]}..."


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)


def _grow(
    patterns: tuple[str, ...], grown: Mapping[str, tuple[str, ...]]
) -> tuple[tuple[str, ...], list[str]]:
    """The user's patterns plus what the workspace adds, and a line for each attempt to take one away."""
    complaints = []
    result = list(patterns)
    for source, added in grown.items():
        negated = [pattern for pattern in added if pattern.startswith("!")]
        adds = any(pattern not in patterns for pattern in added)
        missing = [] if adds else [pattern for pattern in patterns if pattern not in added]
        if negated or missing:
            kept = _shown((negated or missing)[0])
            complaints.append(
                f"{source}: `{_GROWING}` can only grow in a workspace file; {kept} stays out of the index"
            )
        result += [pattern for pattern in added if pattern not in result and pattern not in negated]
    return tuple(result), complaints


def _default(schema: type[Struct], name: str) -> Any:
    """The value of a setting that no layer sets."""
    value: Any = schema()
    for part in name.split("."):
        fields = {field.encode_name: field.name for field in msgspec.structs.fields(value)}
        value = getattr(value, fields[part])
    return value


def _nested(flat: Mapping[str, Any]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        *sections, last = name.split(".")
        place = tree
        for section in sections:
            place = place.setdefault(section, {})
        place[last] = value
    return tree
