"""The program itself: what it loads, how it ends, what it says when something breaks."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

import packlens as package
from tests.cli.program import PROGRAM, environment, hears_ctrl_c, packlens, process, write
from tests.support.clock import wait_a_clock_step

FILES = """
#- a.py
def f(): ...
#- b.py
from a import f
f()
"""
HEAVY = ("pygls", "lsprotocol", "mcp", "jedi", "parso", "tiktoken", "rich", "asyncio", "pathspec")


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["mcp", "--help"], ["mcp", "--print-config", "zed"]]
)
def test_the_entry_loads_nothing_heavy(tmp_path: Path, arguments: list[str]) -> None:
    script = f"""
    import sys
    import packlens.main
    from packlens.cli.app import run
    assert run({arguments!r}) == 0
    print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert finished.stderr.splitlines()[-1] == "[]"


def test_a_pack_loads_no_server_and_no_progress_bar(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    script = """
    import sys
    from packlens.cli.app import run
    assert run(["pack", ".", "--entry", "f"]) == 0
    heavy = ("pygls", "lsprotocol", "mcp", "jedi", "rich")
    print([name for name in heavy if name in sys.modules], file=sys.stderr)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert finished.stderr == "[]\n"


# The parser, the parts of packs and of searches, and what starts workers.
UNUSED_BY_CALLERS = (
    *(
        "packlens.syntax.parse",
        "packlens.syntax.strings",
        "packlens.symbols.diff",
        "packlens.views.pack.model",
    ),
    *("packlens.views.tokens", "packlens.views.relevance", "packlens.session.settling", "filelock"),
    *("pygls", "mcp", "jedi", "parso", "rich", "tiktoken", "snowballstemmer", "pathspec", "asyncio"),
)


def test_callers_of_what_was_kept_load_no_parser_no_packs_and_no_workers(tmp_path: Path) -> None:
    write(tmp_path / "project", FILES)
    script = f"""
    import sys
    from packlens.cli.app import run
    assert run(["callers", "a.py::f", "--root", "project", "--no-jedi"]) == 0
    print([name for name in {UNUSED_BY_CALLERS!r} if name in sys.modules], file=sys.stderr)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    there = environment() | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    # A file that was written a moment before it was read would be looked at, and kept, once more.
    wait_a_clock_step()
    first, second = (
        subprocess.run(command, cwd=tmp_path, env=there, capture_output=True, text=True, check=True)
        for _ in range(2)
    )
    assert second.stdout == first.stdout
    assert second.stderr == "[]\n"


def test_version(tmp_path: Path) -> None:
    answer = process("--version", cwd=tmp_path)
    assert (answer.code, answer.text.strip(), answer.err) == (0, f"packlens {package.__version__}", "")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("pack --entry f --stats -v", 0),
        ("callers g", 1),
        ("callers", 2),
        ("pack --entry f --budget 1", 3),
    ],
)
def test_a_process_of_its_own_and_the_command_line_in_this_one_say_the_same(
    tmp_path: Path, command: str, code: int
) -> None:
    write(tmp_path, FILES)
    here, there = packlens(*command.split(), cwd=tmp_path), process(*command.split(), cwd=tmp_path)
    times = re.compile(r"\d+ ms")
    assert there.code == code
    assert replace(here, err=times.sub("N ms", here.err)) == replace(there, err=times.sub("N ms", there.err))


def test_help_names_every_command_that_exists_and_no_other(tmp_path: Path) -> None:
    answer = process("--help", cwd=tmp_path)
    commands = [
        line.split()[0] for line in answer.text.partition("Commands:")[2].splitlines() if line.strip()
    ]
    expected = "pack callers callees impact symbol search map graph index verify status doctor bench lsp mcp"
    assert commands == expected.split()
    for command in commands:
        shown = packlens(command, "--help", cwd=tmp_path)
        assert (shown.code, shown.err) == (0, "")
        assert shown.text.startswith(f"Usage: packlens {command} ")


def test_the_folder_of_runtime_files_is_the_packages_own(tmp_path: Path) -> None:
    answer = packlens("lsp", "--runtime-path", cwd=tmp_path)
    folder = Path(package.__file__).resolve().parent / "editors" / "neovim"
    assert (answer.code, answer.text, answer.err) == (0, f"{folder}\n", "")
    assert (folder / "lsp" / "packlens.lua").is_file()


def test_without_a_command_the_help_is_shown(tmp_path: Path) -> None:
    assert packlens(cwd=tmp_path) == packlens("--help", cwd=tmp_path)


def test_the_console_script_is_the_same_program(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("packlens.exe" if os.name == "nt" else "packlens")
    finished = subprocess.run([script, "--help"], cwd=tmp_path, capture_output=True, check=True)
    assert finished.stdout == process("--help", cwd=tmp_path).out


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    running = subprocess.Popen(
        [*PROGRAM, "graph", "--format", "json"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    said = running.stderr.read()
    assert (running.wait(240), said) == (0, b"")


@pytest.mark.parametrize(("arguments", "code"), [(["callers", "f", "-v"], 0), (["callers", "nobody"], 1)])
def test_nobody_has_to_read_what_is_said_beside_the_answer(
    tmp_path: Path, arguments: list[str], code: int
) -> None:
    read, written = os.pipe()
    os.close(read)
    command = [*PROGRAM, *arguments, "--no-jedi"]
    there = environment()
    ran = subprocess.run(
        command, cwd=write(tmp_path, FILES), env=there, stdout=subprocess.PIPE, stderr=written
    )
    os.close(written)
    assert ran.returncode == code
    assert bool(ran.stdout) == (code == 0)


if os.name == "posix":

    def test_ctrl_c_ends_it_without_a_word(tmp_path: Path) -> None:
        # The pack is read from a pipe that stays open, so the program is sure to be at work then.
        running = subprocess.Popen(
            [*PROGRAM, "verify", "-v", "-"],
            cwd=tmp_path,
            env=environment({"PYTHONUNBUFFERED": "1"}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=hears_ctrl_c,
        )
        assert running.stderr is not None
        assert running.stderr.readline() == b"reading the pack from stdin\n"
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=240)
        assert (running.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize("error", ["RuntimeError", "BrokenPipeError"])
def test_an_unexpected_error_is_one_line_and_v_shows_where(tmp_path: Path, error: str) -> None:
    # A folder where a module of the program should be: a broken installation.
    broken = tmp_path / "broken"
    (broken / "tiktoken").mkdir(parents=True)
    (broken / "tiktoken" / "__init__.py").write_text(f"raise {error}('damaged\\ninstallation')\n")
    folder = write(tmp_path / "files", FILES)
    env = {"PYTHONPATH": str(broken)}

    short = process("pack", "--entry", "f", cwd=folder, env=env)
    assert (short.code, short.out, short.err) == (
        1,
        b"",
        f"packlens: unexpected {error}: damaged installation; this is a fault of packlens, "
        "run again with -v to see where\n",
    )
    long = process("pack", "--entry", "f", "-v", cwd=folder, env=env)
    assert long.code == 1
    assert "Traceback (most recent call last)" in long.err
    assert long.err.endswith(
        f"packlens: unexpected {error}: damaged installation; this is a fault of packlens\n"
    )
