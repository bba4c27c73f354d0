"""Which stores go when there are too many or nobody has written them for long, and which never do."""

from __future__ import annotations

import os
import time
from pathlib import Path

from packlens.store.folder import Place, make_room, place_of, prepare, writer_lock


def made(folder: Path, name: str, *, days: float = 0, size: int = 100) -> Place:
    """A store of a root called `name`, last written some days ago."""
    place = place_of(folder, Path("/work") / name, "")
    prepare(place)
    place.database.write_bytes(bytes(size))
    then = time.time() - days * 24 * 3600
    os.utime(place.database, (then, then))
    return place


def test_what_is_old_goes_and_what_is_ours_or_in_use_stays(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    ours, old, used, recent = (
        made(folder, "ours", days=90),
        made(folder, "old", days=61),
        made(folder, "used", days=70),
        made(folder, "recent", days=59),
    )
    aside = old.database.with_suffix(".damaged")
    aside.write_bytes(b"x")
    lock = writer_lock(used)
    assert lock is not None
    make_room(folder, ours)
    lock.release()
    there = {file for file in folder.iterdir() if file.suffix != ".lock"}
    assert there == {ours.database, used.database, recent.database, aside}


def test_the_oldest_of_too_many_go_until_the_rest_fits(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    places = [made(folder, f"root{number}", days=10 - number) for number in range(5)]
    make_room(folder, places[0], most_bytes=300)
    assert [place.database.exists() for place in places] == [True, False, False, True, True]


def test_roots_of_one_name_and_ways_of_one_root_have_places_of_their_own(tmp_path: Path) -> None:
    places = {
        place_of(tmp_path, Path(root), way).database
        for root in ("/a/app", "/b/app", "/b/app\n", "/b/äpp")
        for way in ("", "other")
    }
    assert len(places) == 8
    assert all(place.parent == tmp_path for place in places)
