"""Questions compared by meaning, at every door: what a person is told, and that all doors give the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.program import packlens, write
from tests.lsp.editor import editor
from tests.mcp.agent import agent
from tests.session.test_semantic import BY_MEANING, FILES, QUERY
from tests.support.vector_server import Given, VectorServer, vector_server

LOADED = """
import json, sys
from tests.cli.program import packlens
from pathlib import Path
outcome = packlens("pack", "--query", "old secret", cwd=Path.cwd())
assert outcome.code == 0, outcome.err
unwanted = ("packlens.session.semantic", "packlens.store.vectors",
    "urllib.request", "http.client", "numpy", "onnxruntime")
print(json.dumps([name for name in sys.modules if name.startswith(unwanted)]))
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "root", FILES)


@pytest.fixture
def server() -> Iterator[VectorServer]:
    with vector_server() as listening:
        yield listening


def told(server: VectorServer) -> str:
    return (
        f"semantic: questions in words, and the beginning of up to 50 definitions for each, are sent to {server.host}, "
        "not encrypted; `semantic.enabled` turns it off"
    )


def test_the_command_line_names_the_host_and_answers_in_that_order(
    root: Path, server: VectorServer, tmp_path: Path
) -> None:
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    options = ("pack", "--query", QUERY, "--semantic", server.address, "--semantic-model", "small")
    for _ in range(2):
        answer = packlens(*options, "--format", "json", cwd=root, env=env)
        assert (answer.code, answer.err) == (0, f"packlens: warning: {told(server)}\n")
        items = json.loads(answer.text)["items"]
        assert [item["qualname"] for item in sorted(items, key=lambda item: -item["score"])] == BY_MEANING
    assert len(server.asked) == 1


def test_a_server_that_fails_costs_one_warning(root: Path, server: VectorServer, tmp_path: Path) -> None:
    server.always = lambda _: Given(404)
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    options = ("--semantic", server.address, "--semantic-model", "small")
    answer = packlens("pack", "--query", QUERY, *options, cwd=root, env=env)
    words = packlens("pack", "--query", QUERY, cwd=root, env=env)
    assert (answer.code, answer.out, words.err) == (0, words.out, "")
    assert answer.err.splitlines() == [
        f"packlens: warning: {told(server)}",
        f"packlens: warning: semantic: {server.host} answered HTTP 404; the order is that of words alone",
    ]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (
            ("--entry", "first", "--semantic", "local"),
            "option '--semantic' needs '--query': it is about words",
        ),
        (
            ("--query", "x", "--semantic", "Local"),
            "option '--semantic': 'Local' is neither 'local' nor an http(s) address",
        ),
        (("--query", "x", "--semantic", "http://h"), "option '--semantic URL' needs '--semantic-model'"),
        (
            ("--query", "x", "--semantic-key", "K"),
            "options '--semantic-model' and '--semantic-key' need '--semantic'",
        ),
    ],
)
def test_options_that_belong_together(root: Path, options: tuple[str, ...], line: str) -> None:
    answer = packlens("pack", *options, cwd=root)
    assert (answer.code, answer.text) == (2, "")
    assert line in answer.err


def test_who_does_not_want_it_loads_nothing_of_it(root: Path) -> None:
    tree = Path(__file__).parents[2]
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(tree)},
        capture_output=True,
    )
    assert (json.loads(loaded.stdout), loaded.stderr) == ([], b"")


@pytest.mark.asyncio
async def test_every_door_gives_the_same_bytes_and_names_the_host_first(
    root: Path, server: VectorServer, tmp_path: Path
) -> None:
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    options = ("--semantic", server.address, "--semantic-model", "small")
    printed = packlens("pack", "--query", QUERY, *options, cwd=root, env=env)
    async with agent(root, *options, mode="auto", **env) as client:
        results = [await client.call_tool("get_context", {"task": QUERY}) for _ in range(2)]
        shown = [[getattr(part, "text", "") for part in result.content] for result in results]
        assert [text for text, _ in shown] == [printed.text] * 2
        assert [line.partition(" · semantic")[2] for _, line in shown] == [
            told(server)[len("semantic") :],
            "",
        ]
    semantic = {"enabled": True, "provider": "endpoint", "endpoint": server.address, "model": "small"}
    async with editor(root, tmp_path / "other", settings={"semantic": semantic}) as client:
        answers = [await client.command("packlens.server.pack", {"query": QUERY}) for _ in range(2)]
        assert [answer["text"] for answer in answers] == [printed.text] * 2
        messages = [message.message for message in client.client.messages]
        assert messages == [f"Packlens: {told(server)}"]
