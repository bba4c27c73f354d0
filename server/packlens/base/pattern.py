"""Regular expressions that are compiled when they are first used.

A process that answers one question and ends uses few of the patterns that its modules name, and to compile them all
would cost more than most answers. `late_pattern` is for the constants of modules that such a process loads.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, Generic, cast


def late_pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, as far as its attributes and methods go. An error in `source` is raised at first use."""
    return cast("re.Pattern[AnyStr]", _Late(source, flags))


class _Late(Generic[AnyStr]):
    """Each attribute of the compiled pattern is kept here once it was asked for, so that it costs no second look."""

    def __init__(self, source: AnyStr, flags: int) -> None:
        self._given: tuple[AnyStr, int] = (source, flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what copies and inspects asks for these; a pattern has none that we use
            raise AttributeError(name)
        found = getattr(re.compile(*self._given), name)
        self.__dict__[name] = found
        return found
