"""Uses that a diff breaks, by what changed: only the lines that say what no longer fits, and the contract."""

from __future__ import annotations

import pytest

from tests.views.impacts import impact_of_steps


def check_fit(before: str, uses: str, after: str, *unfit: str, contract: str = "contract") -> None:
    """What `use.py`, with the lines `uses`, no longer finds as it was when `lib.py` changes."""

    def file(name: str, text: str) -> str:
        return f"#- {name}\n{text.strip()}\n"

    fixture = file("lib.py", before) + file("use.py", f"from lib import *\nimport lib\n{uses.strip()}")
    impact = impact_of_steps(fixture + file("lib.py @2", after))
    assert [f"{each.path}:{each.line} {each.reason}" for each in impact.unfit] == list(unfit)
    assert impact.contract == contract


_FIELDS = "import attrs\nfrom dataclasses import dataclass, field, KW_ONLY\nfrom typing import ClassVar, NamedTuple\n"
_POINT = f"{_FIELDS}@dataclass\nclass Point:\n    x: int\n    y: int = 0\n"
_MAKES = "def one(): Point(1, 2)\ndef two(): Point(x=1, y=2)\ndef three(): Point(1)"


@pytest.mark.parametrize(
    ("after", "unfit"),
    [
        (
            "@dataclass\nclass Point:\n    x: int",
            [
                "use.py:3 gives 2 arguments by place, 1 is taken",
                "use.py:4 gives `y`, which is no longer a parameter",
            ],
        ),
        (
            "@dataclass\nclass Point:\n    x: int\n    z: int\n    y: int = 0",
            ["use.py:4 does not give `z`", "use.py:5 does not give `z`"],
        ),
        (
            "@dataclass(kw_only=True)\nclass Point:\n    x: int\n    y: int = 0",
            [
                "use.py:3 gives 2 arguments by place, none are taken",
                "use.py:5 gives 1 argument by place, none are taken",
            ],
        ),
        (
            "@dataclass\nclass Point:\n    x: int\n    _: KW_ONLY\n    y: int = field(default=1)",
            ["use.py:3 gives 2 arguments by place, 1 is taken"],
        ),
        (
            "@dataclass\nclass Point:\n    x: int\n    y: int = field(init=False)",
            [
                "use.py:3 gives 2 arguments by place, 1 is taken",
                "use.py:4 gives `y`, which is no longer a parameter",
            ],
        ),
        (
            "@attrs.define\nclass Point:\n    x: int\n    y: int = attrs.field(alias='why')",
            [
                "use.py:4 gives `y`, which is no longer a parameter",
                "use.py:5 does not give `why`",
            ],
        ),
    ],
)
def test_fields_are_what_a_class_takes(after, unfit) -> None:
    check_fit(_POINT, _MAKES, _FIELDS + after, *unfit)


@pytest.mark.parametrize(
    "after",
    [
        "@dataclass\nclass Point:\n    x: int\n    y: int = 1\n    z: int = 0",
        "@dataclass\nclass Point:\n    of: ClassVar[int] = 3\n    x: int\n    y: int = 0",
        "@dataclass\nclass Point:\n    x: int\n    y: int = 0\n    def __init__(self, *a, **k): ...",
        "@other\n@dataclass\nclass Point:\n    x: int",
        "@dataclass\nclass Point(Unknown):\n    x: int",
    ],
)
def test_a_field_with_a_default_fits_and_nothing_is_said_of_what_is_not_known(after) -> None:
    fixture = f"#- lib.py\n{_POINT}#- use.py\nfrom lib import *\n{_MAKES}\n#- lib.py @2\n{_FIELDS}{after}\n"
    assert impact_of_steps(fixture).unfit == ()


def test_the_fields_of_a_base_and_of_a_named_tuple() -> None:
    check_fit(
        f"{_POINT}@dataclass\nclass Place(Point):\n    name: str = ''\nclass Pair(NamedTuple):\n    a: int\n    b: int",
        "def one(): Place(1, 2, 'x')\ndef two(): Pair(1, 2)\ndef three(): Place(x=1)",
        f"{_FIELDS}@dataclass\nclass Point:\n    x: int\n@dataclass\nclass Place(Point):\n    name: str = ''\n"
        "class Pair(NamedTuple):\n    a: int",
        "use.py:3 gives 3 arguments by place, 2 are taken",
        "use.py:4 gives 2 arguments by place, 1 is taken",
    )


def test_the_part_of_overloads_that_runs() -> None:
    overloads = "from typing import overload\n@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\n"
    check_fit(
        f"{overloads}def f(a): ...",
        "def one(): f(1)",
        f"{overloads}def f(a, b): ...",
        "use.py:3 does not give `b`",
    )


def test_receivers() -> None:
    check_fit(
        "class C:\n    @classmethod\n    def make(cls, a): ...\n    @staticmethod\n    def plain(a): ...\n"
        "    def go(self, a): ...\n    class Inner:\n        def __init__(self, a): ...",
        "def one(): C.make(1)\ndef two(c: C): lib.C.go(c, 1)\ndef three(): C.plain(1)\ndef four(): C.Inner(1)\n"
        "class Sub(C):\n    def go(self, a): C.go(self, a)\ndef five(s: Sub): Sub.make(1)",
        "class C:\n    def make(cls, a): ...\n    def plain(a): ...\n"
        "    def go(self): ...\n    class Inner:\n        def __init__(self): ...",
        "use.py:3 does not give `a`",
        "use.py:4 gives 2 arguments by place, 1 is taken",
        "use.py:6 gives 1 argument by place, none are taken",
        "use.py:8 gives 2 arguments by place, 1 is taken",
        "use.py:9 does not give `a`",
    )


def test_properties_and_methods() -> None:
    check_fit(
        "class C:\n    @property\n    def size(self): ...\n    def name(self): ...",
        "def one(c: C): return c.size\ndef two(c: C): return c.name()",
        "class C:\n    def size(self): ...\n    @property\n    def name(self): ...",
        "use.py:3 reads `size`, which is a method now",
        "use.py:4 calls `name`, which is a property now",
    )


def test_a_property_that_can_no_longer_be_set_or_deleted() -> None:
    reads = "class A:\n    @property\n    def x(self): return 1"
    sets = f"{reads}\n    @x.setter\n    def x(self, value): ..."
    deletes = f"{sets}\n    @x.deleter\n    def x(self): ..."
    uses = (
        "def one():\n    a = A()\n    a.x = 1\n    del a.x\n    a.x += 1\n    print(a.x)\n    a.x, b = 1, a.x"
    )
    no_deleter = "use.py:6 deletes `x`, which has no deleter any more"
    no_setter = "sets `x`, which has no setter any more"
    check_fit(deletes, uses, sets, no_deleter)
    check_fit(sets, uses, reads, *(f"use.py:{line} {no_setter}" for line in (5, 7, 9)))
    check_fit(reads, uses, deletes)


def test_coroutines() -> None:
    check_fit(
        "def load(): ...\nclass C:\n    def go(self): ...",
        "import asyncio\ndef one(): load().x\nasync def two(): await load()\ndef three(): asyncio.run(load())\n"
        "def four(): return load()\ndef five(): load()\ndef six(c: C): return f'{c.go()}'",
        "async def load(): ...\nclass C:\n    async def go(self): ...",
        "use.py:4 does not await `load`, which is a coroutine now",
        "use.py:8 does not await `load`, which is a coroutine now",
        "use.py:9 does not await `go`, which is a coroutine now",
    )


def test_coroutines_that_are_kept_under_a_name() -> None:
    check_fit(
        "def load(): ...",
        "import asyncio\n"
        "def one():\n    found = load()\n    return found.x\n"
        "async def two():\n    task = load()\n    return (await task).x\n"
        "async def three():\n    task = load()\n    if task:\n        await task\n"
        "def four():\n    task = load()\n    task.close()\n"
        "def five():\n    task = load()\n    return asyncio.run(task)\n"
        "def six(found):\n    found = load()\n    found = asyncio.run(found)\n    return found.x\n"
        "def seven():\n    found = load()\n    return found['x'] + found['y']",
        "async def load(): ...",
        "use.py:5 does not await `load`, which is a coroutine now",
        "use.py:25 does not await `load`, which is a coroutine now",
    )


def test_a_call_that_leads_to_another_signature() -> None:
    check_fit(
        "class A:\n    def __init__(self, a): ...\n    def go(self): ...\nclass B(A): ...\nclass C(A): ...\n"
        "class D(A): ...",
        "def one(): B(1)\ndef two(): C(1)\ndef three(d: D): d.go()",
        "class A:\n    def __init__(self, a): ...\n    def go(self): ...\nclass B: ...\n"
        "class C(A):\n    def __init__(self): ...\nclass D(A):\n    def go(self, speed): ...",
        "use.py:3 gives 1 argument by place, none are taken",
        "use.py:4 gives 1 argument by place, none are taken",
        "use.py:5 does not give `speed`",
    )


def test_a_method_that_comes_to_be_abstract() -> None:
    check_fit(
        "from abc import ABC, abstractmethod\nclass A(ABC):\n    def kept(self): ...\n    def old(self): ...",
        "class B(A):\n    def old(self): ...\nclass C(B):\n    def stop(self): ...\n"
        "class D(A):\n    stop = old = None\nclass E(A):\n    def stop(self): ...\nclass F(A, Unknown): ...",
        "from abc import ABC, abstractmethod\nclass A(ABC):\n    def kept(self): ...\n    @abstractmethod\n"
        "    def old(self): ...\n    @abstractmethod\n    def stop(self): ...",
        "use.py:3 does not define `stop`, which is abstract now",
        "use.py:9 does not define `old`, which is abstract now",
    )


def test_syntax_newer_than_the_interpreter_is_read() -> None:
    check_fit(
        "def f[T](a: T): ...",
        "type Name = str\ndef one[T](a: T): f(1)",
        "def f[T](a: T, b: T): ...",
        "use.py:4 does not give `b`",
    )
