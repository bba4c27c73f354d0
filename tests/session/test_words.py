"""The search terms that a root keeps between runs, and what is never kept. The oracle keeps nothing."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from packlens.session.session import Session
from packlens.session.words import KeptWords
from packlens.store.folder import writer_lock
from packlens.store.store import Store
from packlens.views.relevance.index import LexicalIndex
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.search import Search
from tests.cli.program import write
from tests.session.test_keeping import FILES, age, check_as_from_nothing, opened, place_of

QUESTION = "append an entry to the book"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = write(tmp_path / "root", FILES)
    age(folder)
    return folder


def words_of(session: Session) -> LexicalIndex:
    return session.ask(session.inputs.lexicon.of)


def made(session: Session) -> list[str]:
    """The files whose terms were not kept: those of each unit are there."""
    return [path for path, file in words_of(session).files.items() if file.units]


def from_nothing(root: Path, text: str = QUESTION) -> Search:
    with Session.open(root, keeps=False) as session:
        session.index()
        return session.search(text)


def rows(root: Path) -> dict[str, bytes]:
    with closing(sqlite3.connect(place_of(root))) as database:
        return {path.decode(): digest for path, digest in database.execute("SELECT path, digest FROM terms")}


def test_a_second_search_makes_no_terms_and_says_the_same(root: Path) -> None:
    with opened(root) as session:
        assert len(made(session)) == len(session.snapshot.documents)
        assert session.search(QUESTION) == from_nothing(root)
    with opened(root) as session:
        assert made(session) == []
        loaded = {path for path, shard in session.snapshot.shards.items() if "blocks" in vars(shard.table)}
        assert loaded == set()
        assert session.search(QUESTION) == from_nothing(root)
        kept = {path: file.words for path, file in words_of(session).files.items()}
        new = Lexicon().of(session.snapshot)
        assert kept == {path: file.words for path, file in new.files.items()}


def test_what_changed_between_two_runs_is_read_anew(root: Path) -> None:
    with opened(root) as session:
        session.read_words()
    (root / "pkg/ledger.py").write_text("def append(entry):\n    return 'a marmalade'\n")
    (root / "pkg/shop.py").rename(root / "pkg/store.py")
    with opened(root) as session:
        assert made(session) == ["pkg/ledger.py", "pkg/store.py"]
        assert session.search("marmalade") == from_nothing(root, "marmalade")
    with opened(root) as session:
        assert made(session) == []


@pytest.mark.parametrize("damage", [b"", b"\x00", zlib.compress(b"."), zlib.compress(b"(\x00\x00\x00\x00")])
def test_a_damaged_row_costs_its_recomputation(root: Path, damage: bytes) -> None:
    with opened(root) as session:
        session.read_words()
    with closing(sqlite3.connect(place_of(root))) as database, database:
        database.execute("UPDATE terms SET terms = ? WHERE path = ?", (damage, b"pkg/shop.py"))
    with opened(root) as session:
        assert made(session) == ["pkg/shop.py"]
        assert session.search(QUESTION) == from_nothing(root)
        assert session.store_notes == ()
    with opened(root) as session:
        assert made(session) == []


def test_terms_of_an_unsaved_buffer_are_not_kept(root: Path) -> None:
    with opened(root) as session:
        session.read_words()
    before = rows(root)
    with opened(root) as session:
        session.change("pkg/shop.py", "def marmalade(): pass\n")
        session.settle()
        assert session.search("marmalade").hits[0].symbol.name == "marmalade"
    assert rows(root) == before


def test_terms_go_with_the_facts_of_their_text(root: Path) -> None:
    with opened(root) as session:
        session.read_words()
    with closing(sqlite3.connect(place_of(root))) as database, database:
        database.execute("INSERT INTO terms VALUES (x'00', x'00', x'00')")
    (root / "pkg/new.py").write_text("def new(): pass\n")
    with opened(root):
        pass
    assert "\0" not in rows(root)


def test_what_another_process_kept_from_being_saved_is_saved_once_it_ended(
    root: Path, tmp_path: Path
) -> None:
    with opened(root) as session:
        files = tuple(words_of(session).files.values())
    store = Store(tmp_path / "store", root, "")
    kept = KeptWords(lambda: store, lambda: None)
    kept.made(files)
    kept.save()
    store.close()
    other = writer_lock(store.place)
    assert other is not None
    kept.forget()
    kept.made(files[1:])
    kept.save()
    with kept.reading() as look:
        assert [look(file.document) for file in files] == [None] * len(files)
    other.release()
    kept.save()
    with kept.reading() as look:
        assert [look(file.document) for file in files] == [None, *(file.words for file in files[1:])]
    store.close()


SECRETS = {
    "token": "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z5A",
    "key": "AKIA" + "QWERTYUIOPASDFGH",
    "password": "hunter2" + "!correct",
    "wrapped": "correct4" + "horse",
    "drawn": "x8Kq" + "2mVbN7pLw4ZtRf9Jc3Ds",
}
TEXT = """
#- a.py
TOKEN = "{token}"
password = "{password}"
PASSPHRASE = (
    "{wrapped}"
)
SETTINGS = {{"{token}": 1, "api_key": "{key}", "secret": "{drawn}"}}
class Client:
    token: "{key}" = "{token}"
    def call(self, auth="Bearer {token}", *, header={{"x": "{drawn}"}}):
        return getattr(self, "{token}")(password="{password}"), f"{token}", SETTINGS["{token}"]
    def {plain}(self):
        return getattr(self, "{plain}")()
#- b.py
from a import Client, TOKEN
def use(value="{token}"):
    # {token}
    Client().call("{token}")
    return Client().{plain}()
"""


def stored(root: Path) -> bytes:
    """All that is in a database, unpacked."""
    place = place_of(root)
    found = [place.read_bytes()]
    with closing(sqlite3.connect(place)) as database:
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in database.execute(f"SELECT * FROM {table}"):
                found += [_unpacked(part) for part in row if isinstance(part, bytes)]
    return b"\n".join(found)


def _unpacked(raw: bytes) -> bytes:
    try:
        return zlib.decompress(raw)
    except zlib.error:
        return raw


def test_no_secret_is_kept(tmp_path: Path) -> None:
    root = write(tmp_path / "root", TEXT.format(**SECRETS, plain="utf8mb4_general"))
    age(root)
    with opened(root) as session:
        session.read_words()
    held = stored(root)
    assert b"utf8mb4_general" in held
    lowered = held.lower()
    assert [name for name, value in SECRETS.items() if value.lower().encode() in lowered] == []
    assert [name for name, value in SECRETS.items() if value[4:].lower().encode() in lowered] == []
    for file in ("b.py", "a.py"):
        (root / file).write_text((root / file).read_text() + "def later(): return use()\n")
        with opened(root) as session:
            check_as_from_nothing(session)


def test_words_are_read_in_steps_and_kept(root: Path) -> None:
    with opened(root) as session:
        files = missing = len(session.snapshot.documents)
        assert session.words_missing == files
        while not session.read_words_for(0.0):
            assert 0 <= session.words_missing < missing
            missing = session.words_missing
        assert session.words_missing == 0
        assert session.search(QUESTION) == from_nothing(root)
    assert len(rows(root)) == files
    with opened(root) as session:
        assert session.read_words_for(10.0)
        assert made(session) == []
