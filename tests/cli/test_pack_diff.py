"""`packlens pack --diff` and `--staged`: which states are compared, and where from."""

from __future__ import annotations

import json
from pathlib import Path

from packlens import open_workspace
from tests.cli.program import git, packlens, repository, write
from tests.cli.shop import CART


def edited(tmp_path: Path) -> Path:
    """A repository with a second commit, something staged, and something that is neither."""
    folder = repository(tmp_path / "root", CART)
    (folder / "shop/price.py").write_text("def price(item):\n    return item.cost * 2\n")
    (folder / "README.md").write_text("# Shop\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "twice")
    (folder / "shop/price.py").write_text("def price(item):\n    return item.cost * 3\n")
    git(folder, "add", "-A")
    (folder / "shop/price.py").write_text("def price(item):\n    return item.cost * 4\n")
    (folder / "shop/new.py").write_text("def new(): ...\n")
    return folder


def changed_lines(folder: Path, *arguments: str) -> list[str]:
    """The lines of a pack that say what changed."""
    answer = packlens("pack", *arguments, "--depth", "0", cwd=folder)
    assert (answer.code, answer.err) == (0, "")
    return [line for line in answer.text.splitlines() if line[:1] in ("+", "-") or line.startswith("changed")]


def test_which_states_are_compared(tmp_path: Path) -> None:
    folder = edited(tmp_path)
    new = "+def new(): ..."
    twice, thrice, four = (f"    return item.cost * {number}" for number in (2, 3, 4))
    assert changed_lines(folder, "--diff", "HEAD") == [new, f"-{twice}", f"+{four}"]
    assert changed_lines(folder, "--staged") == [f"-{twice}", f"+{thrice}"]
    assert changed_lines(folder, "--diff", "HEAD~1..HEAD") == [
        "-    return item.cost",
        f"+{twice}",
        "changed README.md (not Python)",
    ]
    assert changed_lines(folder, "--diff", "HEAD~1") == [
        new,
        "-    return item.cost",
        f"+{four}",
        "changed README.md (not Python)",
    ]


def test_callers_are_those_of_the_later_state(tmp_path: Path) -> None:
    folder = edited(tmp_path)
    (folder / "shop/cart.py").unlink()
    found = json.loads(packlens("pack", "--diff", "HEAD~1..HEAD", "--format", "json", cwd=folder).text)
    assert [item["id"] for item in found["items"]] == [
        "shop/price.py::price",
        "shop/cart.py::Cart",
        "shop/cart.py::Cart.total",
    ]
    assert found["target"]["kind"] == "diff"
    assert found["target"]["text"] == "HEAD~1..HEAD"


def test_a_pack_of_a_diff_is_verified_like_any_other(tmp_path: Path) -> None:
    folder = edited(tmp_path)
    for form in ("markdown", "xml", "text", "json"):
        packlens("pack", "--diff", "HEAD", "--format", form, "-o", str(tmp_path / form), cwd=folder)
        assert packlens("verify", str(tmp_path / form), "--root", str(folder), cwd=tmp_path).code == 0
    (folder / "shop/price.py").write_text("def price(item): ...\n")
    for form in ("markdown", "xml", "text", "json"):
        answer = packlens("verify", str(tmp_path / form), "--root", str(folder), cwd=tmp_path)
        assert answer.code == 1
        assert "shop/price.py: has changed since" in answer.err + answer.text


def test_the_same_bytes_as_from_python(tmp_path: Path) -> None:
    folder = edited(tmp_path)
    with open_workspace(folder, jedi={"enabled": False}) as workspace:
        for options in ({"diff": "HEAD"}, {"staged": True}, {"diff": "HEAD~1..HEAD"}):
            text = workspace.render(workspace.pack(budget=300, **options))
            written = ["--staged"] if "staged" in options else ["--diff", options["diff"]]
            assert packlens("pack", *written, "--budget", "300", cwd=folder).text == text


def test_what_is_wrong_is_one_line(tmp_path: Path) -> None:
    folder = repository(tmp_path / "root", CART)
    plain = write(tmp_path / "plain", CART)
    for arguments, cwd, code, reason in (
        (("--diff", "HEAD"), folder, 1, "diff HEAD: nothing differs"),
        (("--staged",), folder, 1, "diff staged: nothing differs"),
        (("--diff", "nowhere"), folder, 1, "`nowhere` is no revision of this repository"),
        (("--diff", "--output=x"), folder, 2, "`--output=x` is not a revision"),
        (("--diff", "HEAD", "--staged"), folder, 2, "give one of them"),
        (("--diff", "HEAD", "--entry", "price"), folder, 2, "a pack is about one of them"),
        (("--diff", "HEAD"), plain, 1, "not a git repository"),
    ):
        answer = packlens("pack", *arguments, cwd=cwd)
        assert (answer.code, answer.text) == (code, ""), arguments
        assert answer.err.count("\n") == 1
        assert reason in answer.err
