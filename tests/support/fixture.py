"""The fixture language: a workspace of several files, in time, as one string.

    #- pkg/a.py
    def f$0oo(): ...            `$0` a cursor, `$0...$0` a range
    #     ^^^ label             a mark: the span above the carets, under a name
    #- pkg/b.py @2              the text at step 2; the text of step 1 stays where step 2 says nothing
    from pkg.a import foo
    #- pkg/c.py @2 deleted      also `open` (an unsaved buffer) and `closed` (the disk's text rules again)

`parse` gives frozen values. Cursor signs and mark lines are not part of the texts; everything else is, to
the byte. A string that begins with a newline is dedented first, so that a fixture can stand indented in
its test.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.document import Document

State = Literal["saved", "open", "closed", "deleted"]

_HEADER = re.compile(
    r"^#-[ \t]+(?P<path>\S+)(?:[ \t]+@(?P<step>\d+))?(?:[ \t]+(?P<state>deleted|open|closed))?[ \t]*$"
)
_MARK = re.compile(r"^(?P<lead>[ \t]*#[ \t]*)(?P<carets>\^+)(?:[ \t]+(?P<label>\S+))?[ \t]*$")


@dataclass(frozen=True, slots=True)
class Place:
    """A span of one file: lines 1-based, columns in code points from 0, the end column exclusive."""

    path: str
    step: int
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Change:
    """What one header says: `text` is `None` for `deleted` and `closed`."""

    path: str
    step: int
    state: State
    text: str | None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A parsed fixture."""

    changes: tuple[Change, ...]
    cursors: tuple[Place, ...] = ()
    ranges: tuple[Place, ...] = ()
    marks: Mapping[str, Place] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def steps(self) -> range:
        """The steps in time: `1` to the last one named."""
        return range(1, max((change.step for change in self.changes), default=1) + 1)

    def at(self, step: int) -> tuple[Change, ...]:
        """What happens at one step, in the order written."""
        return tuple(change for change in self.changes if change.step == step)

    def documents(self, step: int | None = None) -> dict[str, Document]:
        """The texts as they stand after `step` (default: the last), open buffers over the disk."""
        disk: dict[str, Document] = {}
        buffers: dict[str, Document] = {}
        for change in sorted(self.changes, key=lambda change: change.step):
            if step is not None and change.step > step:
                break
            if change.state == "saved":
                disk[change.path] = Document.of_text(change.path, change.text or "")
            elif change.state == "open":
                buffers[change.path] = Document.of_text(change.path, change.text or "", unsaved=True)
            else:
                buffers.pop(change.path, None)
                if change.state == "deleted":
                    disk.pop(change.path, None)
        return disk | buffers

    def write_to(self, folder: Path, step: int | None = None) -> None:
        """Write the saved texts, as they stand after `step`, below `folder`."""
        for path, document in self.documents(step).items():
            if not document.unsaved:
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(document.text.encode("utf-8", "surrogatepass"))


def parse(source: str) -> Fixture:
    """The values that `source` describes. Raises `ValueError` for a text outside every file."""
    if source.startswith("\n"):
        source = textwrap.dedent(source[1:])
    changes: list[Change] = []
    cursors: list[Place] = []
    ranges: list[Place] = []
    marks: dict[str, Place] = {}
    header: re.Match[str] | None = None
    body: list[str] = []

    def close() -> None:
        if header is None:
            if "".join(body).strip():
                raise ValueError("a fixture starts with a header: #- path.py")
            return
        path, step = header["path"], int(header["step"] or 1)
        state: State = header["state"] or "saved"  # type: ignore[assignment]  # the pattern allows only these
        lines, found = _without_marks(body, path, step)
        marks.update(found)
        text, points = _without_cursors("".join(lines))
        places = [_place(text, path, step, begin, end) for begin, end in points]
        cursors.extend(place for place, (begin, end) in zip(places, points, strict=True) if begin == end)
        ranges.extend(place for place, (begin, end) in zip(places, points, strict=True) if begin != end)
        changes.append(Change(path, step, state, text if state in ("saved", "open") else None))

    for line in source.splitlines(keepends=True):
        match = _HEADER.match(line)
        if match:
            close()
            header, body = match, []
        else:
            body.append(line)
    close()
    return Fixture(tuple(changes), tuple(cursors), tuple(ranges), MappingProxyType(marks))


def graph_of(
    fixture: str | Fixture,
    *,
    step: int | None = None,
    root_name: str = "workspace",
    import_hints: tuple[str, ...] = (),
) -> Snapshot:
    """The snapshot of the fixture's texts after `step` (default: the last), built in one go."""
    parsed = parse(fixture) if isinstance(fixture, str) else fixture
    return Writer(root_name, import_hints).update(parsed.documents(step))


def _without_marks(lines: list[str], path: str, step: int) -> tuple[list[str], dict[str, Place]]:
    kept: list[str] = []
    marks: dict[str, Place] = {}
    for line in lines:
        match = _MARK.match(line.rstrip("\r\n"))
        if not match or not kept:
            kept.append(line)
            continue
        column, end = match.start("carets"), match.end("carets")
        label = match["label"] or kept[-1].replace("$0", "")[column:end]
        marks[label] = Place(path, step, len(kept), column, len(kept), end)
    return kept, marks


def _without_cursors(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without `$0`, and the offsets: two signs make a range, a lone one a cursor."""
    parts = text.split("$0")
    offsets: list[int] = []
    total = 0
    for part in parts[:-1]:
        total += len(part)
        offsets.append(total)
    pairs = [(begin, end) for begin, end in zip(offsets[::2], offsets[1::2], strict=False)]
    if len(offsets) % 2:
        pairs.append((offsets[-1], offsets[-1]))
    return "".join(parts), pairs


def _place(text: str, path: str, step: int, begin: int, end: int) -> Place:
    lines = Document.of_text(path, text).lines
    return Place(path, step, *lines.position(begin), *lines.position(end))
