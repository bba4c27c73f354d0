"""Settings that change while the server runs, in VS Code and in Neovim."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types

from packlens.lsp.lens_titles import short_number
from packlens.views.tokens import Tokenizer, count_in_parts
from tests.lsp.editor import NEOVIM, VS_CODE, Editor, editor, write
from tests.lsp.test_call_hierarchy import prepared

BODY = "    value = 'a text that costs some tokens, so that the budget shows'\n" * 12
FILES = {"a.py": f"def f():\n{BODY}    return g()\n\n\ndef g():\n{BODY}    return 1\n"}
PREPARE = types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY


@pytest_asyncio.fixture(loop_scope="module", params=[VS_CODE, NEOVIM])
async def here(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Editor]:
    root = write(tmp_path / "work", FILES)
    async with editor(root, tmp_path / "cache", request.param) as client:
        client.open("a.py")
        await client.pack("a.py::f")
        yield client


async def check_refreshed(here: Editor, settings: dict[str, Any], titles: list[str]) -> None:
    """New settings are followed by a refresh where the client takes one; the lenses are then these."""
    before = here.refreshes
    here.settings(settings)
    if refreshes(here):
        await here.until(lambda: here.refreshes > before)
    assert [title for _, title in await here.lenses("a.py")] == titles


def refreshes(here: Editor) -> bool:
    capabilities = here.client.capabilities.workspace
    return capabilities is not None and capabilities.code_lens is not None


@pytest.mark.asyncio
async def test_each_lens_is_switched_off_and_on(here: Editor) -> None:
    every = [title for _, title in await here.lenses("a.py")]
    price, callers, tests, *_ = every
    assert (price[:13], callers, tests) == ("copy context ", "0 callers", "0 tests")
    without_tests = [title for title in every if not title.endswith("tests")]
    await check_refreshed(here, {"lens": {"tests": False}}, without_tests)
    await check_refreshed(here, {"lens": {"tests": False, "callers": False}}, every[::3])
    await check_refreshed(here, {"lens": {"enabled": False}}, [])
    await check_refreshed(here, {}, every)


@pytest.mark.asyncio
async def test_a_client_that_has_none_when_it_is_asked_has_those_of_its_start(tmp_path: Path) -> None:
    root = write(tmp_path / "work", FILES)
    options = {"clientCommands": True, "impactCommand": True, "settings": {"lens": {"callers": False}}}
    async with editor(root, tmp_path / "cache", options=options) as client:
        client.open("a.py")
        await client.pack("a.py::f")
        client.client.set_configuration({})
        client.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
        titles = [title for _, title in await client.lenses("a.py")]
        assert [title for title in titles if not title.startswith("copy context ")] == ["0 tests", "0 tests"]


@pytest.mark.asyncio
async def test_what_changes_a_pack_changes_its_price(here: Editor) -> None:
    before = [title for _, title in await here.lenses("a.py")]
    seen = {before[0]}
    for settings in ({"budget": 300}, {"depth": 0}, {"format": "json"}, {"signaturesOnly": True}):
        here.settings(settings)
        text = (await here.pack("a.py::f"))["text"]
        price = (await here.lenses("a.py"))[0][1]
        assert price == f"copy context {short_number(count_in_parts(text, Tokenizer.O200K))}"
        assert price not in seen, settings
        seen.add(price)
    await check_refreshed(here, {}, before)


@pytest.mark.asyncio
async def test_the_call_hierarchy_is_switched_off_and_on(here: Editor) -> None:
    """By registration where the client takes it, else by what is answered."""
    dynamic = refreshes(here)  # of the two, VS Code does both
    provider = here.initialized.capabilities.call_hierarchy_provider
    assert provider is not dynamic
    for setting, is_on in (("auto", True), (False, False), (True, True)):
        here.settings({"callHierarchy": {"enabled": setting}})
        if dynamic:
            await here.until(lambda is_on=is_on: (PREPARE in here.registered) is is_on)
        assert bool(await prepared(here, "a.py", 0, 4)) is is_on


@pytest.mark.asyncio
async def test_a_wrong_setting_is_named_once_and_the_others_count(here: Editor) -> None:
    wrong = {"bugdet": 3, "lens": {"enabeld": False}, "format": "yaml", "budget": 700}
    for _ in range(2):
        here.settings(wrong)
        assert (await here.pack("a.py::f"))["budget"] == 700
    warnings = [message.message for message in here.client.messages]
    assert sorted(warnings) == [
        "Packlens: settings: `format` = 'yaml': not one of markdown, xml, json, text; ignored",
        "Packlens: settings: unknown setting `bugdet`; did you mean `budget`?",
        "Packlens: settings: unknown setting `lens.enabeld`; did you mean `lens.enabled`?",
    ]
