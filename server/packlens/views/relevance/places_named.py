"""Places in code that a pasted text names: frames of stack traces, what linters, profilers and debuggers print,
addresses of a code host.

    text -> without colours and escapes -> Place: a path as it is written, a line, the function's name where it stands

A path may come from another machine, so it is matched from its end, by as many folders as agree; a file whose whole
path agrees comes before one of which only the end does. The folder around a root that is a package counts, since it
is in the names of its modules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from packlens.graph.snapshot import Snapshot

_COLOURS = re.compile(r"\x1b\[[0-9;:]{0,30}[A-Za-z]|\x1b\]8;[^\x07\x1b\n]{0,500}(?:\x07|\x1b\\)")
_PATH = r"(?P<path>[\w@+~./\\-]{1,300}\.pyi?)"
_TRACE = re.compile(
    r'File (?P<quote>\\?["\'])(?P<path>[^"\'\n]{1,500}?)(?P=quote), line (?P<line>\d{1,9})'
    r"(?:, in (?P<name>[^\W\d][\w.]{0,199}|<\w{1,50}>))?"
)
_PLACE = re.compile(
    rf"{_PATH}(?::L?|#L|\(|[\"'`)]{{0,2}},? (?:(?:at|on|in) )?[lL]ines? )(?P<line>\d{{1,9}})"
    r"(?:(?::|\))? in (?P<name>[^\W\d][\w.]{0,199})|:?\(?(?<=[:(\d]\()(?P<profiled>[^\W\d]\w{0,199})\)"
    r"|\)(?P<stopped>[^\W\d]\w{0,199})\(\))?"
)
_LINE_OF = re.compile(rf"\b[lL]ine (?P<line>\d{{1,9}}) (?:of|in) (?:the )?(?:file )?[`\"']?{_PATH}\b")


@dataclass(frozen=True, slots=True)
class Place:
    """One place, as it is written.

    name  of the function that the text says stands there; `""` where it says none
    """

    path: str
    line: int
    name: str

    @property
    def shown(self) -> str:
        """The place in a few characters, without folders."""
        return f"{self.path.rpartition('/')[2]}:{self.line}"


def without_colours(text: str) -> str:
    """`text` as a terminal shows it."""
    return _COLOURS.sub("", text) if "\x1b" in text else text


def frames_in(text: str) -> list[Place]:
    """The frames of stack traces in `text`, in order: those of Python, else all places with a function's name."""
    found = [_place(match) for match in _TRACE.finditer(text)]
    return found or [place for place in places_in(text) if place.name]


def places_in(text: str) -> list[Place]:
    """The places in `text` that are written as a path and a line, other than Python's frames."""
    text = _TRACE.sub("", text)
    return [_place(match) for pattern in (_PLACE, _LINE_OF) for match in pattern.finditer(text)]


def _place(match: re.Match[str]) -> Place:
    groups = match.groupdict()
    name = groups.get("name") or groups.get("profiled") or groups.get("stopped") or ""
    path = groups["path"].replace("\\", "/")
    return Place(path, int(groups["line"]), name.strip())


class Paths:
    """The indexed files by the ends of their paths."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        """The files by their names; most texts name none."""
        by_name: dict[str, list[str]] = {}
        for path in self._snapshot.paths():
            by_name.setdefault(path.rpartition("/")[2], []).append(path)
        return by_name

    def known(self, given: str) -> tuple[str, int] | None:
        """The file whose path agrees longest with the end of `given`, and in how many parts; `None` where none or
        several do."""
        wanted = [part for part in given.split("/") if part not in ("", ".", "..")]
        agreeing = (
            {path: self._agreement(path, wanted) for path in self._by_name.get(wanted[-1], ())}
            if wanted
            else {}
        )
        most = max(agreeing.values(), default=(0, False))
        best = [path for path, agreement in agreeing.items() if agreement == most]
        is_telling = most[0] > 1 or (wanted and wanted[-1] not in ("__init__.py", "__main__.py"))
        return (best[0], most[0]) if len(best) == 1 and is_telling else None

    def _agreement(self, path: str, wanted: Sequence[str]) -> tuple[int, bool]:
        """In how many parts from the end the path agrees, and whether all of it does."""
        parts = path.split("/")
        shared = _shared(parts, wanted)
        whole = shared == len(parts)
        ending = f".{parts[-1].rpartition('.')[2]}"
        for module in self._snapshot.modules_of(path) if whole else ():
            shared = max(shared, _shared(f"{module.replace('.', '/')}{ending}".split("/"), wanted))
        return shared, whole


def _shared(parts: Sequence[str], wanted: Sequence[str]) -> int:
    shared = 0
    while shared < min(len(parts), len(wanted)) and parts[-1 - shared] == wanted[-1 - shared]:
        shared += 1
    return shared
