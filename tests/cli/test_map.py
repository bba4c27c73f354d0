"""`packlens map`: its answers, where it is asked from, and what it says of what is not there."""

from __future__ import annotations

import json
from pathlib import Path

from packlens import open_workspace
from packlens.views.map.as_text import render_map
from tests.cli.program import git, packlens, repository, write
from tests.cli.shop import CART, PAGE

FILES = f"{CART}{PAGE}#- tools/lint.py\ndef lint(): ...\n"


def lines(*arguments: str, cwd: Path) -> list[str]:
    """The lines of a map below its header."""
    answer = packlens("map", *arguments, cwd=cwd)
    assert (answer.code, answer.err) == (0, "")
    return answer.text.splitlines()[1:]


def test_the_same_bytes_as_from_python(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    with open_workspace(folder) as workspace:
        for form in ("text", "json"):
            made = workspace.map(budget=200, focus=["shop/page.py"], query="price")
            answer = packlens(
                *("map", "--budget", "200", "--focus", "shop/page.py", "--query", "price", "--format", form),
                cwd=folder,
            )
            assert answer.text == render_map(made, form)
    assert json.loads(answer.text)["focus"] == ["shop/page.py"]


def test_paths_are_those_of_the_folder_it_is_asked_from(tmp_path: Path) -> None:
    folder = repository(tmp_path, FILES)
    assert lines("--path-prefix", ".", "--focus", "page.py", cwd=folder / "shop") == [
        "shop/cart.py",
        " 3-8 class Cart",
        "  4-5 def __init__(self, items)",
        "  7-8 def total(self)",
        "shop/page.py",
        " 3-4 def show(items)",
        "shop/price.py",
        " 1-2 def price(item)",
    ]
    assert lines("--path-prefix", "../tools", cwd=folder / "shop") == ["tools/lint.py", " 1 def lint()"]


def test_what_changed_last_counts_more(tmp_path: Path) -> None:
    folder = repository(tmp_path, FILES)

    def rank(path: str) -> float:
        found = json.loads(packlens("map", "--format", "json", cwd=folder).text)
        return next(file["rank"] for file in found["files"] if file["path"] == path)

    before = rank("tools/lint.py")
    (folder / "tools/lint.py").write_text("def lint(): ...\n\n\n")
    git(folder, "commit", "-qam", "lint")
    assert rank("tools/lint.py") > before


def test_a_root_without_python(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Notes\n")
    (said,) = lines(cwd=tmp_path)
    assert said == f"no Python file in {tmp_path.name} (1 file of another kind); " + (
        "choose a folder that holds .py or .pyi files"
    )


def test_what_is_wrong_is_one_line(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", FILES)
    for arguments, code, reason in (
        (("--budget", "2"), 3, "budget 2: holds not one path of the map; 4 tokens are the least"),
        (("--budget", "many"), 2, "'many' is not a whole number of 0 or more"),
        (("--focus", "shop/crt.py"), 1, "focus 'shop/crt.py': no such file in the index"),
        (("--focus", "../../x.py"), 2, "leads out of root"),
        (("--path-prefix", "shp"), 1, "path prefix 'shp': no indexed file is there"),
        (("--path-prefix", "../.."), 2, "leads out of root"),
        (("--format", "xml"), 2, "'xml' is not one of"),
    ):
        answer = packlens("map", *arguments, cwd=folder)
        assert (answer.code, answer.text) == (code, ""), arguments
        assert answer.err.count("\n") == 1
        assert reason in answer.err
