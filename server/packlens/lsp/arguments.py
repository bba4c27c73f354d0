"""The one object a command is given, read strictly: a misspelt field is an error and not a default."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from packlens.base.counted import counted
from packlens.base.errors import UsageError

Shape = TypeVar("Shape", bound=msgspec.Struct)


def read_arguments(arguments: Sequence[Any], shape: type[Shape]) -> Shape:
    """The argument as `shape`; no argument at all means an empty object."""
    if len(arguments) > 1:
        raise UsageError(f"{counted(len(arguments), 'argument')} given; a command takes one object")
    try:
        return msgspec.convert(arguments[0] if arguments else {}, shape)
    except msgspec.ValidationError as error:
        reason = str(error).replace("`", "").replace("$.", "")
        raise UsageError(
            f"the command's argument is wrong: {reason}; docs/protocol.md has its fields"
        ) from None
