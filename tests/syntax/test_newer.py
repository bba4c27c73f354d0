"""Syntax newer than the oldest interpreter gives the same tree, at the same places, on every interpreter."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given, settings

from packlens.syntax.fstrings import fix_fstring_positions
from packlens.syntax.newer import parse_newer
from packlens.syntax.newer_nodes import TypeAlias
from packlens.syntax.repair import parse_block
from tests.syntax.test_blocks import texts


def names(block: str) -> str:
    """The names a block uses, each with its line and column, in source order; `T=` before a type parameter."""
    parsed = parse_block(block)
    assert parsed.status == "ok", parsed
    assert parsed.tree is not None
    found: list[tuple[int, int, str]] = []

    def visit(node: Any, in_fstring: bool = False) -> None:
        if isinstance(node, ast.JoinedStr) and not in_fstring:
            fix_fstring_positions(node, block.split("\n"))
            in_fstring = True
        if isinstance(node, ast.Name):
            found.append((node.lineno, node.col_offset, node.id))
        elif isinstance(node, ast.Attribute):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            found.append((node.end_lineno, node.end_col_offset - len(node.attr.encode()), "." + node.attr))
        elif isinstance(node, TypeAlias):
            visit(node.name)  # type: ignore[attr-defined]
            visit(node.value)  # type: ignore[attr-defined]
        for parameter in getattr(node, "type_params", ()):
            found.append((parameter.lineno, parameter.col_offset, "T=" + parameter.name))
            for part in (getattr(parameter, "bound", None), getattr(parameter, "default_value", None)):
                if part is not None:
                    visit(part)
        if not isinstance(node, TypeAlias):
            for child in ast.iter_child_nodes(node):
                if type(child).__name__ not in ("TypeVar", "TypeVarTuple", "ParamSpec"):
                    visit(child, in_fstring)

    visit(parsed.tree)
    return " ".join(f"{name}@{line}:{column}" for line, column, name in sorted(found))


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("def f[T](x: T): g(x)\n", "T=T@1:6 T@1:12 g@1:16 x@1:18"),
        (
            "class A[T: B, U: (c.d, 'e')](F[T]): pass\n",
            "T=T@1:8 B@1:11 T=U@1:14 c@1:18 .d@1:20 F@1:29 T@1:31",
        ),
        ("class A[T]:\n    x = y\n", "T=T@1:8 x@2:4 y@2:8"),
        ("async def f[T = a](): await k\n", "T=T@1:12 a@1:16 k@1:28"),
        ("def f[\n    T: a,  # why\n\n    U\n](b=c):\n    return d\n", "T=T@2:4 a@2:7 T=U@4:4 c@5:4 d@6:11"),
        ("@a[b]\ndef f[T](): pass\n", "a@1:1 b@1:3 T=T@2:6"),
        ("type X = a | b.c\n", "X@1:5 a@1:9 b@1:13 .c@1:15"),
        ("type X[T: a] = b[T]\n", "X@1:5 T=T@1:7 a@1:10 b@1:15 T@1:17"),
        ("if a: type X = b; c = d\n", "a@1:3 X@1:11 b@1:15 c@1:18 d@1:22"),
        (
            "class A:\n    type X[\n        T,\n\n        U: h('a,b]'),\n    ] = T\n",
            "X@2:9 T=T@3:8 T=U@5:8 h@5:11 T@6:8",
        ),
        ("type = 3\ntype.x = type[1]\n", "type@1:0 type@2:0 .x@2:5 type@2:9"),
        ("try:\n    a\nexcept B, c.D:\n    e\n", "a@2:4 B@3:7 c@3:10 .D@3:12 e@4:4"),
        ("try:\n    a\nexcept* B, C:\n    e\n", "a@2:4 B@3:8 C@3:11 e@4:4"),
        ("x = t'{a} {b.c!r}'\n", "x@1:0 a@1:7 b@1:11 .c@1:13"),
        ("x = t'{a['b']}' rt'{c}'\n", "x@1:0 a@1:7 c@1:20"),
        ('x = f"{a["b"]} {c("d"):>{w["e"]}}" + y\n', "x@1:0 a@1:7 c@1:16 w@1:25 y@1:37"),
        ("x = f'{a}' f'{b['c']}' 'd'.join(e)\n", "x@1:0 a@1:7 b@1:14 .join@1:27 e@1:32"),
        ("x = f'{\n    a(b,  # why }\n    c)\n}' + d\n", "x@1:0 a@2:4 b@2:6 c@3:4 d@4:5"),
        ("x = f'{'\\n'.join(a)}'\n", "x@1:0 .join@1:12 a@1:17"),
        ("x = f'{f'{f'{f'{f'{a}'}'}'}'}'\n", "x@1:0 a@1:19"),
        ("é = f'{ü['ö']}' + z\n", "é@1:0 ü@1:8 z@1:21"),
        ("x = (f'{a['b']}'\n     f'{c!r}' 'lit {x}'\n     # why\n     f'{d=}')\n", "x@1:0 a@1:8 c@2:8 d@4:8"),
        ("f'{a['b']}'\nf'{c['d']}'\n", "a@1:3 c@2:3"),
        ("x = f'{1+y = # why\n}'\n", "x@1:0 y@1:9"),
    ],
)
def test_names_stand_where_they_are_written(block: str, expected: str) -> None:
    assert names(block) == expected


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("x = f'{a}{b.c}'\n", "x@1:0 a@1:7 b@1:10 .c@1:12"),
        ("x = f'é{a}' rf'\\d{b}' '{c}' f'{{d}}{e:{f}.{g}}'\n", "x@1:0 a@1:9 b@1:19 e@1:37 f@1:40 g@1:44"),
        ("x = (f'{a}'\n     f'{b[0].c(d)!r:>{w}}')\n", "x@1:0 a@1:8 b@2:8 .c@2:13 d@2:15 w@2:22"),
        ("x = f'''{a}\n{b(\n  c)} {d=}'''\n", "x@1:0 a@1:9 b@2:1 c@3:2 d@3:7"),
        ("x = f\"{f'{a(b)}'} {(lambda c: d)(e)}\"\n", "x@1:0 a@1:10 b@1:12 d@1:30 e@1:33"),
        ("x = f'{ a , b }' % f'{c}'\n", "x@1:0 a@1:8 b@1:12 c@1:22"),
        ("x = f'{a}' \\\n  f'{b}'\n", "x@1:0 a@1:7 b@2:5"),
        ("x = f'\\N{EM DASH}{a}\\{b}'\n", "x@1:0 a@1:18 b@1:22"),
        (
            "x = f'{a!r}{b:%H:%M}{c if d else e}{f!=g}'\n",
            "x@1:0 a@1:7 b@1:12 c@1:21 d@1:26 e@1:33 f@1:36 g@1:39",
        ),
        ("x = f'{[a for b in c]} {{}} {d[e:f]}'\n", "x@1:0 a@1:8 b@1:14 c@1:19 d@1:29 e@1:31 f@1:33"),
    ],
)
def test_expressions_in_fstrings_stand_where_they_are_written(block: str, expected: str) -> None:
    assert names(block) == expected


@pytest.mark.parametrize(
    "block",
    [
        "type X =\n",
        "type X[T = int\n",
        "x = f'{a['b}'\n",
        "x = f'\\N{NO SUCH}{a}'\n",
        "x = t'\\x{a}'\n",
        "x = f'{a['b']'\n",
        "type X[T] y = 3\n",
        "t'{'\n",
        "x = 1\n",
    ],
)
def test_what_no_interpreter_takes_is_not_newer(block: str) -> None:
    assert parse_newer(block) is None


def test_broken_lines_beside_newer_syntax_cost_only_themselves() -> None:
    block = "class A[T]:\n    def f[U](self): return f'{a['b']}'\n    x = (\n    type Y = list[T]\n"
    parsed = parse_block(block)
    assert (parsed.status, parsed.error_line) == ("partial", 3)
    assert parsed.text == block.replace("x = (", "pass")


@settings(max_examples=150)
@given(texts)
def test_no_text_raises(text: str) -> None:
    try:
        parse_newer(text)
    except ValueError:
        assert "\0" in text
