"""The one way in which JSON is written: keys sorted, two blanks of indentation, a line end at the end.

Half a surrogate pair, which a file name on Linux may hold and JSON may not, becomes U+FFFD. What cannot be seen is
written as JSON's own escape: it is seen, and reads back exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from packlens.base.pattern import late_pattern
from packlens.views.visible import escaped_json

_HALF_PAIR = late_pattern("[\ud800-\udfff]")


def json_text(value: Mapping[str, Any]) -> str:
    """`value` as a JSON document."""
    try:
        encoded = msgspec.json.encode(value, order="sorted")
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_encodable(value), order="sorted")
    return escaped_json(msgspec.json.format(encoded, indent=2).decode()) + "\n"


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return _HALF_PAIR.sub("\ufffd", value)
    if isinstance(value, Mapping):
        return {_encodable(key): _encodable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_encodable(each) for each in value]
    return value
