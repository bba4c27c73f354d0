"""Blocks: where the compiler has a statement, a block starts; broken texts are split where damage stays local."""

from __future__ import annotations

import ast
import random
import re
import sysconfig
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packlens.syntax.blocks import split_blocks
from packlens.syntax.boundaries import blocks_of_module, lines_of

PIECES = [
    *[
        "x",
        "=",
        "1",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "'",
        '"',
        '"""',
        "'''",
        "\\\n",
        "\n",
        "\n",
        "\n",
        "\r",
        "\r\n",
    ],
    *[" ", "    ", "\t", "\f", "#", "@d", "@", "def f():", "class A:", " pass", "else:", "if x:", "try:"],
    *[
        "except E:",
        "finally:",
        "async ",
        "with a:",
        ";",
        "f'",
        'f"',
        "rf'''",
        't"',
        "{x}",
        "{{",
        "}",
        ":",
        ",",
    ],
    *[
        "import a",
        "from b import c",
        "yield",
        "é",
        "\u2028",
        "\x85",
        "\x00",
        "elsewhere",
        "b'",
        "\\",
        "!r",
        "a\n",
    ],
]
texts = st.lists(st.sampled_from(PIECES), max_size=16).map("".join)


def first_lines(blocks: list[str]) -> list[int]:
    lines, line = [], 1
    for block in blocks:
        lines.append(line)
        line += len(re.findall(r"\r\n|\r|\n", block))
    return lines


def compiled(text: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError):
            return None


def check_split(text: str) -> list[str]:
    blocks = split_blocks(text)
    assert "".join(blocks) == text
    assert all(blocks)
    assert split_blocks(text, {block for block in blocks if compiled(block) is not None}) == blocks
    module = compiled(text)
    if module is not None:
        assert first_lines(blocks) == blocks_of_module(module.body, lines_of(text))
    return blocks


@settings(max_examples=400)
@given(texts)
def test_any_text_is_its_blocks_and_a_sound_one_has_those_of_the_compiler(text: str) -> None:
    check_split(text)


@settings(max_examples=100)
@given(texts, texts)
def test_known_blocks_of_another_text_change_nothing(text: str, other: str) -> None:
    known = {block for block in split_blocks(other) if compiled(block) is not None}
    for mixed in (text + other, other + text, other + "\n" + text):
        assert split_blocks(mixed, known) == split_blocks(mixed)


def test_the_standard_library_is_split_as_the_compiler_does() -> None:
    library = Path(sysconfig.get_paths()["stdlib"])
    files = [
        path
        for folder in ("asyncio", "email", "json", "idlelib", "unittest")
        for path in library.glob(f"{folder}/*.py")
    ]
    files += sorted(library.glob("*.py"))
    for path in random.Random(1).sample(files, 120):
        check_split(path.read_bytes().decode("utf-8-sig"))


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("", []),
        ("# only a comment\n", ["# only a comment\n"]),
        ("# head\n\nimport a\n# tail\nb = 1", ["# head\n\nimport a\n# tail\n", "b = 1"]),
        ("a = 1; b = 2\nc = 3\n", ["a = 1; b = 2\n", "c = 3\n"]),
        ("x = '''\n'''; y = 1\nz = 2\n", ["x = '''\n'''; y = 1\n", "z = 2\n"]),
        ("@a\n# why\n@b(\n1)\ndef f(): pass\nx = 1\n", ["@a\n# why\n@b(\n1)\ndef f(): pass\n", "x = 1\n"]),
        (
            "if a:\n    b\nelif c:\n    d\nelse:\n    e\nf\n",
            ["if a:\n    b\nelif c:\n    d\nelse:\n    e\n", "f\n"],
        ),
        ("elsewhere = 1\nexcepted = 2\n", ["elsewhere = 1\n", "excepted = 2\n"]),
        ("x = [\n1,\ndefault,\n]\ny\n", ["x = [\n1,\ndefault,\n]\n", "y\n"]),
        ("x = '''\ndef f(): pass\n'''\ny\n", ["x = '''\ndef f(): pass\n'''\n", "y\n"]),
        ("x = 1 + \\\n2\ny\n", ["x = 1 + \\\n2\n", "y\n"]),
        ("a\r\nb\rc\nd", ["a\r\n", "b\r", "c\n", "d"]),
        ("a\n\fb\n", ["a\n", "\fb\n"]),
        ("a\n\\\nb\n", ["a\n", "\\\nb\n"]),
        ("s = 'a\\\nb'\nt\n", ["s = 'a\\\nb'\n", "t\n"]),
        ("if s[0] in'([{':\n    t\nu\n", ["if s[0] in'([{':\n    t\n", "u\n"]),
        # Strings as Python 3.12 reads them, on every interpreter.
        ('x = f"{a["(b"]}"\ny\n', ['x = f"{a["(b"]}"\n', "y\n"]),
        ("x = f'{\na\n}'\ny\n", ["x = f'{\na\n}'\n", "y\n"]),
        ("x = f'{a:{b}}' f\"{'{'}\"\ny\n", ["x = f'{a:{b}}' f\"{'{'}\"\n", "y\n"]),
    ],
)
def test_blocks_of(text: str, blocks: list[str]) -> None:
    assert check_split(text) == blocks


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("x = foo(\n\ndef f(): pass\ny\n", ["x = foo(\n\n", "def f(): pass\n", "y\n"]),
        ("x = [1,\n@d\ndef f(): pass\n", ["x = [1,\n", "@d\ndef f(): pass\n"]),
        ("@d(\nclass A: pass\n", ["@d(\n", "class A: pass\n"]),
        ("from a import (\nfrom b import c\nd\n", ["from a import (\n", "from b import c\n", "d\n"]),
        ("a\n)\nb\n", ["a\n)\n", "b\n"]),
        ("a = 'x\nb = 2\n", ["a = 'x\n", "b = 2\n"]),
        (
            'def f():\n    """\n    return 1\ndef g():\n    """Doc of g."""\n    return 2\n',
            ['def f():\n    """\n    return 1\n', 'def g():\n    """Doc of g."""\n    return 2\n'],
        ),
        ("a\nx = '''\nb\n", ["a\n", "x = '''\n", "b\n"]),
        ("x = f'{\ny\nz\n", ["x = f'{\n", "y\n", "z\n"]),
    ],
)
def test_broken_text_is_split_so_that_damage_stays_local(text: str, blocks: list[str]) -> None:
    assert check_split(text) == blocks


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 10_000 + ")" * 10_000 + "\n",
        "x = '" + "a" * 1_000_000 + "'\n",
        "".join(f"def f{number}(): pass\n" for number in range(50_000)),
        '\\"""\n' * 50_000,
        "x = '''\n" * 50_001,
        "f'{(\n" * 10_000,
        "f'{" * 3_000,
        "\\\n" * 50_000,
        "@a\n" * 50_000,
    ],
    ids=[
        "nesting",
        "line",
        "functions",
        "escaped",
        "quotes",
        "fields",
        "nested fields",
        "backslashes",
        "decorators",
    ],
)
@pytest.mark.timeout(300)  # what grows faster than the text takes hours
def test_extreme_texts_end(text: str) -> None:
    assert "".join(split_blocks(text)) == text
