"""`packlens index` and `packlens doctor`, and what one command leaves for the next."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.program import packlens, write

FILES = """
#- pkg/__init__.py
#- pkg/ledger.py
def append(entry):
    return entry
#- pkg/shop.py
from pkg.ledger import append
def sell(item):
    return append(item)
"""
INDEXED = "root: 3 files, 5 symbols, 2 edges; {} files parsed\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "root", FILES)


def store_of(root: Path) -> Path:
    match = re.search(r"store (.+\.sqlite), ", packlens("doctor", cwd=root).text)
    assert match is not None
    return Path(match[1])


def test_index_says_what_it_did_and_the_next_question_parses_nothing(root: Path) -> None:
    for parsed in (3, 0):
        answer = packlens("index", cwd=root)
        assert (answer.code, answer.text, answer.err) == (0, INDEXED.format(parsed), "")
    assert packlens("index", "--full", cwd=root).text == INDEXED.format(3)
    assert packlens("callers", "append", cwd=root).code == 0
    assert packlens("index", cwd=root).text == INDEXED.format(0)


def test_index_of_a_folder_without_python(tmp_path: Path) -> None:
    answer = packlens("index", cwd=write(tmp_path / "notes", "\n#- a.md\ntext\n"))
    assert (answer.code, answer.text, answer.err) == (
        0,
        "notes: 0 files, 0 symbols, 0 edges; 0 files parsed\n",
        "",
    )


def test_doctor_of_what_is_sound(root: Path) -> None:
    before = packlens("doctor", cwd=root)
    assert (before.code, before.err) == (0, "")
    assert before.text == (
        "ok     nothing is kept of this workspace yet\n"
        "ok     3 files, 0 of them as they were kept\n"
        "ok     the graph is the one that is made from nothing\n"
    )
    answer = packlens("doctor", cwd=root)
    assert (answer.code, answer.err) == (0, "")
    first, *rest = answer.text.splitlines()
    assert re.fullmatch(r"ok     store .+root-[0-9a-f]{16}\.sqlite, 0\.\d MB", first)
    assert rest == [
        "ok     3 files, 3 of them as they were kept",
        "ok     the graph is the one that is made from nothing",
    ]


def test_doctor_finds_rows_that_are_not_those_of_the_texts_and_mends_them(root: Path) -> None:
    packlens("index", cwd=root)
    with closing(sqlite3.connect(store_of(root))) as connection, connection:
        (empty,) = connection.execute(
            "SELECT static FROM files WHERE path = ?", (b"pkg/__init__.py",)
        ).fetchone()
        connection.execute("UPDATE files SET static = ? WHERE path = ?", (empty, b"pkg/ledger.py"))
    found = packlens("doctor", cwd=root)
    assert (found.code, found.err) == (1, "")
    assert found.text.splitlines()[-3:] == [
        "WRONG  the graph differs from one made from nothing in pkg/ledger.py",
        "ok     search terms of 3 files, those of their texts",
        "packlens doctor --repair makes it anew",
    ]
    repaired = packlens("doctor", "--repair", cwd=root)
    assert (repaired.code, repaired.text.splitlines()[-1]) == (0, "the graph was made anew")
    assert packlens("doctor", cwd=root).code == 0


@pytest.mark.parametrize("damage", [b"", b"other"])
def test_doctor_finds_search_terms_that_are_not_those_of_the_text_and_mends_them(
    root: Path, damage: bytes
) -> None:
    packlens("index", cwd=root)
    sound = packlens("search", "append", cwd=root).text
    assert packlens("doctor", cwd=root).text.endswith(
        "ok     search terms of 3 files, those of their texts\n"
    )
    with closing(sqlite3.connect(store_of(root))) as connection, connection:
        (other,) = connection.execute("SELECT terms FROM terms WHERE path = ?", (b"pkg/shop.py",)).fetchone()
        connection.execute("UPDATE terms SET terms = ? WHERE path = ?", (damage and other, b"pkg/ledger.py"))
    found = packlens("doctor", cwd=root)
    assert (found.code, found.err) == (1, "")
    assert found.text.splitlines()[-2:] == [
        "WRONG  the search terms are not those of the text of pkg/ledger.py",
        "packlens doctor --repair makes it anew",
    ]
    repaired = packlens("doctor", "--repair", cwd=root)
    assert (repaired.code, repaired.text.splitlines()[-1]) == (0, "the graph was made anew")
    assert packlens("doctor", cwd=root).code == 0
    assert packlens("search", "append", cwd=root).text == sound


def test_doctor_of_a_file_that_is_damaged(root: Path) -> None:
    packlens("index", cwd=root)
    store = store_of(root)
    store.write_bytes(store.read_bytes()[:3000])
    found = packlens("doctor", cwd=root)
    assert found.code == 1
    assert "WRONG  the file is damaged: " in found.text
    assert packlens("doctor", cwd=root).code == 0, "an index had to be made, and was kept"


def test_what_keeps_a_store_from_being_kept_is_said_at_every_door(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file\n")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    line = (
        "the index is not kept between runs: Not a directory; see that you alone can write to "
        f"{tmp_path}/cache/packlens/store, that its disk has room and that no other program holds its files"
    )
    for command in ("index", "status", "map"):
        answer = packlens(command, cwd=root)
        assert (answer.code, answer.err) == (0, f"packlens: warning: {line}\n")
    assert line not in packlens("status", cwd=root).text
    assert json.loads(packlens("status", "--json", cwd=root).text)["hindrance"] == line
    for arguments in (("doctor",), ("doctor", "--repair")):
        found = packlens(*arguments, cwd=root)
        assert (found.code, found.err) == (1, "")
        assert found.text == f"ok     nothing is kept of this workspace yet\nWRONG  {line}\n"


def test_doctor_of_a_folder_in_place_of_the_store(root: Path) -> None:
    packlens("index", cwd=root)
    store = store_of(root)
    for _ in range(2):
        store.unlink()
        (store / "inside").mkdir(parents=True)
        found = packlens("doctor", "--repair", cwd=root)
        assert (found.code, found.err) == (0, "")
        assert found.text.splitlines()[1:] == [
            f"WRONG  the file is damaged: {store.name} is no plain file",
            f"WRONG  the saved index of this workspace was set aside as {store.stem}.damaged and is made anew: "
            f"{store.name} is no plain file",
            "the graph was made anew",
        ]
        assert packlens("doctor", cwd=root).code == 0


def test_a_damaged_store_is_named_to_the_person(root: Path) -> None:
    packlens("index", cwd=root)
    store = store_of(root)
    store.write_bytes(b"no store")
    answer = packlens("callers", "append", cwd=root)
    assert (answer.code, answer.text.splitlines()[0]) == (0, "pkg/ledger.py::append: 1 caller")
    assert answer.err == (
        f"packlens: warning: the saved index of this workspace was set aside as {store.stem}.damaged and is made anew: "
        "its file is damaged (file is not a database)\n"
    )
    assert packlens("callers", "append", cwd=root).err == ""
