"""The tools as they are listed: few, flat, and every argument explained."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from packlens.bridge.asked import QUESTIONS
from packlens.mcp.tool import input_schema, output_schema
from packlens.mcp.tools import TOOLS
from tests.cli.program import write
from tests.mcp.agent import agent

_FORBIDDEN = {"anyOf", "oneOf", "allOf", "$ref", "$defs", "not", "nullable"}


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from _parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _parts(value)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_schemas_are_flat_and_complete(tool) -> None:
    for schema in (input_schema(tool), output_schema(tool)):
        for part in _parts(schema):
            assert not _FORBIDDEN & part.keys()
            assert not isinstance(part.get("type"), list)
            assert part.get("type") != "array" or "items" in part
    given = input_schema(tool)
    assert list(given["properties"]) == list(tool.question.__struct_fields__)
    assert all(part["description"] and part["type"] for part in given["properties"].values())


def test_there_are_at_most_ten_and_each_has_its_question() -> None:
    assert len(TOOLS) <= 10
    assert {tool.name: tool.question for tool in TOOLS} == QUESTIONS


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.asyncio
async def test_both_protocols_list_and_answer_the_same(tmp_path: Path, mode: str) -> None:
    write(tmp_path / "w", "#- a.py\ndef f(): ...\ndef g(): f()\n")
    async with agent(tmp_path / "w", mode=mode) as client:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == [tool.name for tool in TOOLS]
        for tool in listed:
            assert tool.annotations is not None
            assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
        answer = await client.call_tool("callers_of", {"target": "f"})
        assert [block.text for block in answer.content] == [
            "a.py::f: 1 caller\n  a.py::g\n    2: def g(): f()  [calls 0.9]\n",
            "generation 1 · stale false · pending 0",
        ]
        assert answer.structured_content is not None


@pytest.mark.asyncio
async def test_without_structured_output_there_are_only_texts(tmp_path: Path) -> None:
    write(tmp_path / "w", "#- a.py\ndef f(): ...\n")
    async with agent(tmp_path / "w", "--text-only") as client:
        assert all(tool.output_schema is None for tool in (await client.list_tools()).tools)
        answer = await client.call_tool("get_symbol", {"target": "f"})
        assert answer.structured_content is None
        assert answer.content[0].text.startswith("a.py::f  function, lines 1, 0 callers\n")
