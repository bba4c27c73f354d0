"""Syntax newer than the interpreter gives the same graph as on one that knows it. CI asks every one."""

from __future__ import annotations

import pytest

from tests.support.edges import check_edges
from tests.support.fixture import graph_of

_A = """
#- model.py
class A:
    def go(self): ...
    def stop(self): ...
"""


@pytest.mark.parametrize(
    ("code", "found"),
    {
        "generic function": ("def run[T](x: T, a: A) -> T:\n    a.go()\n    return x", ["A.go"]),
        "bound": ("def run[T: A](x: T):\n    x.go()", ["A.go"]),
        "generic method": (
            "class Box[T]:\n    def get(self) -> T: ...\ndef run(box: Box[A], a: A):\n    a.stop()",
            ["A.stop"],
        ),
        "type alias": ("type Model = A | None\ndef run(x: Model):\n    x.go()", ["A.go"]),
        "generic alias": ("type Pair[T] = tuple[T, A]\ndef run(a: A):\n    a.go()", ["A.go"]),
        "nested f-string": ("def run(a: A):\n    return f'{f'{a.go()}'}'", ["A.go"]),
        "f-string over lines": ("def run(a: A):\n    return f'{\n        a.go()\n    }'", ["A.go"]),
        "f-string with its own quotes": (
            "def run(a: A):\n    return f'{a.go('x')} {'\\n'.join('')}'",
            ["A.go"],
        ),
        "type parameter default": ("class Box[T = A]: ...\ndef run(a: A):\n    a.go()", ["A.go"]),
        "except without parentheses": (
            "def run(a: A):\n    try:\n        a.go()\n    except ValueError, TypeError:\n        a.stop()",
            ["A.go", "A.stop"],
        ),
        "except star": (
            "def run(a: A):\n    try:\n        a.go()\n    except* ValueError:\n        a.stop()",
            ["A.go", "A.stop"],
        ),
        "star in index": ("def run(a: A, x, y):\n    x[*y].z\n    a.go()", ["A.go"]),
    }.values(),
    ids=lambda value: value.partition("\n")[0][:40] if isinstance(value, str) else "",
)
def test_newer_forms(code: str, found: list[str]) -> None:
    check_edges(
        f"{_A}#- use.py\nfrom model import A\n{code}\n",
        "\n".join(f"use.py::run -calls-> model.py::{name}" for name in found),
        within=("use.py::run",),
    )


def test_symbols_of_newer_forms() -> None:
    snapshot = graph_of(
        """
        #- m.py
        import os
        type Alias = int | None
        class Box[T]:
            def get[S](self, other: S) -> T:
                return f'{f'{self.put()}'}'
            def put(self): ...
        async def top[*Ts, **P](*args: *Ts) -> None: ...
        LIMIT = 3
        """
    )
    assert snapshot.problems == ()
    assert [(symbol.qualname, symbol.kind.value, symbol.spans) for symbol in snapshot.symbols()] == [
        ("<module>", "module", ((1, 8),)),
        ("Alias", "type_alias", ((2, 2),)),
        ("Box", "class", ((3, 6),)),
        ("Box.get", "method", ((4, 5),)),
        ("Box.put", "method", ((6, 6),)),
        ("top", "function", ((7, 7),)),
        ("LIMIT", "constant", ((8, 8),)),
    ]
    assert snapshot.signature("m.py::Box.get") == "def get[S](self, other: S) -> T: ..."
    assert [edge.target for edge in snapshot.outgoing("m.py::Box.get") if edge.kind == "calls"] == [
        "m.py::Box.put"
    ]
