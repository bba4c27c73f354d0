"""Members of a class: found where the compiler has statements, and read one by one as they are in the whole class."""

from __future__ import annotations

import random
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packlens.syntax.blocks import split_class
from packlens.syntax.boundaries import lines_of, members_of_class
from packlens.syntax.facts import BlockFacts, ScopeKind
from packlens.syntax.joining import slices
from packlens.syntax.parse import read_block, read_file
from tests.syntax.test_blocks import PIECES, compiled, first_lines
from tests.syntax.test_repair import BROKEN_LINES, CALLS, CLASS, DEFINITIONS

# Members that reach over to others, or to the class and the module around them, in every way one can.
MEMBERS = [
    '"""Doc."""',
    "x = 1",
    "x = A()",
    "x: int = f(lambda: x)",
    "x = [y for y in z if isinstance(y, A)]; z = (lambda q=x: q)",
    "x = [u for u in [v for v in w]]",
    "x += 1",
    "xs.append(x)",
    "(x := [q := 1 for r in x])",
    "__slots__ = ('a', 'b')",
    "for x in xs: xs.append(x)",
    "while x:\n    x = 1\nelse:\n    y = 2",
    "if x:\n    def go(self): return self.x\nelse:\n    go = None",
    "try:\n    import m\nexcept E:\n    m = None\nfinally:\n    pass",
    "with f() as x:\n    y = x.go()",
    "def go(self): self.x = A()",
    "def go(self):\n    self.x = 1\n    self.y = lambda: self.x\n    self.x = 2\n    return self.y",
    "def go(self, a=lambda: 1, b=[c for c in d]) -> f(l=lambda: 2): return [a for a in b]",
    "def go(self):\n    global g\n    g = A()\n    def g(): pass",
    "def go(self):\n    global g\n    import g\n    yield g.x",
    "def go(self):\n    def deep():\n        nonlocal q\n        q = self.x\n        self.z = q\n    q = 1",
    "async def stop(self): await self.go(k=1)",
    "@property\ndef x(self): return self.y",
    "@x.setter\ndef x(self, value): self.y = value",
    "@d(lambda l: l, l=[e for e in f])\n@staticmethod\ndef go(a: 'A', *b, c=x.y, **e): a.b = c",
    "@overload\ndef go(self): ...",
    "class Meta(x.Base, metaclass=M):\n    y = [a for a in b]\n    def go(self): self.y = lambda: 1",
    "@d(lambda: 1)\nclass Meta(f(lambda: 2)): pass",
    "global x",
    "if x:\n    global y\n    y = 1",
    "from m import *",
    "return x",
    "yield x",
    "z = [a for b in c if a for a in b]",
    "s = '''\nclass B:\n    def f(self): pass\n'''",
    "s = f'{x!r:>{y}}' 'é' + é.ü",
    "x = f(\n1,\n    lambda: 2,\n)",
    "x = 1; \\\n    y = 2",
    "x = 1  # \\",
    "# only a comment",
    "",
    "match x:\n    case A(y=z): pass\n    case _: pass",
    "def go[T: A](self, x: T) -> T: return x",
    "type x = list[A]",
    'x = f"{a["(b"]}"',
]
HEADS = [
    "class A:",
    "class A(B, C):  # why \\",
    "class A(\n    B,\n    metaclass=M(lambda: [a for a in b]),\n):",
    "@d(lambda x=[a for a in b]: x)\n@e(\n1)\nclass A(f(lambda: 1)):",
    "# head\n\nclass A(B): # tail\n    # more",
    "class A[T: B](C[T]):",
    "@d('''\nclass B:\n  x\n''')\nclass A:",
]


def indented(member: str, indent: str) -> str:
    return "".join(f"{indent}{line}\n" if line else "\n" for line in member.split("\n"))


classes = st.builds(
    lambda head, members, indent: f"{head}\n" + "".join(indented(member, indent) for member in members),
    st.sampled_from(HEADS),
    st.lists(st.sampled_from(MEMBERS), min_size=1, max_size=7),
    st.sampled_from(["    ", " ", "\t", " \t"]),
)
LINES = [
    "\n",
    "    x = 1\n",
    "    @d\n",
    "    def f(self):\n",
    "        return 1\n",
    "  y\n",
    "\t\n",
    "    \\\n",
    "\\\n",
    "\f    z\n",
]
odd_classes = st.lists(st.sampled_from([*PIECES, *LINES]), max_size=20).map(
    lambda pieces: "class A:\n    " + "".join(pieces)
)


# What is known of another class: a class is then read by its members.
ELSEWHERE = {"    nothing = here\n": slices(read_block("class Z:\n    nothing = here\n"))[1]}


def check_class(text: str) -> BlockFacts:
    """The facts of a class, which are the same by its members and as a whole."""
    parts = split_class(text)
    assert "".join(parts) in ("", text)
    module = compiled(text)
    whole = read_block(text)
    if module is not None and "\0" not in text and len(module.body) == 1:
        assert first_lines(parts)[1:] == members_of_class(module.body, lines_of(text))
    assert read_block(text, ELSEWHERE) == whole
    return whole


@settings(max_examples=400)
@given(classes)
def test_a_class_says_the_same_by_its_members(text: str) -> None:
    check_class(text)


@settings(max_examples=400)
@given(odd_classes)
def test_any_text_of_a_class_says_the_same_by_its_members(text: str) -> None:
    check_class(text)


@settings(max_examples=300)
@given(classes, classes, st.integers(0, 300), st.integers(0, 300), st.sampled_from(["", *BROKEN_LINES]))
def test_what_was_read_before_changes_nothing(
    first: str, second: str, at: int, until: int, line: str
) -> None:
    """From one class to a mixture with another, and to it with a broken line."""
    before = "import a\n" + first + "b = 1\n"
    after = "import a\n" + first[:at] + second[until:] + "b = 1\n"
    broken = "import a\n" + first + f"    {line}\n" + second.partition("\n")[2] + "b = 1\n"
    texts = [before, after, broken, before, second, before + second]
    previous = (before, read_file(before))
    for text in texts:
        facts = read_file(text, previous)
        assert facts == read_file(text)
        previous = (text, facts)


def test_the_standard_library_says_the_same_by_its_members() -> None:
    library = Path(sysconfig.get_paths()["stdlib"])
    files = [path for folder in ("asyncio", "email", "unittest") for path in library.glob(f"{folder}/*.py")]
    files += sorted(library.glob("*.py"))
    divided = 0
    for path in random.Random(2).sample(files, 40):
        text = path.read_bytes().decode("utf-8-sig")
        facts = read_file(text)
        for start, end in zip(facts.starts, (*facts.starts[1:], len(text)), strict=True):
            divided += bool(check_class(text[start:end]).parts)
    assert divided > 40


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("x = 1\n", []),
        ("def f():\n    x\n    y\n", []),
        ("class A: x = 1\n", []),
        ("class A: x = [\n    1,\n    2]\n", []),
        ("class A: \\\n    x = 1\n", []),
        ("class A:\n    \\\n    x = 1\n    y\n", []),
        ("class A:\n\\\n\n    x = 1\n    y\n", []),
        ("if x:\n    class A:\n        x\n", []),
        ("class A:\n    x\n    y\n", ["class A:\n", "    x\n", "    y\n"]),
        ("class A:\n\tx\n\ty\n", ["class A:\n", "\tx\n", "\ty\n"]),
        ("class A:\r\n    x\r\n    y\r\n", ["class A:\r\n", "    x\r\n", "    y\r\n"]),
        ("# a\n@d\nclass A:  # b\n    # c\n    x\n  # d\n", ["# a\n@d\nclass A:  # b\n    # c\n", "    x\n  # d\n"]),
        ("class A:\n    @d\n    # why\n    def f(self):\n        x\n\n    y\n",
         ["class A:\n", "    @d\n    # why\n    def f(self):\n        x\n\n", "    y\n"]),
        ("class A(\n    B,\n    C):\n    x\n", ["class A(\n    B,\n    C):\n", "    x\n"]),
        ("class A:\n    '''\n    x\n    '''; y\n    z\n", ["class A:\n", "    '''\n    x\n    '''; y\n", "    z\n"]),
        ("class A:\n    if a:\n        b\n    else:\n        c\n    d\n",
         ["class A:\n", "    if a:\n        b\n    else:\n        c\n", "    d\n"]),
        ("class A:\n    x = 1 + \\\n    2\n    y\n", ["class A:\n", "    x = 1 + \\\n    2\n", "    y\n"]),
        ("class A:\n    class B:\n        x\n        y\n    z\n",
         ["class A:\n", "    class B:\n        x\n        y\n", "    z\n"]),
        ("class A:\n    x\n\\\n    @d\n    @e\n    def f(self): pass\n    y\n",
         ["class A:\n", "    x\n\\\n    @d\n    @e\n    def f(self): pass\n", "    y\n"]),
        ("class A:\n    x \\\n\\\n    @ d\n    y\n", ["class A:\n", "    x \\\n\\\n    @ d\n", "    y\n"]),
        # Broken ones.
        ("class A(B\n    def f(self): pass\n", ["class A(B\n", "    def f(self): pass\n"]),
        ("class A:\n    x = f(\n    def g(self): pass\n", ["class A:\n", "    x = f(\n", "    def g(self): pass\n"]),
        ('class A:\n    def f(self):\n        """\n        x\n    def g(self): pass\n',
         ["class A:\n", '    def f(self):\n        """\n        x\n', "    def g(self): pass\n"]),
    ],
)  # fmt: skip
def test_parts_of(text: str, parts: list[str]) -> None:
    check_class(text)
    assert split_class(text) == parts


def names(facts: BlockFacts, kinds: tuple[int, ...]) -> list[str]:
    return sorted(scope.name for scope in facts.scopes[1:] if scope.kind in kinds)


def called(facts: BlockFacts) -> list[str]:
    sites = [(role, term) for scope in facts.scopes for role, term, _ in scope.sites if term is not None]
    terms = [term for role, term in sites if role == "call"]
    terms += [term[1] for role, term in sites if role == "call with"]
    return sorted(term[1] for term in terms if term is not None and term[0] == "n")


SOUND = CLASS.replace("        HERE\n", "")
IN_A_METHOD = CLASS.replace("HERE", "{line}")
BETWEEN_METHODS = SOUND.replace("    async def m6", "    {line}\n    async def m6")


@pytest.mark.parametrize("line", BROKEN_LINES)
@pytest.mark.parametrize(("class_", "error_line"), [(IN_A_METHOD, 22), (BETWEEN_METHODS, 25)])
def test_a_broken_line_in_a_class_costs_that_line(class_: str, error_line: int, line: str) -> None:
    text = class_.replace("{line}", line)
    (facts,) = read_file(text, (SOUND, read_file(SOUND))).blocks
    assert facts == read_file(text).blocks[0]
    assert names(facts, (ScopeKind.CLASS, ScopeKind.FUNCTION)) == DEFINITIONS
    assert called(facts) == CALLS
    if (class_, line) != (BETWEEN_METHODS, "@dec"):  # which is the decorator of what follows
        assert (facts.status, facts.error_line, facts.message) == ("partial", error_line, "could not be read")


def test_members_that_did_not_change_keep_their_facts() -> None:
    before = "class A:\n    x = 1\n    def f(self): return 1\n    def g(self): return 2\n"
    after = before.replace("return 1", "return [\n    3]")
    facts = read_file(before)
    (old,), (new,) = facts.blocks, read_file(after, (before, facts)).blocks
    assert [scope is other for scope, other in zip(old.scopes[2:], new.scopes[2:], strict=True)] == [
        False,
        True,
    ]
    assert [(part.lines, part.scopes, part.bound) for part in new.parts] == [
        (1, 0, ()),
        (1, 0, ("x",)),
        (2, 1, ("f",)),
        (1, 1, ("g",)),
    ]
    assert new.positions[1] == old.positions[1]
