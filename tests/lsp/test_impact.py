"""`packlens.server.impact`, and the lens that counts tests."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from packlens.session.session import Session
from packlens.views.impact.as_json import to_json
from tests.cli.program import git
from tests.lsp.editor import Editor, editor, plain, write

IMPACT = "packlens.server.impact"
PACK = "packlens.server.pack"
# A server that reads no state of git's before the question for it is withdrawn, however fast the machine is.
HELD = (
    sys.executable,
    "-c",
    """
import time
from packlens.lsp.start import serve
from packlens.session.tree_state import TreeState
changes = TreeState.changes
def held(self, batch, published, progress=None, cancelled=None):
    while batch.index and not cancelled():
        progress(1, 4)
        time.sleep(0.01)
    return changes(self, batch, published, progress, cancelled)
TreeState.changes = held
serve()
""",
)
FILES = {
    "shop.py": "def keep(x):\n    return x\n\n\ndef price(x):\n    return keep(x)\n",
    "test_shop.py": "from shop import price\n\n\ndef test_price():\n    assert price(1)\n",
}


def repository(folder: Path) -> Path:
    root = write(folder / "work", FILES)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "first")
    return root


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("impact")
    root = repository(folder)
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


@pytest.mark.asyncio
@pytest.mark.parametrize("command", [IMPACT, PACK])
async def test_reading_another_state_is_shown_and_can_be_withdrawn(tmp_path: Path, command: str) -> None:
    root = repository(tmp_path)
    async with editor(root, tmp_path / "cache", command=HELD) as here:
        await here.pack("shop.py::price")
        indexed = set(here.client.progress_reports)

        def read() -> list[Any]:
            """What was heard of the reading."""
            return [
                each
                for token, reports in here.client.progress_reports.items()
                if token not in indexed
                for each in reports
            ]

        # By its progress.
        asked = asyncio.ensure_future(here.command(command, {"diff": "HEAD..HEAD"}))
        await here.until(lambda: len(read()) >= 2)
        begin, first = read()[:2]
        assert (begin.title, begin.cancellable) == ("Packlens: reading HEAD..HEAD of work", True)
        assert first.message == ("0 of 4 files")
        (token,) = {*here.client.progress_reports} - indexed
        here.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        with pytest.raises(JsonRpcException) as caught:
            await asked
        assert caught.value.code == types.LSPErrorCodes.RequestCancelled
        await here.until(lambda: getattr(read()[-1], "message", None) == "withdrawn")

        # By the request: each of them would keep a thread of the server's busy.
        for number in range(3):
            shown = len(here.client.progress_reports)
            asked = asyncio.ensure_future(here.command(command, {"staged": True}, msg_id=f"staged {number}"))
            await here.until(lambda shown=shown: len(here.client.progress_reports) > shown)
            here.client.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(f"staged {number}"))
            with pytest.raises(JsonRpcException) as caught:
                await asked
            assert caught.value.code == types.LSPErrorCodes.RequestCancelled
        assert (await here.command(IMPACT, {"targets": ["shop.py::keep"]}))["changed"]
