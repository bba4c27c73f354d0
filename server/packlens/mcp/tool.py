"""What a tool tells a model of itself, and the schemas that follow from its question.

The schemas are the flattest that can be: one object, no references, no unions with null. Some models and clients
refuse anything else. An argument that may be left out is simply not required.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from packlens.bridge.reply import Question


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool.

    description   what it answers and when to ask it, for a model
    arguments     name of each argument -> what it means
    results       key of the structured answer -> its type (`_KINDS`) and what it means; `generation`, `stale`
                  and `pending` are in all of them
    """

    name: str
    title: str
    description: str
    question: type[Question]
    arguments: Mapping[str, str]
    results: Mapping[str, tuple[str, str]]


_KINDS: Mapping[str, dict[str, Any]] = {
    **{name: {"type": name} for name in ("string", "integer", "boolean", "object")},
    "objects": {"type": "array", "items": {"type": "object"}},
    "strings": {"type": "array", "items": {"type": "string"}},
}
_EVERYWHERE: Mapping[str, tuple[str, str]] = {
    "schema": ("string", "Name and version of this form."),
    "generation": ("integer", "Of the graph that answered."),
    "stale": ("boolean", "Whether the newest changes may be missing."),
    "pending": ("integer", "Sites that could still change the answer."),
}


def input_schema(tool: Tool) -> dict[str, Any]:
    """The JSON schema of the tool's arguments."""
    _, shapes = msgspec.json.schema_components([tool.question])
    shape = shapes[tool.question.__name__]
    properties = {
        name: _flat(kind) | {"description": tool.arguments[name]}
        for name, kind in shape["properties"].items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(shape.get("required", ())),
        "additionalProperties": False,
    }


def output_schema(tool: Tool) -> dict[str, Any]:
    """The JSON schema of the tool's structured answer. Keys may be there that it does not list."""
    return {
        "type": "object",
        "properties": {
            name: _KINDS[kind] | {"description": meaning}
            for name, (kind, meaning) in {**_EVERYWHERE, **tool.results}.items()
        },
        "required": ["schema", "generation", "stale", "pending"],
    }


def _flat(kind: Mapping[str, Any]) -> dict[str, Any]:
    """A type without null, and without null as its default."""
    flat = {key: value for key, value in kind.items() if key != "anyOf"}
    if flat.get("default", "") is None:
        del flat["default"]
    for choice in kind.get("anyOf", ()):
        if choice.get("type") != "null":
            flat |= choice
    if "enum" in flat:
        flat["enum"] = [value for value in flat["enum"] if value is not None]
        flat.setdefault("type", "string")
    return flat
