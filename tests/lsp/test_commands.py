"""Server commands: their results, the same bytes as at the other doors, and errors of one line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from packlens import open_workspace
from packlens.views.search import to_json
from tests.cli.program import git
from tests.lsp.editor import Editor, editor, plain, write

FILES = {
    "pkg/__init__.py": "",
    "pkg/a.py": "SECRET = 'kept out'\n\n\ndef helped(x):\n    '''Help ``` with fences.'''\n    return x\n",
    "pkg/b.py": "from pkg.a import helped\n\n\nclass Same:\n    def go(self):\n        return helped(1)\n",
    "pkg/c.py": "class Same:\n    def go(self):\n        return 2\n",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def vs_code(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("commands")
    async with editor(write(folder / "work", FILES), folder / "cache") as here:
        await here.pack("pkg.a.helped")  # so that there is a graph, whichever test comes first
        yield here


@pytest.mark.asyncio
async def test_the_same_bytes_at_every_door(vs_code: Editor) -> None:
    """The editor's pack, the command line's and the Python API's, in every form."""
    forms = ("markdown", "xml", "text", "json")
    command = [
        sys.executable,
        "-m",
        "packlens",
        "pack",
        "--no-jedi",
        str(vs_code.root),
        "--entry",
        "pkg.a.helped",
    ]
    command += ["--budget", "900", "--format"]
    running = [subprocess.Popen([*command, form], stdout=subprocess.PIPE) for form in forms]
    by_command = [process.communicate(timeout=240)[0].decode() for process in running]
    with open_workspace(str(vs_code.root), jedi={"enabled": False}) as session:
        by_api = [session.render(session.pack("pkg.a.helped", budget=900, format=form)) for form in forms]
    by_editor = [(await vs_code.pack("pkg.a.helped", budget=900, format=form))["text"] for form in forms]
    assert [process.returncode for process in running] == [0] * len(forms)
    assert [without_generation(text) for text in by_editor] == [
        without_generation(text) for text in by_command
    ]
    assert [without_generation(text) for text in by_editor] == [without_generation(text) for text in by_api]


def without_generation(text: str) -> str:
    """`generation` counts inside one process; it is left out when bytes are compared."""
    return "\n".join(line for line in text.split("\n") if not line.startswith('  "generation": '))


@pytest.mark.asyncio
async def test_pack(vs_code: Editor) -> None:
    answer = await vs_code.pack("pkg.a.helped", budget=900)
    assert {
        key: value for key, value in answer.items() if key not in ("text", "digest", "state", "tokens")
    } == {
        "format": "markdown",
        "budget": 900,
        "tokenizer": "o200k_base",
        "generation": 1,
        "pending": 0,
        "warnings": [],
        "supersedes": None,
        "parts": None,
        "file": None,
    }
    assert 0 < answer["tokens"] <= 900
    assert answer["state"] in answer["text"]
    assert answer["digest"][:16] in answer["text"]


@pytest.mark.asyncio
async def test_the_parts_of_a_pack_are_the_same_pack(vs_code: Editor) -> None:
    """In every form the text is as without them; they are what the JSON form holds."""
    for form in ("markdown", "xml", "text", "json"):
        plain_answer = await vs_code.pack("pkg/b.py", budget=150, format=form)
        answer = await vs_code.pack("pkg/b.py", budget=150, format=form, parts=True)
        parts = answer["parts"]
        assert {**answer, "parts": None} == plain_answer
        assert (parts["schema"], parts["digest"]) == ("packlens.pack/1", answer["digest"])
        assert (parts["tokens"], parts["omitted_total"]) == (answer["tokens"], len(parts["omitted"]))
        if form in ("markdown", "json"):
            assert parts == json.loads((await vs_code.pack("pkg/b.py", budget=150, format="json"))["text"])


@pytest.mark.asyncio
async def test_levels_are_part_of_the_question(vs_code: Editor) -> None:
    levels = {"pkg/c.py::Same.go": "full", "pkg/b.py::Same": "drop"}
    answer = await vs_code.pack("pkg.a.helped", format="json", levels=levels)
    parts = json.loads(answer["text"])
    assert parts["settings"]["levels"] == levels
    shown = {item["id"]: item["level"] for item in parts["items"]}
    assert shown["pkg/c.py::Same.go"] == "full"
    assert "pkg/b.py::Same" not in shown
    with open_workspace(str(vs_code.root), jedi={"enabled": False}) as session:
        by_api = session.render(session.pack("pkg.a.helped", format="json", levels=levels))
    assert without_generation(answer["text"]) == without_generation(by_api)
    with pytest.raises(JsonRpcException, match="wanted as"):
        await vs_code.pack("pkg.a.helped", levels={"pkg.a.helped": "name", "pkg/a.py::helped": "full"})


@pytest.mark.asyncio
async def test_words_around_a_pack(vs_code: Editor) -> None:
    answer = await vs_code.pack("pkg.a.helped", template="review")
    assert answer["text"].startswith("Review this code. ")
    with open_workspace(str(vs_code.root), jedi={"enabled": False}) as session:
        assert answer["text"] == session.render(session.pack("pkg.a.helped", template="review"))
    with pytest.raises(JsonRpcException, match="template 'x': unknown; choose one of explain, fix, plain, "):
        await vs_code.pack("pkg.a.helped", template="x")


@pytest.mark.asyncio
async def test_a_pack_of_a_place(vs_code: Editor) -> None:
    by_name = await vs_code.pack("pkg/a.py:4-6", budget=900)
    where = {"start": {"line": 3, "character": 2}, "end": {"line": 6, "character": 0}}
    by_place = await vs_code.command(
        "packlens.server.pack", {"uri": vs_code.uri("pkg/a.py"), "range": where, "budget": 900}
    )
    assert by_place == by_name
    by_file = await vs_code.command("packlens.server.pack", {"uri": vs_code.uri("pkg/a.py"), "budget": 900})
    assert by_file == await vs_code.pack("pkg/a.py", budget=900)


@pytest.mark.asyncio
async def test_a_pack_for_a_question_is_that_of_the_other_doors(vs_code: Editor) -> None:
    asked = {"query": "who is helped", "budget": 500}
    answer = await vs_code.command("packlens.server.pack", asked)
    with open_workspace(str(vs_code.root), jedi={"enabled": False}) as session:
        assert answer["text"] == session.render(session.pack(**asked))
    uris = [vs_code.uri("pkg/a.py"), "untitled:x://1", (vs_code.root.parent / "elsewhere.py").as_uri()]
    in_view = await vs_code.command("packlens.server.pack", asked | {"focus": uris})
    with open_workspace(str(vs_code.root), jedi={"enabled": False}) as session:
        assert in_view["text"] == session.render(session.pack(**asked, focus=["pkg/a.py"]))
    assert in_view["digest"] != answer["digest"]
    with pytest.raises(JsonRpcException, match="no such file in the index"):
        await vs_code.command("packlens.server.pack", asked | {"focus": ["nowhere.py"]})
    with pytest.raises(JsonRpcException, match="nothing matches"):
        await vs_code.command("packlens.server.pack", {"query": "xylophone"})
    with pytest.raises(JsonRpcException, match="about one of them"):
        await vs_code.command("packlens.server.pack", {"query": "who", "targets": ["pkg.a.helped"]})


@pytest.mark.asyncio
async def test_search(vs_code: Editor) -> None:
    answer = await vs_code.command("packlens.server.search", {"text": "helped", "limit": 1})
    with open_workspace(str(vs_code.root), jedi={"enabled": False}) as session:
        assert answer == json.loads(to_json(session.search("helped", 1)))
    for wrong in ({"text": "helped", "limit": 0}, {"text": "helped", "kind": "thing"}, {"text": "xylophone"}):
        with pytest.raises(JsonRpcException):
            await vs_code.command("packlens.server.search", wrong)


@pytest.mark.asyncio
async def test_workspace_symbols(vs_code: Editor) -> None:
    async def named(text: str) -> list[tuple[str, str | None, int]]:
        found = await vs_code.client.workspace_symbol_async(types.WorkspaceSymbolParams(text))
        return [(each.name, each.container_name, each.location.range.start.line) for each in found or ()]

    assert await named("helped") == [("helped", "pkg/a.py", 3)]
    assert await named("") == await named("xylophone") == []


@pytest.mark.asyncio
async def test_callers(vs_code: Editor) -> None:
    answer = await vs_code.command("packlens.server.callers", {"target": "pkg.a.helped"})
    assert answer["schema"] == "packlens.callers/1"
    assert [(row["id"], row["line"], row["column"]) for row in answer["callers"]] == [
        ("pkg/b.py::Same.go", 6, 15)
    ]
    place = {"line": 5, "character": 17}
    asked = {"uri": vs_code.uri("pkg/b.py"), "position": place}
    assert await vs_code.command("packlens.server.callers", asked) == answer


@pytest.mark.asyncio
async def test_status(vs_code: Editor) -> None:
    answer = await vs_code.command("packlens.server.status")
    assert (answer["schema"], answer["files"], answer["pending"]) == ("packlens.status/1", 4, 0)
    pack = await vs_code.pack("pkg.a.helped", format="json")
    assert answer["state"] == pack["state"]


@pytest.mark.asyncio
async def test_verify(vs_code: Editor) -> None:
    pack = await vs_code.pack("pkg.a.helped", budget=2000)
    answer = await vs_code.command("packlens.server.verify", {"text": pack["text"]})
    assert answer == {"ok": True, "files": ["pkg/a.py", "pkg/b.py"], "firstDifference": None}
    changed = pack["text"].replace("return x", "return y")
    answer = await vs_code.command("packlens.server.verify", {"text": changed})
    assert not answer["ok"]
    assert "pkg/a.py" in answer["firstDifference"]


async def refused(here: Editor, command: str, argument: Any) -> tuple[int, str, Any]:
    """Code, message and data of the error a command ends with: one line, no traceback."""
    with pytest.raises(JsonRpcException) as caught:
        await here.command(command, argument)
    error = caught.value
    assert "\n" not in error.message
    assert "Traceback" not in f"{error.message}{error.data}"
    assert '.py", line' not in f"{error.message}{error.data}"
    return error.code, error.message, plain(error.data)


PACK = "packlens.server.pack"


@pytest.mark.asyncio
async def test_an_unknown_target(vs_code: Editor) -> None:
    code, message, details = await refused(vs_code, PACK, {"targets": ["pkg.a.helpd"]})
    assert code == types.LSPErrorCodes.RequestFailed
    assert "pkg.a.helpd" in message
    assert details["error"] == "NotFoundError"
    assert details["exitCode"] == 1
    assert "pkg/a.py::helped" in details["suggestions"]


@pytest.mark.asyncio
async def test_an_ambiguous_target(vs_code: Editor) -> None:
    code, _, details = await refused(vs_code, PACK, {"targets": ["Same.go"]})
    assert code == types.LSPErrorCodes.RequestFailed
    assert details["candidates"] == ["pkg/b.py::Same.go", "pkg/c.py::Same.go"]


@pytest.mark.asyncio
async def test_nothing_fits(vs_code: Editor) -> None:
    code, _, details = await refused(vs_code, PACK, {"targets": ["pkg.a.helped"], "budget": 1})
    assert (code, details) == (
        types.LSPErrorCodes.RequestFailed,
        {"error": "NothingFitsError", "exitCode": 3},
    )


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("argument", "named"),
    [
        ({"targets": ["pkg.a.helped"], "budgt": 1}, "budgt"),
        ({"targets": "pkg.a.helped"}, "targets"),
        ({"targets": ["pkg.a.helped"], "budget": -1}, "budget -1"),
        ({"targets": ["pkg.a.helped"], "format": "pdf"}, "pdf"),
        ({"targets": ["../outside.py"]}, "../outside.py"),
        ({"targets": ["/etc/passwd"]}, "/etc/passwd"),
        ({}, "targets"),
        ({"uri": "file:///elsewhere/a.py"}, "/elsewhere/a.py"),
        ({"uri": "untitled:Untitled-1"}, "untitled:Untitled-1"),
        ([], "object"),
    ],
)
async def test_a_wrong_argument_is_named(vs_code: Editor, argument: Any, named: str) -> None:
    code, message, _ = await refused(vs_code, PACK, argument)
    assert code == types.ErrorCodes.InvalidParams
    assert named in message


@pytest.mark.asyncio
async def test_an_unknown_command(vs_code: Editor) -> None:
    code, message, _ = await refused(vs_code, "packlens.copyContext", {})
    assert code == types.ErrorCodes.InvalidParams
    assert "packlens.copyContext" in message


@pytest.mark.asyncio
async def test_map(vs_code: Editor) -> None:
    focus = ["pkg/b.py", vs_code.uri("pkg/c.py"), (vs_code.root / "notes.md").as_uri(), "untitled:Untitled-1"]
    answer = await vs_code.command("packlens.server.map", {"focus": focus[:3], "budget": 60})
    with open_workspace(str(vs_code.root), jedi={"enabled": False}) as session:
        made = session.map(focus=["pkg/b.py", "pkg/c.py"], budget=60)
    assert answer == {
        "text": made.text,
        "format": "text",
        "tokens": made.tokens,
        "budget": 60,
        "tokenizer": "o200k_base",
        "state": made.state,
        "generation": 1,
        "shown": made.shown,
        "total": 4,
        "file": None,
    }


@pytest.mark.asyncio
async def test_a_pack_of_a_diff_holds_what_is_not_saved(tmp_path: Path) -> None:
    root = write(tmp_path / "work", FILES)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "all")
    async with editor(root, tmp_path / "cache") as here:
        here.open("pkg/c.py", FILES["pkg/c.py"].replace("return 2", "return 3"))
        made = (await here.pack(diff="HEAD"))["text"]
        assert "## pkg/c.py" in made
        assert " unsaved diff · Same 1 excerpt; Same.go 2-3\n" in made
        assert "-        return 2\n+        return 3\n" in made
        with pytest.raises(JsonRpcException, match="diff staged: nothing differs"):
            await here.pack(staged=True)
        with pytest.raises(JsonRpcException, match="a pack is about one of them"):
            await here.pack("pkg.a.helped", diff="HEAD")


@pytest.mark.asyncio
async def test_what_changed_since_the_last_copy(tmp_path: Path) -> None:
    async with editor(write(tmp_path / "work", FILES), tmp_path / "cache") as here:
        first = await here.pack("pkg.b.Same.go")
        assert first["supersedes"] is None
        here.open("pkg/a.py", FILES["pkg/a.py"].replace("return x", "return x + 1"))
        second = await here.pack("pkg.b.Same.go", since=first["digest"])
        assert second["supersedes"] == first["digest"][:16]
        assert "return x + 1" in second["text"]
        assert "return helped(1)" not in second["text"]
        assert (await here.pack("pkg.b.Same.go", since=first["text"]))["text"] == second["text"]
        third = await here.pack("pkg.b.Same.go", since=second["digest"])
        assert "```python" not in third["text"]
        with pytest.raises(JsonRpcException, match="no pack of this digest was given lately"):
            await here.pack("pkg.b.Same.go", since="0" * 16)
        with pytest.raises(JsonRpcException, match="not part of a pack"):
            await here.pack("pkg.b.Same.go", since="no pack at all")


@pytest.mark.asyncio
async def test_reindex_makes_the_same_graph_anew(tmp_path: Path) -> None:
    async with editor(write(tmp_path / "work", FILES), tmp_path / "cache") as here:
        await here.pack("pkg.a.helped")
        before = await here.command("packlens.server.status")
        answer = await here.command("packlens.server.reindex")
    assert answer["generation"] == before["generation"] + 1
    same = ("state", "files", "symbols", "edges", "unresolved", "by_confidence", "skipped")
    assert {name: answer[name] for name in same} == {name: before[name] for name in same}
