"""Unsaved text rules, in every position encoding: what a pack holds is what the editor shows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.lsp.editor import Editor, editor, write

DISK = "def f():\n    return 1\n"


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["utf-8", "utf-16", "utf-32"])
async def vs_code(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("sync")
    root = write(folder / "work", {"a.py": DISK, "edited.py": DISK, "closed.py": DISK, "saved.py": DISK})
    async with editor(root, folder / "cache", encoding=request.param) as here:
        yield here


def units(text: str, encoding: str) -> int:
    """The length of a text in the units of an encoding."""
    if encoding == "utf-32":
        return len(text)
    return len(text.encode("utf-8")) if encoding == "utf-8" else len(text.encode("utf-16-le")) // 2


def encoding_of(editor: Editor) -> str:
    return str(editor.initialized.capabilities.position_encoding)


async def check_text(editor: Editor, path: str, qualname: str, expected: str) -> None:
    """The pack of a symbol holds exactly `expected` as the symbol's text."""
    answer = await editor.pack(f"{path}::{qualname}", format="text", budget=2000)
    assert expected in answer["text"]


@pytest.mark.asyncio
async def test_the_encoding_is_the_clients(vs_code: Editor, request: pytest.FixtureRequest) -> None:
    assert encoding_of(vs_code) in ("utf-8", "utf-16", "utf-32")
    assert encoding_of(vs_code) in request.node.name


@pytest.mark.asyncio
async def test_an_insert_after_a_two_byte_character(vs_code: Editor) -> None:
    vs_code.open("a.py", "def f():\n    return 'ö'\n")
    at = units("    return 'ö", encoding_of(vs_code))
    vs_code.edit("a.py", (1, at), (1, at), "!")
    await check_text(vs_code, "a.py", "f", "def f():\n    return 'ö!'\n")
    vs_code.close("a.py")


@pytest.mark.asyncio
async def test_edits_after_two_astral_characters(vs_code: Editor) -> None:
    vs_code.open("a.py", "def f():\n    return '😋é𝒳z'\n")
    encoding = encoding_of(vs_code)
    start, end = units("    return '😋é𝒳", encoding), units("    return '😋é𝒳z", encoding)
    vs_code.edit("a.py", (1, start), (1, end), "end")
    first, last = units("    return '😋", encoding), units("    return '😋é", encoding)
    vs_code.edit("a.py", (1, first), (1, last), "e")
    await check_text(vs_code, "a.py", "f", "def f():\n    return '😋e𝒳end'\n")
    vs_code.close("a.py")


@pytest.mark.asyncio
async def test_lines_end_where_the_protocol_says(vs_code: Editor) -> None:
    vs_code.open("a.py", "X = '\u2028'\x0c\r\ndef f():\r\n    return 1\r\n")
    vs_code.edit("a.py", (2, 11), (2, 12), "2")
    await check_text(vs_code, "a.py", "f", "    return 2")
    vs_code.edit("a.py", (1, 99), (1, 99), "  # past the end")
    await check_text(vs_code, "a.py", "f", "def f():  # past the end")
    vs_code.close("a.py")


@pytest.mark.asyncio
async def test_a_pack_holds_what_is_not_saved(vs_code: Editor) -> None:
    vs_code.open("edited.py")
    vs_code.edit("edited.py", (1, 11), (1, 12), "'unsaved'")
    answer = await vs_code.pack("edited.py::f", format="json")
    assert '"unsaved": true' in answer["text"]
    await check_text(vs_code, "edited.py", "f", "return 'unsaved'")
    vs_code.close("edited.py")


@pytest.mark.asyncio
async def test_a_buffer_that_was_emptied_and_filled_again(vs_code: Editor) -> None:
    vs_code.open("a.py")
    vs_code.rewrite("a.py", "")
    await vs_code.pack("edited.py::f")
    vs_code.rewrite("a.py", "def g():\n    return 2\n")
    await check_text(vs_code, "a.py", "g", "return 2")
    vs_code.close("a.py")


@pytest.mark.asyncio
async def test_closing_without_saving_gives_the_disk_back(vs_code: Editor) -> None:
    before = await vs_code.pack("closed.py::f")
    vs_code.open("closed.py")
    vs_code.rewrite("closed.py", "def g():\n    return 2\n")
    await check_text(vs_code, "closed.py", "g", "return 2")
    vs_code.close("closed.py")
    after = await vs_code.pack("closed.py::f")
    assert after["text"] == before["text"]


@pytest.mark.asyncio
async def test_saving_makes_the_buffer_the_disks(vs_code: Editor) -> None:
    text = "def f():\n    return 'saved'\n"
    vs_code.open("saved.py")
    vs_code.rewrite("saved.py", text)
    vs_code.save("saved.py", text)
    answer = await vs_code.pack("saved.py::f", format="json")
    assert '"unsaved": false' in answer["text"]
    vs_code.close("saved.py")
    write(vs_code.root, {"saved.py": DISK})
    vs_code.changed_on_disk("saved.py")


@pytest.mark.asyncio
async def test_a_file_changed_on_disk_is_seen(vs_code: Editor) -> None:
    write(vs_code.root, {"new.py": "def fresh():\n    return 3\n"})
    vs_code.changed_on_disk("new.py")
    await check_text(vs_code, "new.py", "fresh", "return 3")
    (vs_code.root / "new.py").unlink()
    vs_code.changed_on_disk("new.py")
    await vs_code.pack("a.py::f")
    answer = await vs_code.command("packlens.server.status", {})
    assert answer["files"] == 4


@pytest.mark.asyncio
async def test_a_change_to_a_document_that_is_not_open_changes_nothing(vs_code: Editor) -> None:
    vs_code.open("a.py")
    vs_code.close("a.py")
    vs_code.rewrite("a.py", "def nowhere(): ...\n")
    await check_text(vs_code, "a.py", "f", "return 1")


@pytest.mark.asyncio
async def test_documents_elsewhere_are_left_alone(vs_code: Editor, tmp_path: Path) -> None:
    outside = write(tmp_path, {"elsewhere.py": "def outside(): ...\n"})
    vs_code.open(str(outside / "elsewhere.py"))
    assert await vs_code.unresolved(str(outside / "elsewhere.py")) == []
    await vs_code.pack("a.py::f")
    answer = await vs_code.command("packlens.server.status", {})
    assert answer["files"] == 4
