"""`packlens.server.impact`, and the lens that counts tests."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from packlens.session.session import Session
from packlens.views.impact_json import to_json
from tests.cli.program import git
from tests.lsp.editor import Editor, editor, plain, write

IMPACT = "packlens.server.impact"
FILES = {
    "shop.py": "def keep(x):\n    return x\n\n\ndef price(x):\n    return keep(x)\n",
    "test_shop.py": "from shop import price\n\n\ndef test_price():\n    assert price(1)\n",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("impact")
    root = write(folder / "work", FILES)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "first")
    options = {"clientCommands": True, "impactCommand": True}
    async with editor(root, folder / "cache", options=options) as client:
        client.open("shop.py")
        await client.pack("shop.py::price")
        yield client


@pytest.mark.asyncio
async def test_the_lens_counts_tests_and_shows_the_impact(here: Editor) -> None:
    titles = [title for _, title in await here.lenses("shop.py")]
    assert [title for title in titles if "test" in title] == ["1 test", "1 test"]
    resolved = await here.resolve((await here.unresolved("shop.py"))[2])
    assert resolved.command is not None
    assert (resolved.command.command, plain(resolved.command.arguments)) == (
        "packlens.showImpact",
        [{"uri": here.uri("shop.py"), "target": "shop.py::keep", "position": {"line": 0, "character": 4}}],
    )


@pytest.mark.asyncio
async def test_a_target_and_a_place_say_the_same_as_the_session(here: Editor) -> None:
    with Session.open(here.root) as session:
        session.index()
        expected = to_json(session.impact("shop.py::keep"))
    by_target = await here.command(IMPACT, {"targets": ["shop.py::keep"]})
    where = {"uri": here.uri("shop.py"), "position": {"line": 5, "character": 12}}
    assert {**await here.command(IMPACT, where), "asked": "shop.py::keep"} == by_target
    assert by_target == json.loads(expected)


@pytest.mark.asyncio
async def test_the_working_tree_is_what_is_open(here: Editor) -> None:
    assert (await here.command(IMPACT, {}))["changed"] == []
    here.edit("shop.py", (0, 9), (0, 10), "x, y")
    answer = await here.command(IMPACT, {"diff": "HEAD"})
    assert answer["changed"] == [{"id": "shop.py::keep", "change": "signature"}]
    assert [each["reason"] for each in answer["unfit"]] == ["does not give `y`"]
    assert [test["nodeid"] for test in answer["tests"]] == ["test_shop.py::test_price"]
    assert (await here.command(IMPACT, {"diff": "HEAD..HEAD"}))["changed"] == []
    here.edit("shop.py", (0, 9), (0, 13), "x")
    assert (await here.command(IMPACT, {"staged": True}))["changed"] == []


@pytest.mark.asyncio
async def test_wrong_questions_are_refused_in_one_line(here: Editor) -> None:
    for argument, message in (
        ({"targets": ["shop.prise"]}, "no such symbol"),
        ({"diff": "--ext-diff"}, "`--ext-diff` is not a revision"),
        ({"targets": ["shop"], "staged": True}, "targets and a diff exclude each other"),
        ({"diff": "nowhere"}, "`nowhere` is no revision of this repository"),
        ({"targets": ["shop"], "depth": 0}, "depth 0: must be at least 1"),
    ):
        with pytest.raises(Exception, match=message) as refused:
            await here.command(IMPACT, argument)
        assert "\n" not in str(refused.value)
