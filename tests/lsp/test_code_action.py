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
