"""The recording of a test run that lies in a root: coverage's `.coverage`.

It is an SQLite file that may come from anybody. It is opened for reading alone, leaves nothing beside it, and only the
named columns of plain tables are read: a view, a trigger or a function in it is refused. What is damaged, or is no
recording that tells tests apart, is not used, and a line says so; nor is one that would take more time or memory than
any recording does. Nothing of it is kept open: it is read anew, file by file, as a question needs it. Which tests and
files it knows is kept for as long as the file is the same by its size and times.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from packlens.text.disk import Tree
from packlens.text.ground import Stamp, stamp_of
from packlens.text.listing import Skip
from packlens.views.testing.recorded import split_context

COVERAGE = ".coverage"
_MAX_BYTES = 2 * 1024**3
_MAX_LINE = 1_000_000  # a longer file is not indexed either
_MAX_PATH = 4096  # characters; a file of a longer path is nobody's
_MAX_BYTES_OF_LINES = 256 * 1024**2  # of one file, over all contexts
_READS = frozenset({"file", "context", "line_bits", "arc", "sqlite_master"})
_LINES = """
    SELECT context.context, line_bits.numbits FROM line_bits
    JOIN context ON context.id = line_bits.context_id WHERE line_bits.file_id = ?
"""
_ARCS = """
    SELECT context.context, arc.fromno, arc.tono FROM arc
    JOIN context ON context.id = arc.context_id WHERE arc.file_id = ?
"""


@dataclass
class CoverageFile:
    """A `.coverage` file with a context for each test.

    files    path in the root -> number of the file in the recording
    problem  why it is not used any more; "" while it is
    """

    place: str
    tests: frozenset[str]
    files: Mapping[str, int]
    name: str = COVERAGE
    problem: str = ""
    _known: dict[str, Mapping[str, int]] = field(default_factory=dict)

    def lines(self, path: str) -> Mapping[str, int] | None:
        """Context -> the lines of a file that ran in it: bit N for line N. `None` for a file not measured."""
        number = self.files.get(path)
        if number is None or self.problem:
            return None
        if path not in self._known:
            try:
                self._known[path] = _read_lines(self.place, number)
            except (sqlite3.Error, ValueError):
                self.problem = f"{self.name} is damaged, so it is not used"
                return None
        return self._known[path]


def open_recording(root: Path, paths: Iterable[str]) -> tuple[CoverageFile | None, str]:
    """(the recording of a root, why there is none of use); ("" where there is no such file).

    `paths` are the indexed files of the root: a recording that was made elsewhere is known by them.
    """
    place = Tree(root).locate(COVERAGE)
    if isinstance(place, Skip):
        return None, ""
    if place.size > _MAX_BYTES:
        return None, f"{COVERAGE} is larger than 2 GB, so it is not used"
    try:
        tests, files = _known(place.real, stamp_of(place.real), root, frozenset(paths))
    except (sqlite3.Error, ValueError):
        return None, f"{COVERAGE} is damaged or not of coverage 5 or later, so it is not used"
    if not tests:
        hint = "record it with `pytest --cov --cov-context=test`"
        return None, f"{COVERAGE} does not say which test ran what, so it is not used; {hint}"
    return CoverageFile(place.real, tests, files), ""


@lru_cache(maxsize=4)
def _known(
    place: str, _stamp: Stamp | None, root: Path, paths: frozenset[str]
) -> tuple[frozenset[str], Mapping[str, int]]:
    """(tests, files by their paths in the root) of a recording that has not changed since `_stamp`."""
    with closing(_connect(place)) as database:
        contexts = [_text(row[0]) for row in database.execute("SELECT context FROM context")]
        files = {
            _text(path): _number(number) for number, path in database.execute("SELECT id, path FROM file")
        }
    tests = frozenset(name for name, _ in map(split_context, contexts) if name)
    return tests, _inside(files, root, paths)


def _connect(place: str) -> sqlite3.Connection:
    database = sqlite3.connect(f"{Path(place).as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        database.execute("PRAGMA trusted_schema = OFF")
        database.set_authorizer(_allowed)
        kinds = dict(database.execute("SELECT name, type FROM sqlite_master"))
        if any(kinds.get(name, "table") != "table" for name in _READS):
            raise ValueError("not a table")
    except BaseException:
        database.close()
        raise
    return database


def _allowed(
    action: int, first: str | None, second: str | None, _database: str | None, _by: str | None
) -> int:
    if action == sqlite3.SQLITE_SELECT or (action == sqlite3.SQLITE_READ and first in _READS):
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _read_lines(place: str, number: int) -> Mapping[str, int]:
    found: dict[str, int] = {}
    room = _MAX_BYTES_OF_LINES

    def add(context: str, bits: bytes | bytearray) -> None:
        nonlocal room
        room -= len(bits)
        if len(bits) > _MAX_LINE // 8 + 1 or room < 0:
            raise ValueError("too many lines")
        found[context] = found.get(context, 0) | int.from_bytes(bits, "little")

    with closing(_connect(place)) as database:
        for context, bits in database.execute(_LINES, (number,)):
            if not isinstance(bits, bytes):
                raise ValueError("no lines")
            add(_text(context), bits)
        lines: dict[str, set[int]] = {}
        for context, *ends in database.execute(_ARCS, (number,)):
            lines.setdefault(_text(context), set()).update(map(_number, ends))
    for context, numbers in lines.items():
        ran = [number for number in numbers if number > 0]  # entries and exits of code are below
        marks = bytearray(max(ran, default=0) // 8 + 1)
        for number in ran:
            marks[number // 8] |= 1 << number % 8
        add(context, marks)
    return found


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not text")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or abs(value) > _MAX_LINE:
        raise ValueError("not a line")
    return value


def _inside(files: Mapping[str, int], root: Path, paths: frozenset[str]) -> dict[str, int]:
    """The files of a recording by their paths in the root, below the folder in which most of them are found."""
    own = f"{root.as_posix().rstrip('/')}/"
    votes: Counter[str] = Counter()
    places: dict[str, dict[str, int]] = {}
    for written, number in files.items():
        if len(written) > _MAX_PATH:
            continue
        for folder, path in _splits(written.replace("\\", "/")):
            if path in paths:
                votes[folder] += 1
                places.setdefault(folder, {})[path] = number
    best = min(votes, key=lambda folder: (folder != own, -votes[folder], len(folder), folder), default="")
    return places.get(best, {})


def _splits(path: str) -> Iterator[tuple[str, str]]:
    """A path cut in two at each of its slashes, and not at all."""
    yield "", path
    at = path.find("/")
    while at >= 0:
        yield path[: at + 1], path[at + 1 :]
        at = path.find("/", at + 1)
