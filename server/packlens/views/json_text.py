"""The one way in which JSON is written: keys sorted, two blanks of indentation, a line end at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


def json_text(value: Mapping[str, Any]) -> str:
    """`value` as a JSON document."""
    encoded = msgspec.json.encode(value, order="sorted")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"
