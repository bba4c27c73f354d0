"""`open_workspace`: the same answers as objects, and the same bytes as the command line's."""

from __future__ import annotations

from pathlib import Path

import pytest

from packlens import open_workspace
from packlens.base.errors import NotFoundError, UsageError
from packlens.views.callers import to_json
from tests.cli.program import packlens, write
from tests.cli.shop import CART, PAGE

FILES = CART + PAGE


@pytest.mark.parametrize("form", ["markdown", "xml", "json", "text"])
@pytest.mark.parametrize("budget", [60, 250, 4000])
def test_packs_are_the_same_bytes_as_the_command_lines(tmp_path: Path, form: str, budget: int) -> None:
    folder = write(tmp_path, FILES)
    with open_workspace(folder, format=form, jedi={"enabled": False}) as workspace:
        pack = workspace.pack("Cart.total", budget=budget)
        text = workspace.render(pack)
    answer = packlens("pack", "--entry", "Cart.total", "--format", form, "--budget", str(budget), cwd=folder)
    assert answer.text == text


def test_callers_symbol_and_verify_are_objects(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    with open_workspace(folder, jedi={"enabled": False}) as workspace:
        callers = workspace.callers("price")
        assert [site.symbol.id for site in callers.sites] == ["shop/cart.py::Cart.total"]
        assert to_json(callers) == packlens("callers", "price", "--json", cwd=folder).text
        assert {site.symbol.id for site in workspace.callees("show").sites} == {
            "shop/cart.py::Cart",
            "shop/cart.py::Cart.__init__",
            "shop/cart.py::Cart.total",
        }
        assert workspace.symbol("Cart").children == (
            "shop/cart.py::Cart.__init__",
            "shop/cart.py::Cart.total",
        )
        assert workspace.status()["files"] == 3
        pack = workspace.render(workspace.pack("show"))
        assert workspace.verify(pack).ok
        (folder / "shop/price.py").write_text("def price(item): ...\n")
        assert not workspace.verify(pack).ok
        assert workspace.pack("price").blocks[0].items[0].text == "def price(item): ...\n"


def test_settings_are_named_as_python_names_them(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    with open_workspace(folder, signatures_only=True, index={"exclude": ["page.py"]}) as workspace:
        assert workspace.config.signatures_only
        assert workspace.snapshot.paths() == ("shop/cart.py", "shop/price.py")


def test_what_is_wrong_is_raised(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    with pytest.raises(UsageError, match="setting 'budgte': does not exist; choose among budget, tokenizer"):
        open_workspace(folder, budgte=1)
    with pytest.raises(UsageError, match="`budget` = -1"):
        open_workspace(folder, budget=-1)
    with pytest.raises(UsageError, match="does not exist"):
        open_workspace(folder / "absent")
    with open_workspace(folder) as workspace, pytest.raises(NotFoundError) as caught:
        workspace.pack("Crat")
    assert caught.value.suggestions[0] == "shop/cart.py::Cart"
