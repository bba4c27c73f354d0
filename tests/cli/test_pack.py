"""`packlens pack`: where the pack goes, and what is said beside it."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

from packlens import open_workspace
from tests.cli.program import Outcome, packlens, write
from tests.cli.shop import CART


def pack(folder: Path, *options: str, env: dict[str, str] | None = None) -> Outcome:
    return packlens("pack", "--entry", "Cart.total", *options, cwd=folder, env=env or {})


def test_output_goes_to_the_file_byte_for_byte_and_nowhere_else(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", CART)
    expected = pack(folder)
    written = pack(folder, "-o", "../pack.md")
    assert (written.code, written.out) == (0, b"")
    assert (tmp_path / "pack.md").read_bytes() == expected.out
    tokens = expected.text.split("/", 1)[0].split()[-1]
    assert written.err == f"wrote {int(tokens.replace(',', '')):,} tokens to ../pack.md\n"


def test_several_entries_and_a_path_before_or_after_the_options(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", CART)
    after = packlens("pack", "--entry", "price", "--entry", "Cart", "--format", "json", "root", cwd=tmp_path)
    before = packlens("pack", "root", "--entry", "price", "--entry", "Cart", "--format", "json", cwd=tmp_path)
    assert after == before
    answer = json.loads(after.text)
    assert answer["target"]["ids"] == ["shop/price.py::price", "shop/cart.py::Cart"]
    assert answer["root"] == folder.name


def test_options_reach_the_question(tmp_path: Path) -> None:
    folder = write(tmp_path, CART)
    options = ("--budget", "900", "--direction", "callees", "--depth", "all", "--tokenizer", "cl100k_base")
    answer = json.loads(pack(folder, *options, "--format", "json", "--signatures-only", "--no-redact").text)
    assert answer["settings"] == {
        "budget": 900,
        "depth": "all",
        "direction": "callees",
        "format": "markdown",
        "redact": False,
        "signatures_only": True,
        "tokenizer": "cl100k_base",
    }


def test_pins_and_drops_reach_the_question_by_id(tmp_path: Path) -> None:
    folder = write(tmp_path, CART)
    pinned = ("--pin", "shop/cart.py=name", "--pin", "shop/price.py::<module>=full", "--drop", "price")
    answer = json.loads(pack(folder, *pinned, "--format", "json").text)
    levels = {"shop/cart.py::Cart": "name", "shop/price.py::<module>": "full", "shop/price.py::price": "drop"}
    assert answer["settings"]["levels"] == levels
    with open_workspace(folder, jedi={"enabled": False}) as session:
        by_api = session.render(session.pack("Cart.total", levels=levels, format="json"))
    assert json.loads(by_api) == answer


def test_settings_of_the_workspace_are_the_defaults_and_options_win(tmp_path: Path) -> None:
    folder = write(tmp_path, CART)
    (folder / "packlens.toml").write_text(
        'budget = 321\nformat = "json"\nsignaturesOnly = true\ndepth = "all"\n'
    )
    settings = json.loads(pack(folder).text)["settings"]
    assert (settings["budget"], settings["signatures_only"], settings["depth"]) == (321, True, "all")
    assert json.loads(pack(folder, "--budget", "400", "--depth", "1").text)["settings"] | {} == settings | {
        "budget": 400,
        "depth": 1,
    }


def test_accepted_and_without_effect_on_a_static_graph(tmp_path: Path) -> None:
    folder = write(tmp_path, CART)
    plain = pack(folder)
    for options in (("--no-jedi", "--wait", "2.5"), ("--wait", "all", "-v")):
        assert pack(folder, *options).out == plain.out


def test_stats_are_said_on_stderr(tmp_path: Path) -> None:
    folder = write(tmp_path, CART)
    answer = pack(folder, "--stats")
    assert answer.out == pack(folder).out
    assert answer.err.startswith(answer.text.split("/", 1)[0].split()[-1] + " of 4,000 tokens (o200k_base): ")
    assert answer.err.endswith("; 0 omitted, 0 possible, 0 redacted\n")
    assert answer.err.count("\n") == 1


def test_a_clipboard_that_cannot_be_written_is_said_and_the_pack_is_shown_p6(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", CART)
    (tmp_path / "nothing").mkdir()
    for options in ((), ("-q",), ("-q", "-o", str(tmp_path / "saved.md"))):
        answer = pack(folder, "--copy", *options, env={"PATH": str(tmp_path / "nothing")})
        assert answer.code == 0
        assert answer.out == pack(folder).out
        if sys.platform == "linux":
            assert answer.err.endswith(
                "packlens: not copied: no clipboard tool was found (one of wl-copy, xclip, xsel); "
                "the pack is shown instead\n"
            )
            assert answer.err.count("\n") == 1


if sys.platform == "linux":

    def _tool(folder: Path, name: str, script: str) -> None:
        """A program called `name` in `folder`."""
        folder.mkdir(exist_ok=True)
        program = folder / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def _with_tools(folder: Path) -> dict[str, str]:
        """An environment that has these tools for a clipboard, and none of the machine's own."""
        return {"PATH": str(folder), "WAYLAND_DISPLAY": ""}

    def test_copy_hands_the_bytes_to_the_clipboards_tool_and_prints_nothing(tmp_path: Path) -> None:
        folder = write(tmp_path / "root", CART)
        tools = tmp_path / "tools"
        _tool(tools, "xclip", f"/bin/cat > '{tmp_path}/clipboard'")
        answer = pack(folder, "--copy", env=_with_tools(tools))
        assert (answer.code, answer.out) == (0, b"")
        assert answer.err.startswith("copied ")
        assert (tmp_path / "clipboard").read_bytes() == pack(folder).out

    def test_the_next_tool_is_tried_when_one_fails(tmp_path: Path) -> None:
        folder = write(tmp_path / "root", CART)
        tools = tmp_path / "tools"
        _tool(tools, "xclip", "exit 3")
        answer = pack(folder, "--copy", env=_with_tools(tools))
        assert answer.out == pack(folder).out
        assert "not copied: xclip ended with exit code 3" in answer.err
        _tool(tools, "xsel", f"/bin/cat > '{tmp_path}/clipboard'")
        assert pack(folder, "--copy", env=_with_tools(tools)).out == b""
        assert (tmp_path / "clipboard").read_bytes() == pack(folder).out


def test_words_around_a_pack(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", CART)
    (folder / "packlens.toml").write_text('[templates]\nask = "Why?\\n{pack}"\n', encoding="utf-8")
    answer = pack(folder, "--template", "ask")
    assert answer.text.startswith("Why?\n\npacklens ")
    (tmp_path / "saved.md").write_bytes(answer.out)
    assert packlens("verify", "../saved.md", cwd=folder).code == 0
    unknown = pack(folder, "--template", "asks")
    assert (unknown.code, unknown.text) == (2, "")
    assert unknown.err.endswith(
        "template 'asks': unknown; choose one of explain, fix, plain, review, test, ask\n"
    )
