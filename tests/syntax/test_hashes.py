"""Hashes say which part of a definition changed."""

from __future__ import annotations

import ast
import random
import sysconfig
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings

from packlens.syntax.bodies import docstring
from packlens.syntax.hashes import hashes
from tests.syntax.test_blocks import texts

BEFORE = '''\
@d
def f(a, b=1):
    """What it does."""
    x = a + 1
    if x:
        return (a, b)

    def g():
        return 2
'''


@pytest.mark.parametrize(
    ("after", "changed"),
    [
        (BEFORE, []),
        (BEFORE.replace("    ", "\t"), []),
        (BEFORE.replace("\n", "\r\n"), []),
        (BEFORE.replace("a + 1", "(a+1)  # why").replace("(a+1)", "a  +1"), []),
        (BEFORE.replace("(a, b)\n", "(\n    a,\n    b)\n"), []),
        (BEFORE.replace("x = a + 1\n", "# why\n\n    x = a + \\\n  1\n"), []),
        (BEFORE.replace("(a, b=1)", "(\n  a,  # first\n  b = 1,\n)"), []),
        (BEFORE.replace("return 2", "return 3"), []),
        (BEFORE.replace("def g():", "@e\n    def h(q):"), []),
        (BEFORE.replace("What it", "What  it"), []),
        (BEFORE.replace("def f(a, b=1)", "def f(a, b=2)"), ["signature"]),
        (BEFORE.replace("@d", "@e"), ["signature"]),
        (BEFORE.replace("def f", "async def f"), ["signature"]),
        (BEFORE.replace("a + 1", "a + 2"), ["body"]),
        (BEFORE.replace("    if x:\n        return", "    return"), ["body"]),
        (BEFORE.replace("        return (a, b)", "        pass\n    return (a, b)"), ["body"]),
        (BEFORE.replace("What it does", "What it did"), ["doc"]),
        (BEFORE.replace('    """What it does."""\n', ""), ["doc"]),
        (BEFORE.replace('"""What', "y; '''What").replace('does."""', "does.'''"), ["body", "doc"]),
    ],
)
def test_what_changed(after: str, changed: list[str]) -> None:
    old, new = hashes(BEFORE, "f", "function"), hashes(after, "f", "function")
    assert [
        part for part in ("signature", "body", "doc") if getattr(old, part) != getattr(new, part)
    ] == changed


def test_a_one_line_body_is_a_body() -> None:
    one, two = "def f(): 'doc'; return 1", "def f():\n    'doc'\n    return 1\n"
    assert hashes(one, "f", "function") == hashes(two, "f", "function")


def test_a_class_is_its_own_statements_and_a_module_its_own() -> None:
    text = "'doc'\nx = 1\nclass A:\n    y = 2\n    def f(self): pass\n"
    assert hashes(text, "", "module") == hashes(text.replace("y = 2", "y = 3"), "", "module")
    assert hashes(text, "", "module") != hashes(text.replace("x = 1", "x = 2"), "", "module")
    body = text[text.index("class") :]
    assert hashes(body, "A", "class") == hashes(
        body.replace("(self): pass", "(self): return 1"), "A", "class"
    )
    assert hashes(body, "A", "class").body != hashes(body.replace("y = 2", "y = 3"), "A", "class").body


def test_the_value_of_a_variable_is_its_body() -> None:
    old, new = hashes("X: int = 1", "X", "constant"), hashes("X : int  = 2", "X", "constant")
    assert (old.signature == new.signature, old.body == new.body) == (True, False)
    assert hashes("X = 1", "X", "constant").signature != old.signature


def test_hashes_are_the_same_on_every_interpreter() -> None:
    source = "def f[T](a=f'{b['c']}'):\n    type X = t'{a}'\n    return 1\n"
    found = hashes(source, "f", "function")
    assert (found.signature.hex(), found.body.hex(), found.doc) == (SIGNATURE, BODY, b"")


SIGNATURE = "5449b381fafb1b5c7ac56c98adc870e7"
BODY = "8752b4240bdc52c97eaeb2f155d0df16"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(): 'a' \"b\"; x", "ab"),
        ("def f():\n    # why\n    r'''\\d\n      x\n    '''\n", "\\d\nx"),
        ("def f():\n    x\n    'a'\n", None),
        ("def f():\n    f'a'\n", None),
        ("def f():\n    b'a'\n", None),
        ("def f():\n    'a' + x\n", None),
        ("def f():\n    def g():\n        'a'\n", None),
        ("@d('x')\nclass f:\n    'a'\n", "a"),
        ("def f(): pass", None),
    ],
)
def test_docstring(source: str, expected: str | None) -> None:
    assert docstring(source, "function") == expected


def test_docstrings_of_the_standard_library_are_those_of_the_compiler() -> None:
    library = Path(sysconfig.get_paths()["stdlib"])
    for path in random.Random(3).sample(sorted(library.glob("*.py")), 25):
        text = path.read_bytes().decode("utf-8-sig")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        lines = text.split("\n")
        assert docstring(text, "module") == ast.get_docstring(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                source = "\n".join(lines[first - 1 : node.end_lineno])
                assert docstring(source, "function") == ast.get_docstring(node)


@settings(max_examples=150)
@given(texts)
def test_every_text_has_hashes(text: str) -> None:
    for kind in ("function", "class", "variable", "module"):
        assert hashes(text, "f", kind) == hashes(text, "f", kind)
        docstring(text, kind)
