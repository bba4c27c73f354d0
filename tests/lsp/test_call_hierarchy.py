"""The call hierarchy, printed as source lines with carets."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.lsp.editor import Editor, editor, write

LIB = """\
def 変える(x):
    return x


class Tool:
    def use(self):
        return 変える('𝒳'), 変える(1)
"""
APP = """\
from lib import Tool, 変える

print(変える(0))


def run():
    Tool().use()
    '𝒳'; 変える(2)
"""
FILES = {"lib.py": LIB, "app.py": APP}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def vs_code(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("hierarchy")
    async with editor(write(folder / "work", FILES), folder / "cache") as here:
        yield here


async def prepared(here: Editor, path: str, line: int, character: int) -> list[types.CallHierarchyItem]:
    params = types.CallHierarchyPrepareParams(
        types.TextDocumentIdentifier(here.uri(path)), types.Position(line, character)
    )
    return list(await here.client.text_document_prepare_call_hierarchy_async(params) or [])


def drawn(here: Editor, path: str, ranges: list[types.Range]) -> str:
    """Each range as its line of source, and carets below it. Characters are UTF-16 units."""
    shown = []
    for where in ranges:
        line = FILES[path].splitlines()[where.start.line]
        units = line.encode("utf-16-le")
        begin = len(units[: 2 * where.start.character].decode("utf-16-le"))
        end = len(units[: 2 * where.end.character].decode("utf-16-le"))
        number = f"{where.start.line}| "
        carets = f"{' ' * (len(number) + begin)}{'^' * (end - begin)}".rstrip()
        shown.append(f"{number}{line}\n{carets}\n")
    return "".join(shown)


def headline(here: Editor, item: types.CallHierarchyItem) -> str:
    path = item.uri.rpartition("/")[2]
    assert item.uri == here.uri(path)
    lines = f"{item.range.start.line}-{item.range.end.line}"
    return f"{item.kind.name} {item.name} in {item.detail}, lines {lines}\n" + drawn(
        here, path, [item.selection_range]
    )


async def check_calls(
    here: Editor, path: str, line: int, character: int, incoming: str, outgoing: str
) -> None:
    """What calls the symbol at a place, and what it calls."""
    (item,) = await prepared(here, path, line, character)
    calls = await here.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item)
    )
    shown = "".join(
        headline(here, call.from_) + drawn(here, call.from_.uri.rpartition("/")[2], list(call.from_ranges))
        for call in calls or ()
    )
    assert shown == incoming
    called = await here.client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(item)
    )
    shown = "".join(
        headline(here, call.to) + drawn(here, path, list(call.from_ranges)) for call in called or ()
    )
    assert shown == outgoing


@pytest.mark.asyncio
async def test_callers_of_a_function(vs_code: Editor) -> None:
    await check_calls(
        vs_code,
        "lib.py",
        0,
        4,
        incoming="""\
Module app.py in app.py, lines 0-7
0| from lib import Tool, 変える

2| print(変える(0))
         ^^^
Function run in app.py, lines 5-7
5| def run():
       ^^^
7|     '𝒳'; 変える(2)
            ^^^
Method Tool.use in lib.py, lines 5-6
5|     def use(self):
           ^^^
6|         return 変える('𝒳'), 変える(1)
                  ^^^
6|         return 変える('𝒳'), 変える(1)
                            ^^^
""",
        outgoing="",
    )


@pytest.mark.asyncio
async def test_callees_of_a_function(vs_code: Editor) -> None:
    await check_calls(
        vs_code,
        "app.py",
        5,
        5,
        incoming="",
        outgoing="""\
Class Tool in lib.py, lines 4-6
4| class Tool:
         ^^^^
6|     Tool().use()
       ^^^^
Method Tool.use in lib.py, lines 5-6
5|     def use(self):
           ^^^
6|     Tool().use()
              ^^^
Function 変える in lib.py, lines 0-1
0| def 変える(x):
       ^^^
7|     '𝒳'; 変える(2)
            ^^^
""",
    )


@pytest.mark.asyncio
async def test_at_a_call_the_called_function_is_meant(vs_code: Editor) -> None:
    assert [item.name for item in await prepared(vs_code, "app.py", 7, 11)] == ["変える"]
    assert [item.name for item in await prepared(vs_code, "app.py", 6, 12)] == ["Tool.use"]


@pytest.mark.asyncio
async def test_elsewhere_the_enclosing_symbol_is_meant(vs_code: Editor) -> None:
    assert [item.name for item in await prepared(vs_code, "lib.py", 1, 0)] == ["変える"]
    assert [item.name for item in await prepared(vs_code, "app.py", 3, 0)] == ["app.py"]


@pytest.mark.asyncio
async def test_a_file_that_is_not_indexed_has_none(vs_code: Editor) -> None:
    assert await prepared(vs_code, "absent.py", 0, 0) == []
