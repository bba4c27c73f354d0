"""The code action: copy the context of what the cursor or the selection is in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.lsp.editor import write
from tests.lsp.wire import EXIT, INITIALIZED, SHUTDOWN, Conversation, initialize, message

TEXT = """\
import functools


def outer():
    def inner():
        return 1

    return inner


X = 1
"""
Span = tuple[tuple[int, int], tuple[int, int]]


def action(identity: int, root: Path, span: Span, only: list[str] | None = None) -> bytes:
    (line, character), (end_line, end_character) = span
    where = {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }
    context: dict[str, Any] = {"diagnostics": []} if only is None else {"diagnostics": [], "only": only}
    document = {"uri": (root / "a.py").as_uri()}
    params = {"textDocument": document, "range": where, "context": context}
    return message(id=identity, method="textDocument/codeAction", params=params)


def check_actions(
    root: Path, expected: list[tuple[Span, list[str] | None, list[tuple[str, list[str]]]]]
) -> None:
    """For each span and `only`: the title and the targets of every action offered, in a bare client."""
    server = Conversation(root)
    status = {"command": "packlens.server.callers", "arguments": [{"target": "outer"}]}
    server.say(initialize(root), INITIALIZED, message(id=3, method="workspace/executeCommand", params=status))
    server.hear(3)
    found = []
    for number, (span, only, _) in enumerate(expected, start=10):
        server.say(action(number, root, span, only))
        offered = server.hear(number)["result"]
        for each in offered:
            assert each["kind"] == "source.packlens.copyContext"
            assert each["command"]["command"] == "packlens.server.pack"
            assert each["command"]["arguments"][0]["show"] is True
        found.append([(each["title"], each["command"]["arguments"][0]["targets"]) for each in offered])
    server.say(SHUTDOWN, EXIT)
    assert server.end()[0] == 0
    assert found == [actions for _, _, actions in expected]


def test_the_enclosing_symbol_or_the_selection(tmp_path: Path) -> None:
    inner = [("Copy context of outer.inner", ["a.py::outer.inner"])]
    check_actions(
        write(tmp_path, {"a.py": TEXT}),
        [
            (((5, 8), (5, 8)), None, inner),
            (((7, 4), (7, 4)), None, [("Copy context of outer", ["a.py::outer"])]),
            (((0, 0), (0, 0)), None, [("Copy context of a.py", ["a.py"])]),
            (((3, 0), (5, 0)), None, [("Copy context of a.py:4-5", ["a.py:4-5"])]),
            (((5, 8), (5, 12)), None, [("Copy context of a.py:6", ["a.py:6"])]),
            (((5, 8), (5, 8)), ["source"], inner),
            (((5, 8), (5, 8)), ["source.packlens.copyContext"], inner),
            (((5, 8), (5, 8)), ["source.packlens.copy"], []),
            (((5, 8), (5, 8)), ["quickfix"], []),
        ],
    )


def test_lines_are_those_of_the_text_as_it_was_just_typed(tmp_path: Path) -> None:
    """Each edit moves `outer` down, and is followed at once by a question about the line where it then is."""
    root = write(tmp_path, {"a.py": TEXT})
    server = Conversation(root)
    uri = (root / "a.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": TEXT}
    first = {"command": "packlens.server.callers", "arguments": [{"target": "outer"}]}
    server.say(
        initialize(root),
        INITIALIZED,
        message(method="textDocument/didOpen", params={"textDocument": document}),
        message(id=3, method="workspace/executeCommand", params=first),
    )
    server.hear(3)
    found = []
    for number in range(1, 11):
        text = f"def new_{number}(): ...\n" * number + TEXT
        edited = {"textDocument": {"uri": uri, "version": number + 1}, "contentChanges": [{"text": text}]}
        at = ((3 + number, 4), (3 + number, 4))
        server.say(message(method="textDocument/didChange", params=edited), action(10 * number, root, at))
        found += [each["title"] for each in server.hear(10 * number)["result"]]
    server.say(SHUTDOWN, EXIT)
    assert server.end()[0] == 0
    assert found == ["Copy context of outer"] * 10
