"""Code actions: the context and the impact of what the cursor or the selection is in."""

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


COPY, IMPACT = "source.packlens.copyContext", "source.packlens.showImpact"
KINDS = {
    COPY: ("Copy context of ", "packlens.server.pack"),
    IMPACT: ("Show impact of ", "packlens.server.impact"),
}


def check_actions(root: Path, expected: list[tuple[Span, list[str] | None, str, str, list[str]]]) -> None:
    """For each span and `only`: the name, the target and the kinds of every action offered, in a bare client."""
    found = answers(root, [(span, only) for span, only, *_ in expected], {})
    assert found == [
        [
            {
                "title": KINDS[kind][0] + name,
                "kind": kind,
                "command": {
                    "title": KINDS[kind][0] + name,
                    "command": KINDS[kind][1],
                    "arguments": [{"targets": [target], "show": True}],
                },
            }
            for kind in kinds
        ]
        for _, _, name, target, kinds in expected
    ]


def answers(
    root: Path, asked: list[tuple[Span, list[str] | None]], options: dict[str, bool]
) -> list[list[dict[str, Any]]]:
    """The actions for each span and `only`, in a client with these options."""
    server = Conversation(root)
    first = {"command": "packlens.server.callers", "arguments": [{"target": "outer"}]}
    begin = initialize(root, initializationOptions=options)
    server.say(begin, INITIALIZED, message(id=3, method="workspace/executeCommand", params=first))
    server.hear(3)
    found = []
    for number, (span, only) in enumerate(asked, start=10):
        server.say(action(number, root, span, only))
        found.append(server.hear(number)["result"])
    server.say(SHUTDOWN, EXIT)
    assert server.end()[0] == 0
    return found


def test_the_enclosing_symbol_or_the_selection(tmp_path: Path) -> None:
    inner = ("outer.inner", "a.py::outer.inner")
    both = [COPY, IMPACT]
    check_actions(
        write(tmp_path, {"a.py": TEXT}),
        [
            (((5, 8), (5, 8)), None, *inner, both),
            (((7, 4), (7, 4)), None, "outer", "a.py::outer", both),
            (((0, 0), (0, 0)), None, "a.py", "a.py", both),
            (((3, 0), (5, 0)), None, "a.py:4-5", "a.py:4-5", both),
            (((5, 8), (5, 12)), None, "a.py:6", "a.py:6", both),
            (((5, 8), (5, 8)), ["source"], *inner, both),
            (((5, 8), (5, 8)), ["source.packlens"], *inner, both),
            (((5, 8), (5, 8)), ["source.packlens.copyContext"], *inner, [COPY]),
            (((5, 8), (5, 8)), ["source.packlens.showImpact"], *inner, [IMPACT]),
            (((5, 8), (5, 8)), ["source.packlens.copy"], *inner, []),
            (((5, 8), (5, 8)), ["quickfix"], *inner, []),
        ],
    )


def test_a_client_with_commands_of_its_own(tmp_path: Path) -> None:
    """Those of the lenses, with the place of the name; and no impact where the client does not know it."""
    root = write(tmp_path, {"a.py": TEXT})
    uri = (root / "a.py").as_uri()
    spans: list[tuple[Span, list[str] | None]] = [
        (((5, 8), (5, 8)), None),
        (((0, 3), (0, 3)), None),
        (((3, 1), (5, 0)), None),
    ]
    places = [
        ("outer.inner", "a.py::outer.inner", (4, 8)),
        ("a.py", "a.py", (0, 3)),
        ("a.py:4-5", "a.py:4-5", (3, 1)),
    ]

    def copies(name: str, target: str) -> dict[str, Any]:
        title = f"Copy context of {name}"
        arguments = [{"uri": uri, "targets": [target]}]
        command = {"title": title, "command": "packlens.copyContext", "arguments": arguments}
        return {"title": title, "kind": COPY, "command": command}

    def shows(name: str, target: str, line: int, character: int) -> dict[str, Any]:
        title = f"Show impact of {name}"
        where = {"line": line, "character": character}
        arguments = [{"uri": uri, "target": target, "position": where}]
        command = {"title": title, "command": "packlens.showImpact", "arguments": arguments}
        return {"title": title, "kind": IMPACT, "command": command}

    assert answers(root, spans, {"clientCommands": True, "impactCommand": True}) == [
        [copies(name, target), shows(name, target, *place)] for name, target, place in places
    ]
    assert answers(root, spans, {"clientCommands": True}) == [
        [copies(name, target)] for name, target, _ in places
    ]


def test_the_impact_of_lines_and_of_a_file_is_answered(tmp_path: Path) -> None:
    """What an action names, its command takes."""
    root = write(tmp_path, {"a.py": TEXT})
    server = Conversation(root)
    server.say(initialize(root), INITIALIZED)
    found = []
    for number, target in enumerate(("a.py:4-5", "a.py", "a.py::outer.inner"), start=10):
        asked = {"command": "packlens.server.impact", "arguments": [{"targets": [target]}]}
        server.say(message(id=number, method="workspace/executeCommand", params=asked))
        found.append([row["id"] for row in server.hear(number)["result"]["changed"]])
    server.say(SHUTDOWN, EXIT)
    assert server.end()[0] == 0
    assert found == [["a.py::outer"], ["a.py::outer", "a.py::X"], ["a.py::outer.inner"]]


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
        found += [each["title"] for each in server.hear(10 * number)["result"]][:1]
    server.say(SHUTDOWN, EXIT)
    assert server.end()[0] == 0
    assert found == ["Copy context of outer"] * 10
