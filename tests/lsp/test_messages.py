"""What a person reads when something cannot be answered: one line, in their words, with what to try."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from pygls.exceptions import JsonRpcException

from tests.lsp.editor import Editor, editor, write

PACK = "packlens.server.pack"
CALLERS = "packlens.server.callers"
FILES = {
    "a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1\n",
    ".packlensignore": "left.py\n",
    "left.py": "def left(): ...\n",
    "notes.txt": "words\n",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("messages")
    write(folder / "elsewhere", {"o.py": "def o(): ...\n"})
    async with editor(write(folder / "work", FILES), folder / "cache") as client:
        yield client


async def check_said(here: Editor, command: str, argument: dict[str, object], message: str) -> None:
    with pytest.raises(JsonRpcException) as caught:
        await here.command(command, argument)
    assert caught.value.message == message


@pytest.mark.asyncio
async def test_a_blank_question(here: Editor) -> None:
    said = "query '': says nothing; name a symbol or a file, or say in words what you look for"
    for text in ("", " \n"):
        await check_said(here, PACK, {"query": text}, said)
        await check_said(here, "packlens.server.search", {"text": text}, said)


@pytest.mark.asyncio
@pytest.mark.parametrize("command", [PACK, CALLERS])
async def test_a_document_that_is_not_in_the_graph(here: Editor, command: str) -> None:
    """The same sentence whichever way it is asked about."""
    outside = here.root.with_name("elsewhere") / "o.py"
    said = {
        outside.as_uri(): f"{outside} is outside of work, which is served here; open the folder it is in",
        "untitled:Untitled-1": "untitled:Untitled-1 is no file on disk; save it in work first",
        "git:/x/a.py?%7B%7D": "git:/x/a.py?%7B%7D is no file on disk; open the file itself",
        here.uri(
            "left.py"
        ): "target 'left.py': left.py exists and is not indexed: an ignore rule leaves it out "
        "(.packlensignore)",
        here.uri("notes.txt"): (
            "target 'notes.txt': notes.txt exists and is not indexed: only .py and .pyi files are"
        ),
    }
    for uri, message in said.items():
        place = {"position": {"line": 0, "character": 5}} if command == CALLERS else {}
        await check_said(here, command, {"uri": uri, **place}, message)


@pytest.mark.asyncio
async def test_text_that_is_no_pack(here: Editor) -> None:
    message = "this cannot be verified: line 1: not part of a pack; paste a whole pack as it was made"
    await check_said(here, "packlens.server.verify", {"text": "hello\n"}, message)


@pytest.mark.asyncio
async def test_a_buffer_that_does_not_parse_packs_what_is_there(here: Editor) -> None:
    here.open("a.py", "def f(:\n    return g(\n\n\ndef g():\n    return 1\n")
    answer = await here.pack("a.py::f", depth=0)
    assert "def f(:\n    return g(\n" in answer["text"]
    assert " unsaved" in answer["text"]
    here.rewrite("a.py", "))((!!\n")
    whole = await here.command(PACK, {"uri": here.uri("a.py")})
    assert "))((!!\n" in whole["text"]
    here.close("a.py")
    assert (await here.pack("a.py::f"))["warnings"] == []


@pytest.mark.asyncio
@pytest.mark.parametrize("files", [{}, {"a.js": "f()\n"}])
async def test_a_folder_without_python(tmp_path: Path, files: dict[str, str]) -> None:
    root = write(tmp_path / "work", files)
    root.mkdir(exist_ok=True)
    beside = " (1 file of another kind)" if files else ""
    message = f"no Python file in work{beside}; choose a folder that holds .py or .pyi files"
    async with editor(root, tmp_path / "cache") as here:
        await check_said(here, PACK, {"targets": ["f"]}, message)
        await check_said(here, CALLERS, {"target": "f"}, message)
        assert (await here.command("packlens.server.status"))["files"] == 0
        assert here.client.messages == []


@pytest.mark.asyncio
async def test_a_root_that_is_no_folder(tmp_path: Path) -> None:
    file = write(tmp_path, {"a.py": "def f(): ...\n"}) / "a.py"
    gone = tmp_path / "gone"
    said = {
        file: f"cannot serve {file}: it is a file; open the folder that holds it",
        gone: f"cannot serve {gone}: there is no such folder; open one that exists",
    }
    for root, message in said.items():
        async with editor(root, tmp_path / "cache") as here:
            await check_said(here, PACK, {"targets": ["f"]}, message)
            assert [shown.message for shown in here.client.messages] == [f"Packlens: {message}"]


@pytest.mark.asyncio
async def test_a_file_of_five_thousand_lines(tmp_path: Path) -> None:
    """Three lenses a function, and a pack of as much as there is room for."""
    text = "".join(f"def f{number}(x):\n    return f{number + 1}(x)\n\n\n" for number in range(1250))
    root = write(tmp_path / "work", {"long.py": text})
    async with editor(root, tmp_path / "cache") as here:
        here.open("long.py")
        answer = await here.command(PACK, {"uri": here.uri("long.py"), "budget": 4000})
        assert 3000 < answer["tokens"] <= 4000
        assert len(await here.unresolved("long.py")) == 3750
