"""Texts for the state machine: few paths and few names, so that files meet in every way files can.

Each path draws its text from statements that use the same dozen names: what one file defines, another
imports, shadows, extends, re-exports or breaks.
"""

from __future__ import annotations

from string import Formatter

from hypothesis import strategies as st

PATHS = (
    "a.py",
    "b.py",
    "b.pyi",
    "a/__init__.py",
    "pkg/__init__.py",
    "pkg/a.py",
    "pkg/b.py",
    "pkg/sub/__init__.py",
    "pkg/sub/a.py",
    "pkg/__init__.pyi",
    "src/b.py",
    "src/pkg/c.py",
    "json.py",
    "typing.py",
)

MODULES = ("a", "b", "pkg", "pkg.a", "pkg.b", "pkg.sub", "pkg.sub.a", "pkg.c", "json", "missing")
RELATIVE = (".", ".a", ".b", ".sub", ".sub.a", "..", "..a", "..b")
NAMES = ("f", "g", "A", "B", "x", "a", "b", "sub")
CLASSES = ("A", "B")
FUNCTIONS = ("f", "g")
METHODS = ("go", "stop")

# The letters that stand for parts of a statement: module, relative module, name, class, function,
# method, value, type, bases.
_PARTS: dict[str, st.SearchStrategy[str]] = {
    "m": st.sampled_from(MODULES),
    "r": st.sampled_from(RELATIVE),
    "n": st.sampled_from(NAMES),
    "k": st.sampled_from(CLASSES),
    "f": st.sampled_from(FUNCTIONS),
    "h": st.sampled_from(METHODS),
    "v": st.sampled_from(
        ("f()", "g()", "A()", "B()", "x", "x()", "a.f()", "b.A()", "pkg.f()", "A.make()", "sub.a.f()")
    ),
    "t": st.sampled_from(
        ("A", "B", "'A'", "A | None", "list[A]", "dict[str, B]", "a.A", "b.B", "pkg.A", "Self", "x")
    ),
    "b": st.sampled_from(
        ("", "(A)", "(B)", "(a.A)", "(b.B, A)", "(pkg.A)", "(A, B)", "(missing.A)", "(f())")
    ),
}


def _line(template: str) -> st.SearchStrategy[str]:
    """Texts of `template`, each part drawn by its letter; a digit after the letter draws another."""
    fields = {name for _, name, _, _ in Formatter().parse(template) if name}
    return st.fixed_dictionaries({name: _PARTS[name[0]] for name in sorted(fields)}).map(
        lambda values: template.format(**values)
    )


_imports = st.one_of(
    _line("import {m}"),
    _line("import {m} as {n}"),
    _line("from {m} import {n}"),
    _line("from {m} import {n} as {n1}"),
    _line("from {r} import {n}"),
    _line("from {m} import *"),
    _line("from .{n} import *"),
    _line("try:\n    from {m} import {n}\nexcept ImportError:\n    from {m1} import {n}"),
    _line("try:\n    import {m} as x\nexcept ImportError:\n    x = None"),
    _line("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {m} import {n}"),
    _line("__all__ = ['{n}', '{n1}']"),
)

_functions = st.one_of(
    _line("def {f}():\n    return {v}"),
    _line("def {f}(x: {t}):\n    x.{h}()\n    return x"),
    _line("def {f}() -> {t}:\n    ..."),
    _line('def {f}():\n    """Text."""\n    global x\n    x = {v}\n    x.{h}()'),
    _line("def {f}(x=None):\n    if isinstance(x, {k}):\n        x.{h}()\n    yield {v}"),
    _line("@{f1}\ndef {f}(n=0):\n    return {f1}(n - 1) if n else {v}"),
    _line("def {f}(fn):\n    def inner(*args):\n        return fn(*args).{h}()\n    return inner"),
    _line("def {f}(y):\n    from {m} import {n}\n    for z in {n}():\n        z.go()\n    return {n}"),
    _line("async def {f}():\n    with {v} as y:\n        (await y).{h}()"),
)

_classes = st.one_of(
    _line("class {k}{b}:\n    def {h}(self):\n        return {v}.{h1}()"),
    _line(
        "class {k}{b}:\n    def __init__(self, x: {t} = None):\n        self.x = {v}\n"
        "        super().__init__()\n    def {h}(self):\n        self.x.{h1}()\n        return self"
    ),
    _line("class {k}{b}:\n    def {h}(self):\n        super().{h}()\n        return self.{h1}().{h}()"),
    _line("class {k}{b}:\n    x: {t}\n    @property\n    def {h}(self) -> {t}:\n        return self.x"),
    _line(
        "class {k}{b}:\n    y = {v}\n    @classmethod\n    def make(cls): return cls()\n    __call__ = {f}"
    ),
    _line("class {k}{b}:\n    def __iter__(self): yield {v}\n    def __enter__(self): return self.{h}()"),
)

_statements = st.one_of(
    _line("x = {v}"),
    _line("x: {t} = {v}"),
    _line("{n} = {n1}"),
    _line("{v}.{h}()"),
    _line("x, y = {v}, {v1}\ny.{h}()"),
    _line("if {n}:\n    def {f}():\n        return {v}\nelse:\n    {f} = {n1}"),
    _line("del {n}"),
    _line("[y.{h}() for y in {v}]"),
)

statement = st.one_of(_imports, _functions, _functions, _classes, _classes, _statements)
text = st.lists(statement, min_size=0, max_size=6).map(lambda lines: "\n".join([*lines, ""]))
path = st.sampled_from(PATHS)
broken_line = st.sampled_from(
    (
        "def f(",
        "class A(",
        "    return",
        "x = (",
        "from a import",
        "'''",
        "if x:",
        "a.",
        "@",
        ")",
        "x = 'é",
        "\\",
    )
)
