"""Wrong questions: one clear line on stderr with what to try, nothing on stdout, the right exit code."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.program import packlens, process, repository, write

FILES = """
#- shop/__init__.py
#- shop/cart.py
class Cart:
    def total(self): ...
#- shop/order.py
class Order:
    def total(self): ...
#- README.md
text
"""


def check_refused(folder: Path, command: str, code: int, line: str, cwd: Path | None = None) -> None:
    """`packlens COMMAND` in `folder` ends with `code` and says just `line`."""
    answer = packlens(*command.split(), cwd=cwd or folder)
    assert (answer.code, answer.out, answer.err) == (code, b"", f"packlens: {line}\n")


@pytest.mark.parametrize(
    ("command", "code", "line"),
    [
        (
            "pack --entry Crat.total",
            1,
            "target 'Crat.total': no such symbol; did you mean "
            "shop/cart.py::Cart.total, shop/order.py::Order.total?",
        ),
        (
            "callers tot",
            1,
            "target 'tot': no such symbol; did you mean "
            "shop/cart.py::Cart.total, shop/order.py::Order.total?",
        ),
        (
            "callers total",
            1,
            "target 'total': names 2 symbols; give one of "
            "shop/cart.py::Cart.total, shop/order.py::Order.total",
        ),
        (
            "pack --entry shop/carts.py",
            1,
            "target 'shop/carts.py': shop/carts.py is not among the indexed files; "
            "did you mean shop/cart.py?",
        ),
        (
            "pack --entry shop/cart.py:99",
            1,
            "target 'shop/cart.py:99': shop/cart.py has 3 lines; give one of them",
        ),
        (
            "symbol README.md",
            1,
            "target 'README.md': README.md exists and is not indexed: only .py and .pyi files are",
        ),
        ("pack --entry ../other.py", 2, "target '../other.py': leads out of root; give a path inside it"),
        ("callees /etc/passwd", 2, "target '/etc/passwd': leads out of root; give a path inside it"),
        (
            "pack absent --entry f",
            2,
            "cannot open the folder 'absent': it does not exist; check the spelling",
        ),
        (
            "pack shop/cart.py --entry f",
            2,
            "cannot open 'shop/cart.py': it is a file; give the folder that holds it, "
            "and the file as a target (cart.py)",
        ),
        (
            "pack --entry Cart --budget -5",
            2,
            "invalid value for '--budget': '-5' is not a whole number of 0 or more (as 4000); "
            "try 'packlens pack --help'",
        ),
        (
            "pack --entry Cart --budget many",
            2,
            "invalid value for '--budget': 'many' is not a whole number of 0 or more (as 4000); "
            "try 'packlens pack --help'",
        ),
        (
            "pack --entry Cart --depth near",
            2,
            "invalid value for '--depth': 'near' is neither a number of hops (as 2) nor 'all'; "
            "try 'packlens pack --help'",
        ),
        (
            "pack --entry Cart --format yaml",
            2,
            "invalid value for '--format': 'yaml' is not one of 'markdown', 'xml', 'json', 'text'; "
            "try 'packlens pack --help'",
        ),
        (
            "callers Cart --depth 0",
            2,
            "invalid value for '--depth': '0' is not a whole number of 1 or more (as 2); "
            "try 'packlens callers --help'",
        ),
        (
            "callers Cart --wait soon",
            2,
            "invalid value for '--wait': 'soon' is neither a number of seconds (as 2) nor 'all'; "
            "try 'packlens callers --help'",
        ),
        (
            "graph --min-confidence 2",
            2,
            "invalid value for '--min-confidence': '2' is not a number from 0 to 1 (as 0.8); "
            "try 'packlens graph --help'",
        ),
        (
            "pack --entry Cart --pin price=half",
            2,
            "invalid value for '--pin': 'half' is no level; give one of full, signature, name; "
            "try 'packlens pack --help'",
        ),
        (
            "pack --entry Cart --pin price --drop price",
            2,
            "'price': wanted as full and as drop; give one of them",
        ),
        (
            "pack",
            2,
            "missing option '--entry', '--query', '--diff' or '--staged'; try 'packlens pack --help'",
        ),
        ("pack --entry", 2, "option '--entry' requires an argument; try 'packlens pack --help'"),
        ("callers", 2, "missing argument 'TARGET'; try 'packlens callers --help'"),
        ("affect Cart", 2, "no such command 'affect'; try 'packlens --help'"),
        (
            "calers Cart",
            2,
            "no such command 'calers'; did you mean callers or callees?; try 'packlens --help'",
        ),
        (
            "callers shop/cart.py:Cart",
            1,
            "target 'shop/cart.py:Cart': a symbol of a file stands after two colons; "
            "did you mean shop/cart.py::Cart?",
        ),
        (
            "pack --query cart --entry Cart",
            2,
            "targets, a query or a diff: a pack is about one of them; pin what must be in it",
        ),
        (
            "pack --entry Cart --focus shop/order.py",
            2,
            "option '--focus' needs '--query': files in view count for words; try 'packlens pack --help'",
        ),
        (
            "pack --query zebra",
            1,
            "query 'zebra': nothing matches; ask with words that the code or its comments use",
        ),
        ("search ordr", 1, "query 'ordr': nothing matches; the nearest names are shop/order.py::Order"),
        (
            "search x --limit 0",
            2,
            "invalid value for '--limit': '0' is not a whole number of 1 or more (as 10); try 'packlens search --help'",
        ),
        (
            "pack --entry Cart -o absent/pack.md",
            2,
            "cannot write 'absent/pack.md': no such file or directory; "
            "choose a file in a folder that exists and is yours",
        ),
        (
            "verify absent.md",
            2,
            "cannot read the pack 'absent.md': no such file or directory; check the spelling",
        ),
        ("lsp --tcp here", 2, "--tcp 'here': not an address; give HOST:PORT such as 127.0.0.1:7000"),
    ],
)
def test_refused(tmp_path: Path, command: str, code: int, line: str) -> None:
    folder = write(tmp_path / "root", FILES)
    check_refused(folder, command, code, line)


def test_an_empty_target_is_refused(tmp_path: Path) -> None:
    answer = packlens("pack", "--entry", "", cwd=write(tmp_path, FILES))
    assert (answer.code, answer.err) == (
        2,
        "packlens: target '': nothing named; give a symbol, a file or an id\n",
    )


@pytest.mark.parametrize("text", ["", " ", "\t\n\u2003"])
@pytest.mark.parametrize("command", [("pack", "--query"), ("search",)])
def test_a_blank_query_is_refused(tmp_path: Path, command: tuple[str, ...], text: str) -> None:
    answer = packlens(*command, text, cwd=write(tmp_path, FILES))
    line = "query '': says nothing; name a symbol or a file, or say in words what you look for"
    assert (answer.code, answer.out, answer.err) == (2, b"", f"packlens: {line}\n")


def test_a_root_without_a_name_is_refused(tmp_path: Path) -> None:
    answer = packlens("pack", "", "--entry", "Cart", cwd=write(tmp_path, FILES))
    assert (answer.code, answer.out, answer.err) == (
        2,
        b"",
        "packlens: cannot open the folder '': nothing named; give a folder, '.' for this one\n",
    )


@pytest.mark.parametrize("target", ["a" * 3000 + ".py", "a" * 3000 + "/x.py:1", "9." * 5000 + "9"])
def test_a_target_longer_than_any_name_is_not_there_and_is_not_repeated_whole(
    tmp_path: Path, target: str
) -> None:
    answer = packlens("pack", "--entry", target, cwd=write(tmp_path, FILES))
    assert (answer.code, answer.out, answer.err.count("\n")) == (1, b"", 1)
    assert answer.err.startswith(f"packlens: target '{target[:100]}")
    assert answer.err.endswith("; give a symbol, a file or a line of one (path.py:LINE)\n")
    assert len(answer.err) < 2100


@pytest.mark.parametrize("place", ["1.2.3.4:5", "nowhere.invalid:5"])
def test_an_address_that_is_not_of_this_machine(tmp_path: Path, place: str) -> None:
    answer = process("lsp", "--tcp", place, cwd=tmp_path)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, b"", 1)
    assert answer.err.startswith(f"packlens: --tcp '{place}': cannot listen there: ")
    assert answer.err.endswith("; give an address of this machine and a free port\n")


def test_how_much_is_said_may_be_asked_before_the_command(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    (folder / "packlens.toml").write_text("nothing = 1\n")
    loud, quiet = packlens("callers", "Cart", cwd=folder), packlens("-q", "callers", "Cart", cwd=folder)
    assert loud.err == "packlens: warning: packlens.toml: unknown setting `nothing`\n"
    assert (quiet.code, quiet.out, quiet.err) == (0, loud.out, "")


def test_a_pack_of_another_folder(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", FILES)
    (tmp_path / "pack.md").write_bytes(packlens("pack", "--entry", "Cart", cwd=folder).out)
    check_refused(
        folder / "shop",
        "verify ../../pack.md --root .",
        1,
        "../../pack.md: shop/cart.py: is not there; "
        "make the pack again, or name the folder it was made from with --root",
    )


def test_a_file_of_a_repository_inside_this_one(tmp_path: Path) -> None:
    folder = repository(tmp_path / "root", FILES)
    repository(folder / "inner", "\n#- a.py\nx = 1\n")
    answer = packlens("-q", "pack", "--entry", "inner/a.py", cwd=folder)
    assert (answer.code, answer.out, answer.err) == (
        1,
        b"",
        "packlens: target 'inner/a.py': inner/a.py exists and is not indexed: "
        "it belongs to a repository of its own; open that as the root\n",
    )


def test_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    line = "no Python file in empty; choose a folder that holds .py or .pyi files"
    for command in ("pack --entry f", "callers f", "callees f", "symbol f"):
        check_refused(tmp_path / "empty", command, 1, line)


def test_a_folder_without_python(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    write(folder, "\n#- a.md\ntext\n#- b/c.txt\ntext\n#- b/d.rs\nfn main() {}\n")
    line = "no Python file in notes (3 files of other kinds); choose a folder that holds .py or .pyi files"
    check_refused(folder, "pack --entry f", 1, line)


def test_a_folder_whose_python_cannot_be_read(tmp_path: Path) -> None:
    folder = write(tmp_path / "junk", "\n#- a.md\ntext\n")
    (folder / "a.py").write_bytes(b"\0\0")
    line = "no Python file in junk (1 file of another kind, 1 binary); choose a folder that holds .py or .pyi files"
    check_refused(folder, "pack --entry f", 1, line)


def test_graph_and_status_of_a_folder_without_python_are_empty_and_no_error(tmp_path: Path) -> None:
    folder = write(tmp_path / "notes", "\n#- a.md\ntext\n")
    graph = packlens("graph", "--format", "json", cwd=folder)
    assert (graph.code, graph.err) == (0, "")
    assert graph.text == (
        '{\n  "edges": [],\n  "nodes": [],\n  "possible": [],\n  "root": "notes",\n'
        '  "schema": "packlens.graph/1",\n  "state": "e3b0c44298fc"\n}\n'
    )
    status = packlens("status", cwd=folder)
    assert (status.code, status.err) == (0, "")
    assert status.text.startswith("notes: 0 files, 0 symbols, 0 edges; state e3b0c44298fc, generation 0\n")


def test_nothing_fits(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    for budget in ("0", "1", "2"):
        answer = packlens("pack", "--entry", "Cart", "--budget", budget, cwd=folder)
        assert (answer.code, answer.out) == (3, b"")
        assert answer.err.startswith(f"packlens: budget {budget}: not even the name of Cart fits; ")
        assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"", 1, "given: not a pack: "),
        (b"# a page\n", 1, "given: line 1: not part of a pack"),
        (b'{"schema": "packlens.pack/2", "items": []}\n', 1, "packlens.pack/2"),
        (b"\xff\xfe\x00", 2, "it is not UTF-8"),
    ],
)
def test_what_is_no_pack_or_of_another_version(tmp_path: Path, content: bytes, code: int, line: str) -> None:
    folder = write(tmp_path, FILES)
    (tmp_path / "given").write_bytes(content)
    answer = packlens("verify", "given", cwd=folder)
    assert (answer.code, answer.out, answer.err.count("\n")) == (code, b"", 1)
    assert line in answer.err


def powerless() -> Callable[[], None] | None:
    """Lets the child run without root's power to read everything; `None` where it has no such power."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return None
    library = ctypes.CDLL(None)
    drop, override, search = 24, 1, 2  # PR_CAPBSET_DROP; CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH

    def prepare() -> None:
        for capability in (override, search):
            library.prctl(drop, capability, 0, 0, 0)

    return prepare


if os.name == "posix":

    @pytest.mark.parametrize(
        ("command", "closed", "code", "line"),
        [
            ("verify -", 0, 1, "packlens: -: not a pack: it holds no block of one\n"),
            (
                "callers Cart",
                1,
                2,
                "packlens: cannot write the answer to stdout: it is closed; "
                "send it to a file or a program that takes it\n",
            ),
            ("callers Cart", 2, 0, ""),
            ("callers Crat", 2, 1, ""),
            ("lsp", 0, 1, ""),
        ],
    )
    def test_a_standard_stream_that_is_closed(
        tmp_path: Path, command: str, closed: int, code: int, line: str
    ) -> None:
        answer = process(*command.split(), cwd=write(tmp_path, FILES), prepare=lambda: os.close(closed))
        assert (answer.code, answer.err) == (code, line)

    def test_settings_that_are_a_pipe_are_not_waited_for(tmp_path: Path) -> None:
        folder = write(tmp_path / "root", FILES)
        os.mkfifo(folder / "pyproject.toml")
        answer = packlens("callers", "Cart", cwd=folder)
        assert (answer.code, answer.err) == (
            0,
            "packlens: warning: pyproject.toml: not read: not a regular file\n",
        )

    def test_files_with_odd_names_are_targets_by_the_names_that_are_shown(tmp_path: Path) -> None:
        for name in (" blank.py", "new\nline.py", "\u202eback.py"):
            (tmp_path / name).write_text("x = 1\n")
        for shown in (" blank.py", "new\\x0aline.py", "\\xe2\\x80\\xaeback.py"):
            answer = packlens("symbol", shown, "--json", cwd=tmp_path)
            assert (answer.code, answer.err, json.loads(answer.out)["path"]) == (0, "", shown)

    def test_a_folder_that_may_not_be_read(tmp_path: Path) -> None:
        folder = write(tmp_path / "root", FILES)
        folder.chmod(0)
        try:
            answer = process("pack", "root", "--entry", "Cart", cwd=tmp_path, prepare=powerless())
        finally:
            folder.chmod(0o700)
        assert (answer.code, answer.out, answer.err) == (
            2,
            b"",
            "packlens: cannot open the folder 'root': no permission to read it; "
            "give yourself read access or choose another folder\n",
        )

    def test_a_file_that_may_not_be_read_is_named_and_left_out(tmp_path: Path) -> None:
        folder = write(tmp_path / "root", FILES)
        (folder / "shop/order.py").chmod(0)
        answer = process("callers", "total", cwd=folder, prepare=powerless())
        assert (answer.code, answer.out, answer.err) == (
            0,
            b"shop/cart.py::Cart.total: no callers\n",
            "packlens: warning: shop/order.py is not indexed: unreadable (permission denied)\n",
        )

    def test_an_output_that_may_not_be_written(tmp_path: Path) -> None:
        folder = write(tmp_path / "root", FILES)
        (tmp_path / "pack.md").write_text("mine")
        (tmp_path / "pack.md").chmod(0o400)
        answer = process(*("pack", "--entry", "Cart", "-o", "../pack.md"), cwd=folder, prepare=powerless())
        assert (answer.code, answer.out, answer.err) == (
            2,
            b"",
            "packlens: cannot write '../pack.md': permission denied; "
            "choose a file in a folder that exists and is yours\n",
        )
        assert (tmp_path / "pack.md").read_text() == "mine"

    def test_names_that_could_steer_a_terminal_are_made_visible(tmp_path: Path) -> None:
        folder = write(tmp_path / "root", FILES)
        answer = packlens("callers", "Cart\x1b[2J\n", cwd=folder)
        assert (answer.code, answer.out, answer.err.count("\n")) == (1, b"", 1)
        assert "\x1b" not in answer.err
