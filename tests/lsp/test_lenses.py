"""Lenses in an editor with the client's own commands, as VS Code has them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from packlens.lsp.lens_titles import context_title
from tests.lsp.editor import PATIENCE, Editor, editor, plain, write

SHOP = """\
import functools


def price(item):
    return len(item)


@functools.cache
def total(items):
    def one(item):
        return price(item)

    return sum(one(item) for item in items)


class Basket:
    def __init__(self):
        self.items = []

    @property
    def cost(self):
        return total(self.items)


async def later():
    return Basket().cost
"""
TALE = "def unrelated():\n    return 0\n"
QUIET_SECONDS = 0.3


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def vs_code(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("lenses")
    root = write(folder / "work", {"shop.py": SHOP, "tale.py": TALE})
    async with editor(root, folder / "cache", options={"clientCommands": True}) as here:
        await here.pack("shop.py::price")
        yield here


@pytest_asyncio.fixture(loop_scope="module")
async def shop(vs_code: Editor) -> AsyncIterator[Editor]:
    """The editor with the shop open, closed again afterwards."""
    vs_code.open("shop.py", SHOP)
    await vs_code.pack("shop.py::price")
    yield vs_code
    vs_code.close("shop.py")
    await vs_code.pack("tale.py::unrelated")


async def check_lenses(here: Editor, path: str, expected: str) -> None:
    """The lenses of a file, a line each: its number from 0, then the titles without their prices."""
    lines: dict[int, list[str]] = {}
    for line, title in await here.lenses(path):
        lines.setdefault(line, []).append("copy context" if title.startswith("copy context") else title)
    shown = "".join(f"{line}: {' | '.join(titles)}\n" for line, titles in sorted(lines.items()))
    assert shown == expected


LENSES = """\
3: copy context | 1 caller
8: copy context | 1 caller
9: copy context | 1 caller
15: copy context | 1 caller
16: copy context | 1 caller
20: copy context | 1 caller
24: copy context | 0 callers
"""


@pytest.mark.asyncio
async def test_above_every_function_method_and_class(shop: Editor) -> None:
    lines = {lens.range.start.line for lens in await shop.unresolved("shop.py")}
    assert lines == {3, 8, 9, 15, 16, 20, 24}


@pytest.mark.asyncio
async def test_a_lens_stands_at_the_name_and_waits_for_its_title(shop: Editor) -> None:
    first = (await shop.unresolved("shop.py"))[0]
    assert (first.range.start.character, first.range.end.character) == (4, 9)
    assert first.command is None
    assert plain(first.data) == {"uri": shop.uri("shop.py"), "target": "shop.py::price", "kind": "context"}


@pytest.mark.asyncio
async def test_the_price_is_that_of_what_a_click_copies(shop: Editor) -> None:
    for lens in await shop.unresolved("shop.py"):
        resolved = await shop.resolve(lens)
        assert resolved.command is not None
        if resolved.command.command != "packlens.copyContext":
            continue
        (argument,) = plain(resolved.command.arguments)
        copied = await shop.pack(*argument["targets"])
        assert resolved.command.title == context_title(copied["tokens"])


@pytest.mark.asyncio
async def test_lens_commands_are_the_clients_own(shop: Editor) -> None:
    resolved = [await shop.resolve(lens) for lens in (await shop.unresolved("shop.py"))[:2]]
    uri = shop.uri("shop.py")
    assert [(lens.command.command, plain(lens.command.arguments)) for lens in resolved if lens.command] == [
        ("packlens.copyContext", [{"uri": uri, "targets": ["shop.py::price"]}]),
        (
            "packlens.showCallers",
            [{"uri": uri, "target": "shop.py::price", "position": {"line": 3, "character": 4}}],
        ),
    ]


@pytest.mark.asyncio
async def test_the_server_registers_no_client_command(shop: Editor) -> None:
    offered = shop.initialized.capabilities.execute_command_provider
    assert offered is not None
    assert all(command.startswith("packlens.server.") for command in offered.commands)


async def check_torn(here: Editor, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
    """One edit that leaves a text that does not parse: every lens stays where it was, at once and after."""
    before = await here.lenses("shop.py")
    here.edit("shop.py", start, end, text)
    at_once = [lens.range.start.line for lens in await here.unresolved("shop.py")]
    await here.pack("tale.py::unrelated")
    after = await here.lenses("shop.py")
    assert at_once == [line for line, _ in before]
    assert [line for line, _ in after] == [line for line, _ in before]
    assert not [title for _, title in after if "…" in title]


@pytest.mark.asyncio
async def test_lenses_stay_while_the_text_does_not_parse(shop: Editor) -> None:
    """A signature torn open, a string never closed, a name taken away."""
    await check_torn(shop, (8, 15), (8, 17), "")
    shop.rewrite("shop.py", SHOP)
    await check_torn(shop, (4, 4), (4, 20), 'return """')
    shop.rewrite("shop.py", SHOP)
    await shop.pack("tale.py::unrelated")
    before = await shop.lenses("shop.py")
    await check_torn(shop, (8, 4), (8, 9), "")
    assert [title for line, title in await shop.lenses("shop.py") if line == 8] == [
        title for line, title in before if line == 8
    ]


@pytest.mark.asyncio
async def test_lenses_follow_edits_above_them(shop: Editor) -> None:
    before = await shop.lenses("shop.py")
    shop.edit("shop.py", (0, 0), (0, 0), "import os\nimport (\n")
    at_once = [lens.range.start.line - 2 for lens in await shop.unresolved("shop.py")]
    await shop.pack("tale.py::unrelated")
    after = [line - 2 for line, _ in await shop.lenses("shop.py")]
    assert at_once == after == [line for line, _ in before]


@pytest.mark.asyncio
async def test_callers_count_symbols(shop: Editor) -> None:
    shop.edit("shop.py", (5, 0), (5, 0), "\ndef twice(item):\n    return price(item) + price(item)\n\n")
    await shop.pack("shop.py::twice")
    titles = [title for line, title in await shop.lenses("shop.py") if line == 3]
    assert titles[1] == "2 callers"


@pytest.mark.asyncio
async def test_one_refresh_after_the_last_edit_if_a_number_changed(tmp_path: Path) -> None:
    """None for an edit that changes no number; one for many key strokes that together add a caller.

    In an editor of its own, where no edit of another test is still on its way to a refresh.
    """
    root = write(tmp_path / "work", {"shop.py": SHOP, "tale.py": TALE})
    async with editor(root, tmp_path / "cache", options={"clientCommands": True}) as here:
        here.open("shop.py")
        here.open("tale.py")
        await here.pack("tale.py::unrelated")  # the first index is done
        await here.lenses("shop.py")
        await here.lenses("tale.py")
        here.edit("tale.py", (2, 0), (2, 0), "\n\nVALUE = 1\n")
        await here.pack("tale.py::unrelated")
        await asyncio.sleep(2 * QUIET_SECONDS)
        assert here.refreshes == 0
        began = time.monotonic()
        for column, character in enumerate("import shop; shop.price('x')"):
            here.edit("tale.py", (5, column), (5, column), character)
        await here.until(lambda: here.refreshes > 0)
        await asyncio.sleep(2 * QUIET_SECONDS)
        # One for each time of quiet: more than one only where the machine pauses between two of the edits.
        assert here.refreshes <= (time.monotonic() - began) / QUIET_SECONDS


@pytest.mark.asyncio
async def test_a_lens_of_every_kind(shop: Editor) -> None:
    await check_lenses(shop, "shop.py", LENSES)


@pytest.mark.asyncio
async def test_a_file_that_the_index_leaves_out_has_no_lenses(tmp_path: Path) -> None:
    root = write(tmp_path / "work", {"shop.py": SHOP, "tale.py": TALE})
    left_out = {"index": {"exclude": ["shop.py"]}}
    async with editor(root, tmp_path / "cache", options={"clientCommands": True}, settings=left_out) as here:
        here.open("shop.py", SHOP)
        await here.unresolved(
            "shop.py"
        )  # those of a file that is looked at alone, where the index is not done yet
        await here.pack("tale.py::unrelated")
        assert await here.unresolved("shop.py") == []
        for settings, count in (({}, 7), (left_out, 0)):
            before = here.refreshes
            here.settings(settings)
            await here.until(lambda before=before: here.refreshes > before)
            async with asyncio.timeout(PATIENCE):
                while len(await here.unresolved("shop.py")) != 2 * count:
                    await asyncio.sleep(0.05)
