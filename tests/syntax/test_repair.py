"""Broken blocks: one unfinished line costs that line, the same on every interpreter."""

from __future__ import annotations

import ast
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packlens.syntax.repair import parse_block
from tests.syntax.test_blocks import texts

CLASS = '''\
class A(Base):
    """Doc don't."""

    x = 1

    @property
    def m1(self, a,
           b=2):
        """Doc."""
        if a:
            return foo(a)
        else:
            bar(
                1,
                2,
            )
        return self.x

    def m5(self):
        """Doc isn't."""
        y = 1
        HERE
        z = baz(y)
        return z

    async def m6(self):
        """More."""
        with open(x) as f:
            await g(f)
        try:
            q()
        except E:
            r()

    class In:
        k = 2
'''
DEFINITIONS = ["A", "In", "m1", "m5", "m6"]
CALLS = ["bar", "baz", "foo", "g", "open", "q", "r"]
BROKEN_LINES = [
    *[
        "foo(",
        "x = ",
        "obj.",
        "self.",
        "class",
        "import",
        "from a import",
        "from a import (",
        "def",
        "def (",
        "@",
    ],
    *[
        "if a.",
        "for x in",
        "with",
        "with a as",
        "lambda",
        "x = [1,",
        "x = {'a': 1,",
        "@dec(",
        "@dec",
        "return (",
    ],
    *[
        "print 'x'",
        "'abc",
        "async",
        "async def",
        ")",
        "}",
        "foo(bar(1, [2",
        "x: ",
        "x: int =",
        "yield (",
        "$$$",
    ],
    *[
        '"""',
        "'''",
        '"""Doc',
        "f'{x",
        "f'{x}",
        'x = f"""abc {',
        "else:",
        "elif x:",
        "except E:",
        "finally:",
        "case 1:",
    ],
    *["while (x :=", "a b c", "if x: y = (", "try", "raise X from"],
]


def replaced(block: str) -> list[tuple[int, str]]:
    """The lines of the parsed text that differ from the block's."""
    parsed = parse_block(block)
    pairs = zip(block.split("\n"), parsed.text.split("\n"), strict=True)
    return [(number, new) for number, (old, new) in enumerate(pairs, 1) if old != new]


def defined(tree: ast.AST) -> list[str]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return sorted(node.name for node in ast.walk(tree) if isinstance(node, kinds))


def called(tree: ast.AST) -> list[str]:
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return sorted(function.id for function in calls if isinstance(function, ast.Name))


@pytest.mark.parametrize("line", BROKEN_LINES)
def test_a_broken_line_in_a_method_costs_that_line(line: str) -> None:
    block = CLASS.replace("HERE", line)
    parsed = parse_block(block)
    assert (parsed.status, parsed.error_line, parsed.message) == ("partial", 22, "could not be read")
    assert parsed.tree is not None
    assert (defined(parsed.tree), called(parsed.tree)) == (DEFINITIONS, CALLS)
    assert [number for number, _ in replaced(block)] == [22]


@pytest.mark.parametrize(
    ("line", "repaired"),
    [
        ("def f(", "def f(): pass"),
        ("def f(a", "def f(a): pass"),
        ("def f(a, b=", "def f(): pass"),
        ("async def f(a: int", "async def f(a: int): pass"),
        ("class C", "class C: pass"),
        ("class C(", "class C(): pass"),
        ("if a", "if a: pass"),
        ("if a:", "if a: pass"),
        ("for x in y:", "for x in y: pass"),
        ("while True:", "while True: pass"),
        ("try:", "pass"),
        ("match x:", "pass"),
    ],
)
def test_an_unfinished_header_is_completed(line: str, repaired: str) -> None:
    assert replaced(CLASS.replace("HERE", line)) == [(22, "        " + repaired)]


@pytest.mark.parametrize(
    ("block", "text"),
    [
        (
            "class A:\n    def f(a\n        x(a)\n    def g(self): pass\n",
            "class A:\n    def f(a):\n        x(a)\n    def g(self): pass\n",
        ),
        ("if a and (b\n    c()\nelse\n    d()\n", "if a and (b):\n    c()\nelse:\n    d()\n"),
        ("if a b:\n    c()\nelif d e:\n    f()\n", "if 1:\n    c()\nelif 1:\n    f()\n"),
        ("try:\n    a()\nb()\n", "if 1:\n    a()\nb()\n"),
        ("def f():\n    # why\n\n", "def f(): pass\n    # why\n\n"),
        ("def f():\n    a()\n      b()\n    c()\n", "def f():\n    a()\n\n    c()\n"),
        ("def f():\n    de\n        a()\n        b()\n", "def f():\n    if 1:\n        a()\n        b()\n"),
        ("def f():\n    a()\n  b()\n    c()\n", "def f():\n    a()\n\n    c()\n"),
        ("def f(a,\n      b c,\n      d):\n    e()\n", "def f():\n\n\n    e()\n"),
        (
            "def f():\n    x = [\n        1,\n        2 3,\n    ]\n    y()\n",
            "def f():\n    pass\n\n\n\n    y()\n",
        ),
        (
            "match x:\n    case 1:\n        a()\n    case 2 3:\n        b()\n",
            "match x:\n    case 1:\n        a()\n    case 0:\n        b()\n",
        ),
        ("def f():\r\n    x = (\r\n    y()\r\n", "def f():\r\n    pass\r\n    y()\r\n"),
        ("def f():\r    x = (\r    y()\r", "def f():\r    pass\r    y()\r"),
        ("def f():\n\tx = (\n\ty()\n", "def f():\n\tpass\n\ty()\n"),
    ],
)
def test_repaired_text(block: str, text: str) -> None:
    parsed = parse_block(block)
    assert (parsed.status, parsed.text) == ("partial", text)
    assert parsed.tree is not None
    assert ast.dump(parsed.tree, include_attributes=True) == ast.dump(
        ast.parse(text), include_attributes=True
    )


def test_a_sound_block_is_parsed_as_it_is() -> None:
    parsed = parse_block("x = 1\n")
    assert (parsed.text, parsed.status, parsed.error_line, parsed.message) == ("x = 1\n", "ok", None, "")


@pytest.mark.parametrize("block", ["foo(\n", "x = \n", ")\n", "'''\n", "\\\n", "$\n", "  x\n y\n"])
def test_a_block_of_which_nothing_is_left_has_failed(block: str) -> None:
    parsed = parse_block(block)
    assert (parsed.tree, parsed.text, parsed.status) == (None, block, "failed")


def test_nul_bytes_are_blanks() -> None:
    parsed = parse_block("x = 1\0+ 2\n")
    assert (parsed.text, parsed.status) == ("x = 1 + 2\n", "ok")


def test_warnings_of_the_compiler_are_not_shown(recwarn: pytest.WarningsRecorder) -> None:
    assert parse_block("x = '\\d'\ny = 1if x else 2\n").status == "ok"
    assert not recwarn.list


@settings(max_examples=150)
@given(texts)
def test_any_block_gives_a_text_of_as_many_lines(block: str) -> None:
    parsed = parse_block(block)
    assert parsed.text.count("\n") == block.count("\n")
    assert parsed.status in ("ok", "partial", "failed")
    assert (parsed.tree is None) == (parsed.status == "failed")


@settings(max_examples=80)
@given(st.sampled_from(BROKEN_LINES[:28]), st.integers(0, 12))
def test_a_broken_line_between_methods_keeps_all_of_them(line: str, place: int) -> None:
    methods = [f"    def m{number}(self):\n        return c{number}(self)\n" for number in range(12)]
    block = "class A:\n    x = 1\n" + "".join(methods[:place]) + f"    {line}\n" + "".join(methods[place:])
    parsed = parse_block(block)
    assert parsed.tree is not None
    assert set(defined(parsed.tree)) >= {f"m{number}" for number in range(12)}
    assert set(called(parsed.tree)) >= {f"c{number}" for number in range(12)}


@pytest.mark.parametrize(
    ("block", "status"),
    [
        ("x = " + "(" * 10_000 + ")" * 10_000 + "\n", "failed"),
        ("x = " + "-" * 100_000 + "y\n", "failed"),
        ("".join(" " * depth + "if a:\n" for depth in range(1_000)) + " " * 1_000 + "b()\n", "partial"),
        ("x = [" + "1, " * 100_000 + "\n", "failed"),
        ("class A:\n" + "    x = (\n" * 5_000, "partial"),
        ("class A:\n" + "    def f(a, b c):\n        x = = 1\n" * 2_000, "partial"),
        ("class A:\n" + "    f'{\n" * 2_000, "partial"),
        ('\\"""\n' * 5_000, "failed"),
        ("x = " + "f'{" * 3_000 + "}'" * 3_000 + "\n", "failed"),
        (")\n" * 20_000, "failed"),
    ],
    ids=[
        "brackets",
        "unary",
        "suites",
        "line",
        "open",
        "headers",
        "fields",
        "escaped",
        "nested fields",
        "closers",
    ],
)
@pytest.mark.timeout(300)  # what grows faster than the text takes hours
def test_extreme_blocks_end(block: str, status: str) -> None:
    assert parse_block(block).status == status


_asked = threading.local()


def _note_compiled(event: str, arguments: tuple[object, ...]) -> None:
    if event == "compile" and isinstance(arguments[0], str | bytes):
        getattr(_asked, "compiled", []).append(len(arguments[0]))


sys.addaudithook(
    _note_compiled
)  # the interpreter's own word; a hook cannot be taken off, so it counts only in the thread that asked


def compiled(block: str) -> int:
    """How many characters the compiler is given while `block` is parsed."""
    _asked.compiled = []
    try:
        parse_block(block)
        return sum(_asked.compiled)
    finally:
        del _asked.compiled


def test_one_broken_line_costs_little_more_than_parsing_the_block() -> None:
    methods = "".join(
        f"    def m{number}(self, a, b=1):\n        x = self.f{number}(a)\n        return [x, b, g(x)]\n\n"
        for number in range(750)
    )
    half = len(methods) // 2
    half = methods.index("    def", half)
    block = "class A:\n" + methods[:half] + "    x = (\n" + methods[half:]
    sound = block.replace("    x = (\n", "")

    assert replaced(block) == [(block[: block.index("    x = (")].count("\n") + 1, "    pass")]
    assert compiled(block) < 3 * len(sound)
