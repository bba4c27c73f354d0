"""What each tool answers, whole; and that it is what the command line prints."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from mcp import Client, MCPError

from tests.cli.program import packlens, repository, write
from tests.mcp.agent import PATIENCE, Held, agent, refused, texts
from tests.views.checks import SHOP

GOLDEN = Path(__file__).parent / "golden"

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("get_context", {"task": "Order.pay", "budget": 300}),
    ("get_context", {"task": "Order.total, shop/prices.py", "format": "xml"}),
    ("repo_map", {"budget": 200}),
    ("repo_map", {"path_prefix": "./shop/"}),
    ("find_symbol", {"query": "price"}),
    ("find_symbol", {"query": "prices", "kind": "module"}),
    ("find_symbol", {"query": "prise_of"}),
    ("find_symbol", {"query": "order total"}),
    ("find_symbol", {"query": "shop/orders.py::Order.pay"}),
    ("find_symbol", {"query": "order.", "kind": "method", "limit": 2}),
    ("search_code", {"query": "what does the cake cost", "limit": 3}),
    ("search_code", {"query": "zebra"}),
    ("get_context", {"task": "how much tax is paid for an order", "budget": 300}),
    ("get_context", {"task": "prices", "focus_files": ["shop/report.py", "README.md"], "budget": 150}),
    ("get_symbol", {"target": "Order.total"}),
    ("get_symbol", {"target": "shop/prices.py"}),
    ("get_symbol", {"target": "Order", "include_body": True, "max_body_lines": 3}),
    ("callers_of", {"target": "tax"}),
    ("callers_of", {"target": "lookup", "depth": 3}),
    ("callers_of", {"target": "Order.total", "limit": 2}),
    ("callees_of", {"target": "Order.total"}),
    ("impact_of", {"target": "lookup"}),
    ("impact_of", {"target": "lookup", "limit": 1}),
    ("verify_pack", {"pack": "no pack"}),
    ("get_symbol", {"target": "Order.totl"}),
    ("get_symbol", {"target": "../../etc/passwd"}),
    ("get_symbol", {"target": "/etc/passwd"}),
    ("get_symbol", {"target": "a\0b.py"}),
    ("callers_of", {"target": "Order.total", "depth": 9}),
    ("callers_of", {"target": "Order.total", "cursor": "0-0"}),
    ("impact_of", {}),
    ("impact_of", {"target": "Order.totl"}),
    ("impact_of", {"target": "tax", "depth": 0}),
    ("impact_of", {"target": "tax", "min_confidence": 2}),
    ("repo_map", {"path_prefix": "../.."}),
    ("repo_map", {"path_prefix": "nowhere"}),
    ("repo_map", {"budget": 20_001}),
    ("get_context", {"task": "Order", "budget": 20_001}),
    ("get_context", {"task": "Order", "budget": 1}),
    ("get_context", {"task": " , "}),
    ("search_code", {"query": " \n"}),
    ("find_symbol", {"query": " "}),
    ("get_context", {"task": "Order.totl"}),
    ("get_context", {"task": "Order.total, Order.totl"}),
    ("get_context", {"task": "shop/nowhere.py"}),
    ("get_context", {"task": "zebra crossing"}),
    ("get_context", {"task": "prices", "focus_files": ["../../etc/passwd"]}),
    ("get_context", {"task": "Order", "budgett": 1}),
    ("get_context", {"task": "Order", "budget": "many"}),
    ("get_context", {}),
]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("mcp") / "shop-root", SHOP)


@pytest_asyncio.fixture(scope="module")
async def client(shop: Path) -> AsyncIterator[Client]:
    held = Held(shop)
    yield await held.opened()
    await held.close()


async def _transcript(client: Client, shop: Path, calls: list[tuple[str, dict[str, Any]]]) -> str:
    pieces = []
    for tool, arguments in calls:
        answer = await client.call_tool(tool, arguments)
        pieces.append(f"=== {tool} {json.dumps(arguments)}{'  ERROR' if answer.is_error else ''}\n")
        pieces.append(answer.content[0].text.removesuffix("\n") + "\n")
        pieces += [f"--- {block.text}\n" for block in answer.content[1:]]
        if answer.structured_content is not None:
            shown = {key: value for key, value in answer.structured_content.items() if key != "text"}
            pieces.append(f"--- {json.dumps(shown, sort_keys=True)}\n")
    return "".join(pieces)


@pytest.mark.asyncio
async def test_every_tool_on_a_small_workspace(tmp_path: Path) -> None:
    """On a root of its own: its generation is the first, whatever other tests have written."""
    shop = write(tmp_path / "shop-root", SHOP)
    async with agent(shop) as client:
        found = await _transcript(client, shop, CALLS)
    path = GOLDEN / "tools.golden"
    if os.environ.get("PACKLENS_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(found.encode())
    assert found == path.read_bytes().decode()


@pytest.mark.parametrize(
    ("tool", "arguments", "command"),
    [
        ("get_context", {"task": "Order.pay"}, "pack . --entry Order.pay"),
        ("get_context", {"task": "Order.pay", "budget": 200}, "pack . --entry Order.pay --budget 200"),
        ("get_context", {"task": "tax", "format": "text"}, "pack . --entry tax --format text"),
        ("get_context", {"task": "shop/orders.py, tax"}, "pack . --entry shop/orders.py --entry tax"),
        (
            "get_context",
            {"task": "taxes", "focus_files": ["./shop/report.py"]},
            "pack . --query taxes --focus shop/report.py",
        ),
        ("get_symbol", {"target": "Order.total"}, "symbol Order.total"),
        ("get_symbol", {"target": "Order", "include_body": True}, "symbol Order --body"),
        ("callers_of", {"target": "lookup", "depth": 2}, "callers lookup --depth 2"),
        ("callees_of", {"target": "Order.total"}, "callees Order.total"),
        ("repo_map", {"budget": 300}, "map --budget 300"),
        ("search_code", {"query": "tax", "limit": 2}, "search tax --limit 2"),
        ("impact_of", {"target": "tax, lookup", "depth": 2}, "impact tax lookup --depth 2"),
    ],
)
@pytest.mark.asyncio
async def test_a_text_is_what_the_command_line_prints(
    client: Client, shop: Path, tool: str, arguments: dict[str, Any], command: str
) -> None:
    text, _ = await texts(client, tool, **arguments)
    assert text.encode() == packlens(*command.split(), cwd=shop).out


@pytest.mark.asyncio
async def test_paths_may_be_written_in_any_way_that_stays_inside(client: Client, shop: Path) -> None:
    expected = await texts(client, "get_symbol", target="shop/orders.py::Order.total")
    for written in (
        "./shop/orders.py:17",
        f"{shop}/shop/orders.py::Order.total",
        "shop/../shop/orders.py:18",
    ):
        assert await texts(client, "get_symbol", target=written) == expected
    (shop / "out.py").symlink_to("/etc/passwd")
    assert await refused(client, "get_symbol", target="out.py") == (
        "`out.py` leads out of shop-root through a symlink; give a path inside it"
    )
    (shop / "out.py").unlink()


@pytest.mark.asyncio
async def test_a_refusal_repeats_no_more_of_a_long_question_than_a_line(client: Client) -> None:
    told = await refused(client, "get_symbol", target="f" * 9_000)
    assert told.startswith("target 'fff") and "no such symbol" in told and len(told) < 1_100


@pytest.mark.asyncio
async def test_a_list_comes_in_parts_until_it_ends(client: Client) -> None:
    whole = (await client.call_tool("callers_of", {"target": "Order.total"})).structured_content
    assert whole is not None
    rows, cursor = [], ""
    for _ in whole["callers"]:
        answer = await client.call_tool("callers_of", {"target": "Order.total", "limit": 1, "cursor": cursor})
        part = answer.structured_content
        assert part is not None
        rows += part["callers"]
        cursor = part.get("next_cursor", "")
    assert rows == whole["callers"]
    assert cursor == ""


@pytest.mark.asyncio
async def test_a_task_in_words_is_the_query_of_the_command_line(client: Client, shop: Path) -> None:
    task = "how much tax is paid for an order"
    text, _ = await texts(client, "get_context", task=task)
    assert text.encode() == packlens("pack", "--query", task, cwd=shop).out


@pytest.mark.asyncio
async def test_a_search_comes_in_parts_until_it_ends(client: Client) -> None:
    whole = (await client.call_tool("search_code", {"query": "price tax order"})).structured_content
    assert whole is not None
    rows, cursor = [], ""
    while True:
        asked = {"query": "price tax order", "limit": 2, "cursor": cursor}
        part = (await client.call_tool("search_code", asked)).structured_content
        assert part is not None
        rows += part["results"]
        if not (cursor := part.get("next_cursor", "")):
            break
    assert rows == whole["results"]


@pytest.mark.asyncio
async def test_an_impact_comes_in_parts_until_it_ends(client: Client) -> None:
    whole = (await client.call_tool("impact_of", {"target": "lookup"})).structured_content
    assert whole is not None
    lists = ("changed", "direct", "transitive", "tests", "possible", "unknown", "unfit")
    found: dict[str, list[Any]] = {name: [] for name in lists}
    asked = {"target": "lookup", "limit": 1, "cursor": ""}
    while True:
        part = (await client.call_tool("impact_of", asked)).structured_content
        assert part is not None
        for name in lists:
            found[name] += part[name]
        if "next_cursor" not in part:
            break
        asked["cursor"] = part["next_cursor"]
    assert found == {name: whole[name] for name in lists}


@pytest.mark.asyncio
async def test_an_impact_without_a_target_is_about_what_differs(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", SHOP)
    async with agent(root) as client:
        assert (await texts(client, "impact_of"))[0] == packlens("impact", cwd=root).text
        path = root / "shop" / "prices.py"
        path.write_text(path.read_text().replace("net * rate", "net * rate + 1"))
        text, _ = await texts(client, "impact_of")
        assert text == packlens("impact", cwd=root).text
        assert "tests/test_orders.py::test_total" in text


@pytest.mark.asyncio
async def test_the_map_is_a_resource_and_part_of_the_prompt(client: Client, shop: Path) -> None:
    shown = packlens("map", cwd=shop).text
    (resource,) = (await client.list_resources()).resources
    assert str(resource.uri) == "packlens://map"
    (content,) = (await client.read_resource("packlens://map")).contents
    assert content.text == shown
    (prompt,) = (await client.list_prompts()).prompts
    (message,) = (await client.get_prompt(prompt.name)).messages
    assert message.content.text.endswith(f"\n\n```map\n{shown}```\n")
    for wrong in (client.read_resource("packlens://mapp"), client.get_prompt("onboard")):
        with pytest.raises(MCPError, match="no such"):
            await wrong


@pytest.mark.asyncio
async def test_the_answer_after_a_file_changed_is_of_the_changed_file(client: Client, shop: Path) -> None:
    (shop / "new.py").write_text("from shop.prices import tax\n\ndef more():\n    return tax(1, 2)\n")
    text, line = await texts(client, "callers_of", target="tax")
    assert "new.py::more" in text
    assert " · stale false · " in line
    (shop / "new.py").unlink()
    assert "new.py" not in (await texts(client, "callers_of", target="tax"))[0]


@pytest.mark.asyncio
async def test_a_pack_is_verified(client: Client, shop: Path) -> None:
    pack, _ = await texts(client, "get_context", task="tax")
    assert (await texts(client, "verify_pack", pack=pack))[0] == "ok: 4 files as packed\n"
    path = shop / "shop" / "prices.py"
    before = path.read_bytes()
    path.write_bytes(before + b"# more\n")
    answer = await client.call_tool("verify_pack", {"pack": pack})
    path.write_bytes(before)
    assert not answer.is_error
    assert answer.content[0].text.startswith("shop/prices.py: has changed since ")
    assert answer.content[0].text.endswith("; make the pack again\n")


@pytest.mark.asyncio
async def test_status_counts_what_is_there(client: Client, shop: Path) -> None:
    """As things stand: what another test has just written and taken back may still be on its way."""
    async with asyncio.timeout(PATIENCE):
        while not (await texts(client, "index_status"))[0].startswith("shop-root: 5 files, 17 symbols, "):
            await asyncio.sleep(0.05)
