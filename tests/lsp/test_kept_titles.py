"""What lenses said is said again by the next server where nothing is different, else it is worked out anew."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from packlens.symbols.symbol import path_of
from tests.lsp.editor import editor, write

# A server that notes each lens that it works out.
NOTED = """
import sys
from pathlib import Path
from packlens.lsp.lens_numbers import LensNumbers
from packlens.lsp.start import serve
worked_out = LensNumbers._worked_out
def noted(self, snapshot, target, kind):
    with Path(sys.argv[1]).open("a") as notes:
        print(target, kind.value, file=notes)
    return worked_out(self, snapshot, target, kind)
LensNumbers._worked_out = noted
serve()
"""
FILES = {"a.py": "def a():\n    return 1\n", "b.py": "from a import a\n\n\ndef b():\n    return a()\n"}
EVERY = ["a.py::a callers", "a.py::a context", "a.py::a tests"]


@pytest.mark.asyncio
async def test_the_next_server_says_them_and_works_none_out(tmp_path: Path) -> None:
    first, worked_out = await titles(tmp_path)
    assert sorted(worked_out) == EVERY
    assert await titles(tmp_path) == (first, [])


@pytest.mark.asyncio
async def test_titles_of_one_server_outlive_the_next(tmp_path: Path) -> None:
    first, _ = await titles(tmp_path)
    assert len((await titles(tmp_path, "b.py"))[1]) == 3
    assert await titles(tmp_path) == (first, [])
    assert (await titles(tmp_path, "b.py"))[1] == []


@pytest.mark.asyncio
async def test_another_file_has_changed_since(tmp_path: Path) -> None:
    await titles(tmp_path)
    write(tmp_path / "root", {"c.py": "from a import a\n\na()\n"})
    changed, worked_out = await titles(tmp_path)
    assert sorted(worked_out) == EVERY
    assert "2 callers" in changed


@pytest.mark.asyncio
async def test_other_settings_ask_for_other_packs(tmp_path: Path) -> None:
    await titles(tmp_path)
    _, worked_out = await titles(tmp_path, settings={"signaturesOnly": True})
    assert sorted(worked_out) == EVERY


@pytest.mark.asyncio
async def test_a_text_that_is_not_saved_is_another(tmp_path: Path) -> None:
    await titles(tmp_path)
    text = FILES["a.py"] + "\n\ndef again():\n    return a()\n"
    unsaved, _ = await titles(tmp_path, text=text)
    assert "2 callers" in unsaved
    saved, _ = await titles(tmp_path)
    assert "1 caller" in saved


async def titles(
    folder: Path, path: str = "a.py", *, text: str | None = None, settings: dict[str, Any] | None = None
) -> tuple[list[str], list[str]]:
    """What the lenses of a file say in a server of its own, and what that has worked out for it."""
    root, notes = folder / "root", folder / "notes"
    if not root.exists():
        write(root, FILES)
    notes.write_text("")
    command = (sys.executable, "-c", NOTED, str(notes))
    async with editor(root, folder / "cache", command=command, settings=settings) as here:
        await here.pack("a.py::a")
        here.open(path, text)
        if text is not None:
            await here.pack("a.py::a")
        said = [title for _, title in await here.lenses(path)]
        if text is None:
            await here.until(lambda: path in left(folder / "cache"))
    return said, notes.read_text().splitlines()


def left(cache: Path) -> set[str]:
    """The files whose titles are in the store by now."""
    for store in (cache / "packlens" / "store").glob("*.sqlite"):
        with (
            closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection,
            suppress(sqlite3.OperationalError),  # it is being made
        ):
            rows = connection.execute("SELECT value FROM meta WHERE name = 'lenses'").fetchall()
            if rows:
                after_the_identity = json.loads(rows[0][0][16:])
                return {path_of(target) for target, _, _ in after_the_identity["titles"]}
    return set()
