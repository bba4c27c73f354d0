"""What a listing of files rests on, so that a later question can tell in a moment that it would be the same.

Which files a root has is decided by the names in its folders, by the ignore files, and by what git keeps
beside them. Each of these leaves a trace in the times of a folder or a file. The ground of a listing is all
of those times; while they are what they were, nobody need list the files again. What the files hold is not
part of it.

There is no ground where times say too little: on Windows, whose folders may keep theirs when a name comes or
goes, and within two seconds of a change, because a second change may leave the same time. The files are then
listed again, which is slower and never wrong.
"""
# ruff: noqa: PTH116, PTH118
# This runs once a folder for every question of some clients, and pathlib would triple what it costs.

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from packlens.text.candidates import rule_places
from packlens.text.discovery import IGNORE_FILE, SUFFIXES
from packlens.text.listing import Cause, Listing
from packlens.text.paths import path_of_raw, raw_of_path, raw_of_system, system_of_raw
from packlens.text.walk import ENVIRONMENT_MARK, is_passed_over

Stamp: TypeAlias = tuple[int, int, int, int]

CLOCK_STEP_NS = 2_000_000_000
"""What was changed this short a time ago may be changed again without a change of its times."""
_RULE_FILES = frozenset({".gitignore", IGNORE_FILE})
# Files that are left out for what they are just now, each of which the listing has looked at.
_LOOKED_AT = (Cause.TOO_LARGE, Cause.OUTSIDE_ROOT, Cause.NOT_A_FILE, Cause.UNREADABLE)


@dataclass(frozen=True, slots=True)
class Ground:
    """The times under one listing, all of them from before it was begun.

    stamps  path -> times of the folder or file there
    links   symlink -> where it led    marks   path -> whether something was there
    """

    stamps: dict[str, Stamp | None]
    links: dict[str, str]
    marks: dict[str, bool]

    def holds(self) -> bool:
        """Whether a listing made now would be the same."""
        return (
            all(stamp_of(place) == stamp for place, stamp in self.stamps.items())
            and all(os.path.realpath(place) == target for place, target in self.links.items())
            and all(os.path.lexists(place) == there for place, there in self.marks.items())
        )


def ground_of(root: Path, listing: Listing, begun: int) -> Ground | None:
    """The ground of `listing`, which was begun at the time `begun` (in ns); `None` where there is none."""
    if os.name == "nt":
        return None
    skipped = listing.skipped
    if any(skipped.count(cause) > len(skipped.paths(cause)) for cause in _LOOKED_AT):
        return None
    real = os.path.realpath(root)
    files, marks = rule_places(Path(real))
    places, links = [os.fspath(file) for file in files], list[str]()
    for cause in _LOOKED_AT:
        places += [os.path.join(real, system_of_raw(raw_of_path(path))) for path in skipped.paths(cause)]
    for place, is_link in _places(real, listing.closed):
        (links if is_link else places).append(place)
    stamps = {place: stamp_of(place) for place in (*places, *links)}
    if any(stamp is not None and max(stamp[:2]) > begun - CLOCK_STEP_NS for stamp in stamps.values()):
        return None
    return Ground(
        stamps,
        {place: os.path.realpath(place) for place in links},
        {os.fspath(mark): os.path.lexists(mark) for mark in marks},
    )


def stamp_of(place: str) -> Stamp | None:
    """Times, size and identity of what is at `place`, links followed; `None` when nothing is."""
    try:
        status = os.stat(place)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def _places(real: str, closed: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Every folder whose files are listed, every ignore file in one, and (True) each link named as a source."""
    waiting = [("", real)]
    while waiting:
        folder, place = waiting.pop()
        yield place, False
        try:
            with os.scandir(place) as entries:
                listed = list(entries)
        except OSError:
            continue
        if folder and any(entry.name == ENVIRONMENT_MARK for entry in listed):
            continue
        for entry in listed:
            if entry.is_symlink():
                if entry.name.endswith(SUFFIXES):
                    yield entry.path, True
            elif entry.name in _RULE_FILES:
                yield entry.path, False
            elif entry.is_dir(follow_symlinks=False) and not is_passed_over(entry.name):
                inner = f"{folder}{path_of_raw(raw_of_system(entry.name))}"
                if inner not in closed and f"{inner}/" not in closed:
                    waiting.append((f"{inner}/", entry.path))
