"""Two folders in one editor: a server each, side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lsp.editor import Editor, editor, write


@pytest.mark.asyncio
async def test_two_servers_of_one_editor_do_not_meet(tmp_path: Path) -> None:
    """Equal paths in both, one cache folder, the same documents told to both: each answers of its own root."""
    first = write(tmp_path / "one" / "work", {"a.py": "def f():\n    return 'first'\n"})
    second = write(tmp_path / "two" / "work", {"a.py": "def f():\n    return 'second'\n"})
    cache = tmp_path / "cache"
    async with editor(first, cache) as one, editor(second, cache) as two:
        one.open("a.py")
        two.open("a.py")
        one.edit("a.py", (1, 12), (1, 17), "changed")
        text = (await one.pack("a.py::f"))["text"]
        assert "return 'changed'" in text
        assert "return 'second'" in (await two.pack("a.py::f"))["text"]
        assert one.client.messages == two.client.messages == []
        assert await Editor(one.client, second, cache, one.initialized).unresolved("a.py") == []
        shown = [(await here.pack("a.py::f", show=True))["file"] for here in (one, two)]
        assert len(set(shown)) == 2
