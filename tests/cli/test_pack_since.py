"""`packlens pack --since`: an earlier pack from a file or from stdin."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from packlens import open_workspace
from tests.cli.program import packlens, write
from tests.cli.shop import CART


def without_generation(text: str) -> str:
    """`generation` counts inside one process; it is left out when bytes are compared."""
    return "\n".join(line for line in text.split("\n") if not line.startswith('  "generation": '))


@pytest.mark.parametrize("form", ["markdown", "xml", "text", "json"])
def test_what_changed_since_a_pack_in_a_file(tmp_path: Path, form: str) -> None:
    folder = write(tmp_path / "root", CART)
    asked = ("pack", "--entry", "Cart.total", "--format", form)
    packlens(*asked, "-o", str(tmp_path / "old"), cwd=folder)
    (folder / "shop/price.py").write_text("def price(item):\n    return item.cost * 2\n")
    packlens(*asked, "--since", str(tmp_path / "old"), "-o", str(tmp_path / "new"), cwd=folder)
    text = (tmp_path / "new").read_text(encoding="utf-8")
    assert "item.cost * 2" in text
    assert "self.items" not in text
    assert packlens("verify", str(tmp_path / "new"), "--root", str(folder), cwd=tmp_path).code == 0
    with open_workspace(folder, format=form, jedi={"enabled": False}) as workspace:
        made = workspace.pack("Cart.total", since=(tmp_path / "old").read_text(encoding="utf-8"))
        assert without_generation(workspace.render(made)) == without_generation(text)
    if form == "json":
        old, new = (json.loads((tmp_path / name).read_text(encoding="utf-8")) for name in ("old", "new"))
        assert new["supersedes"] == new["settings"]["since"] == old["digest"][:16]


def test_what_is_no_pack_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", CART)
    (folder / "notes.md").write_text("# Notes\n")
    for name, code, reason in (
        ("notes.md", 1, "notes.md: line 1: not part of a pack"),
        ("absent.md", 2, "cannot read the pack 'absent.md': no such file or directory"),
    ):
        answer = packlens("pack", "--entry", "price", "--since", name, cwd=folder)
        assert (answer.code, answer.text) == (code, "")
        assert answer.err.count("\n") == 1
        assert reason in answer.err
