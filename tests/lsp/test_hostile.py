"""A client that says what it should not: each is answered or passed over, and the next question is answered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.editor import write
from tests.lsp.wire import EXIT, INITIALIZED, RANGE, SHUTDOWN, Conversation, initialize, message

TEXT = "def f():\n    return 1\n"
FAR = 2**31 - 1
INVALID, NOT_THERE, UNKNOWN, CANCELLED = -32602, -32803, -32601, -32800


class Client:
    """A server whose root holds `a.py`, open as the client sees fit. Requests are numbered from 100."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.server = Conversation(root)
        self.number = 100
        self.server.say(initialize(root), INITIALIZED)
        self.server.hear(1)

    @property
    def uri(self) -> str:
        return (self.root / "a.py").as_uri()

    def tell(self, method: str, **params: Any) -> None:
        self.server.say(message(method=method, params=params))

    def ask(self, method: str, **params: Any) -> Any:
        """The result, or the code of the error. No error tells more than one line."""
        self.number += 1
        self.server.say(message(id=self.number, method=method, params=params))
        answer = self.server.hear(self.number)
        if "error" not in answer:
            return answer["result"]
        assert "\n" not in answer["error"]["message"]
        return answer["error"]["code"]

    def command(self, name: str, *arguments: Any) -> Any:
        return self.ask("workspace/executeCommand", command=f"packlens.server.{name}", arguments=arguments)

    def open(self, uri: str, text: str = TEXT) -> None:
        document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)

    def change(self, uri: str, *changes: Any) -> None:
        document = {"uri": uri, "version": 2}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=changes)

    def check_text(self, expected: str) -> None:
        """The server answers, and `f` reads so."""
        answer = self.command("pack", {"targets": ["a.py::f"], "format": "text"})
        assert f"--------\n{expected}--------\n" in answer["text"]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    client = Client(write(tmp_path_factory.mktemp("hostile"), {"a.py": TEXT}))
    yield client
    client.server.say(SHUTDOWN, EXIT)
    code, _ = client.server.end()
    assert code == 0


def span(*numbers: int) -> dict[str, Any]:
    line, character, end_line, end_character = numbers
    return {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }


def test_changes_that_fit_no_text(client: Client) -> None:
    """Of documents never opened, past every end, backwards, of no shape, none at all, closed twice."""
    client.change((client.root / "never.py").as_uri(), {"text": "def f(): ...\n"})
    client.open(client.uri)
    client.change(client.uri, {"range": span(FAR, FAR, FAR, FAR), "text": "# end\n"})
    client.change(client.uri, {"range": span(1, 12, 1, 11), "text": "2"})
    client.change(client.uri, {"range": span(-1, -1, 2**40, 0), "text": "lost"})
    client.change(client.uri, {"range": "no range", "text": 3})
    client.change(client.uri)
    client.check_text("def f():\n    return 2\n")
    client.tell("textDocument/didClose", textDocument={"uri": client.uri})
    client.tell("textDocument/didClose", textDocument={"uri": client.uri})
    client.check_text(TEXT)


def test_text_that_no_file_could_hold(client: Client) -> None:
    client.open(client.uri, "def f():\n    return '\ud800'\n")
    client.check_text("def f():\n    return '\ufffd'\n")
    client.tell("textDocument/didClose", textDocument={"uri": client.uri})


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "",
        "no uri",
        "file:",
        "file:///",
        "file:///%00.py",
        "http://[",
        "git:/a.py?{}",
        ".",
    ],
)
def test_documents_that_are_no_file_of_the_folder(client: Client, uri: str) -> None:
    """They have no lenses, no actions, no callers and no pack, and change nothing."""
    uri = client.root.as_uri() if uri == "." else uri
    client.open(uri)
    client.change(uri, {"range": span(0, 0, 0, 0), "text": "# c\n"})
    document = {"uri": uri}
    assert client.ask("textDocument/codeLens", textDocument=document) == []
    context = {"diagnostics": []}
    assert client.ask("textDocument/codeAction", textDocument=document, range=RANGE, context=context) == []
    where = {"line": 0, "character": 4}
    assert client.ask("textDocument/prepareCallHierarchy", textDocument=document, position=where) is None
    assert client.command("callers", {"uri": uri, "position": where}) == INVALID
    assert client.command("pack", {"uri": uri, "range": RANGE}) in (INVALID, NOT_THERE)
    client.tell("textDocument/didSave", textDocument=document)
    client.tell("textDocument/didClose", textDocument=document)
    client.tell("workspace/didChangeWatchedFiles", changes=[{"uri": uri, "type": 3}])
    assert client.command("status")["files"] == 1


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("callers", [None], INVALID),
        ("callers", [{}, {}], INVALID),
        ("callers", [{"target": 1}], INVALID),
        ("callers", [{"target": "\ud800"}], NOT_THERE),
        ("callers", [{"target": "f\0"}], INVALID),
        ("callers", [{"target": "x" * 100_000}], NOT_THERE),
        ("callers", [{"target": "f", "depth": 0}], INVALID),
        ("callers", [{"target": "f", "depth": True}], INVALID),
        ("pack", [{"targets": ["f"], "depth": -1}], INVALID),
        ("pack", [{"targets": ["f"], "budget": 0}], NOT_THERE),
        ("pack", [{"targets": ["a.py:2-1"]}], INVALID),
        ("pack", [{"targets": ["a.py:99999999999999999999"]}], NOT_THERE),
        ("verify", [{"text": "[" * 100_000}], NOT_THERE),
        ("verify", [{"text": 1}], INVALID),
        ("status", [{"x": 1}], INVALID),
        ("nothing", [], INVALID),
    ],
)
def test_arguments_that_make_no_sense(client: Client, name: str, arguments: list[Any], code: int) -> None:
    assert client.command(name, *arguments) == code


def test_arguments_that_are_merely_large(client: Client) -> None:
    assert client.command("callers", {"target": "f", "depth": 10**9})["callers"] == []
    assert client.command("pack", {"targets": ["f"] * 500, "budget": 10**30})["budget"] == 10**30


@pytest.mark.parametrize("key", [None, 1, {}, {"uri": 1}, {"uri": "", "target": "f", "kind": "no"}])
def test_lenses_and_items_of_somebody_else(client: Client, key: Any) -> None:
    assert client.ask("codeLens/resolve", range=RANGE, data=key) == INVALID
    item = {"name": "f", "kind": 12, "uri": client.uri, "range": RANGE, "selectionRange": RANGE, "data": key}
    assert client.ask("callHierarchy/incomingCalls", item=item) == []


def test_a_selection_given_backwards(client: Client) -> None:
    """Anywhere in the file, or past its end."""
    client.open(client.uri)
    document, context = {"uri": client.uri}, {"diagnostics": []}
    titles = [
        [
            action["title"]
            for action in client.ask(
                "textDocument/codeAction", textDocument=document, range=where, context=context
            )
        ]
        for where in (span(1, 2, 0, 0), span(FAR, FAR, FAR, FAR))
    ]
    assert titles == [
        ["Copy context of a.py:1-2", "Show impact of a.py:1-2"],
        ["Copy context of a.py", "Show impact of a.py"],
    ]
    client.tell("textDocument/didClose", textDocument=document)


def test_messages_that_are_none_and_methods_that_are_not(client: Client) -> None:
    for body in (b"[]", b"null", b"{}", b"\xff\xfe", b'{"jsonrpc":"2.0","method":1}'):
        client.server.say(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    client.server.say(b"no header\r\n\r\n", message(id=77, result=3), message(id=78))
    for method in (
        "$/nothing",
        "no/such",
        "initialized",
        "$/cancelRequest",
        "workspace/didChangeConfiguration",
    ):
        client.tell(method)
    client.tell("workspace/didChangeConfiguration", settings={"packlens": {"budget": "x", "index": 3}})
    assert client.ask("no/such") == UNKNOWN
    assert client.ask("textDocument/codeLens") == INVALID
    client.check_text(TEXT)


def test_two_thousand_edits_and_everything_withdrawn(client: Client) -> None:
    """Random edits, lenses asked for among them; then packs, each withdrawn; then the truth."""
    chosen = random.Random(7)
    client.open(client.uri)
    said = []
    for number in range(2000):
        line, character = chosen.randrange(4), chosen.randrange(20)
        text = chosen.choice(["(", "x", "\n", "'''", "def q():\n    pass\n", "\\", "é"])
        change = {"range": span(line, character, line, character + chosen.randrange(3)), "text": text}
        params = {"textDocument": {"uri": client.uri, "version": number}, "contentChanges": [change]}
        said.append(message(method="textDocument/didChange", params=params))
        if number % 50 == 0:
            lens = {"textDocument": {"uri": client.uri}}
            said.append(message(id=5000 + number, method="textDocument/codeLens", params=lens))
    pack = {"command": "packlens.server.pack", "arguments": [{"targets": ["a.py"]}]}
    packs = range(9000, 9100)
    said += [message(id=number, method="workspace/executeCommand", params=pack) for number in packs]
    said += [message(method="$/cancelRequest", params={"id": number}) for number in packs]
    client.server.say(*said)
    client.change(client.uri, {"text": "def f():\n    return 5\n"})
    client.check_text("def f():\n    return 5\n")
    codes = Counter(code for number, code in client.server.error_codes().items() if number >= 5000)
    assert codes == {None: 40, CANCELLED: 100}
    client.tell("textDocument/didClose", textDocument={"uri": client.uri})
