"""The answers of the commands that read the graph, whole, as they leave the program."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest

from tests.cli.program import packlens, write
from tests.cli.shop import CART, PAGE

FILES = f"""{CART}{PAGE}
def sort(rows):
    rows.total()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "root", FILES)


def check_answer(root: Path, command: str, expected: str) -> None:
    """`packlens COMMAND` in `root` prints `expected`, dedented, and nothing else."""
    answer = packlens(*command.split(), cwd=root)
    assert (answer.code, answer.err) == (0, "")
    assert answer.text == textwrap.dedent(expected).removeprefix("\n")


def test_callers_and_apart_from_them_what_is_only_possible(root: Path) -> None:
    check_answer(
        root,
        "callers Cart.total",
        """
        shop/cart.py::Cart.total: 1 caller
          shop/page.py::show
            4: return Cart(items).total()  [calls 0.8]
        possible, not settled: 1
          shop/page.py:7 total (sort)
        """,
    )


def test_callers_of_callers(root: Path) -> None:
    check_answer(
        root,
        "callers price --depth 2",
        """
        shop/price.py::price: 2 callers
          shop/cart.py::Cart.total
            8: return sum(price(item) for item in self.items)  [calls 0.9]
            shop/page.py::show
              4: return Cart(items).total()  [calls 0.8]
        """,
    )


def test_callers_as_json(root: Path) -> None:
    check_answer(
        root,
        "callers price --json",
        """
        {
          "callers": [
            {
              "column": 19,
              "confidence": 0.9,
              "edge": "calls",
              "id": "shop/cart.py::Cart.total",
              "kind": "method",
              "line": 8,
              "path": "shop/cart.py",
              "qualname": "Cart.total",
              "resolver": "static",
              "through": "direct"
            }
          ],
          "pending": 0,
          "possible": [],
          "schema": "packlens.callers/1",
          "target": {
            "end_line": 2,
            "id": "shop/price.py::price",
            "kind": "function",
            "path": "shop/price.py",
            "qualname": "price",
            "start_line": 1
          }
        }
        """,
    )


def test_no_callers_is_an_empty_list_and_no_error(root: Path) -> None:
    check_answer(root, "callers show", "shop/page.py::show: no callers\n")
    assert json.loads(packlens("callers", "show", "--json", cwd=root).text)["callers"] == []


def test_callees(root: Path) -> None:
    check_answer(
        root,
        "callees show",
        """
        shop/page.py::show: 3 callees
          shop/cart.py::Cart
            shop/page.py:4: return Cart(items).total()  [calls 0.9]
          shop/cart.py::Cart.__init__
            shop/page.py:4: return Cart(items).total()  [calls 0.9]
          shop/cart.py::Cart.total
            shop/page.py:4: return Cart(items).total()  [calls 0.8]
        """,
    )


def test_symbol_with_its_body(root: Path) -> None:
    check_answer(
        root,
        "symbol Cart --body",
        """
        shop/cart.py::Cart  class, lines 3-8, 1 caller

        ```python
        class Cart:
            def __init__(self, items):
                self.items = items

            def total(self):
                return sum(price(item) for item in self.items)
        ```

        shop/cart.py::Cart.__init__
        shop/cart.py::Cart.total
        """,
    )


def test_graph_as_a_table(root: Path) -> None:
    check_answer(
        root,
        "graph --min-confidence 0.9",
        """
        root: 9 symbols, 5 edges, 0 possible; state 3ed8230626f9
        shop/cart.py::<module>:1  imports 0.9  shop/price.py::price
        shop/cart.py::Cart.total:8  calls 0.9  shop/price.py::price
        shop/page.py::<module>:1  imports 0.9  shop/cart.py::Cart
        shop/page.py::show:4  calls 0.9  shop/cart.py::Cart
        shop/page.py::show:4  calls 0.9  shop/cart.py::Cart.__init__
        """,
    )


@pytest.mark.parametrize(
    ("form", "first", "last"),
    [
        ("json", "{", "}"),
        ("dot", "digraph packlens {", "}"),
        ("mermaid", "flowchart LR", "  n5 -->|calls| n3"),
        ("graphml", '<?xml version="1.0" encoding="UTF-8"?>', "</graphml>"),
    ],
)
def test_graph_in_every_other_format(root: Path, form: str, first: str, last: str) -> None:
    answer = packlens("graph", ".", "--format", form, cwd=root)
    lines = answer.text.splitlines()
    assert (answer.code, answer.err, lines[0], lines[-1]) == (0, "", first, last)


def test_status(root: Path) -> None:
    (root / "bad.py").write_bytes(b"# caf\xe9\n")
    (root / "broken.py").write_text("def f(:\n    pass\n\n\ndef g(): ...\n")
    answer = packlens("status", cwd=root)
    assert (answer.code, answer.err) == (
        0,
        "packlens: warning: bad.py is not indexed: undecodable (not utf-8 at byte 5)\n",
    )
    lines = re.sub(r"\d+ ms", "N ms", answer.text).splitlines()
    assert lines[0].startswith("root: 4 files, 12 symbols, 6 edges; state ")
    assert lines[1:4] == [
        "edges: 1 at 0.8, 5 at 0.9; 1 site not settled, 1 pending",
        "skipped: 1 undecodable",
        "not parsed in full: 1",
    ]
    assert lines[4].startswith("  broken.py:1: partial: ")
    assert lines[5:] == ["timings: graph N ms, index N ms, list_files N ms, read_files N ms"]


def test_status_as_json(root: Path) -> None:
    answer = packlens("status", "root", "--json", cwd=root.parent)
    status = json.loads(answer.text)
    assert list(status) == sorted(status)
    assert status.pop("rss_bytes") > 1_000_000
    assert set(status.pop("timings_ms")) == {"graph", "index", "list_files", "read_files"}
    assert re.fullmatch(r"root-[0-9a-f]{16}\.sqlite", status.pop("store"))
    assert status == {
        "by_confidence": {"0.8": 1, "0.9": 5},
        "by_resolver": {"static": 6},
        "edges": 6,
        "failure": None,
        "hindrance": None,
        "files": 3,
        "generation": 1,
        "languages": {"python": 3},
        "parse_failures": [],
        "pending": 1,
        "root": "root",
        "schema": "packlens.status/1",
        "skipped": {"binary": 0, "ignored": 0, "too_large": 0, "undecodable": 0, "unsupported": 0},
        "state": "3ed8230626f9",
        "symbols": 9,
        "timed_out": 0,
        "unresolved": 1,
    }


@pytest.mark.parametrize("form", ["markdown", "xml", "json", "text"])
def test_verify_a_pack_then_a_changed_file(root: Path, form: str) -> None:
    pack = packlens("pack", "--entry", "Cart.total", "--format", form, cwd=root)
    (root.parent / "pack").write_bytes(pack.out)
    check_answer(root, "verify ../pack", "ok: 3 files as packed\n")
    piped = packlens("verify", "-", "--root", "root", cwd=root.parent, stdin=pack.out)
    assert (piped.code, piped.out, piped.err) == (0, b"ok: 3 files as packed\n", "")

    (root / "shop/price.py").write_text("def price(item):\n    return item.price\n")
    changed = packlens("verify", "../pack", cwd=root)
    assert (changed.code, changed.out, changed.err.count("\n")) == (1, b"", 1)
    assert changed.err.startswith("packlens: ../pack: shop/price.py: has changed since ")


def test_verify_names_a_changed_line_of_code(root: Path) -> None:
    pack = packlens("pack", "--entry", "price", cwd=root)
    (root.parent / "pack.md").write_bytes(pack.out.replace(b"item.cost", b"item.wage"))
    answer = packlens("verify", "../pack.md", cwd=root)
    assert (answer.code, answer.out, answer.err.count("\n")) == (1, b"", 1)
    assert answer.err == (
        "packlens: ../pack.md: shop/price.py: line 2 of the code (price 1-2) is not what the file holds; "
        "make the pack again\n"
    )


def test_verify_refuses_a_pack_that_names_a_file_outside(root: Path) -> None:
    (root.parent / "outside.py").write_text("def price(item):\n    return item.cost\n")
    pack = packlens("pack", "--entry", "price", "--direction", "callees", cwd=root)
    (root.parent / "pack.md").write_bytes(pack.out.replace(b"shop/price.py", b"../outside.py"))
    answer = packlens("verify", "../pack.md", cwd=root)
    assert (answer.code, answer.out, answer.err) == (
        1,
        b"",
        "packlens: ../pack.md: `../outside.py` is outside root; give a path inside it\n",
    )
